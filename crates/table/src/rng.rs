//! The only source of randomness, in named streams.

use std::convert::Infallible;

use rand_core::{Rng as _, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::seat::Seat;

/// The one generator of the project (xoshiro256++): fast, small, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Rng {
    inner: Xoshiro256PlusPlus,
    #[cfg(debug_assertions)]
    forbidden: bool,
}

/// What a random stream is for. A seat that thinks longer never changes the deal, nor its own next choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Chance events of the game.
    Dealer,
    /// What the player on this seat draws at the beginning, for what lasts a game.
    Begin(Seat),
    /// The choice of the player on this seat after this many events of the game.
    Decision(Seat, u32),
    /// Whatever an experiment needs besides.
    Lab,
}

impl Stream {
    /// A number no other stream has: decisions lie above 2^32, one block of seats after another.
    fn number(self) -> u64 {
        match self {
            Stream::Dealer => 0,
            Stream::Lab => 1,
            Stream::Begin(seat) => 2 + seat.index() as u64,
            Stream::Decision(seat, events) => (1 + seat.index() as u64) << 32 | u64::from(events),
        }
    }
}

/// The two seeds of a game: who thinks otherwise is dealt the same cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seeds {
    /// What chance events derive from.
    pub deal: u64,
    /// What the players' own streams derive from.
    pub players: u64,
}

impl Seeds {
    /// Both seeds from one.
    pub fn new(seed: u64) -> Seeds {
        Seeds { deal: seed, players: seed }
    }

    /// The seeds of one game of a series, counted from 0; the first game has the series' own.
    pub fn of_game(self, number: u32) -> Seeds {
        let derive = |seed| if number == 0 { seed } else { derive_seed(&[seed, u64::from(number)]) };
        Seeds { deal: derive(self.deal), players: derive(self.players) }
    }
}

/// One seed out of several numbers, so that (experiment, cell, game) alone decides a game's randomness.
pub fn derive_seed(parts: &[u64]) -> u64 {
    parts.iter().fold(0x7465_6675_6461, |seed, &part| split_mix(seed ^ split_mix(part)))
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
fn split_mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

impl Rng {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Rng {
        Rng {
            inner: Xoshiro256PlusPlus::seed_from_u64(seed),
            #[cfg(debug_assertions)]
            forbidden: false,
        }
    }

    /// The named stream of one game's seed.
    pub fn stream(seed: u64, stream: Stream) -> Rng {
        Rng::new(derive_seed(&[seed, stream.number()]))
    }

    /// A generator that panics when touched (where debug assertions are on): proof that a path uses no randomness.
    pub fn forbidden() -> Rng {
        Rng {
            #[cfg(debug_assertions)]
            forbidden: true,
            ..Rng::new(0)
        }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        #[cfg(debug_assertions)]
        assert!(!self.forbidden, "luck was used where none may be");
        self.inner.next_u64()
    }

    /// A whole number below `n`, each equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "there is nothing below 0");
        loop {
            let wide = (self.bits() >> 32) * u64::from(n);
            let low = wide as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 32) as u32;
            }
        }
    }

    /// A number in [0, 1).
    #[inline]
    pub fn f64(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of these, each equally likely.
    ///
    /// # Panics
    /// If there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// An index drawn in proportion to these weights; the last positive one catches rounding.
    ///
    /// # Panics
    /// If no weight is positive.
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        let mut left = self.f64() * weights.iter().sum::<f64>();
        for (i, &weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return i;
            }
        }
        weights.iter().rposition(|&weight| weight > 0.0).expect("some weight is positive")
    }

    /// A set bit of `mask`, each equally likely, as its index.
    ///
    /// # Panics
    /// If no bit is set.
    #[inline]
    pub fn pick_bit(&mut self, mask: u64) -> u32 {
        let counts = Counts::of(mask);
        let rank = self.below(counts.all());
        counts.select(mask, rank)
    }
}

/// Byte `i` says how many of a mask's bits are set in bytes 0 to `i`.
///
/// Playouts pick bits all the time, so this avoids both a loop of unforeseeable length and the population
/// count that not every processor has (S. Vigna, "Broadword implementation of rank/select queries", 2008).
#[derive(Clone, Copy)]
struct Counts(u64);

/// Every byte 1.
const BYTES: u64 = 0x0101_0101_0101_0101;

impl Counts {
    #[inline]
    const fn of(mask: u64) -> Counts {
        let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Counts(bytes.wrapping_mul(BYTES))
    }

    #[inline]
    const fn all(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// The index of the mask's set bit that has `rank` others below it.
    #[inline]
    const fn select(self, mask: u64, rank: u32) -> u32 {
        // Which bytes end at or below this rank: the subtraction borrows from no marker bit of theirs.
        let full = (((rank as u64 * BYTES) | (BYTES << 7)) - self.0) >> 7 & BYTES;
        let place = (full.wrapping_mul(BYTES) >> 56 << 3) as u32;
        let below = (self.0 << 8 >> place) as u32 & 0xff;
        let byte = (mask >> place) as usize & 0xff;
        place + SELECT[byte][(rank - below) as usize & 7] as u32
    }
}

/// For each byte and rank, the index of that set bit.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl TryRng for Rng {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.bits() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.bits())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.bits().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_selected_by_rank() {
        let mut rng = Rng::new(4);
        for round in 0..2000 {
            let mask = rng.bits() >> (round % 64) & rng.bits();
            let set: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
            let counts = Counts::of(mask);
            assert_eq!(counts.all() as usize, set.len());
            let found: Vec<u32> = (0..counts.all()).map(|rank| counts.select(mask, rank)).collect();
            assert_eq!(found, set, "{mask:b}");
        }
        assert_eq!(Counts::of(u64::MAX).select(u64::MAX, 63), 63);
    }

    #[test]
    fn streams_and_seeds_differ() {
        let first = |stream| Rng::stream(7, stream).bits();
        assert_ne!(first(Stream::Dealer), first(Stream::Lab));
        assert_ne!(first(Stream::Begin(Seat::new(0))), first(Stream::Begin(Seat::new(1))));
        assert_ne!(derive_seed(&[1, 2]), derive_seed(&[2, 1]));
    }

    #[test]
    fn every_decision_has_a_stream_of_its_own() {
        let seats = (0..3).map(Seat::new);
        let mut firsts: Vec<u64> = seats
            .flat_map(|seat| (0..100).map(move |events| Stream::Decision(seat, events)))
            .chain((0..3).map(|seat| Stream::Begin(Seat::new(seat))))
            .map(|stream| Rng::stream(7, stream).bits())
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 303);
    }

    #[test]
    fn games_of_a_series_have_other_cards_and_other_luck() {
        let series = Seeds { deal: 3, players: 4 };
        assert_eq!(series.of_game(0), series);
        let [second, third] = [1, 2].map(|number| series.of_game(number));
        assert!(
            second.deal != third.deal && second.players != third.players && second.deal != second.players
        );
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "luck was used")]
    fn forbidden_luck_panics() {
        Rng::forbidden().below(2);
    }
}
