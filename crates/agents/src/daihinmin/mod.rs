//! What is known about daihinmin: what can be earned, and its numbers, for those who train.

use games::Daihinmin;
use games::daihinmin::Public;
use search::Scale;

use crate::registry::Playable;
use crate::row::Row;

impl Playable for Daihinmin {
    const PLAYERS: &'static [Row<Daihinmin>] = &[];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] =
        &[("daihinmin", &["flat", "flat", "flat", "flat"]), ("daihinmin-mini", &["ismcts", "ismcts"])];

    /// One point for the last, as many as seats for the first.
    fn scale(public: &Public) -> Scale {
        Scale::Points { low: 1.0, high: f64::from(public.rules.seats) }
    }
}
