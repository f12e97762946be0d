//! How many leads a hand needs: the sum of what its groups and runs cost.
//!
//! Every group of a hand wants a turn, and a group that takes the trick earns the next one. What a group costs, and
//! how surely it takes a trick, depends on how many stronger ones are still unseen.

use games::daihinmin::{Card, CardSet, EIGHT, Kind, Meld, Suit, THREE, TWO, Table};

/// Sizes of what is counted: stronger single cards, ranks with a stronger pair, ranks with three stronger of a kind.
const SINGLES: usize = 10;
const PAIRS: usize = 7;
const TRIPLES: usize = 5;

/// The figures by which hands are weighed, found by self-play; the first of a table where nothing stronger is unseen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// What a single costs.
    pub single: [f32; SINGLES],
    /// What a pair costs.
    pub pair: [f32; PAIRS],
    /// What three of a rank cost.
    pub triple: [f32; TRIPLES],
    /// What four of a rank cost.
    pub quad: f32,
    /// What a run of three costs, and a longer one.
    pub run: [f32; 2],
    /// What an 8 costs, and several.
    pub eight: [f32; 2],
    /// What the joker costs.
    pub joker: f32,
    /// How surely a single takes the trick.
    pub takes_single: [f32; SINGLES],
    /// How surely a pair does.
    pub takes_pair: [f32; PAIRS],
    /// How surely three of a rank do.
    pub takes_triple: [f32; TRIPLES],
    /// How surely a run does.
    pub takes_run: f32,
    /// How surely the joker does while the 3 of spades is unseen.
    pub takes_joker: f32,
    /// What the next lead is worth.
    pub lead: f32,
    /// What it is worth besides for every lead that the rest needs less than two.
    pub tempo: f32,
    /// What it is worth besides when somebody holds three cards or fewer.
    pub hurry: f32,
    /// What a play costs that somebody with as few cards may go out on.
    pub danger: f32,
    /// What a pass is worth.
    pub pass: f32,
}

/// Found by self-play.
pub(super) const WEIGHTS: Weights = Weights {
    single: [-0.617, -0.252, 0.031, 0.25, 0.46, 0.73, 0.89, 0.96, 0.99, 1.0],
    pair: [-0.11, -0.1, -0.06, 0.0, 0.06, 0.1, 0.1],
    triple: [-0.11, -0.11, -0.1, -0.08, -0.05],
    quad: -0.114,
    run: [0.1, -0.1],
    eight: [-0.068, -0.068],
    joker: -1.276,
    takes_single: [1.0, 0.774, 0.6, 0.46, 0.32, 0.17, 0.07, 0.02, 0.0, 0.0],
    takes_pair: [1.0, 0.95, 0.93, 0.9, 0.85, 0.8, 0.75],
    takes_triple: [1.0, 0.98, 0.97, 0.95, 0.93],
    takes_run: 0.8,
    takes_joker: 0.5,
    lead: 0.801,
    tempo: 0.354,
    hurry: 0.0,
    danger: 0.5,
    pass: 0.0,
};

impl Default for Weights {
    fn default() -> Weights {
        WEIGHTS
    }
}

/// Which place of a table a number of stronger cards or groups has.
const fn places<const N: usize>(from: &[usize]) -> [u8; N] {
    let mut table = [0; N];
    let mut count = 0;
    while count < N {
        let mut place = 0;
        while place + 1 < from.len() && from[place + 1] <= count {
            place += 1;
        }
        table[count] = place as u8;
        count += 1;
    }
    table
}

const SINGLE_PLACES: [u8; 54] = places(&[0, 1, 2, 3, 4, 6, 9, 13, 18, 25]);
const PAIR_PLACES: [u8; 15] = places(&[0, 1, 2, 3, 5, 7, 10]);
const TRIPLE_PLACES: [u8; 15] = places(&[0, 1, 2, 4, 7]);

/// How many stronger cards, pairs and triples are unseen.
#[derive(Clone, Copy, Debug, Default)]
struct Stronger {
    cards: usize,
    pairs: usize,
    triples: usize,
}

impl Stronger {
    #[inline]
    fn add(&mut self, count: usize) {
        self.cards += count;
        self.pairs += usize::from(count >= 2);
        self.triples += usize::from(count >= 3);
    }

    #[inline]
    fn places(self) -> [usize; 3] {
        let place = |table: &[u8], count: usize| usize::from(table[count]);
        [
            place(&SINGLE_PLACES, self.cards),
            place(&PAIR_PLACES, self.pairs),
            place(&TRIPLE_PLACES, self.triples),
        ]
    }
}

/// Cards under one order of strength, against the cards that are unseen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order<'a> {
    weights: &'a Weights,
    reversed: bool,
    unseen: CardSet,
    /// What so many cards of a column cost.
    costs: [[f32; 5]; TWO + 1],
}

