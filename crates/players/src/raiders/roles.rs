//! Shadow Raiders as a game in which one guesses who is who, and the estimators that know it.

use games::Raiders;
use games::raiders::{CharacterSet, Faction, Public};
use table::{BySeat, Estimator, Lang, Param, Params, Rng, Seat, SpecError, View, WordParam};

use super::heuristic::Heuristic;
use super::model::{HeuristicModel, Knows, ModelOptions, possible};
use crate::beliefs::Posterior;
use crate::roles::RoleGame;

const KNOWS: WordParam<Knows> = WordParam::new(
    "knows",
    "cards",
    "what the others are supposed to know when they choose: cards (what their inference cards told them), all, or \
     nothing but what everybody saw",
    &[("cards", Knows::Cards), ("all", Knows::All), ("nothing", Knows::Nothing)],
);
const SLIP: Param =
    Param::number("slip", "0.05", "how often the others are supposed to choose at random", 0.0, 1.0);
impl RoleGame for Raiders {
    const ROLES: &'static [Faction] = &Faction::ALL;

    fn role_name(role: Faction, lang: Lang) -> &'static str {
        role.term(lang)
    }

    fn roles_dealt(public: &Public) -> bool {
        public.turns > 0
    }

    fn role_cards(public: &Public) -> impl AsMut<[(Faction, u32)]> {
        Faction::ALL.map(|faction| (faction, public.rules.members(faction).into()))
    }

    fn may_have(view: View<'_, Raiders>, seat: Seat, faction: Faction) -> bool {
        !possible(view, seat).and(CharacterSet::of(faction)).is_empty()
    }

    fn imagine_with_roles(view: View<'_, Raiders>, roles: &BySeat<Faction>, rng: &mut Rng) -> Raiders {
        Raiders::imagine_factions(view, roles, rng).unwrap_or_else(|| table::Hidden::imagine(view, rng))
    }
}

/// What [`bayes`] can be told besides how the players play.
pub const KNOWING: &[Param] = &[KNOWS.param, SLIP];

/// Counts what inference cards, damage and shown characters leave possible.
pub fn candidates() -> impl Estimator<Raiders> {
    Posterior::new(HeuristicModel::new(Heuristic::default(), ModelOptions::ANY))
}

/// The posterior over the factions, if the others are heuristic players.
///
/// # Errors
/// Values that cannot be.
pub fn bayes(params: &mut Params<'_>) -> Result<Box<dyn Estimator<Raiders>>, SpecError> {
    let options = ModelOptions { knows: params.choice(&KNOWS)?, slip: params.number(&SLIP)? };
    let player = Heuristic::new(super::habits(params)?);
    Ok(Box::new(Posterior::new(HeuristicModel::new(player, options))))
}
