//! The board: six areas in a ring, the dice that lead to them, and who is in range of whom.

use serde::{Serialize, Serializer};
use table::bits::indices;
use table::{Rng, bit_set};

use crate::raiders::Range;
use crate::text::words;

words! {
    /// One of the six areas.
    Area, "an area" {
        /// 探偵事務所: draw an inference card.
        Office = "office",
        /// ブラックミスト地区: draw from any deck.
        Mist = "mist",
        /// 大聖堂: draw a white card.
        Cathedral = "cathedral",
        /// 地下通路: draw a black card.
        Underground = "underground",
        /// 市庁舎: hurt somebody by 2 or heal somebody by 1.
        Hall = "hall",
        /// オリバーの隠れ家: take an equipment of somebody.
        Hideout = "hideout",
    }
}

impl Area {
    /// The lowest sum of the dice that leads here.
    #[inline]
    pub const fn lowest_sum(self) -> u8 {
        [2, 4, 6, 7, 8, 9][self as usize]
    }
}

/// The area that a sum of the dice leads to; 10 leads anywhere, and nobody stands on 0.
#[inline]
pub const fn area_of(sum: u8) -> Option<Area> {
    match sum {
        2 | 3 => Some(Area::Office),
        4 | 5 => Some(Area::Mist),
        6 => Some(Area::Cathedral),
        7 => Some(Area::Underground),
        8 => Some(Area::Hall),
        9 => Some(Area::Hideout),
        _ => None,
    }
}

bit_set! {
    /// A set of areas.
    pub struct AreaSet(u8) of Area;
}

/// The six areas around the table; the office is always named first, since a ring has no beginning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Layout(pub [Area; 6]);

impl Layout {
    /// The ring of the published program.
    pub const FIXED: Layout =
        Layout([Area::Office, Area::Cathedral, Area::Mist, Area::Underground, Area::Hideout, Area::Hall]);

    /// The number of layouts.
    pub(in crate::raiders) const COUNT: u32 = 120;

    /// The layout of this number: the five others in one of their 120 orders.
    pub(in crate::raiders) fn nth(number: u32) -> Layout {
        let (mut ring, mut left, mut number) = ([Area::Office; 6], [1, 2, 3, 4, 5], number as usize);
        for place in 0..5 {
            let choices = 5 - place;
            let chosen = number % choices;
            number /= choices;
            ring[place + 1] = Area::ALL[left[chosen]];
            left.copy_within(chosen + 1.., chosen);
        }
        Layout(ring)
    }

    pub(in crate::raiders) fn any(rng: &mut Rng) -> Layout {
        Layout::nth(rng.below(Layout::COUNT))
    }

    pub(in crate::raiders) fn is_ring(&self) -> bool {
        self.0[0] == Area::Office && self.0.into_iter().collect::<AreaSet>() == AreaSet::ALL
    }

    fn place(&self, area: Area) -> usize {
        self.0.iter().position(|&there| there == area).expect("every area is in the ring")
    }

    /// The areas beside this one: both in a ring, the other of its pair in pairs.
    pub fn beside(&self, area: Area, range: Range) -> AreaSet {
        let place = self.place(area);
        let others = match range {
            Range::Pairs => [place ^ 1, place ^ 1],
            _ => [(place + 1) % 6, (place + 5) % 6],
        };
        others.into_iter().map(|place| self.0[place]).collect()
    }

    /// The areas in range of each area.
    pub(in crate::raiders) fn reach(&self, range: Range) -> [AreaSet; 6] {
        let mut reach = [AreaSet::NONE; 6];
        for area in Area::ALL {
            let next = self.0[(self.place(area) + 1) % 6];
            reach[area.index()] = match range {
                Range::Anyone => AreaSet::ALL,
                Range::RingNext => AreaSet::only(area).with(next),
                Range::RingBoth | Range::Pairs => self.beside(area, range).with(area),
            };
        }
        reach
    }
}

/// The sums of both dice that can come: all from 2 to 10, unless a table is played with fewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice(u16);

/// How many of the 24 throws of a six-sided and a four-sided die show each sum from 0 to 10.
const SUMS: [u8; 11] = [0, 0, 1, 2, 3, 4, 4, 4, 3, 2, 1];
/// How many of the same throws show each difference from 0 to 5.
const DIFFERENCES: [u8; 6] = [4, 7, 6, 4, 2, 1];

impl Dice {
    /// Every sum.
    pub const ALL: Dice = Dice(0b111_1111_1100);

    /// These sums, if there are any and two dice can show all of them.
    pub fn of(sums: impl IntoIterator<Item = u8>) -> Option<Dice> {
        let with = |bits: u16, sum: u8| (2..=10).contains(&sum).then_some(bits | 1 << sum);
        sums.into_iter().try_fold(0, with).filter(|&bits| bits != 0).map(Dice)
    }

    /// Whether this sum can come.
    #[inline]
    pub const fn contains(self, sum: u8) -> bool {
        self.0 >> sum & 1 == 1
    }

    /// The sums, lowest first.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        indices(self.0.into()).map(|sum| sum as u8)
    }

    /// The sums that lead somewhere else, or all if there is nothing else.
    #[inline]
    pub(in crate::raiders) fn leaving(self, area: Option<Area>) -> Dice {
        const TO: [u16; 6] = [0b1100, 0b11_0000, 1 << 6, 1 << 7, 1 << 8, 1 << 9];
        let others = area.map_or(self.0, |area| self.0 & !TO[area.index()]);
        if others == 0 { self } else { Dice(others) }
    }

    /// The chance of a sum, among those that can come.
    pub(in crate::raiders) fn chance(self, sum: u8) -> f64 {
        let all: u8 = self.iter().map(|sum| SUMS[usize::from(sum)]).sum();
        f64::from(SUMS[usize::from(sum)]) / f64::from(all)
    }

    /// Rolls both dice until one of these sums comes.
    #[inline]
    pub(in crate::raiders) fn roll(self, rng: &mut Rng) -> u8 {
        loop {
            let throw = rng.below(24);
            let sum = (throw % 6 + throw / 6 + 2) as u8;
            if self.contains(sum) {
                return sum;
            }
        }
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The difference of both dice.
#[inline]
pub(in crate::raiders) fn roll_difference(rng: &mut Rng) -> u8 {
    let throw = rng.below(24);
    (throw % 6).abs_diff(throw / 6) as u8
}

/// The chance of each difference from 0 to 5.
pub(in crate::raiders) fn differences() -> impl Iterator<Item = (u8, f64)> {
    (0..6).map(|difference| (difference, f64::from(DIFFERENCES[usize::from(difference)]) / 24.0))
}
