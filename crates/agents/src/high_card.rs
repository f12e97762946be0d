//! The toy game of series has players too, so that the lab can be tried with it. It is in no list.

use search::Scale;
use table::testing::HighCard;
use table::testing::high_card::Public;

use crate::registry::Playable;
use crate::row::Row;

impl Playable for HighCard {
    const PLAYERS: &'static [Row<HighCard>] = &[];

    /// One point is lost at most, and won from each of the others.
    fn scale(public: &Public) -> Scale {
        Scale::Points { low: -1.0, high: f64::from(public.rules.seats) - 1.0 }
    }
}
