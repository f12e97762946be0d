//! What may be done, what it does, who sees it, what it earns.

mod attack;
mod effects;
mod inference;
mod legal;
mod life;
mod turn;

use std::hash::{Hash, Hasher};

use table::{BySeat, Event, EventOf, Game, HiddenRoles, Payoffs, PublicState, Seat, View};

use super::{
    Action, Aftermath, Card, Chance, Character, CharacterSet, Faction, Inference, Phase, Private, Public,
    Quirk, Rules, Seen, What,
};
use crate::bag::Bag;

/// The whole truth: the table, what each seat knows, and which inference cards are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raiders {
    pub(super) public: Public,
    pub(super) privates: BySeat<Private>,
    /// The inference cards face down. Used ones are face down too, so nobody knows all of them.
    pub(super) inference: Bag<Inference>,
}

/// Tells states apart by what differs between them most; the rest is left to the comparison. Exams and solvers
/// look states up by the million, and most of a state's bytes are its options and its log.
impl Hash for Raiders {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let public = &self.public;
        (public.phase, public.turns, public.living, public.attack.attacker).hash(state);
        public.damage.hash(state);
        for private in self.privates.as_slice() {
            (private.character, private.card, private.texts).hash(state);
        }
        self.inference.hash(state);
    }
}

impl Raiders {
    /// Who a seat can be in the eyes of another, judged by each fact and each answered card alone.
    #[inline]
    pub fn could_be(view: View<'_, Raiders>, seat: Seat) -> CharacterSet {
        match view.private.character {
            Some(own) if seat == view.seat => CharacterSet::only(own),
            own => {
                let others = view.public.could_be[seat].and(view.private.could_be[seat]);
                own.map_or(others, |own| others.without(own))
            }
        }
    }

    /// Who a seat is.
    #[inline]
    pub(super) fn character(&self, seat: Seat) -> Character {
        self.privates[seat].character.expect("everybody has a character once the game goes on")
    }

    #[inline]
    fn luck(&mut self, outcome: Chance) {
        match outcome {
            Chance::Order(order) => {
                self.public.order = order;
                self.public.phase = self.public.phase_after_order(true);
            }
            Chance::Layout(layout) => {
                self.public.layout = layout;
                self.public.reach = layout.reach(self.public.rules.range);
                self.public.phase = Phase::Deal(Seat::new(0));
            }
            Chance::Deal(seat, character) => self.deal(seat, character),
            Chance::Move(seat, sum) => self.rolled(seat, sum),
            Chance::Draw(seat, Card::Inference(text)) => self.draw_inference(seat, text),
            Chance::Draw(seat, Card::White(card)) => self.draw_white(seat, card),
            Chance::Draw(seat, Card::Black(card)) => self.draw_black(seat, card),
            Chance::Hit(_, number) => self.hit(number),
            Chance::Die(seat, number) => self.die_rolled(seat, number),
            Chance::Riot(_, sum) => self.riot(sum),
        }
    }

    fn deal(&mut self, seat: Seat, character: Character) {
        self.privates[seat].character = Some(character);
        let next = seat.index() + 1;
        match next == self.public.seats() {
            true => self.begin_turn(self.public.order.seats()[0]),
            false => self.public.phase = Phase::Deal(Seat::new(next)),
        }
    }

    #[inline]
    fn act(&mut self, seat: Seat, action: Action) {
        if action == Action::Decline {
            self.public.after.declined = self.public.phase.declined();
        }
        match self.public.phase {
            Phase::Reveal => self.answer_reveal(seat, action),
            Phase::Ability => self.answer_ability(seat, action),
            Phase::ChooseMove(..) => self.choose_move(seat, action),
            Phase::ChooseArea | Phase::Teleport(_) => self.go(seat, action),
            Phase::Area(_) | Phase::Henchman => self.use_area(seat, action),
            Phase::Hand => self.hand_card(seat, action),
            Phase::Answer(_) => self.answer_card(seat, action),
            Phase::Target(aim) => self.aim(seat, aim, action),
            Phase::Banana => self.banana(seat, action),
            Phase::Show(show) => self.show_or_not(seat, show, action),
            Phase::Attack => self.attack(seat, action),
            Phase::Excalibur => self.excalibur(seat, action),
            Phase::Loot(victim) => self.loot(seat, victim, action),
            Phase::Byron(victim) => self.byron(seat, victim, action),
            Phase::Again => self.again(seat, action),
            Phase::React(victim) => self.react(victim, action),
            Phase::StrikeBack(victim) => self.strike_back(victim, action),
            Phase::Barrier => self.barrier(seat, action),
            _ => unreachable!("nobody is asked now"),
        }
    }

    /// What an observer may see of an inference text: those who hold the card do.
    fn text_for(&self, observer: Option<Seat>) -> Option<Inference> {
        self.privates[observer?].card
    }
}

impl Game for Raiders {
    type Rules = Rules;
    type Action = Action;
    type Public = Public;
    type Private = Private;
    type Seen = Seen;

    const NAME: &'static str = "raiders";
    const RULES_VERSION: u32 = 2;

    #[inline]
    fn new(rules: &Rules) -> Raiders {
        let seats = usize::from(rules.seats);
        let privates = BySeat::new(seats, Private::new(seats));
        Raiders { public: Public::new(rules), privates, inference: rules.inference }
    }

