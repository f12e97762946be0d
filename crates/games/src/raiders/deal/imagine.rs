//! Worlds that a seat cannot tell from the truth: who everybody is, and what the cards of others said.
//!
//! A world is weighed by physical cards: every deal of characters alike, every order of the inference deck
//! alike. An outcome that several texts explain therefore counts once for each physical card that explains it,
//! and two outcomes of one deck cannot be explained by the same card. Characters are drawn with the weight
//! they would have if only cards to the same seat competed (a sum over subsets of characters, exact), then the
//! texts one by one; whenever cards to different seats compete, the world is kept with the probability that
//! makes up for it.

use table::{BySeat, Game, PublicState, Rng, Seat, SeatSet, View};

use crate::bag::Bag;
use crate::raiders::public::log::MOST;
use crate::raiders::{
    AnsweredCard, Character, CharacterSet, Faction, Inference, Phase, Private, Public, Quirk, Raiders, Rules,
    Texts,
};

/// A world by the weights above.
pub(super) fn world(view: View<'_, Raiders>, rng: &mut Rng) -> Raiders {
    if view.private.character.is_none() {
        return deal_out(view, rng);
    }
    let unknown = Unknown::of(view);
    let ways = Ways::of(view.public, &unknown.weights());
    loop {
        let characters = ways.draw(rng);
        if let Some(cards) = unknown.draw_texts(&characters, rng) {
            return build(view, &characters, &cards);
        }
    }
}

/// Before a seat has its own character it knows nothing of the others': they are dealt.
fn deal_out(view: View<'_, Raiders>, rng: &mut Rng) -> Raiders {
    let mut world = Raiders::new(&view.public.rules);
    world.public = *view.public;
    if let Phase::Deal(next) = view.public.phase {
        for seat in Seat::all(next.index()) {
            world.privates[seat].character = Some(world.draw_character(seat, rng));
        }
    }
    world
}

/// Worlds tried before given factions count as impossible.
const TRIES: usize = 1000;

impl Raiders {
    /// A world this seat cannot tell from the truth in which the seats are of these factions; none if there is
    /// none, or hardly any, or while this seat has no character yet.
    pub fn imagine_factions(
        view: View<'_, Raiders>,
        factions: &BySeat<Faction>,
        rng: &mut Rng,
    ) -> Option<Raiders> {
        if !fits(view, factions) {
            return None;
        }
        let unknown = Unknown::of(view);
        let mut weights = unknown.weights();
        for (seat, faction) in factions.iter() {
            let others = Character::ALL.iter().filter(|character| character.faction() != faction);
            others.for_each(|character| weights[seat][character.index()] = 0.0);
        }
        let ways = Ways::of(view.public, &weights);
        if !ways.any() {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let characters = ways.draw(rng);
            Some(build(view, &characters, &unknown.draw_texts(&characters, rng)?))
        })
    }
}

/// Whether these are everybody's factions in some deal that gives this seat its own character.
fn fits(view: View<'_, Raiders>, factions: &BySeat<Faction>) -> bool {
    let own = view.private.character.map(Character::faction);
    let count = |faction| factions.as_slice().iter().filter(|&&one| one == faction).count();
    let dealt = |faction| usize::from(view.public.rules.members(faction));
    factions.seats() == view.seats()
        && own == Some(factions[view.seat])
        && Faction::ALL.iter().all(|&faction| count(faction) == dealt(faction))
}

/// The texts of all answered cards, the card being handed, and those left.
struct Cards {
    texts: Texts,
    held: Option<Inference>,
    left: Bag<Inference>,
}

/// An answered card whose text one seat does not know.
#[derive(Clone, Copy)]
struct HiddenText {
    place: usize,
    /// Where its deck begins in the log.
    start: usize,
    entry: AnsweredCard,
    /// The cards of its deck that this seat does not know where they went.
    pile: Bag<Inference>,
    /// How many earlier ones of the same deck compete for the same texts, for any recipient.
    rivals: usize,
}

