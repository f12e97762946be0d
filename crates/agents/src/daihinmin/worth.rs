//! How many leads a hand needs: the sum of what its groups and runs cost.
//!
//! Every group of a hand wants a turn, and a group that takes the trick earns the next one. So a group that takes it
//! with probability w costs 1 - 2w leads, and a hand with nothing but winners costs less than none.

use games::daihinmin::{Card, CardSet, EIGHT, Kind, Meld, THREE, TWO, Table};

/// The figures by which hands are weighed; found by self-play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// How a stronger unseen card lowers the chance that a single takes the trick.
    pub single: f32,
    /// The same for a group of two or three, a stronger group that somebody may hold.
    pub group: f32,
    /// How likely two, three or four unseen cards of a rank are to hold a pair in one hand.
    pub pairs: [f32; 5],
    /// The same for three of a rank.
    pub triples: [f32; 5],
    /// What an unseen joker adds to the groups that somebody may hold.
    pub joker_group: f32,
    /// How likely a run of three is to be beaten while all cards above it are unseen.
    pub run: f32,
    /// What the own joker costs.
    pub joker: f32,
    /// What an 8 costs, which takes every trick.
    pub eight: f32,
    /// What a single costs that never takes the trick.
    pub turn: f32,
    /// The same for groups and runs, which seldom can follow.
    pub turn_group: f32,
    /// What a lead that comes with certainty spares.
    pub gain: f32,
    /// What the next lead is worth.
    pub lead: f32,
    /// What it is worth besides, the fewer leads the rest needs.
    pub tempo: f32,
    /// With so many leads to go that is nothing.
    pub reach: f32,
    /// What it is worth besides when somebody holds three cards or fewer.
    pub hurry: f32,
    /// What a play costs that somebody with as few cards may end the game on.
    pub danger: f32,
    /// What a pass is worth.
    pub pass: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            single: 0.774,
            group: 0.908,
            pairs: [0.0, 0.0, 0.142, 0.6, 0.9],
            triples: [0.0, 0.0, 0.0, 0.07, 0.25],
            joker_group: 0.436,
            run: 0.3,
            joker: -1.276,
            eight: -0.068,
            turn: 1.0,
            turn_group: 1.503,
            gain: 1.617,
            lead: 0.801,
            tempo: 0.354,
            reach: 2.0,
            hurry: 0.0,
            danger: 0.5,
            pass: 0.0,
        }
    }
}

impl Weights {
    /// What a group or a run costs that takes the trick with this probability.
    #[inline]
    fn group_cost(&self, w: f32) -> f32 {
        self.turn_group - self.gain * w
    }
}

/// Steps to a stronger card in [`Chances::single`].
const STEPS: usize = 2;

/// The chances of taking a trick, by how much could beat it.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    weights: Weights,
    single: [f32; 53 * STEPS + 1],
    /// By the number of stronger groups in eighths.
    group: [f32; 8 * 14 + 1],
}

impl Chances {
    pub(super) fn new(weights: Weights) -> Chances {
        let mut chances = Chances { weights, single: [1.0; 53 * STEPS + 1], group: [1.0; 8 * 14 + 1] };
        let step = weights.single.powf(1.0 / STEPS as f32);
        (1..chances.single.len()).for_each(|n| chances.single[n] = chances.single[n - 1] * step);
        let eighth = weights.group.powf(1.0 / 8.0);
        (1..chances.group.len()).for_each(|n| chances.group[n] = chances.group[n - 1] * eighth);
        chances
    }

    pub(super) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// That nobody beats a single, if so many cards could, of which this share is with those who may.
    #[inline]
    fn of_single(&self, stronger: usize, share: f32) -> f32 {
        self.single[(stronger as f32 * share * STEPS as f32 + 0.5) as usize]
    }

    /// The same for a group and the number of stronger groups.
    #[inline]
    fn of_group(&self, stronger: f32, share: f32) -> f32 {
        self.group[((stronger * share * 8.0 + 0.5) as usize).min(8 * 14)]
    }

    /// The same for a run.
    #[inline]
    fn of_run(&self, count: usize, stronger: usize, share: f32) -> f32 {
        let room = (stronger as f32 / 32.0).min(1.0) * share;
        1.0 - self.weights.run * room / (count - 2) as f32
    }
}

/// What could beat what, under one order of strength: for each column the unseen cards above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    reversed: bool,
    unseen: CardSet,
    /// What a group of so many cards in a column costs.
    costs: [[f32; 5]; TWO + 1],
    joker: f32,
}

impl Order {
    /// For a hand with these columns, against these unseen cards.
    pub(super) fn new(chances: &Chances, hand: CardSet, unseen: CardSet, reversed: bool) -> Order {
        let weights = &chances.weights;
        let joker = unseen.has_joker();
        let mut costs = [[0.0; 5]; TWO + 1];
        let (mut cards, mut pairs, mut triples) = (usize::from(joker), 0.0, 0.0);
        if joker {
            (pairs, triples) = (weights.joker_group, weights.joker_group * 0.5);
        }
        for step in 0..TWO {
            let column = if reversed { THREE + step } else { TWO - step };
            let own = hand.and(CardSet::of_column(column)).len();
            if own > 0 {
                costs[column] = if column == EIGHT {
                    [0.0, weights.eight, weights.eight, weights.eight, weights.eight]
                } else {
                    [
                        0.0,
                        weights.turn - weights.gain * chances.of_single(cards, 1.0),
                        weights.group_cost(chances.of_group(pairs, 1.0)),
                        weights.group_cost(chances.of_group(triples, 1.0)),
                        weights.group_cost(1.0),
                    ]
                };
            }
            let count = unseen.and(CardSet::of_column(column)).len();
            cards += count;
            pairs += weights.pairs[count];
            triples += weights.triples[count];
        }
        Order { reversed, unseen, costs, joker: weights.joker }
    }