    #[inline]
    fn public(&self) -> &Public {
        &self.public
    }

    #[inline]
    fn private(&self, seat: Seat) -> &Private {
        &self.privates[seat]
    }

    #[inline]
    fn legal(view: View<'_, Raiders>, out: &mut Vec<Action>) {
        legal::legal(view, out);
    }

    #[inline]
    fn apply(&mut self, event: &EventOf<Raiders>) {
        self.public.after = Aftermath::default();
        match *event {
            Event::Act(seat, action) => self.act(seat, action),
            Event::Chance(outcome) => self.luck(outcome),
        }
    }

    #[inline]
    fn seen(&self, event: &EventOf<Raiders>, observer: Option<Seat>) -> Seen {
        let what = match *event {
            Event::Chance(Chance::Deal(seat, character)) => {
                What::Dealt(seat, (observer == Some(seat)).then_some(character))
            }
            Event::Chance(Chance::Draw(seat, Card::Inference(text))) => {
                What::Drew(seat, (observer == Some(seat)).then_some(text))
            }
            Event::Chance(outcome) => What::Luck(outcome),
            Event::Act(seat, Action::Hand(recipient)) => {
                What::Handed(seat, recipient, self.text_for(observer))
            }
            Event::Act(seat, Action::Show) => self.seen_show(seat, observer),
            Event::Act(seat, action) => What::Acted(seat, action),
        };
        Seen { what, after: self.public.after }
    }

    fn as_spectator(seen: &Seen) -> Seen {
        let what = match seen.what {
            What::Dealt(seat, _) => What::Dealt(seat, None),
            What::Drew(seat, _) => What::Drew(seat, None),
            What::Handed(seat, recipient, _) => What::Handed(seat, recipient, None),
            What::Showed(seat, giver, _) => What::Showed(seat, giver, None),
            open @ (What::Luck(_) | What::Acted(..)) => open,
        };
        Seen { what, ..*seen }
    }

    fn payoffs(&self) -> Payoffs {
        let won = |seat| f64::from(u8::from(self.public.winners.contains(seat)));
        let wins = BySeat::from_fn(self.public.seats(), won);
        Payoffs { points: wins, wins }
    }

    fn check(&self) {
        self.check_cards();
        self.check_inference();
        self.check_seats();
    }
}

impl HiddenRoles for Raiders {
    type Role = Faction;

    #[inline]
    fn role(&self, seat: Seat) -> Option<Faction> {
        self.privates[seat].character.map(Character::faction)
    }
}

impl Raiders {
    /// White and black cards are face down, used up or in front of somebody, each once.
    fn check_cards(&self) {
        let public = &self.public;
        if public.rules.has(Quirk::FreshDecks) {
            return;
        }
        let (mut white, mut black) = (public.white.len() + public.white_used.len(), 0);
        black += public.black.len() + public.black_used.len();
        for (_, equipment) in public.equipment.iter() {
            for card in equipment.iter().map(super::Equipment::card) {
                white += usize::from(matches!(card, Card::White(_)));
                black += usize::from(matches!(card, Card::Black(_)));
            }
        }
        assert_eq!(white, public.rules.white.len(), "white cards are conserved");
        assert_eq!(black, public.rules.black.len(), "black cards are conserved");
    }

    /// The texts of this deck's answered cards, the card being handed and the rest make the deck.
    fn check_inference(&self) {
        let public = &self.public;
        assert_eq!(self.inference.len(), usize::from(public.inference_left), "as many cards as are left");
        let mut pile = self.inference;
        let first = public.log.len() - public.answered_of_this_deck();
        for (place, entry) in public.log.entries().iter().enumerate() {
            let texts = [entry.giver, entry.recipient].map(|seat| self.privates[seat].texts.of(place));
            assert!(texts[0] == texts[1] && texts[0].is_some(), "giver and recipient know the text");
            let text = texts[0].expect("just seen");
            assert!(entry.answerers(&public.rules, text).contains(self.character(entry.recipient)));
            if place >= first {
                assert!(!pile.contains(text) || pile.count(text) < public.rules.inference.count(text));
                pile = pile.with(text);
            }
        }
        let pending = matches!(public.phase, Phase::Hand | Phase::Answer(_));
        let held = self.privates[public.active].card.filter(|_| pending);
        pile = held.map_or(pile, |text| pile.with(text));
        assert_eq!(pile, public.rules.inference, "inference cards are conserved");
    }

    fn check_seats(&self) {
        let public = &self.public;
        let mut dealt = CharacterSet::NONE;
        for (seat, private) in self.privates.iter() {
            let Some(character) = private.character else { continue };
            assert!(!dealt.contains(character), "{character} is dealt once");
            dealt = dealt.with(character);
            assert!(public.could_be[seat].contains(character), "{seat} can be {character}");
            assert!(public.shown[seat].is_none_or(|shown| shown == character), "{seat} is shown as it is");
            let alive = public.damage[seat] < public.rules.hp_of(character);
            assert_eq!(alive, public.living.contains(seat), "{seat} is out at its limit, not before");
        }
        let out: u8 = public.out.iter().sum();
        assert_eq!(usize::from(out), public.out_count(), "those out are counted");
    }
}