impl HiddenText {
    const NONE: HiddenText =
        HiddenText { place: 0, start: 0, entry: AnsweredCard::BLANK, pile: Bag::EMPTY, rivals: 0 };

    /// How many physical cards explain this answer of this character, its rivals' cards taken away.
    #[inline]
    fn explanations(&self, rules: &Rules, character: Character) -> usize {
        let texts = self.entry.texts(rules, character).and(self.pile);
        texts.len().saturating_sub(self.rivals)
    }
}

/// What one seat does not know of the inference cards.
struct Unknown<'a> {
    view: View<'a, Raiders>,
    rules: &'a Rules,
    hidden_texts: [HiddenText; MOST],
    count: usize,
    /// Where the deck in use begins in the log.
    first: usize,
    /// Those of the deck in use that this seat does not know where they went, the card being handed included.
    pile: Bag<Inference>,
}

impl<'a> Unknown<'a> {
    fn of(view: View<'a, Raiders>) -> Unknown<'a> {
        let rules = &view.public.rules;
        let (len, deck) = (view.public.log.len(), rules.inference.len());
        let first = len - view.public.answered_of_this_deck();
        let hidden_texts = [HiddenText::NONE; MOST];
        let mut unknown = Unknown { view, rules, hidden_texts, count: 0, first, pile: Bag::EMPTY };
        let mut start = if deck == 0 { 0 } else { first % deck };
        while start < first {
            unknown.add_deck(start, start + deck, None);
            start += deck;
        }
        unknown.pile = unknown.add_deck(first, len, view.private.card);
        unknown
    }

    /// Adds what is unknown of one deck; the cards that this seat does not know where they went.
    fn add_deck(&mut self, start: usize, end: usize, held: Option<Inference>) -> Bag<Inference> {
        let texts = self.view.private.texts;
        let known = (start..end).filter_map(|place| texts.of(place)).chain(held);
        let (pile, before) = (known.fold(self.rules.inference, Bag::without), self.count);
        for place in (start..end).filter(|&place| texts.of(place).is_none()) {
            let entry = self.view.public.log.entries()[place];
            let rivals =
                self.hidden_texts[before..self.count].iter().filter(|r| r.entry.is_like(&entry)).count();
            self.hidden_texts[self.count] = HiddenText { place, start, entry, pile, rivals };
            self.count += 1;
        }
        pile
    }

    fn hidden_texts(&self) -> &[HiddenText] {
        &self.hidden_texts[..self.count]
    }

    /// The weight of each character at each seat, as far as one seat alone decides it.
    fn weights(&self) -> BySeat<[f64; 10]> {
        let (public, private) = (self.view.public, self.view.private);
        let mut weights = BySeat::new(public.seats(), [0.0; 10]);
        for seat in SeatSet::all(public.seats()) {
            let mut could_be = public.could_be[seat].and(private.could_be[seat]);
            if let Some(own) = private.character.filter(|_| seat == self.view.seat) {
                could_be = CharacterSet::only(own);
            }
            could_be.iter().for_each(|character| weights[seat][character.index()] = 1.0);
        }
        if self.rules.has(Quirk::InertInference) {
            return weights;
        }
        for hidden in self.hidden_texts() {
            let of_seat = &mut weights[hidden.entry.recipient];
            for character in Character::ALL {
                let weight = &mut of_seat[character.index()];
                if *weight > 0.0 {
                    *weight *= hidden.explanations(self.rules, character) as f64;
                }
            }
        }
        weights
    }

    /// The unknown texts given who everybody is, or none if this world is not kept.
    fn draw_texts(&self, characters: &BySeat<Character>, rng: &mut Rng) -> Option<Cards> {
        let (mut texts, mut left, mut start) = (self.view.private.texts, self.pile, None);
        for hidden in self.hidden_texts() {
            if start.replace(hidden.start) != Some(hidden.start) {
                left = hidden.pile;
            }
            let text = self.draw_text(hidden, characters[hidden.entry.recipient], left, rng)?;
            left = left.without(text);
            texts = texts.with(hidden.place, text);
        }
        let left = if start == Some(self.first) { left } else { self.pile };
        Some(self.rest(texts, left, rng))
    }

    /// Inert cards are all alike, so nothing has to be made up for: any card of the pile.
    fn draw_text(
        &self,
        hidden: &HiddenText,
        character: Character,
        left: Bag<Inference>,
        rng: &mut Rng,
    ) -> Option<Inference> {
        let explaining = hidden.entry.texts(self.rules, character).and(left);
        if !self.rules.has(Quirk::InertInference) {
            let most = hidden.explanations(self.rules, character);
            if rng.below(most as u32) as usize >= explaining.len() {
                return None;
            }
        }
        Some(explaining.pick(rng))
    }

    /// The card being handed, if this seat may not see it, is any that is left.
    fn rest(&self, texts: Texts, pile: Bag<Inference>, rng: &mut Rng) -> Cards {
        let handed = matches!(self.view.public.phase, Phase::Hand | Phase::Answer(_));
        match self.view.private.card {
            Some(card) => Cards { texts, held: Some(card), left: pile },
            None if handed => {
                let card = pile.pick(rng);
                Cards { texts, held: Some(card), left: pile.without(card) }
            }
            None => Cards { texts, held: None, left: pile },
        }
    }
}

/// The truth with these characters and cards.
fn build(view: View<'_, Raiders>, characters: &BySeat<Character>, cards: &Cards) -> Raiders {
    let public = *view.public;
    let mut privates = BySeat::new(public.seats(), Private::new(public.seats()));
    let dealt = match public.phase {
        Phase::Order | Phase::Layout => 0,
        Phase::Deal(seat) => seat.index(),
        _ => public.seats(),
    };
    for seat in Seat::all(dealt) {
        privates[seat].character = Some(characters[seat]);
    }
    recall(&public, characters, cards, &mut privates);
    if let (Phase::Hand | Phase::Answer(_), card) = (public.phase, cards.held) {
        privates[public.active].card = card;
        if let Phase::Answer(recipient) = public.phase {
            privates[recipient].card = card;
        }
    }
    privates[view.seat] = *view.private;
    Raiders { public, privates, inference: cards.left }
}

/// What givers and recipients remember of the cards.
fn recall(public: &Public, characters: &BySeat<Character>, cards: &Cards, privates: &mut BySeat<Private>) {
    for (place, entry) in public.log.entries().iter().enumerate() {
        let text = cards.texts.of(place).expect("every text is known in a world");
        for seat in [entry.giver, entry.recipient] {
            privates[seat].texts = privates[seat].texts.with(place, text);
        }
        if !public.rules.has(Quirk::InertInference) {
            let learned = entry.learned(&public.rules, text, characters[entry.recipient]);
            privates[entry.giver].learn(entry.recipient, learned);
        }
    }
}

/// The weight of every way to give characters to the seats that are not certain, summed over sets of characters.
struct Ways {
    certain: BySeat<Option<Character>>,
    /// The uncertain seats, in order.
    seats: [Seat; 10],
    count: usize,
    /// The characters they can be, each a bit of a set.
    characters: [Character; 10],
    weights: [[f64; 10]; 10],
    /// The weight of all ways in which the first seats have exactly this set of characters.
    ways: [f64; 512],
    sets: usize,
}

impl Ways {
    fn of(public: &Public, weights: &BySeat<[f64; 10]>) -> Ways {
        let seats = public.seats();
        let mut ways = Ways {
            certain: BySeat::new(seats, None),
            seats: [Seat::new(0); 10],
            count: 0,
            characters: [Character::Ulrich; 10],
            weights: [[0.0; 10]; 10],
            ways: [0.0; 512],
            sets: 1,
        };
        let left = ways.settle_certain(public, weights);
        let mut open = Faction::ALL.iter().map(|&faction| public.rules.members(faction));
        let mut open: [u8; 3] = std::array::from_fn(|_| open.next().unwrap_or(0));
        for (_, character) in ways.certain.iter() {
            character.into_iter().for_each(|c| open[c.faction().index()] -= 1);
        }
        let bits = ways.list_uncertain(left, weights);
        ways.sum(bits, open);
        ways
    }

