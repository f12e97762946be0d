//! Shadow Raiders in the catalog: its players, estimators and bounds.

#[cfg(test)]
mod tests;
mod thinker;

use games::Raiders;
use games::raiders::{Action, OrderRule, Phase, Public, Rules};
use players::raiders::{
    GRANT, HABITS, Heuristic, Informed, KNOWING, RaidersEvents, RaidersRow, RaidersTruth, bayes, candidates,
    follows, granted, habits,
};
use search::Scale;
use search::playout::Guided;
use table::{AnswerRows, EventRow, Notes, Param, Player, Spec, StandingAnswer, Tipped, TruthRow, Values};

use crate::estimators::{Estimated, EstimatorRow, estimator};
use crate::registry::{Playable, Visitor};
use crate::row::Row;

const BY: Param = Param::new(
    "by",
    "bayes",
    "the estimator it follows, with its parameters: by=bayes(slip=0.1)",
    Values::Spec,
);

/// The player that follows an estimator.
const ESTIMATING: Row<Raiders> = Row {
    name: "estimating",
    about: "the heuristic player, fed by an estimator of factions",
    params: &[&[BY], HABITS],
    quick: &["", "by=uniform"],
    build: |params, rules| {
        let estimator = estimator::<Raiders>(&params.text(&BY).parse()?, rules)?;
        let player = Heuristic::new(habits(params)?);
        Ok(Player::agent(follows(player, estimator)))
    },
};

const BAYES: EstimatorRow<Raiders> = Row {
    name: "bayes",
    about: "the posterior over the factions, if the others are heuristic players",
    params: &[KNOWING, HABITS],
    quick: &[],
    build: |params, _| bayes(params),
};
const CANDIDATES: EstimatorRow<Raiders> = Row {
    name: "candidates",
    about: "counts what inference cards, damage and shown characters leave possible",
    params: &[],
    quick: &[],
    build: |_, _| Ok(Box::new(candidates())),
};

/// Most questions of a game are whether one shows oneself.
const HIDE: StandingAnswer<Raiders> = StandingAnswer {
    name: "hide",
    about: "Stay hidden until you say otherwise",
    pick: |view, legal| {
        let about_showing =
            matches!(view.public.phase, Phase::Reveal | Phase::React(_) | Phase::Show(_) | Phase::Excalibur);
        (about_showing && legal.contains(&Action::Decline)).then_some(Action::Decline)
    },
    ends: |view| {
        let public = view.public;
        public.shown[view.seat].is_some() || !public.living.contains(view.seat) || public.phase == Phase::Over
    },
};

impl Playable for Raiders {
    type Encoder = RaidersRow;

    fn truth_row(rules: &Rules) -> Box<dyn TruthRow<Raiders>> {
        Box::new(RaidersTruth::new(rules))
    }

    fn event_row(rules: &Rules) -> Box<dyn EventRow<Raiders>> {
        Box::new(RaidersEvents::new(rules))
    }

    const PLAYERS: &'static [Row<Raiders>] = &[
        ESTIMATING,
        Row {
            name: "heuristic",
            about: "the paper's player: attacks, heals and draws by what it knows",
            params: &[HABITS],
            quick: &["", "as=program"],
            build: |params, _| Ok(Player::agent(Guided(Heuristic::new(habits(params)?)))),
        },
        thinker::ROW,
        Row {
            name: "tipped",
            about: "the same, told the truth about some factions: a cheat to measure by",
            params: &[GRANT, HABITS],
            quick: &["", "pair=friend-enemy,enemy=random"],
            build: |params, _| {
                let (grant, rest) = granted(params)?;
                let player = Informed::new(Heuristic::new(habits(params)?), rest);
                Ok(Player::Oracle(Box::new(Tipped::new(player, grant))))
            },
        },
    ];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] = &[("raiders", &["heuristic"; 4])];

    /// Only these three questions look at who a seat is; what may be chosen at all others lies face up.
    const ANSWERS: AnswerRows<Raiders> = AnswerRows {
        standing: &[HIDE],
        is_open: |public| !matches!(public.phase, Phase::Answer(_) | Phase::Show(_) | Phase::Excalibur),
    };
    const ADVISER: &'static str = "thinker";
    const TIMED: &'static [(&'static str, &'static [usize])] =
        &[("raiders", &[5]), ("raiders-modified", &[5]), ("raiders-as-published", &[5])];

    fn note_taker(rules: &Rules) -> Option<Box<dyn Notes<Raiders>>> {
        crate::noter(&Spec::named("bayes"), rules).ok()
    }

    fn scale(_public: &Public) -> Scale {
        Scale::Wins
    }

    /// Of the layouts of the areas there are 120, of the orders of turns many more.
    fn most_outcomes(rules: &Rules) -> Option<u32> {
        let orders: u32 = match rules.order {
            OrderRule::Shuffled => (1..=u32::from(rules.seats)).product(),
            _ => u32::from(rules.seats),
        };
        (orders <= LISTED).then_some(orders.max(120))
    }

    /// A turn asks for ten things besides the attack. That, a second one and what the werewolf answers to each ask three
    /// things of everybody who is hit and three more.
    fn most_choices(rules: &Rules) -> u32 {
        (u32::from(rules.max_turns) + 1) * (10 + 4 * (3 * u32::from(rules.seats) + 3))
    }

    fn accept<V: Visitor>(visitor: V, rules: Rules) -> V::Out {
        visitor.visit_roles::<Raiders>(rules)
    }
}

/// The largest number of outcomes of a chance event.
const LISTED: u32 = 10_000;

impl Estimated for Raiders {
    const ESTIMATORS: &'static [EstimatorRow<Raiders>] = &[BAYES, CANDIDATES];
}
