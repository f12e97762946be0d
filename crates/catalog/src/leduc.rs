//! Leduc poker in the catalog: its numbers and bounds.

use games::Leduc;
use games::leduc::{Public, Rules};
use players::leduc::{LeducEvents, LeducRow, LeducTruth};
use search::Scale;
use table::{EventRow, TruthRow};

use crate::registry::Playable;
use crate::row::Row;

impl Playable for Leduc {
    type Encoder = LeducRow;

    fn truth_row(_rules: &Rules) -> Box<dyn TruthRow<Leduc>> {
        Box::new(LeducTruth)
    }

    fn event_row(_rules: &Rules) -> Box<dyn EventRow<Leduc>> {
        Box::new(LeducEvents)
    }

    const PLAYERS: &'static [Row<Leduc>] = &[];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("leduc", &["ismcts"])];

    /// The ante, two raises of 2 and two of 4.
    fn scale(_public: &Public) -> Scale {
        Scale::Points { low: -13.0, high: 13.0 }
    }

    /// Three ranks in two suits.
    fn most_outcomes(_rules: &Rules) -> Option<u32> {
        Some(6)
    }

    /// Two rounds, in each a call, two raises and a call.
    fn most_choices(_rules: &Rules) -> u32 {
        8
    }

    fn sum_of_points(_rules: &Rules) -> Option<f64> {
        Some(0.0)
    }
}