    /// Seats with one possible character; those characters are nobody else's.
    fn settle_certain(&mut self, public: &Public, weights: &BySeat<[f64; 10]>) -> CharacterSet {
        let mut left = public.rules.cast;
        for (seat, weights) in weights.iter() {
            let mut possible = Character::ALL.iter().filter(|c| weights[c.index()] > 0.0);
            if let (Some(&only), None) = (possible.next(), possible.next()) {
                self.certain[seat] = Some(only);
                left = left.without(only);
            }
        }
        left
    }

    fn list_uncertain(&mut self, left: CharacterSet, weights: &BySeat<[f64; 10]>) -> usize {
        let bits = left.iter().enumerate().map(|(bit, character)| self.characters[bit] = character).count();
        for (seat, of_seat) in weights.iter() {
            if self.certain[seat].is_none() {
                self.seats[self.count] = seat;
                for (bit, character) in left.iter().enumerate() {
                    self.weights[self.count][bit] = of_seat[character.index()];
                }
                self.count += 1;
            }
        }
        bits
    }

    fn sum(&mut self, bits: usize, open: [u8; 3]) {
        let factions = [Faction::Shadow, Faction::Raider, Faction::Citizen].map(|faction| {
            (0..bits)
                .filter(|&bit| self.characters[bit].faction() == faction)
                .fold(0, |set, bit| set | 1usize << bit)
        });
        self.ways[0] = 1.0;
        self.sets = 1 << bits;
        for set in 0..self.sets {
            let seat = set.count_ones() as usize;
            if self.ways[set] == 0.0 || seat == self.count {
                continue;
            }
            for bit in (0..bits).filter(|bit| set >> bit & 1 == 0) {
                let faction = self.characters[bit].faction().index();
                if (set & factions[faction]).count_ones() < u32::from(open[faction]) {
                    self.ways[set | 1 << bit] += self.ways[set] * self.weights[seat][bit];
                }
            }
        }
    }

