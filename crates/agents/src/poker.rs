//! The poker games: their scales, and the one player that knows one of them.

use games::{Kuhn, Leduc};
use search::Scale;

use crate::registry::{Playable, Visitor};
use crate::row::Row;

impl Playable for Kuhn {
    const PLAYERS: &'static [Row<Kuhn>] = &[crate::kuhn::EQUILIBRIUM];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("kuhn", &["ismcts"])];

    /// Two are lost at most, and won from each of the others.
    fn scale(public: &games::kuhn::Public) -> Scale {
        Scale::Points { low: -2.0, high: 2.0 * (f64::from(public.rules.seats) - 1.0) }
    }

    fn accept<V: Visitor>(visitor: V, rules: games::kuhn::Rules) -> V::Out {
        visitor.visit_roles::<Kuhn>(rules)
    }
}

impl Playable for Leduc {
    const PLAYERS: &'static [Row<Leduc>] = &[];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("leduc", &["ismcts"])];

    /// The ante, two raises of 2 and two of 4.
    fn scale(_public: &games::leduc::Public) -> Scale {
        Scale::Points { low: -13.0, high: 13.0 }
    }
}
