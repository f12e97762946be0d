//! Players that know Saboteur: those of the two papers.

mod breaker;
mod breaking;
mod choose;
mod code;
mod colluder;
mod distance;
mod encode;
mod estimating;
mod hands;
mod measures;
mod model;
mod narrow;
mod papers;
mod roles;
mod sideways;
mod suspicion;
mod talk;
#[cfg(test)]
mod tests;
mod thinker;

use games::Saboteur;
use games::saboteur::{Card, Public, Rules, Score};
use search::Scale;
use search::playout::{Guide, Guided};
use table::{Advised, Notes, Params, Player, SeatSet, Spec, SpecError, Tipped};

pub use breaker::{Breaker, Cheater};
pub use breaking::{Blow, Cheat, Normal, Scoring, Veto};
pub use code::{Bend, Order, Ranking, read};
pub use colluder::{Colluder, Fellows, Pact, Partners, RolesBy, Split};
pub use distance::{CLOSED, Distances, distance};
pub use encode::{SaboteurIds, SaboteurRow};
pub use papers::{Cover, Papers, PlayStyle};
pub use sideways::Sideways;
pub use suspicion::{Suspects, Suspicion};
pub use talk::{Bluff, Hears, Maps, Talk};

use crate::measures::KindRow;
use crate::registry::{Playable, Visitor};
use crate::row::Row;
use papers::{LITTERING, STYLE, SUSPECTING};
use talk::TALKING;

impl Playable for Saboteur {
    type Encoder = SaboteurRow;

    const PLAYERS: &'static [Row<Saboteur>] = &[
        Row {
            name: "breaker",
            about: "a saboteur who plays break cards by the score of the paper on them; else like papers",
            params: &[breaking::SCORING, STYLE, SUSPECTING, LITTERING],
            quick: &[],
            build: breaker_player,
        },
        Row {
            name: "cheater",
            about: "breaker with the score that sees all hands: a reference that cheats",
            params: &[breaking::SCORING, breaking::CHEATING, STYLE, SUSPECTING, LITTERING],
            quick: &[],
            build: cheater_player,
        },
        Row {
            name: "colluder",
            about: "papers with a secret language: dead ends tell partners which corner one holds",
            params: &[colluder::PACT, STYLE, SUSPECTING, LITTERING, TALKING],
            quick: &["", "partners=found,saboteurs=found,suspects=pass", "partners=told,saboteurs=told"],
            build: colluder_player,
        },
        estimating::ROW,
        Row {
            name: "papers",
            about: "the digger and the saboteur of the paper on collusion",
            params: &[STYLE, SUSPECTING, LITTERING, TALKING],
            quick: &["", "suspects=path-break,t=4,litter=0.5", "suspects=guess", "suspects=oracle"],
            build: papers_player,
        },
        thinker::ROW,
    ];
    const MEASURES: &'static [KindRow<Saboteur>] = measures::KINDS;
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("saboteur", &["papers"; 5])];
    const ADVISER: &'static str = "thinker";
    const TIMED: &'static [(&'static str, &'static [usize])] =
        &[("saboteur", &[6]), ("saboteur-collusion", &[6])];

    /// In the best round one takes the most gold cards that a digger can, all of three nuggets, or a saboteur's pay.
    fn note_taker(rules: &Rules) -> Option<Box<dyn Notes<Saboteur>>> {
        crate::noter(&Spec::named("bayes"), rules).ok()
    }

    fn scale(public: &Public) -> Scale {
        let (rules, rounds) = (&public.rules, f64::from(public.rules.rounds));
        if rules.score == Score::Win {
            return Scale::Points { low: 0.0, high: rounds };
        }
        let fewest_diggers = rules.seats - rules.role_cards().0;
        let cards = f64::from(rules.bundle_size().div_ceil(fewest_diggers));
        Scale::Points { low: 0.0, high: rounds * (3.0 * cards).max(4.0) }
    }

    /// Bundles of at most nine gold cards, by how many of them are worth two and three, are the most.
    fn most_outcomes(_rules: &Rules) -> Option<u32> {
        Some(45)
    }

    /// In a round every card is played or put away, somebody speaks after every map, and gold is taken.
    fn most_choices(rules: &Rules) -> u32 {
        let maps = u32::from(rules.deck.count(Card::MAP));
        u32::from(rules.rounds) * (rules.deck.len() as u32 + maps + u32::from(rules.bundle_size()))
    }

    fn accept<V: Visitor>(visitor: V, rules: Rules) -> V::Out {
        visitor.visit_roles::<Saboteur>(rules)
    }
}

fn papers_player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let style = PlayStyle::read_talking(params)?;
    style.talk.check(rules)?;
    let told = if style.suspects == Suspects::Oracle { everybody(rules) } else { SeatSet::NONE };
    Ok(seated(Papers::new(style), told))
}

fn colluder_player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let (pact, style) = (Pact::read(params)?, PlayStyle::read_talking(params)?);
    pact.check(rules)?;
    style.talk.check(rules)?;
    let all = pact.fellows == Fellows::Told || pact.partners == Partners::Told;
    let all = all || style.suspects == Suspects::Oracle;
    let told = if all { everybody(rules) } else { pact.told() };
    Ok(seated(Colluder::new(pact, style), told))
}

const fn everybody(rules: &Rules) -> SeatSet {
    SeatSet::all(rules.seats as usize)
}

/// The player as it is, or told the roles of these seats.
fn seated<P>(player: P, told: SeatSet) -> Player<Saboteur>
where
    P: Guide<Saboteur> + Advised<Saboteur> + 'static,
{
    match told.is_empty() {
        true => Player::agent(Guided(player)),
        false => Player::Oracle(Box::new(Tipped::new(Guided(player), told))),
    }
}

fn breaker_player(params: &mut Params<'_>, _rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let breaker = Breaker::new(Normal(Scoring::read(params)?), PlayStyle::read(params)?);
    Ok(Player::agent(Guided(breaker)))
}

fn cheater_player(params: &mut Params<'_>, _rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    Ok(Player::Oracle(Box::new(Cheater::new(Cheat::read(params)?, PlayStyle::read(params)?))))
}
