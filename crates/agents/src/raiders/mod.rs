//! Players that know Shadow Raiders.

mod camps;
mod estimate;
mod guessed;
mod heuristic;
mod luck;
mod supposed;
#[cfg(test)]
mod tests;
mod thinker;
mod tipped;

use games::Raiders;
use games::raiders::{Public, Rules};
use search::Scale;
use table::{Param, Params, Player, Spec, SpecError};

pub use camps::{Camps, Ranked};
pub use estimate::{Candidates, Estimate, FactionSet, Guess, Memory};
pub use guessed::Estimating;
pub(crate) use guessed::{BAYES, ESTIMATING};
pub use heuristic::{Habits, Heuristic};
pub use supposed::{Knows, Manner, Supposed};
pub(crate) use thinker::THINKER;
pub use thinker::Thinker;
pub use tipped::{Grant, Kin, TippedHeuristic, WhichEnemy};

use crate::registry::Seated;

const AS: Param = Param {
    key: "as",
    default: "paper",
    about: "whose habits it has unless said otherwise: the paper's, or those of its authors' program",
};
const MIST: Param = Param {
    key: "mist",
    default: "paper",
    about: "what is drawn at Black Mist once half are narrowed down: paper (7:3 black) or program (shadows 6:4 \
            black, raiders 6:4 white)",
};
const SHIELDS: Param = Param {
    key: "shields",
    default: "heed",
    about: "heed, or ignore: whether it looks for a grail or brooch before it hurts, which the program does not",
};
const AID: Param = Param {
    key: "aid",
    default: "others",
    about: "who gets first aid that helps nobody: others (paper), or anybody (program: oneself too)",
};

const COUNT: Param = Param {
    key: "count",
    default: "always",
    about: "when it counts its own faction: always, or asking (program: only when it asks a question)",
};
const COOKIE: Param = Param {
    key: "cookie",
    default: "shown",
    about: "what it takes one for who showed for a cookie: shown (what it is), or raider (program)",
};

/// What `heuristic` can be told.
pub(crate) const HEURISTIC: &[Param] = &[AID, AS, COOKIE, COUNT, MIST, SHIELDS];
/// What `tipped` can be told.
pub(crate) const TIPPED: &[Param] = &[
    Param { key: "known", default: "4", about: "so many others whose factions it is told, 0 to 7" },
    Param {
        key: "pair",
        default: "",
        about: "instead of known, two of them: enemy-citizen, friend-enemy, enemy-enemy or friend-citizen",
    },
    Param {
        key: "enemy",
        default: "lower",
        about: "which enemy a pair names: lower (the first in the order of seats), or random",
    },
    AID,
    AS,
    COOKIE,
    COUNT,
    MIST,
    SHIELDS,
];

impl Seated for Raiders {
    fn scale(_public: &Public) -> Scale {
        Scale::Wins
    }

    fn own_player(spec: &Spec, rules: &Rules) -> Option<Result<Player<Raiders>, SpecError>> {
        match spec.name.as_str() {
            "estimating" => Some(guessed::estimating(&mut Params::new(spec), rules)),
            "heuristic" => Some(heuristic(&mut Params::new(spec))),
            "thinker" => Some(thinker::thinker(&mut Params::new(spec), rules)),
            "tipped" => Some(tipped(&mut Params::new(spec))),
            _ => None,
        }
    }
}

fn heuristic(params: &mut Params<'_>) -> Result<Player<Raiders>, SpecError> {
    let habits = habits(params)?;
    params.finish()?;
    Ok(Player::agent(Heuristic::new(habits)))
}

fn tipped(params: &mut Params<'_>) -> Result<Player<Raiders>, SpecError> {
    let (grant, habits) = (grant(params)?, habits(params)?);
    params.finish()?;
    Ok(Player::Oracle(Box::new(TippedHeuristic::new(Heuristic::new(habits), grant))))
}

/// The habits that a spec names.
fn habits(params: &mut Params<'_>) -> Result<Habits, SpecError> {
    let usual = params.choice("as", &[("paper", Habits::default()), ("program", Habits::PROGRAM)])?;
    let mut habit = |key: &'static str, paper: &'static str, program: &'static str, usual: bool| {
        let words = [(paper, false), (program, true)];
        params.choice(key, &if usual { [words[1], words[0]] } else { words })
    };
    Ok(Habits {
        mist_as_program: habit("mist", "paper", "program", usual.mist_as_program)?,
        ignores_shields: habit("shields", "heed", "ignore", usual.ignores_shields)?,
        aid_anybody: habit("aid", "others", "anybody", usual.aid_anybody)?,
        counts_when_asking: habit("count", "always", "asking", usual.counts_when_asking)?,
        cookie_means_raider: habit("cookie", "shown", "raider", usual.cookie_means_raider)?,
    })
}

fn grant(params: &mut Params<'_>) -> Result<Grant, SpecError> {
    let known = params.number("known", 4, 0..=7)?;
    let (friend, enemy, citizen) = (Kin::Friend, Kin::Enemy, Kin::Citizen);
    let pairs = [
        ("enemy-citizen", (enemy, citizen)),
        ("friend-enemy", (friend, enemy)),
        ("enemy-enemy", (enemy, enemy)),
        ("friend-citizen", (friend, citizen)),
    ];
    let which = params.choice("enemy", &[("lower", WhichEnemy::Lower), ("random", WhichEnemy::Random)])?;
    if params.text("pair").is_none() {
        return Ok(Grant::Known(known));
    }
    if params.text("known").is_some() {
        return Err(SpecError::bad("tipped: give `known` or `pair`, not both"));
    }
    let (one, other) = params.choice("pair", &pairs)?;
    Ok(Grant::Pair(one, other, which))
}
