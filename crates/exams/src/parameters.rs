//! The exam for lists of parameters: what is listed and what is read are one set, with one default.

use std::collections::BTreeSet;

use table::{Game, Param, Player, PublicState, Spec, SpecError};

use crate::transcript::{Telling, play};
use crate::{Failed, demand};

/// How a spec becomes a player, without a look at the list.
pub type BuildPlayer<'a, G> = &'a dyn Fn(&Spec) -> Result<Player<G>, SpecError>;

/// A parameter nobody has.
const STRANGER: &str = "stranger";

/// Questions until two players that begin alike are taken for the same, where thinking takes its usual time.
const FEW: usize = 3;

/// Examines what a player may be told: `base` is the player with parameters for a quick game.
pub fn parameters<G: Game>(
    rules: &G::Rules,
    base: &Spec,
    listed: &[Param],
    build: BuildPlayer<'_, G>,
) -> Vec<Failed> {
    let defaults = listed.iter().filter(|param| !param.default.is_empty());
    let defaults = defaults.map(|param| default_is_the_default::<G>(rules, base, param, build));
    [listed_is_read(base, listed, build)].into_iter().chain(defaults).filter_map(Result::err).collect()
}

/// The error for an unknown parameter names the parameters that are read; they must be those listed. `build` must not
/// look at the list itself.
pub fn listed_is_read<T>(
    base: &Spec,
    listed: &[Param],
    build: &dyn Fn(&Spec) -> Result<T, SpecError>,
) -> Result<(), Failed> {
    const CLAUSE: &str = "what is listed is what is read";
    let read: BTreeSet<String> = match build(&with(base, STRANGER, "1")) {
        Err(SpecError::Unknown { name, known, .. }) if name == STRANGER => known.into_iter().collect(),
        Err(other) => return Err(Failed { clause: CLAUSE, evidence: other.to_string() }),
        Ok(_) => return Err(Failed { clause: CLAUSE, evidence: "it takes whatever it is told".to_string() }),
    };
    let listed: BTreeSet<String> = listed.iter().map(|param| param.key.to_string()).collect();
    let difference =
        |one: &BTreeSet<String>, other| one.difference(other).cloned().collect::<Vec<_>>().join(", ");
    demand(listed == read, CLAUSE, || {
        format!("only listed: [{}], only read: [{}]", difference(&listed, &read), difference(&read, &listed))
    })
}

/// Told its own default, the player plays as if it were told nothing.
fn default_is_the_default<G: Game>(
    rules: &G::Rules,
    base: &Spec,
    param: &Param,
    build: BuildPlayer<'_, G>,
) -> Result<(), Failed> {
    const CLAUSE: &str = "the default listed is the default";
    let silent = Spec {
        params: base.params.iter().filter(|(key, _)| key != param.key).cloned().collect(),
        ..base.clone()
    };
    let most = if silent.params.len() < base.params.len() { FEW } else { usize::MAX };
    let game = |spec: &Spec| {
        let failed = |error: SpecError| Failed { clause: CLAUSE, evidence: format!("{spec}: {error}") };
        let seats = G::new(rules).public().seats();
        let players = (0..seats).map(|_| build(spec)).collect::<Result<Vec<_>, _>>();
        play(rules, 1, &mut players.map_err(failed)?, Telling::Watchers, most)
    };
    let (silent, told) = (game(&silent)?, game(&with(&silent, param.key, param.default))?);
    demand(silent.questions == told.questions, CLAUSE, || {
        let differ = silent.questions.iter().zip(&told.questions).find(|(a, b)| a != b);
        format!("{}={}: {:?}", param.key, param.default, differ.map(|(a, b)| (a.place(), a.chosen, b.chosen)))
    })
}

fn with(spec: &Spec, key: &str, value: &str) -> Spec {
    let mut spec = spec.clone();
    spec.params.push((key.to_string(), value.to_string()));
    spec
}
