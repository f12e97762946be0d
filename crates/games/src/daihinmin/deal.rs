//! Chance, and worlds that a seat cannot tell from the truth.
//!
//! What a seat cannot see is uniform: every deal is as likely as any other, and every gift counts alike. The exchange
//! bends this: the poor gave their best, so a world is possible only if the cards they kept are weaker than the ones
//! they gave, and it counts as often as there are exchanges that lead to its hands. Hands are drawn evenly and kept
//! with a chance in proportion to that number.

use table::{BySeat, Enumerable, Hidden, PublicState, Rng, Seat, SeatSet, View};

use super::cards::{Card, CardSet};
use super::events::Chance;
use super::options::{Line, Pair};
use super::private::Private;
use super::public::{Phase, Public};
use super::{Daihinmin, MOST_SEATS};

impl Hidden for Daihinmin {
    type Chance = Chance;

    fn draw(&self, rng: &mut Rng) -> Chance {
        let public = &self.public;
        let all = SeatSet::all(public.seats());
        match public.phase {
            Phase::Order => Chance::Order(shuffled(all, rng)),
            Phase::First => Chance::First(Seat::new(rng.below(public.seats() as u32) as usize)),
            Phase::Lots => Chance::Lots(shuffled(public.holding, rng)),
            _ => Chance::Deal(draw_hands(public, rng)),
        }
    }

    fn drawable(&self, outcome: &Chance) -> bool {
        let public = &self.public;
        let all = SeatSet::all(public.seats());
        match (public.phase, outcome) {
            (Phase::Order, Chance::Order(line)) => line.is_of(all),
            (Phase::First, Chance::First(seat)) => all.contains(*seat),
            (Phase::Lots, Chance::Lots(line)) => line.is_of(public.holding),
            (Phase::Deal, Chance::Deal(hands)) => is_deal(public, hands),
            _ => false,
        }
    }

    fn imagine(view: View<'_, Daihinmin>, rng: &mut Rng) -> Daihinmin {
        let mut world = Daihinmin::new_like(view);
        match view.public.phase {
            Phase::Order | Phase::First | Phase::Deal => world,
            _ => {
                let deals = Deals::new(view);
                let bounds = deals.bounds();
                while !deals.fill(&bounds, &mut world, rng) {}
                world
            }
        }
    }
}

/// These seats in any order.
fn shuffled(mut seats: SeatSet, rng: &mut Rng) -> Line {
    let mut line = Line::EMPTY;
    while !seats.is_empty() {
        let seat = any_of(seats, rng).expect("there is one");
        line.push(seat);
        seats = seats.without(seat);
    }
    line
}

/// One of these seats, each equally likely.
fn any_of(mut seats: SeatSet, rng: &mut Rng) -> Option<Seat> {
    if seats.is_empty() { None } else { seats.nth(rng.below(seats.len() as u32) as usize) }
}

fn draw_hands(public: &Public, rng: &mut Rng) -> BySeat<CardSet> {
    let (sizes, mut rest) = (public.dealt(), public.rules.deck);
    BySeat::from_fn(public.seats(), |seat| {
        let hand = take(rest, usize::from(sizes[seat]), rng);
        rest = rest.minus(hand);
        hand
    })
}

/// This many of these cards, each choice equally likely. The smaller part is drawn.
#[inline]
fn take(from: CardSet, count: usize, rng: &mut Rng) -> CardSet {
    let all = from.len();
    if count > all / 2 { from.minus(from.pick_some(all - count, rng)) } else { from.pick_some(count, rng) }
}

fn is_deal(public: &Public, hands: &BySeat<CardSet>) -> bool {
    let sizes = public.dealt();
    let right = |(seat, hand): (Seat, CardSet)| hand.len() == usize::from(sizes[seat]);
    let all = hands.iter().fold(CardSet::NONE, |all, (_, hand)| all.or(hand));
    hands.seats() == public.seats() && hands.iter().all(right) && all == public.rules.deck
}

