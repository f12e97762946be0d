//! What is known about Leduc poker: what can be earned, and its numbers, for those who train.

mod encode;

use games::Leduc;
use games::leduc::Public;
use search::Scale;

pub use encode::{LeducIds, LeducRow};

use crate::registry::Playable;
use crate::row::Row;

impl Playable for Leduc {
    const PLAYERS: &'static [Row<Leduc>] = &[];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("leduc", &["ismcts"])];

    /// The ante, two raises of 2 and two of 4.
    fn scale(_public: &Public) -> Scale {
        Scale::Points { low: -13.0, high: 13.0 }
    }
}
