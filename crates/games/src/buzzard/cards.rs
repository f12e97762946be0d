//! The pieces: bids and the hands they are played from, prizes and the set of those left.

use std::num::{NonZeroI8, NonZeroU8};

use serde::{Serialize, Serializer};
use table::{Seat, SeatSet, bit_set};

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

    /// Its place in a set: what it says.
    #[inline]
    pub const fn index(self) -> usize {
        self.value() as usize
    }

    /// The bid at this place.
    #[inline]
    pub const fn of_index(index: usize) -> Bid {
        Bid(NonZeroU8::new(index as u8).expect("no bid says 0"))
    }
}

bit_set! {
    /// The bids a seat still has: bit 5 is bid 5, and bit 0 stands for nothing.
    pub struct Hand(u16) of Bid in 0xfffe;
}

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
        Hand::of_bits((2u16 << cards).wrapping_sub(2))
    }

    /// Adds the bids to a list, lowest first: eight at a time, without a branch that depends on the hand.
    #[inline]
    pub(super) fn list(self, out: &mut Vec<Bid>) {
        let [low, high] = self.bits().to_le_bytes();
        let (split, mut bids) = (low.count_ones() as usize, [Bid::LOWEST; 16]);
        bids[..8].copy_from_slice(&LOW[usize::from(low)]);
        bids[split..split + 8].copy_from_slice(&HIGH[usize::from(high)]);
        out.extend_from_slice(&bids[..self.len()]);
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
    made: Hand,
    tied: Hand,
}

impl Tally {
    #[inline]
    pub(super) const fn with(self, bid: Bid) -> Tally {
        Tally { made: self.made.with(bid), tied: self.tied.or(self.made.and(Hand::only(bid))) }
    }

    /// The bid that takes this pot: the lowest for vultures, else the highest, if it is nobody else's too.
    #[inline]
    pub(super) fn best(self, pot: i8, ties: Ties) -> Option<Bid> {
        let running = match ties {
            Ties::Cancel => self.made.minus(self.tied),
            Ties::Discard => self.made,
        };
        let best = if pot < 0 { running.first() } else { running.last() };
        best.filter(|&bid| !self.tied.contains(bid))
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

    /// Its place in a set, the worst first; the place of 0 stays free.
    #[inline]
    pub const fn index(self) -> usize {
        (self.value() - WORST) as usize
    }

    /// The prize at this place.
    #[inline]
    pub const fn of_index(index: usize) -> Prize {
        Prize(NonZeroI8::new(index as i8 + WORST).expect("no prize is worth nothing"))
    }
}

bit_set! {
    /// Prizes that are still face down: bit 0 is the worst vulture, -5, and bit 5 stands for nothing.
    pub struct PrizeSet(u32) of Prize in ((1 << (MOST_CARDS as i8 - WORST + 1)) - 1) & !(1 << -WORST);
}

impl PrizeSet {
    /// Every prize from `lowest` to `highest`; there is none worth 0.
    pub(super) const fn range(lowest: i8, highest: i8) -> PrizeSet {
        let (from, past) = (1u32 << (lowest - WORST), 2u32 << (highest - WORST));
        PrizeSet::of_bits(past - from)
    }
}
