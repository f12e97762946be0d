//! Every meld a hand can play, straight on the bits of the hand.
//!
//! A shift by 4 is one rank, so the hand and its shifts show where runs begin; the four bits of a rank are looked up.

use table::bits::indices;

use super::cards::{Card, CardSet, GridCell, SuitSet};
use super::melds::{Joker, Meld, MeldKind, RUNS, TableState};

/// Calls `each` with every meld of this hand that may be played on this table, once.
#[inline]
pub fn each_meld(hand: CardSet, table: &TableState, mut each: impl FnMut(Meld)) {
    let Some(meld) = table.meld else { return leads(hand, &mut each) };
    if meld.is_lone_joker() {
        if hand.contains(Card::SPADE_THREE) {
            each(Meld::SPADE_THREE);
        }
        return;
    }
    match meld.kind() {
        MeldKind::Single => singles(single_follows(hand, table, meld), &mut each),
        MeldKind::Group => groups(hand, table, meld, &mut each),
        MeldKind::Run => runs(hand, table, meld, &mut each),
    }
}

/// The cards of a hand that beat a natural card, the joker among them.
#[inline]
pub(super) fn single_follows(hand: CardSet, table: &TableState, meld: Meld) -> CardSet {
    let suits = if table.locked { meld.suits() } else { SuitSet::ALL };
    hand.and(stronger(table, meld).and(suits.cards()).with(Card::JOKER))
}

/// Every natural card in a column that beats this meld.
#[inline]
fn stronger(table: &TableState, meld: Meld) -> CardSet {
    if table.reversed() { CardSet::below(meld.low()) } else { CardSet::above(meld.high()) }
}

#[inline]
fn singles(cards: CardSet, each: &mut impl FnMut(Meld)) {
    cards.iter().for_each(|card| each(Meld::single(card)));
}

fn leads(hand: CardSet, each: &mut impl FnMut(Meld)) {
    singles(hand, each);
    let (naturals, joker) = (hand.naturals(), hand.has_joker());
    let columns = naturals.columns_with(if joker { 1 } else { 2 });
    for (place, suits) in ranks(naturals, columns) {
        plain_groups(place, SUBSETS[suits] & !SIZES[0] & !SIZES[1], each);
        if joker {
            joker_groups(place, SUBSETS[suits] & !SIZES[0], 0xf, each);
        }
        if joker && suits == 0xf {
            each(Meld::new(MeldKind::Group, CardSet::of_bits(0xf << place), Joker::Fifth));
        }
    }
    all_runs(naturals.bits(), joker, each);
}

/// The groups that beat a group.
fn groups(hand: CardSet, table: &TableState, meld: Meld, each: &mut impl FnMut(Meld)) {
    let size = meld.len();
    if size > 4 {
        return; // the joker lies on the table
    }
    let lock = if table.locked { meld.suits().bits() as usize } else { 0xf };
    let naturals = hand.and(stronger(table, meld));
    let joker = hand.has_joker();
    let columns = naturals.columns_with(if joker { size - 1 } else { size });
    for (place, suits) in ranks(naturals, columns) {
        let subsets = SUBSETS[suits & lock];
        plain_groups(place, subsets & SIZES[size], each);
        if joker {
            joker_groups(place, subsets & SIZES[size - 1], lock, each);
        }
    }
}

/// For each of these columns the bit where it begins and the suits a set has there.
#[inline]
fn ranks(cards: CardSet, columns: u64) -> impl Iterator<Item = (u32, usize)> {
    indices(columns).map(move |bit| (bit - 3, (cards.bits() >> (bit - 3)) as usize & 0xf))
}

/// For each set of suits, as four bits, its subsets: bit 5 stands for the set 0101.
const SUBSETS: [u16; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut subset = 0;
        while subset < 16 {
            if subset & !set == 0 {
                table[set] |= 1 << subset;
            }
            subset += 1;
        }
        set += 1;
    }
    table
};

