//! Players that know Shadow Raiders.

mod camps;
mod encode;
mod estimate;
mod estimating;
mod heuristic;
mod labels;
mod model;
mod random;
mod roles;
#[cfg(test)]
mod tests;
mod tipped;

use table::{Param, Params, SpecError, WordParam};

pub use camps::{Camps, Ranked};
pub use encode::{RaidersIds, RaidersRow};
pub use estimate::{Candidates, Estimate, FactionSet, Guess, Memory};
pub use estimating::{follows, marginals};
pub use heuristic::{Habits, Heuristic};
pub use labels::{RaidersEvents, RaidersTruth};
pub use model::{HeuristicModel, Knows, ModelOptions};
pub use roles::{KNOWING, bayes, candidates};
pub use tipped::{Grant, Informed, Kin, Rest, WhichEnemy};

/// The source of a player's habits.
const AS: WordParam<Habits> = WordParam::new(
    "as",
    "paper",
    "whose habits it has unless said otherwise: the paper's, those of its authors' program, or text (the paper's to \
     the letter: whom it knows nothing of is no enemy)",
    &[("paper", Habits::PAPER), ("program", Habits::PROGRAM), ("text", Habits::TEXT)],
);
const MIST: WordParam<bool> = WordParam::new(
    "mist",
    "",
    "what is drawn at Black Mist once half are narrowed down: paper (7:3 black) or program (shadows 6:4 black, \
     raiders 6:4 white)",
    &[("paper", false), ("program", true)],
);
const SHIELDS: WordParam<bool> = WordParam::new(
    "shields",
    "",
    "heed (paper), or ignore (program): whether it looks for a grail or brooch before it hurts",
    &[("heed", false), ("ignore", true)],
);
const AID: WordParam<bool> = WordParam::new(
    "aid",
    "",
    "who gets first aid that helps nobody: others (paper), or anybody (program: oneself too)",
    &[("others", false), ("anybody", true)],
);
const COUNT: WordParam<bool> = WordParam::new(
    "count",
    "",
    "when it counts its own faction: always (paper), or asking (program: only when it asks a question)",
    &[("always", false), ("asking", true)],
);
const COOKIE: WordParam<bool> = WordParam::new(
    "cookie",
    "",
    "what it takes one for who showed for a cookie: shown (paper: what it is), or raider (program)",
    &[("shown", false), ("raider", true)],
);

/// Parameters of the heuristic player and of players that play like it.
pub const HABITS: &[Param] = &[AID.param, AS.param, COOKIE.param, COUNT.param, MIST.param, SHIELDS.param];

/// What [`Informed`] can be told besides: whose factions it knows.
pub const GRANT: &[Param] = &[KNOWN, PAIR.param, ENEMY.param, REST.param];
const KNOWN: Param = Param::number("known", "4", "so many others whose factions it is told", 0.0, 7.0);
const PAIR: WordParam<(Kin, Kin)> = WordParam::new(
    "pair",
    "",
    "instead of known, two of them: enemy-citizen, friend-enemy, enemy-enemy or friend-citizen",
    &[
        ("enemy-citizen", (Kin::Enemy, Kin::Citizen)),
        ("friend-enemy", (Kin::Friend, Kin::Enemy)),
        ("enemy-enemy", (Kin::Enemy, Kin::Enemy)),
        ("friend-citizen", (Kin::Friend, Kin::Citizen)),
    ],
);
const ENEMY: WordParam<WhichEnemy> = WordParam::new(
    "enemy",
    "lower",
    "which enemy a pair names: lower (the first in the order of seats), or random",
    &[("lower", WhichEnemy::Lower), ("random", WhichEnemy::Random)],
);
const REST: WordParam<Rest> = WordParam::new(
    "rest",
    "unknown",
    "what it supposes of those it is not told of: unknown (nothing), or counted (that they are of the factions \
     not complete yet, each as likely)",
    &[("unknown", Rest::Unknown), ("counted", Rest::Counted)],
);

/// Reads [`HABITS`].
///
/// # Errors
/// Values that cannot be.
pub fn habits(params: &mut Params<'_>) -> Result<Habits, SpecError> {
    let usual = params.choice(&AS)?;
    Ok(Habits {
        mist_as_program: params.maybe_choice(&MIST)?.unwrap_or(usual.mist_as_program),
        ignores_shields: params.maybe_choice(&SHIELDS)?.unwrap_or(usual.ignores_shields),
        aid_anybody: params.maybe_choice(&AID)?.unwrap_or(usual.aid_anybody),
        counts_when_asking: params.maybe_choice(&COUNT)?.unwrap_or(usual.counts_when_asking),
        cookie_means_raider: params.maybe_choice(&COOKIE)?.unwrap_or(usual.cookie_means_raider),
        by_text: usual.by_text,
    })
}

/// Reads [`GRANT`]: what it is told, and what it supposes of the rest.
///
/// # Errors
/// Values that cannot be, or `known` and `pair` at once.
pub fn granted(params: &mut Params<'_>) -> Result<(Grant, Rest), SpecError> {
    Ok((grant(params)?, params.choice(&REST)?))
}

fn grant(params: &mut Params<'_>) -> Result<Grant, SpecError> {
    let (known, which) = (params.number(&KNOWN)?, params.choice(&ENEMY)?);
    match params.maybe_choice(&PAIR)? {
        None => Ok(Grant::Known(known)),
        Some(_) if params.given(&KNOWN).is_some() => {
            Err(SpecError::bad("tipped: give `known` or `pair`, not both"))
        }
        Some((one, other)) => Ok(Grant::Pair(one, other, which)),
    }
}