    /// Whether the weaker card beats the stronger.
    pub(super) const fn reversed(&self) -> bool {
        self.reversed
    }

    /// The other order.
    pub(super) fn turned(&self, chances: &Chances, hand: CardSet) -> Order {
        Order::new(chances, hand, self.unseen, !self.reversed)
    }

    /// What the groups of these cards cost.
    pub(super) fn groups(&self, cards: CardSet) -> f32 {
        let (mut rest, mut sum) = (cards.naturals(), 0.0);
        while let Some(cell) = rest.weakest().and_then(Card::cell) {
            let column = CardSet::of_column(cell.column());
            sum += self.costs[cell.column()][rest.and(column).len()];
            rest = rest.minus(column);
        }
        if cards.has_joker() { sum + self.joker } else { sum }
    }

    /// What these cards cost, the best of their runs played as such.
    pub(super) fn hand(&self, chances: &Chances, cards: CardSet) -> f32 {
        let mut best = self.groups(cards);
        each_run(cards, |run, count| {
            let w = chances.of_run(count, self.above(run).len(), 1.0);
            best = best.min(chances.weights.group_cost(w) + self.groups(cards.minus(run)));
        });
        best
    }

    /// The unseen cards stronger than all of these.
    #[inline]
    fn above(&self, cards: CardSet) -> CardSet {
        let column = |card: Option<Card>| card.and_then(Card::cell).map_or(0, |cell| cell.column());
        self.unseen.and(match self.reversed {
            false => CardSet::above(column(cards.naturals().strongest())),
            true => CardSet::below(column(cards.naturals().weakest())),
        })
    }

    /// How much less these cards cost without those of a group or a single that are among them.
    #[inline]
    pub(super) fn spared(&self, hand: CardSet, meld: Meld) -> f32 {
        let joker = if meld.cards().has_joker() { self.joker } else { 0.0 };
        if meld.naturals().is_empty() {
            return joker;
        }
        let own = hand.and(CardSet::of_column(meld.low())).len();
        let costs = &self.costs[meld.low()];
        joker + costs[own] - costs[own - meld.naturals().len()]
    }

    /// The chance that a meld, laid on this table, takes the trick against those who hold this share of the unseen.
    pub(super) fn takes(&self, chances: &Chances, meld: Meld, laid: &Table, share: f32) -> f32 {
        if meld.cuts_eight() {
            return 1.0;
        }
        if meld.is_lone_joker() {
            let returned = self.unseen.contains(Card::SPADE_THREE);
            return if returned { 1.0 - 0.5 * share } else { 1.0 };
        }
        let joker = usize::from(self.unseen.has_joker());
        let above = match self.reversed {
            false => CardSet::above(meld.high().min(TWO)),
            true => CardSet::below(meld.low()),
        };
        let above = self.unseen.and(above);
        match (meld.kind(), meld.len()) {
            (Kind::Single, _) => {
                let suits = if laid.locked { above.and(meld.suits().cards()) } else { above };
                chances.of_single(suits.len() + joker, share)
            }
            (Kind::Group, size @ 2..=3) => chances.of_group(self.stronger(chances, meld, laid, size), share),
            (Kind::Group, _) => 1.0,
            (Kind::Run, count) => chances.of_run(count, above.len(), share),
        }
    }

    /// How many stronger groups somebody may hold.
    fn stronger(&self, chances: &Chances, meld: Meld, laid: &Table, size: usize) -> f32 {
        let weights = &chances.weights;
        let table = if size == 2 { &weights.pairs } else { &weights.triples };
        let joker = if size == 2 { weights.joker_group } else { weights.joker_group * 0.5 };
        let mut sum = if self.unseen.has_joker() { joker } else { 0.0 };
        let suits = if laid.locked { meld.suits().cards() } else { CardSet::ALL };
        let within = self.unseen.and(suits);
        let (from, to) = if self.reversed { (THREE, meld.low()) } else { (meld.low() + 1, TWO + 1) };
        for column in from..to {
            sum += table[within.and(CardSet::of_column(column)).len()];
        }
        sum
    }
}

/// The longest natural run from each card that begins one of three or more.
pub(super) fn each_run(cards: CardSet, mut each: impl FnMut(CardSet, usize)) {
    let grid = grid(cards);
    let mut begins = grid & grid >> 4 & grid >> 8;
    while begins != 0 {
        let bit = begins.trailing_zeros();
        begins &= begins - 1;
        let mut count = 3;
        while grid >> (bit + 4 * count) & 1 == 1 {
            count += 1;
        }
        let (first, suit) = (bit as usize / 4, bit % 4);
        let suit = CardSet::of_suit(games::daihinmin::Suit::ALL[suit as usize]);
        let columns = CardSet::above(first - 1).minus(CardSet::above(first - 1 + count as usize));
        each(suit.and(columns), count as usize);
    }
}

/// The cards but for the joker as bits, four a column.
fn grid(cards: CardSet) -> u64 {
    let cells = cards.naturals().iter().filter_map(Card::cell);
    cells.fold(0, |grid, cell| grid | 1 << (4 * cell.column() + cell.suit().index()))
}