/// The sets of suits of each size.
const SIZES: [u16; 5] = {
    let mut table = [0; 5];
    let mut set = 0u32;
    while set < 16 {
        table[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    table
};

#[inline]
fn plain_groups(place: u32, subsets: u16, each: &mut impl FnMut(Meld)) {
    for suits in indices(subsets.into()) {
        each(Meld::new(MeldKind::Group, CardSet::of_bits(u64::from(suits) << place), Joker::Absent));
    }
}

/// Each of these sets with the joker for one suit more, out of those allowed.
#[inline]
fn joker_groups(place: u32, subsets: u16, allowed: usize, each: &mut impl FnMut(Meld)) {
    for suits in indices(subsets.into()) {
        let naturals = CardSet::of_bits(u64::from(suits) << place);
        for suit in indices(allowed as u64 & !u64::from(suits)) {
            each(Meld::new(MeldKind::Group, naturals, Joker::For(GridCell::of_bit(place + suit))));
        }
    }
}

/// Where runs of consecutive cards begin: element `n` for `n` cards, from 0 to 13, and empty elements behind.
fn beginnings(naturals: u64) -> [u64; 16] {
    let mut begin = [0; 16];
    begin[0] = u64::MAX;
    let mut count = 0;
    while count < 15 && begin[count] != 0 {
        begin[count + 1] = begin[count] & naturals >> (4 * count);
        count += 1;
    }
    begin
}

fn all_runs(naturals: u64, joker: bool, each: &mut impl FnMut(Meld)) {
    let (next, next_but_one) = (naturals >> 4, naturals >> 8);
    let close = if joker { next | next_but_one } else { next & next_but_one };
    if naturals & close == 0 {
        return;
    }
    let begin = beginnings(naturals);
    for count in 3..=14 {
        plain_runs(begin[count], count, each);
        let longer = if joker { joker_runs(&begin, count, u64::MAX, each) } else { begin[count] };
        if longer == 0 {
            return;
        }
    }
}

/// The runs that beat a run.
fn runs(hand: CardSet, table: &TableState, meld: Meld, each: &mut impl FnMut(Meld)) {
    let count = meld.len();
    let suits = if table.locked { meld.suits().bits() } else { 0xf };
    let begin = beginnings(hand.naturals().bits());
    let from = begin_within(table.reversed(), meld, count) & (0x1111_1111_1111_1111 * u64::from(suits));
    plain_runs(begin[count] & from, count, each);
    if hand.has_joker() {
        joker_runs(&begin, count, from, each);
    }
}

/// The cells where a run must begin to lie wholly above that meld or, reversed, wholly below it.
fn begin_within(reversed: bool, meld: Meld, count: usize) -> u64 {
    match (reversed, (meld.low() + 1).checked_sub(count)) {
        (false, _) => u64::MAX << (4 * meld.high()) << 4,
        (true, Some(columns)) => (1 << (4 * columns)) - 1,
        (true, None) => 0,
    }
}

#[inline]
fn plain_runs(begin: u64, count: usize, each: &mut impl FnMut(Meld)) {
    for bit in indices(begin) {
        each(Meld::new(MeldKind::Run, CardSet::of_bits(RUNS[count] << bit), Joker::Absent));
    }
}

/// The runs of this many cells that begin within a mask, with the joker in each of their places.
fn joker_runs(begin: &[u64; 16], count: usize, within: u64, each: &mut impl FnMut(Meld)) -> u64 {
    let mut begun = 0;
    for place in 0..count {
        let (before, behind) = (begin[place], begin[count - 1 - place] >> (4 * place + 4));
        for bit in indices(before & behind & within) {
            let joker = GridCell::of_bit(bit + 4 * place as u32);
            each(Meld::new(
                MeldKind::Run,
                CardSet::of_bits(RUNS[count] << bit & !joker.bit()),
                Joker::For(joker),
            ));
        }
        begun |= before & behind & within;
    }
    begun
}
