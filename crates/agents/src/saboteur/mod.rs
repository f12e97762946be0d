//! Players that know Saboteur: those of the two papers.

mod bayes;
mod breaker;
mod breaking;
mod choose;
mod code;
mod colluder;
mod estimating;
mod guessed;
mod hands;
mod narrow;
mod papers;
mod sideways;
mod suspicion;
#[cfg(test)]
mod tests;
mod thinker;

use games::Saboteur;
use games::saboteur::{Public, Rules, Score};
use search::Scale;
use table::{Advised, Agent, Game, Param, Params, Player, SeatSet, Spec, SpecError, Tipped};

pub use breaker::{Breaker, Cheater};
pub use breaking::{Blow, Cheat, Normal, Scoring, Veto};
pub use code::{Bend, Order, Ranking, read};
pub use colluder::{Colluder, Fellows, Pact, Partners};
pub use estimating::Estimating;
pub(crate) use guessed::{BAYES, SUSPICION};
pub use papers::{Cover, Manner, Papers};
pub use sideways::Sideways;
pub use suspicion::{Suspects, Suspicion};

use crate::registry::{AgentInfo, Seated};

const SITUATION: [Param; 2] = [
    Param {
        key: "board",
        default: "5",
        about: "100 are added once the tunnel is beyond this column, counted from the start",
    },
    Param { key: "turn", default: "12", about: "100 are added once so many cards were played or put away" },
];

/// Two lists of parameters, one after the other.
const fn join<const N: usize>(first: &[Param], second: &[Param]) -> [Param; N] {
    let (mut all, mut i) = ([first[0]; N], 0);
    while i < N {
        all[i] = if i < first.len() { first[i] } else { second[i - first.len()] };
        i += 1;
    }
    all
}

/// The paper on collusion without collusion.
pub(crate) const PAPERS: AgentInfo =
    info("papers", "the digger and the saboteur of the paper on collusion", &papers::PAPERS);

/// The paper on collusion.
pub(crate) const COLLUDER: AgentInfo = info(
    "colluder",
    "papers with a secret language: dead ends tell partners which corner one holds",
    &join::<13>(&colluder::COLLUDER, &papers::PAPERS),
);

/// The paper on break cards.
pub(crate) const BREAKER: AgentInfo = info(
    "breaker",
    "a saboteur who plays break cards by the score of the paper on them; else like papers",
    &join::<14>(&SCORED, &papers::PAPERS),
);

/// Its reference.
pub(crate) const CHEATER: AgentInfo = info(
    "cheater",
    "breaker with the score that sees all hands: a reference that cheats",
    &join::<16>(&join::<9>(&SCORED, &breaking::CHEATING), &papers::PAPERS),
);

/// The digger of the papers fed by an estimator.
pub(crate) const ESTIMATING: AgentInfo =
    info("estimating", "papers that suspects whom an estimator takes for a saboteur", &estimating::PARAMS);

/// The player that searches.
pub(crate) const THINKER: AgentInfo = info(
    "thinker",
    "tries its actions in the worlds of an estimator, everybody playing on like papers",
    &thinker::PARAMS,
);

const SCORED: [Param; 7] = join(&SITUATION, &breaking::SCORING);

const fn info(name: &'static str, about: &'static str, params: &'static [Param]) -> AgentInfo {
    AgentInfo { name, about, params, games: &[Saboteur::NAME] }
}

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

    fn own_player(spec: &Spec, rules: &Rules) -> Option<Result<Player<Saboteur>, SpecError>> {
        match spec.name.as_str() {
            "breaker" => Some(breaker_player(spec)),
            "cheater" => Some(cheater_player(spec)),
            "colluder" => Some(colluder_player(spec, rules)),
            "estimating" => Some(estimating::player(spec, rules)),
            "papers" => Some(papers_player(spec, rules)),
            "thinker" => Some(thinker::player(spec, rules)),
            _ => None,
        }
    }
}

fn papers_player(spec: &Spec, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let mut params = Params::new(spec);
    let manner = Manner::read(&mut params)?;
    params.finish()?;
    Ok(seated(Papers::new(manner), manner.suspects == Suspects::Oracle, rules))
}

fn colluder_player(spec: &Spec, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let mut params = Params::new(spec);
    let (pact, manner) = (Pact::read(&mut params)?, Manner::read(&mut params)?);
    params.finish()?;
    let told = pact.fellows == Fellows::Told || pact.partners == Partners::Told;
    let told = told || manner.suspects == Suspects::Oracle;
    Ok(seated(Colluder::new(pact, manner), told, rules))
}

/// The player as it is, or told everybody's role.
fn seated<A: Agent<Saboteur> + Advised<Saboteur> + 'static>(
    agent: A,
    told: bool,
    rules: &Rules,
) -> Player<Saboteur> {
    match told {
        false => Player::agent(agent),
        true => Player::Oracle(Box::new(Tipped::new(agent, SeatSet::all(usize::from(rules.seats))))),
    }
}

fn breaker_player(spec: &Spec) -> Result<Player<Saboteur>, SpecError> {
    let mut params = Params::new(spec);
    let (scoring, manner) = (Scoring::read(&mut params)?, Manner::read(&mut params)?);
    params.finish()?;
    Ok(Player::agent(Breaker::new(Normal(scoring), manner)))
}

fn cheater_player(spec: &Spec) -> Result<Player<Saboteur>, SpecError> {
    let mut params = Params::new(spec);
    let (cheat, manner) = (Cheat::read(&mut params)?, Manner::read(&mut params)?);
    params.finish()?;
    Ok(Player::Oracle(Box::new(Cheater::new(cheat, manner))))
}