    /// Whether there is any way at all.
    fn any(&self) -> bool {
        let certain = || self.certain.as_slice().iter().flatten();
        let distinct = certain().fold(CharacterSet::NONE, |set, &character| set.with(character)).len();
        let full = |set: usize| set.count_ones() as usize == self.count && self.ways[set] > 0.0;
        distinct == certain().count() && (0..self.sets).any(full)
    }

    /// Who everybody is, with the probability of its weight.
    fn draw(&self, rng: &mut Rng) -> BySeat<Character> {
        let full = |set: &usize| set.count_ones() as usize == self.count;
        let total: f64 = (0..self.sets).filter(full).map(|set| self.ways[set]).sum();
        let mut set = pick((0..self.sets).filter(full).map(|set| (set, self.ways[set])), total, rng);
        let mut characters = self.certain.map(|certain| certain.unwrap_or(Character::Ulrich));
        for seat in (0..self.count).rev() {
            let without = (0..10).filter(|bit| set >> bit & 1 == 1);
            let ways = without.map(|bit| (bit, self.ways[set ^ 1 << bit] * self.weights[seat][bit]));
            let bit = pick(ways, self.ways[set], rng);
            characters[self.seats[seat]] = self.characters[bit];
            set ^= 1 << bit;
        }
        characters
    }
}

/// One of these by weight; the last with any weight catches rounding.
fn pick(weighted: impl Iterator<Item = (usize, f64)>, total: f64, rng: &mut Rng) -> usize {
    let (mut left, mut last) = (rng.f64() * total, None);
    for (item, weight) in weighted.filter(|(_, weight)| *weight > 0.0) {
        last = Some(item);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last.expect("the truth itself is possible")
}

const _: () = assert!(MOST * 4 <= 128, "a text for each card of the log");
