//! Kuhn poker in the catalog: its players, estimators and bounds.

use games::Kuhn;
use games::kuhn::{Public, Rules};
use players::kuhn::{Equilibrium, KuhnEvents, KuhnRow, KuhnTruth, SUPPOSING, bayes};
use search::Scale;
use table::{EventRow, Notes, Player, Spec, TruthRow};

use crate::estimators::{Estimated, EstimatorRow};
use crate::registry::{Playable, Visitor};
use crate::row::Row;

/// The player that Kuhn found.
const EQUILIBRIUM: Row<Kuhn> = Row {
    name: "equilibrium",
    about: "an equilibrium of the game for two, as Kuhn found it",
    params: Equilibrium::PARAMS,
    quick: &[],
    build: |params, rules| Equilibrium::read(params, rules).map(Player::agent),
};

const BAYES: EstimatorRow<Kuhn> = Row {
    name: "bayes",
    about: "the exact posterior over the cards, if the others play as it supposes",
    params: SUPPOSING,
    quick: &[],
    build: bayes,
};

impl Playable for Kuhn {
    type Encoder = KuhnRow;

    fn truth_row(rules: &Rules) -> Box<dyn TruthRow<Kuhn>> {
        Box::new(KuhnTruth::new(rules))
    }

    fn event_row(_rules: &Rules) -> Box<dyn EventRow<Kuhn>> {
        Box::new(KuhnEvents)
    }

    const PLAYERS: &'static [Row<Kuhn>] = &[EQUILIBRIUM];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("kuhn", &["ismcts"])];

    fn note_taker(rules: &Rules) -> Option<Box<dyn Notes<Kuhn>>> {
        crate::noter(&Spec::named("bayes"), rules).ok()
    }

    /// Two are lost at most, and won from each of the others.
    fn scale(public: &Public) -> Scale {
        Scale::Points { low: -2.0, high: 2.0 * (f64::from(public.rules.seats) - 1.0) }
    }

    fn most_outcomes(rules: &Rules) -> Option<u32> {
        Some(u32::from(rules.seats) + 1)
    }

    /// All pass but the last, who bets, and all others answer.
    fn most_choices(rules: &Rules) -> u32 {
        2 * u32::from(rules.seats) - 1
    }

    fn sum_of_points(_rules: &Rules) -> Option<f64> {
        Some(0.0)
    }

    fn accept<V: Visitor>(visitor: V, rules: Rules) -> V::Out {
        visitor.visit_roles::<Kuhn>(rules)
    }
}

impl Estimated for Kuhn {
    const ESTIMATORS: &'static [EstimatorRow<Kuhn>] = &[BAYES];
}
