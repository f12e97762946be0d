//! Saboteur in the catalog: the players of the two papers, its estimators and bounds.

#[cfg(test)]
mod tests;
mod thinker;

use games::Saboteur;
use games::saboteur::{Card, Public, Rules, Score};
use players::beliefs::Posterior;
use players::saboteur::{
    Breaker, CHEATING, Cheat, Cheater, Colluder, Fellows, FindBy, LITTERING, Normal, PACT, Pact, Papers,
    PapersModel, Partners, PlayStyle, SCORING, SIGNALLING, STYLE, SUPPOSING, SUSPECTING, SaboteurEvents,
    SaboteurRow, SaboteurTruth, Scheme, Scoring, Signaller, Suspects, TALKING, TRUSTING, suspects, suspicion,
};
use search::Scale;
use search::playout::{Guide, Guided};
use table::{
    Advised, EventRow, Notes, Param, Params, Player, SeatSet, Spec, SpecError, Tipped, TruthRow, Values,
};

use crate::estimators::{Estimated, EstimatorRow, estimator_or_oracle};
use crate::registry::{Playable, Visitor};
use crate::row::Row;

const BY: Param =
    Param::new("by", "bayes", "the estimator that says who is who; oracle cheats", Values::Spec);
const SURE: Param =
    Param::number("sure", "0.5", "a suspect is who is a saboteur with more than this probability", 0.0, 1.0);

/// The player that follows an estimator.
const ESTIMATING: Row<Saboteur> = Row {
    name: "estimating",
    about: "papers that suspects whom an estimator takes for a saboteur",
    params: &[&[BY, SURE], STYLE],
    quick: &["", "by=suspicion"],
    build: estimating,
};

fn estimating(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let by = estimator_or_oracle::<Saboteur>(params, &BY, rules)?;
    let sure = params.number(&SURE)?;
    Ok(suspects(PlayStyle::read_common(params)?, sure, by, rules))
}

const BAYES: EstimatorRow<Saboteur> = Row {
    name: "bayes",
    about: "the posterior over roles if everybody plays like papers, their hands unseen",
    params: &[STYLE, SUSPECTING, SUPPOSING],
    quick: &[],
    build: |params, _| Ok(Box::new(Posterior::new(PapersModel::read(params)?).with_floor(0.0))),
};
const SUSPICION: EstimatorRow<Saboteur> = Row {
    name: "suspicion",
    about: "whom a rule of the papers suspects, is a saboteur so probably",
    params: &[TRUSTING],
    quick: &[],
    build: |params, _| Ok(Box::new(suspicion(params)?)),
};

impl Playable for Saboteur {
    type Encoder = SaboteurRow;

    fn truth_row(rules: &Rules) -> Box<dyn TruthRow<Saboteur>> {
        Box::new(SaboteurTruth::new(rules))
    }

    fn event_row(_rules: &Rules) -> Box<dyn EventRow<Saboteur>> {
        Box::new(SaboteurEvents)
    }

    const PLAYERS: &'static [Row<Saboteur>] = &[
        Row {
            name: "breaker",
            about: "a saboteur who plays break cards by the score of the paper on them; else like papers",
            params: &[SCORING, STYLE, SUSPECTING, LITTERING],
            quick: &[],
            build: breaker_player,
        },
        Row {
            name: "cheater",
            about: "breaker with the score that sees all hands: a reference that cheats",
            params: &[SCORING, CHEATING, STYLE, SUSPECTING, LITTERING],
            quick: &[],
            build: cheater_player,
        },
        Row {
            name: "colluder",
            about: "papers with a secret language: dead ends tell partners which corner one holds",
            params: &[PACT, STYLE, SUSPECTING, LITTERING, TALKING],
            quick: &[
                "",
                "partners=found,saboteurs=found,suspects=pass",
                "partners=told,saboteurs=told",
                "partners=found,code=shown",
            ],
            build: colluder_player,
        },
        ESTIMATING,
        Row {
            name: "papers",
            about: "the digger and the saboteur of the paper on collusion",
            params: &[STYLE, SUSPECTING, LITTERING, TALKING],
            quick: &["", "suspects=path-break,t=4,litter=0.5", "suspects=guess", "suspects=oracle"],
            build: papers_player,
        },
        Row {
            name: "signaller",
            about: "papers whose saboteurs find each other by signs in what they do, and divide the work",
            params: &[SIGNALLING, STYLE, SUSPECTING],
            quick: &["", "finds=told,t=4,suspects=path-break", "finds=deeds,signs=no,shares=no"],
            build: signaller_player,
        },
        thinker::ROW,
    ];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("saboteur", &["papers"; 5])];
    const ADVISER: &'static str = "thinker";
    const TIMED: &'static [(&'static str, &'static [usize])] =
        &[("saboteur", &[6]), ("saboteur-collusion", &[6])];

    fn note_taker(rules: &Rules) -> Option<Box<dyn Notes<Saboteur>>> {
        crate::noter(&Spec::named("bayes"), rules).ok()
    }

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

fn signaller_player(params: &mut Params<'_>, rules: &Rules) -> Result<Player<Saboteur>, SpecError> {
    let (scheme, style) = (Scheme::read(params)?, PlayStyle::read_tidy(params)?);
    let all = scheme.finds == FindBy::Told || style.suspects == Suspects::Oracle;
    Ok(seated(Signaller::new(scheme, style), if all { everybody(rules) } else { SeatSet::NONE }))
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

impl Estimated for Saboteur {
    const ESTIMATORS: &'static [EstimatorRow<Saboteur>] = &[BAYES, SUSPICION];
}