impl Daihinmin {
    /// What this seat knows, and nobody else any card.
    fn new_like(view: View<'_, Daihinmin>) -> Daihinmin {
        let mut private = BySeat::new(view.seats(), Private::default());
        private[view.seat] = *view.private;
        Daihinmin { public: *view.public, private }
    }
}

/// The deals of the others' hands that one seat cannot tell from the truth.
pub struct Deals<'a> {
    view: View<'a, Daihinmin>,
    /// Cards that are known to be in a hand.
    known: BySeat<CardSet>,
    /// Cards that may be in any of the other hands.
    pool: CardSet,
}

impl<'a> Deals<'a> {
    /// Those that agree with this view, once cards are dealt.
    pub fn new(view: View<'a, Daihinmin>) -> Deals<'a> {
        let public = view.public;
        let unseen = public.rules.deck.minus(public.seen_cards()).minus(view.private.hand);
        let mut known = BySeat::new(view.seats(), CardSet::NONE);
        if let Some(opener) = public.opener {
            known[opener] = unseen.and(CardSet::only(Card::DIAMOND_THREE));
        }
        if let Some(pair) = public.rules.pair_of(view.seat) {
            // What was given stays where it went until it is played.
            let other = if pair.rich == view.seat { pair.poor } else { pair.rich };
            known[other] = known[other].or(view.private.gave.and(unseen));
        }
        let pool = known.iter().fold(unseen, |pool, (_, cards)| pool.minus(cards));
        Deals { view, known, pool }
    }

    /// In how many ways the exchanges can have led to the hands of a world: in proportion to this number
    /// [`Hidden::imagine`] draws them.
    pub fn ways(&self, world: &Daihinmin) -> u64 {
        self.pairs().map(|pair| u64::from(self.exchange_in(pair, world).ways())).product()
    }

    /// Lets two other seats change one unknown card each; who they are, if two hold one. The way back is as likely.
    pub fn swap(&self, world: &mut Daihinmin, rng: &mut Rng) -> Option<[Seat; 2]> {
        let unknown: SeatSet =
            SeatSet::all(self.view.seats()).filter(|&seat| self.missing(seat) > 0).collect();
        let one = any_of(unknown, rng)?;
        let other = any_of(unknown.without(one), rng)?;
        let [given, taken] =
            [one, other].map(|seat| world.private[seat].hand.minus(self.known[seat]).pick(rng));
        let swapped = |hand: CardSet, away, into| hand.without(away).with(into);
        world.private[one].hand = swapped(world.private[one].hand, given, taken);
        world.private[other].hand = swapped(world.private[other].hand, taken, given);
        Some([one, other])
    }

    /// Draws what went to and fro in the exchanges that led to the hands of a world.
    pub fn draw_exchange(&self, world: &mut Daihinmin, rng: &mut Rng) {
        self.pairs().for_each(|pair| self.fill_gifts(pair, world, rng));
        self.fill_own_gift(world);
    }

    /// The exchanges of which something is unknown: all but the one in which this seat gave its best.
    fn pairs(&self) -> impl Iterator<Item = Pair> {
        let seat = self.view.seat;
        self.view.public.rules.pairs().filter(move |pair| pair.poor != seat)
    }

    /// The most ways in which each exchange can have happened.
    fn bounds(&self) -> [u32; MOST_SEATS / 2] {
        let mut bounds = [0; MOST_SEATS / 2];
        bounds.iter_mut().zip(self.pairs()).for_each(|(bound, pair)| *bound = self.bound(pair));
        bounds
    }

    /// As many ways as if the poor had the weakest of the unknown cards and the rich the strongest.
    fn bound(&self, pair: Pair) -> u32 {
        let strongest = self.pool.strongest_of(self.missing(pair.rich));
        let weakest = self.pool.minus(self.pool.strongest_of(self.pool.len() - self.missing(pair.poor)));
        self.exchange(pair, self.known[pair.rich].or(strongest), self.known[pair.poor].or(weakest)).ways()
    }

    /// How many cards of a hand are not known.
    fn missing(&self, seat: Seat) -> usize {
        match seat == self.view.seat {
            true => 0,
            false => usize::from(self.view.public.left[seat]) - self.known[seat].len(),
        }
    }

    /// An exchange, if the two hold what they hold in this world.
    fn exchange_in(&self, pair: Pair, world: &Daihinmin) -> Exchange {
        self.exchange(pair, world.private[pair.rich].hand, world.private[pair.poor].hand)
    }

    /// An exchange, if these are the hands of the two now.
    fn exchange(&self, pair: Pair, rich: CardSet, poor: CardSet) -> Exchange {
        let (public, own) = (self.view.public, self.view.private);
        let is_own = pair.rich == self.view.seat;
        let rich = if is_own { own.hand } else { rich }.or(public.played[pair.rich]);
        let poor = poor.or(public.played[pair.poor]);
        let gift = if is_own { own.gave } else { CardSet::NONE };
        let unknown_gift = !is_own && !public.giving.contains(pair.rich);
        Exchange { rich: rich.or(gift), poor: poor.minus(gift), count: pair.count, unknown_gift }
    }

    /// Gives everybody cards; whether the world may be kept.
    fn fill(&self, bounds: &[u32], world: &mut Daihinmin, rng: &mut Rng) -> bool {
        let mut pool = self.pool;
        let mut filled = SeatSet::only(self.view.seat);
        for (pair, &bound) in self.pairs().zip(bounds) {
            for seat in [pair.poor, pair.rich] {
                pool = self.fill_hand(seat, pool, world, rng);
                filled = filled.with(seat);
            }
            if !self.fill_exchange(pair, bound, world, rng) {
                return false;
            }
        }
        for seat in SeatSet::all(self.view.seats()).minus(filled) {
            pool = self.fill_hand(seat, pool, world, rng);
        }
        self.fill_own_gift(world);
        true
    }

    /// Completes a hand out of these cards; the cards left.
    fn fill_hand(&self, seat: Seat, pool: CardSet, world: &mut Daihinmin, rng: &mut Rng) -> CardSet {
        let drawn = take(pool, self.missing(seat), rng);
        if seat != self.view.seat {
            world.private[seat].hand = self.known[seat].or(drawn);
        }
        pool.minus(drawn)
    }

    /// Draws what went to and fro between two hands, unless they are dropped as too rare.
    fn fill_exchange(&self, pair: Pair, bound: u32, world: &mut Daihinmin, rng: &mut Rng) -> bool {
        let kept = rng.below(bound) < self.exchange_in(pair, world).ways();
        if kept {
            self.fill_gifts(pair, world, rng);
        }
        kept
    }

    /// Draws what went to and fro between two hands.
    fn fill_gifts(&self, pair: Pair, world: &mut Daihinmin, rng: &mut Rng) {
        let (Pair { rich, poor, .. }, exchange) = (pair, self.exchange_in(pair, world));
        let (best, gift) = exchange.draw(rng);
        world.private[poor].gave = best;
        if exchange.unknown_gift {
            world.private[rich].gave = gift;
        }
        world.private[poor].received = world.private[rich].gave;
    }

    /// What this seat was given, its giver knows as well.
    fn fill_own_gift(&self, world: &mut Daihinmin) {
        let own = self.view.public.rules.pair_of(self.view.seat);
        if let Some(pair) = own.filter(|pair| pair.poor == self.view.seat) {
            world.private[pair.rich].gave = self.view.private.received;
        }
    }
}

/// What is left of an exchange: how the tribute, and the gift if it is not known, can have been chosen.
struct Exchange {
    /// The cards of the rich one: all it had with the tribute or, if the gift is unknown, without the gift.
    rich: CardSet,
    /// The cards of the poor one: those it kept or, if the gift is unknown, those it kept and was given.
    poor: CardSet,
    count: usize,
    unknown_gift: bool,
}

impl Exchange {
    /// In how many ways it can have happened: the tribute is stronger than all that was kept.
    fn ways(&self) -> u32 {
        match self.unknown_gift {
            false => choose(self.above(self.poor).len(), self.count),
            true => (0..=self.count).map(|best| self.ways_with(best)).sum(),
        }
    }

