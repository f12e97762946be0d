//! Players that know Saboteur.

use games::Saboteur;
use games::saboteur::{Public, Rules, Score};
use search::Scale;
use table::{Player, Spec, SpecError};

use crate::registry::Seated;

impl Seated for Saboteur {
    /// In the best round one takes the most gold cards that a digger can, all of three nuggets, or a saboteur's pay.
    fn scale(public: &Public) -> Scale {
        let (rules, rounds) = (&public.rules, f64::from(public.rules.rounds));
        if rules.score == Score::Win {
            return Scale::Points { low: 0.0, high: rounds };
        }
        let fewest_diggers = rules.seats - rules.role_cards().0;
        let cards = f64::from(rules.bundle_size().div_ceil(fewest_diggers));
        Scale::Points { low: 0.0, high: rounds * (3.0 * cards).max(4.0) }
    }

    fn own_player(_spec: &Spec, _rules: &Rules) -> Option<Result<Player<Saboteur>, SpecError>> {
        None
    }
}
