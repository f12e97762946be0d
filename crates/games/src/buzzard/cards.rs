//! The pieces: bids and the hands they are played from, prizes and the set of those left.

use std::num::{NonZeroI8, NonZeroU8};

use serde::{Serialize, Serializer};
use table::{Rng, Seat, SeatSet};

use super::options::Ties;

/// The highest bid, and the most rounds a game can have.
pub(super) const MOST_CARDS: u8 = 15;

/// The most seats.
pub(super) const MOST_SEATS: usize = 6;

/// A bid, 1 to 15: a card of the hand, and the only thing a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Bid(NonZeroU8);

impl Bid {
    pub(super) const LOWEST: Bid = Bid(NonZeroU8::MIN);

    /// The bid of this value, if there is one.
    #[inline]
    pub fn new(value: u8) -> Option<Bid> {
        NonZeroU8::new(value).filter(|value| value.get() <= MOST_CARDS).map(Bid)
    }

    /// What it says.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    #[inline]
    fn of_bit(bit: u32) -> Bid {
        Bid(NonZeroU8::new(bit as u8).expect("bit 0 of a hand is never set"))
    }

    #[inline]
    const fn bit(self) -> u16 {
        1 << (self.value() & 15)
    }
}

/// The bids a seat still has: bit 5 is bid 5, bit 0 is never set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hand(u16);

/// The bids of every byte of a hand whose first bit is this bid, lowest first; what follows them does not count.
const fn lists(first: u8) -> [[Bid; 8]; 256] {
    let (mut lists, mut byte) = ([[Bid::LOWEST; 8]; 256], 0);
    while byte < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if let (1, Some(value)) = (byte >> bit & 1, NonZeroU8::new(first + bit)) {
                lists[byte][count] = Bid(value);
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    lists
}

static LOW: [[Bid; 8]; 256] = lists(0);
static HIGH: [[Bid; 8]; 256] = lists(8);

impl Hand {
    /// Every bid from 1 to `cards`.
    pub const fn full(cards: u8) -> Hand {
        Hand((2u16 << cards).wrapping_sub(2))
    }

    /// Whether this bid is still there.
    #[inline]
    pub const fn contains(self, bid: Bid) -> bool {
        self.0 & bid.bit() != 0
    }

    /// The same hand after this bid is spent.
    #[inline]
    pub const fn without(self, bid: Bid) -> Hand {
        Hand(self.0 & !bid.bit())
    }

    /// How many bids are left.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nothing is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bids, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Bid> {
        bits(self.0.into()).map(Bid::of_bit)
    }

    /// Adds the bids to a list, lowest first: eight at a time, without a branch that depends on the hand.
    #[inline]
    pub(super) fn list(self, out: &mut Vec<Bid>) {
        let [low, high] = self.0.to_le_bytes();
        let (split, mut bids) = (low.count_ones() as usize, [Bid::LOWEST; 16]);
        bids[..8].copy_from_slice(&LOW[usize::from(low)]);
        bids[split..split + 8].copy_from_slice(&HIGH[usize::from(high)]);
        out.extend_from_slice(&bids[..self.len()]);
    }

    /// One of the bids, each equally likely.
    #[inline]
    pub fn pick(self, rng: &mut Rng) -> Bid {
        Bid::of_bit(rng.pick_bit(self.0.into()))
    }
}

/// The indices of the bits that are set, lowest first.
fn bits(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask = mask.checked_sub(1)? & mask;
        Some(bit)
    })
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The bids that were shown in one round, four bits a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bids(u32);

impl Bids {
    /// The same bids and this one. The seat has none yet.
    #[inline]
    pub(super) const fn with(self, seat: Seat, bid: Bid) -> Bids {
        Bids(self.0 | (bid.value() as u32) << (4 * seat.index()))
    }

    /// What this seat bid.
    #[inline]
    pub fn of(self, seat: Seat) -> Option<Bid> {
        Bid::new((self.0 >> (4 * seat.index()) & 15) as u8)
    }

    /// Who made this bid.
    #[inline]
    pub fn bidders(self, bid: Bid) -> SeatSet {
        self.iter().filter(|(_, made)| *made == bid).map(|(seat, _)| seat).collect()
    }

    /// Each seat with its bid, in seat order.
    pub fn iter(self) -> impl Iterator<Item = (Seat, Bid)> {
        Seat::all(MOST_SEATS).map_while(move |seat| Some((seat, self.of(seat)?)))
    }
}

impl Serialize for Bids {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(_, bid)| bid))
    }
}

/// Which bids were made by somebody, and which by more than one.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    made: u16,
    tied: u16,
}

impl Tally {
    #[inline]
    pub(super) const fn with(self, bid: Bid) -> Tally {
        Tally { made: self.made | bid.bit(), tied: self.tied | self.made & bid.bit() }
    }

    /// The bid that takes this pot: the lowest for vultures, else the highest, if it is nobody else's too.
    #[inline]
    pub(super) fn best(self, pot: i8, ties: Ties) -> Option<Bid> {
        let running = match ties {
            Ties::Cancel => self.made & !self.tied,
            Ties::Discard => self.made,
        };
        let bit = if pot < 0 { running.trailing_zeros() } else { running.checked_ilog2()? };
        (running != 0 && self.tied >> bit & 1 == 0).then(|| Bid::of_bit(bit))
    }
}

/// A prize: a mouse is worth 1 to 15, a vulture costs 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Prize(NonZeroI8);

/// The worst vulture.
const WORST: i8 = -5;

impl Prize {
    /// The prize of this value, if there is one.
    #[inline]
    pub fn new(value: i8) -> Option<Prize> {
        let exists = |value: &NonZeroI8| (WORST..=MOST_CARDS as i8).contains(&value.get());
        NonZeroI8::new(value).filter(exists).map(Prize)
    }

    /// What it is worth.
    #[inline]
    pub const fn value(self) -> i8 {
        self.0.get()
    }

    #[inline]
    fn of_bit(bit: u32) -> Prize {
        Prize(NonZeroI8::new(bit as i8 + WORST).expect("no prize is worth nothing"))
    }

    #[inline]
    const fn bit(self) -> u32 {
        1 << ((self.value() - WORST) & 31)
    }
}

/// Prizes that are still face down: bit 0 is the worst vulture, -5.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PrizeSet(u32);

impl PrizeSet {
    /// Every prize from `lowest` to `highest`; there is none worth 0.
    pub(super) const fn range(lowest: i8, highest: i8) -> PrizeSet {
        let (from, past) = (1u32 << (lowest - WORST), 2u32 << (highest - WORST));
        PrizeSet((past - from) & !(1 << -WORST))
    }

    /// Whether this prize is in it.
    #[inline]
    pub const fn contains(self, prize: Prize) -> bool {
        self.0 & prize.bit() != 0
    }

    /// The same set without this prize.
    #[inline]
    pub const fn without(self, prize: Prize) -> PrizeSet {
        PrizeSet(self.0 & !prize.bit())
    }

    /// How many prizes.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The prizes, worst first.
    pub fn iter(self) -> impl Iterator<Item = Prize> {
        bits(self.0).map(Prize::of_bit)
    }

    /// One of the prizes, each equally likely.
    #[inline]
    pub(super) fn pick(self, rng: &mut Rng) -> Prize {
        Prize::of_bit(rng.pick_bit(self.0.into()))
    }
}

impl Serialize for PrizeSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