    /// The cards of the rich one that are stronger than all of these.
    fn above(&self, kept: CardSet) -> CardSet {
        kept.strongest().map_or(self.rich, |best| self.rich.stronger_than(best))
    }

    /// In how many ways, if the gift holds exactly this many of the best cards that the poor one has, and not the next:
    /// that one was kept, and the rest of the gift is weaker.
    fn ways_with(&self, best: usize) -> u32 {
        let rest = self.poor.minus(self.poor.strongest_of(best));
        let gifts = rest.len().checked_sub(1).map_or(1, |weaker| choose(weaker, self.count - best));
        gifts * choose(self.above(rest).len() + best, self.count)
    }

    /// One of the ways: the tribute and the gift.
    fn draw(&self, rng: &mut Rng) -> (CardSet, CardSet) {
        if !self.unknown_gift {
            return (self.above(self.poor).pick_some(self.count, rng), CardSet::NONE);
        }
        let mut way = rng.below(self.ways());
        let mut best = 0;
        while way >= self.ways_with(best) {
            way -= self.ways_with(best);
            best += 1;
        }
        let top = self.poor.strongest_of(best);
        let rest = self.poor.minus(top);
        let weaker = rest.minus(rest.strongest_of(1));
        let gift = top.or(weaker.pick_some(self.count - best, rng));
        (self.above(rest).or(top).pick_some(self.count, rng), gift)
    }
}

/// The number of ways to choose this many out of `n`.
fn choose(n: usize, count: usize) -> u32 {
    (0..count).fold(1, |ways, k| ways * n.saturating_sub(k) as u32 / (k as u32 + 1))
}

impl Enumerable for Daihinmin {
    /// All deals of a whole deck are far too many; short ones can be listed.
    fn outcomes(&self, out: &mut Vec<(Chance, f64)>) {
        let public = &self.public;
        let all = SeatSet::all(public.seats());
        let from = out.len();
        match public.phase {
            Phase::Order => each_line(all, Line::EMPTY, &mut |line| out.push((Chance::Order(line), 0.0))),
            Phase::First => out.extend(all.map(|seat| (Chance::First(seat), 0.0))),
            Phase::Lots => {
                each_line(public.holding, Line::EMPTY, &mut |line| out.push((Chance::Lots(line), 0.0)));
            }
            _ => each_deal(public, all, &mut |hands| out.push((Chance::Deal(hands), 0.0))),
        }
        let chance = 1.0 / (out.len() - from) as f64;
        out[from..].iter_mut().for_each(|(_, each)| *each = chance);
    }
}

/// Every order of these seats behind those.
fn each_line(seats: SeatSet, line: Line, each: &mut impl FnMut(Line)) {
    if seats.is_empty() {
        each(line);
    }
    for seat in seats {
        let mut longer = line;
        longer.push(seat);
        each_line(seats.without(seat), longer, each);
    }
}

fn each_deal(public: &Public, seats: SeatSet, each: &mut impl FnMut(BySeat<CardSet>)) {
    let hands = BySeat::new(public.seats(), CardSet::NONE);
    deal_on(&public.dealt(), seats, public.rules.deck, hands, each);
}

/// Every way to deal these cards to these seats.
fn deal_on(
    sizes: &BySeat<u8>,
    seats: SeatSet,
    cards: CardSet,
    hands: BySeat<CardSet>,
    each: &mut impl FnMut(BySeat<CardSet>),
) {
    let Some(seat) = seats.first() else { return each(hands) };
    each_choice(cards, usize::from(sizes[seat]), CardSet::NONE, &mut |hand| {
        let mut more = hands;
        more[seat] = hand;
        deal_on(sizes, seats.without(seat), cards.minus(hand), more, each);
    });
}

/// Every choice of this many of these cards, beside those chosen already.
pub(super) fn each_choice(cards: CardSet, count: usize, chosen: CardSet, each: &mut dyn FnMut(CardSet)) {
    if count == 0 {
        return each(chosen);
    }
    let mut rest = cards;
    for card in cards {
        rest = rest.without(card);
        each_choice(rest, count - 1, chosen.with(card), each);
    }
}
