//! What the numbers of a game mean, for those who know a game by its name alone.

use table::{ActionIds, Encode, Feature, Spec, SpecError};

use crate::registry::{Ids, Playable, Visitor, visit};

/// The figures of a game's rows and the ids of its actions, under some rules.
#[derive(Clone, PartialEq, Debug)]
pub struct GameFigures {
    /// What each figure of a row is, in their order: [`table::Packing::of`] packs rows by it.
    pub features: Vec<Feature>,
    /// The action of each id, in the notation of the game.
    pub actions: Vec<String>,
    /// The names of the figures that describe an action.
    pub action_features: Vec<String>,
    /// Those figures of every id, one id after the other.
    pub described: Vec<f32>,
}

/// What the numbers of the game that a spec names mean.
///
/// # Errors
/// Names and options that do not exist, values that cannot be.
pub fn figures(spec: &Spec, seats: usize) -> Result<GameFigures, SpecError> {
    visit(spec, seats, Tell)
}

struct Tell;

impl Visitor for Tell {
    type Out = GameFigures;

    fn visit<G: Playable>(self, rules: G::Rules) -> GameFigures {
        let actions = actions::<G>(&rules);
        GameFigures {
            features: G::Encoder::new(&rules).features().into_vec(),
            actions: actions.iter().map(ToString::to_string).collect(),
            action_features: Ids::<G>::features(&rules),
            described: described::<G>(&rules),
        }
    }
}

/// The action of each id.
fn actions<G: Playable>(rules: &G::Rules) -> Vec<G::Action> {
    let action = |id| Ids::<G>::action(rules, id).expect("every id is an action's");
    (0..Ids::<G>::ids(rules)).map(action).collect()
}

/// The figures that describe each id, one id after the other.
pub(crate) fn described<G: Playable>(rules: &G::Rules) -> Vec<f32> {
    let (actions, width) = (actions::<G>(rules), Ids::<G>::features(rules).len());
    let mut all = vec![0.0; actions.len() * width];
    if width > 0 {
        let rows = all.chunks_exact_mut(width).zip(&actions);
        rows.for_each(|(row, action)| Ids::<G>::describe(rules, action, row));
    }
    all
}
