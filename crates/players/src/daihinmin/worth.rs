//! The number of leads a hand needs: the sum of what its groups and runs cost.
//!
//! Every group of a hand wants a turn, and a group that takes the trick earns the next one. What a group costs, and
//! what part of the next lead it earns, depends on how many stronger ones are still unseen.

use games::daihinmin::{Card, CardSet, EIGHT, Meld, MeldKind, Suit, THREE, TWO, TableState};
use table::bits::indices;

/// Sizes of what is counted: stronger single cards, ranks with a stronger pair, ranks with three stronger of a kind.
pub(super) const SINGLES: usize = 10;
pub(super) const PAIRS: usize = 7;
pub(super) const TRIPLES: usize = 5;

/// The figures by which hands are weighed, found by self-play; the first of a table where nothing stronger is unseen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandWeights {
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
    /// What part of the next lead a single earns.
    pub takes_single: [f32; SINGLES],
    /// What part a pair earns.
    pub takes_pair: [f32; PAIRS],
    /// What part three of a rank earn.
    pub takes_triple: [f32; TRIPLES],
    /// What part a run earns.
    pub takes_run: f32,
    /// What part the joker earns while the 3 of spades is unseen.
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

/// Found by an evolution strategy (antithetic perturbations of all figures at once, 90 steps of 48,000 games), at tables
/// of one such player, two as they were before the step, and two who lay down the weakest they may.
pub(super) const WEIGHTS: HandWeights = HandWeights {
    single: [-0.4, -0.11, 0.22, 0.26, 0.48, 0.69, 0.86, 1.0, 1.13, 1.39],
    pair: [-0.41, -0.27, -0.13, 0.09, 0.13, 0.24, 0.39],
    triple: [-0.1, -0.08, -0.07, 0.05, -0.05],
    quad: -0.02,
    run: [0.31, 0.02],
    eight: [0.09, -0.11],
    joker: -1.35,
    takes_single: [0.88, 0.34, 0.23, 0.27, 0.21, 0.18, 0.16, 0.22, 0.27, 0.25],
    takes_pair: [0.96, 0.82, 0.81, 0.74, 0.9, 0.99, 1.04],
    takes_triple: [1.15, 0.97, 1.01, 0.99, 1.01],
    takes_run: 1.05,
    takes_joker: 0.4,
    lead: 0.69,
    tempo: 0.5,
    hurry: 0.18,
    danger: 0.37,
    pass: 0.08,
};

impl Default for HandWeights {
    fn default() -> HandWeights {
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

pub(super) const SINGLE_PLACES: [u8; 54] = places(&[0, 1, 2, 3, 4, 6, 9, 13, 18, 25]);
const PAIR_PLACES: [u8; 15] = places(&[0, 1, 2, 3, 5, 7, 10]);
const TRIPLE_PLACES: [u8; 15] = places(&[0, 1, 2, 4, 7]);

/// How many stronger cards, pairs and triples are unseen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stronger {
    pub(super) cards: usize,
    pub(super) pairs: usize,
    pub(super) triples: usize,
}

impl Stronger {
    #[inline]
    fn add(&mut self, count: usize) {
        self.cards += count;
        self.pairs += usize::from(count >= 2);
        self.triples += usize::from(count >= 3);
    }

    /// Their places in the tables of figures.
    #[inline]
    pub(super) fn places(self) -> [usize; 3] {
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
    weights: &'a HandWeights,
    reversed: bool,
    unseen: CardSet,
    /// The cost of this many cards of a column.
    costs: [[f32; 5]; TWO + 1],
}

impl<'a> Order<'a> {
    /// For the columns of this hand.
    pub(super) fn new(weights: &'a HandWeights, hand: CardSet, unseen: CardSet, reversed: bool) -> Order<'a> {
        let mut order = Order { weights, reversed, unseen, costs: [[0.0; 5]; TWO + 1] };
        let own = hand.counts();
        each_column(unseen, reversed, |column, stronger| {
            if count_in(own, column) > 0 {
                order.costs[column] = weights.column(column, stronger);
            }
        });
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
        let counts = cards.counts();
        let mut sum = if cards.has_joker() { self.weights.joker } else { 0.0 };
        for column in columns(cards.columns_with(1)) {
            sum += self.costs[column][count_in(counts, column)];
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

    /// What part of the next lead a meld earns, laid on this table, if all others could follow.
    pub(super) fn takes(&self, meld: Meld, laid: &TableState) -> f32 {
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
            (MeldKind::Single, _) => self.weights.takes_single[self.single_place(meld, laid)],
            (MeldKind::Group, 2) => self.weights.takes_pair[self.stronger(meld, laid).places()[1]],
            (MeldKind::Group, 3) => self.weights.takes_triple[self.stronger(meld, laid).places()[2]],
            (MeldKind::Group, _) => 1.0,
            (MeldKind::Run, _) => self.weights.takes_run,
        }
    }

    /// The unseen cards that may follow a meld, but for the joker.
    #[inline]
    fn following(&self, meld: Meld, laid: &TableState) -> CardSet {
        let suits = if laid.locked { meld.suits().cards() } else { CardSet::ALL };
        let columns = if self.reversed { CardSet::below(meld.low()) } else { CardSet::above(meld.low()) };
        self.unseen.and(suits).and(columns)
    }

    #[inline]
    fn single_place(&self, meld: Meld, laid: &TableState) -> usize {
        let joker = usize::from(self.unseen.has_joker());
        usize::from(SINGLE_PLACES[self.following(meld, laid).len() + joker])
    }

    fn stronger(&self, meld: Meld, laid: &TableState) -> Stronger {
        let joker = usize::from(self.unseen.has_joker());
        let following = self.following(meld, laid);
        let with = |count| joker + following.columns_with(count).count_ones() as usize;
        Stronger { cards: joker + following.len(), pairs: with(2), triples: with(3) }
    }
}

/// Every column, the strongest first, with what is unseen of the stronger ones.
#[inline]
pub(super) fn each_column(unseen: CardSet, reversed: bool, mut each: impl FnMut(usize, Stronger)) {
    let joker = usize::from(unseen.has_joker());
    let mut stronger = Stronger { cards: joker, pairs: joker, triples: joker };
    let others = unseen.counts();
    for step in 0..TWO {
        let column = if reversed { THREE + step } else { TWO - step };
        each(column, stronger);
        stronger.add(count_in(others, column));
    }
}

/// The number of cards a column has, out of the counts of all.
#[inline]
pub(super) fn count_in(counts: u64, column: usize) -> usize {
    (counts >> (4 * column) & 0xf) as usize
}

/// These columns, each given by one of its bits.
#[inline]
fn columns(bits: u64) -> impl Iterator<Item = usize> {
    indices(bits).map(|bit| bit as usize / 4)
}

impl HandWeights {
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
    let cards = cards.naturals().bits();
    for bit in indices(cards & cards >> 4 & cards >> 8).map(|bit| bit as usize) {
        let mut count = 3;
        while cards >> (bit + 4 * count) & 1 == 1 {
            count += 1;
        }
        let columns = CardSet::above(bit / 4 - 1).minus(CardSet::above(bit / 4 - 1 + count));
        each(CardSet::of_suit(Suit::ALL[bit % 4]).and(columns), count);
    }
}