impl<'a> Order<'a> {
    /// For the columns of this hand.
    pub(super) fn new(weights: &'a Weights, hand: CardSet, unseen: CardSet, reversed: bool) -> Order<'a> {
        let mut order = Order { weights, reversed, unseen, costs: [[0.0; 5]; TWO + 1] };
        let joker = usize::from(unseen.has_joker());
        let mut stronger = Stronger { cards: joker, pairs: joker, triples: joker };
        for step in 0..TWO {
            let column = if reversed { THREE + step } else { TWO - step };
            if !hand.and(CardSet::of_column(column)).is_empty() {
                order.costs[column] = weights.column(column, stronger);
            }
            stronger.add(unseen.and(CardSet::of_column(column)).len());
        }
        order
    }

    /// Whether the weaker card beats the stronger.
    pub(super) const fn reversed(&self) -> bool {
        self.reversed
    }

    /// The other order.
    pub(super) fn turned(&self, hand: CardSet) -> Order<'a> {
        Order::new(self.weights, hand, self.unseen, !self.reversed)
    }

    /// What these cards cost, the best of their runs played as such.
    pub(super) fn hand(&self, cards: CardSet) -> f32 {
        let mut best = self.groups(cards);
        each_run(cards, |run, count| {
            let run_cost = self.weights.run[usize::from(count > 3)];
            best = best.min(run_cost + self.groups(cards.minus(run)));
        });
        best
    }

    /// What the groups of these cards cost.
    pub(super) fn groups(&self, cards: CardSet) -> f32 {
        let mut rest = cards.naturals();
        let mut sum = if cards.has_joker() { self.weights.joker } else { 0.0 };
        while let Some(cell) = rest.weakest().and_then(Card::cell) {
            let column = CardSet::of_column(cell.column());
            sum += self.costs[cell.column()][rest.and(column).len()];
            rest = rest.minus(column);
        }
        sum
    }

    /// How much less a hand without runs costs without a group or a single.
    #[inline]
    pub(super) fn spared(&self, hand: CardSet, meld: Meld) -> f32 {
        let joker = if meld.cards().has_joker() { self.weights.joker } else { 0.0 };
        if meld.naturals().is_empty() {
            return joker;
        }
        let own = hand.and(CardSet::of_column(meld.low())).len();
        let costs = &self.costs[meld.low()];
        joker + costs[own] - costs[own - meld.naturals().len()]
    }

    /// How surely a meld takes the trick, laid on this table, if all others could follow.
    pub(super) fn takes(&self, meld: Meld, laid: &Table) -> f32 {
        if meld.cuts_eight() {
            return 1.0;
        }
        match (meld.kind(), meld.len()) {
            _ if meld.is_lone_joker() => {
                if self.unseen.contains(Card::SPADE_THREE) {
                    self.weights.takes_joker
                } else {
                    1.0
                }
            }
            (Kind::Single, _) => self.weights.takes_single[self.single_place(meld, laid)],
            (Kind::Group, 2) => self.weights.takes_pair[self.stronger(meld, laid).places()[1]],
            (Kind::Group, 3) => self.weights.takes_triple[self.stronger(meld, laid).places()[2]],
            (Kind::Group, _) => 1.0,
            (Kind::Run, _) => self.weights.takes_run,
        }
    }

    /// The unseen cards that may follow a meld, but for the joker.
    #[inline]
    fn following(&self, meld: Meld, laid: &Table) -> CardSet {
        let suits = if laid.locked { meld.suits().cards() } else { CardSet::ALL };
        let columns = if self.reversed { CardSet::below(meld.low()) } else { CardSet::above(meld.low()) };
        self.unseen.and(suits).and(columns)
    }

    #[inline]
    fn single_place(&self, meld: Meld, laid: &Table) -> usize {
        let joker = usize::from(self.unseen.has_joker());
        usize::from(SINGLE_PLACES[self.following(meld, laid).len() + joker])
    }

    fn stronger(&self, meld: Meld, laid: &Table) -> Stronger {
        let joker = usize::from(self.unseen.has_joker());
        let mut stronger = Stronger { cards: joker, pairs: joker, triples: joker };
        let mut rest = self.following(meld, laid);
        while let Some(cell) = rest.weakest().and_then(Card::cell) {
            let column = CardSet::of_column(cell.column());
            stronger.add(rest.and(column).len());
            rest = rest.minus(column);
        }
        stronger
    }
}

impl Weights {
    /// What none to four cards of a column cost.
    #[inline]
    fn column(&self, column: usize, stronger: Stronger) -> [f32; 5] {
        if column == EIGHT {
            let [one, more] = self.eight;
            return [0.0, one, more, more, more];
        }
        let [single, pair, triple] = stronger.places();
        [0.0, self.single[single], self.pair[pair], self.triple[triple], self.quad]
    }
}

/// The longest natural run from each card that begins one of three or more.
pub(super) fn each_run(cards: CardSet, mut each: impl FnMut(CardSet, usize)) {
    let grid = grid(cards);
    let mut begins = grid & grid >> 4 & grid >> 8;
    while begins != 0 {
        let bit = begins.trailing_zeros() as usize;
        begins &= begins - 1;
        let mut count = 3;
        while grid >> (bit + 4 * count) & 1 == 1 {
            count += 1;
        }
        let columns = CardSet::above(bit / 4 - 1).minus(CardSet::above(bit / 4 - 1 + count));
        each(CardSet::of_suit(Suit::ALL[bit % 4]).and(columns), count);
    }
}

/// The cards but for the joker as bits, four a column.
fn grid(cards: CardSet) -> u64 {
    let cells = cards.naturals().iter().filter_map(Card::cell);
    cells.fold(0, |grid, cell| grid | 1 << (4 * cell.column() + cell.suit().index()))
}
