//! Daihinmin in the catalog: its players, its forecast of the final ranks, and its bounds.

use games::Daihinmin;
use games::daihinmin::{Action, Phase, Public, Rules, rank_terms};
use players::daihinmin::{
    DaihinminEvents, DaihinminRow, DaihinminTruth, League, Mc, Naive, Novice, Quick, RankForecast, Sontaku,
    Submission, points,
};
use search::Scale;
use table::{AnswerRows, EventRow, Lang, Notes, Player, Seat, Spec, StandingAnswer, TruthRow};

use crate::estimators::ForecastRow;
use crate::registry::Playable;
use crate::row::Row;

const RANK: ForecastRow<Daihinmin> = Row {
    name: "rank",
    about: "where everybody ends, by a network that learned from 10,000 games of five public programs; five seats",
    params: RankForecast::PARAMS,
    quick: &[],
    build: |params, rules| Ok(Box::new(RankForecast::read(params, rules)?)),
};

/// A person who has given up the trick need not click once a round.
const PASS: StandingAnswer<Daihinmin> = StandingAnswer {
    name: "pass",
    about: "Pass until the table is cleared",
    pick: |_, legal| legal.contains(&Action::Pass).then_some(Action::Pass),
    ends: |view| view.public.phase != Phase::Play || view.public.table.meld.is_none(),
};

impl Playable for Daihinmin {
    type Encoder = DaihinminRow;

    fn truth_row(rules: &Rules) -> Box<dyn TruthRow<Daihinmin>> {
        Box::new(DaihinminTruth::new(rules))
    }

    fn event_row(rules: &Rules) -> Box<dyn EventRow<Daihinmin>> {
        Box::new(DaihinminEvents::new(rules))
    }

    const PLAYERS: &'static [Row<Daihinmin>] = &[
        Row {
            name: "league",
            about: "the poor together: like `rule`, but they spare each other and beat the daifugo's plays",
            params: League::PARAMS,
            quick: &["", "members=poor"],
            build: |params, _| League::read(params).map(Player::agent),
        },
        Row {
            name: "mc",
            about: "tries plays in imagined worlds, quick players play on, the last two are solved",
            params: Mc::PARAMS,
            quick: &[
                "sims=30",
                "sims=30,belief=exchange,value=points,mate=no,solver=no",
                "sims=30,belief=uniform,guide=random",
            ],
            build: |params, _| Mc::read(params).map(Player::agent),
        },
        Row {
            name: "naive",
            about: "company that steers the person by a coin: each game like `rule`, or at random",
            params: Naive::PARAMS,
            quick: &["", "target=1"],
            build: |params, rules| Naive::read(params, rules).map(Player::agent),
        },
        Row {
            name: "novice",
            about: "plays like `rule`, but every now and then at random",
            params: Novice::PARAMS,
            quick: &["", "slip=0.1"],
            build: |params, _| Novice::read(params).map(Player::agent),
        },
        Row {
            name: "rule",
            about: "plays what leaves the hand that needs the fewest leads, without a search",
            params: &[Quick::PARAMS],
            quick: &["", "mate=no,solver=no"],
            build: |params, _| Quick::read(params).map(Player::agent),
        },
        Row {
            name: "sontaku",
            about: "company that steers the mean place of one seat by plays that cost it little",
            params: Sontaku::PARAMS,
            quick: &["", "person=B,target=1"],
            build: |params, rules| Sontaku::read(params, rules).map(Player::agent),
        },
        Row {
            name: "submission",
            about: "the paper's model: estimates the rank class it can reach and submits what comes closest to it",
            params: Submission::PARAMS,
            quick: &["", "distance=l2,target=rich", "distance=kl,evaluator=even"],
            build: |params, rules| Submission::read(params, rules).map(Player::agent),
        },
    ];
    const COMPANY: &'static [(&'static str, &'static [&'static str])] =
        &[("daihinmin", &["rule"; 4]), ("daihinmin-mini", &["rule"; 2])];
    const ADVISER: &'static str = "mc";

    const FORECASTS: &'static [ForecastRow<Daihinmin>] = &[RANK];

    const ANSWERS: AnswerRows<Daihinmin> = AnswerRows { standing: &[PASS], is_open: |_| false };

    fn note_taker(rules: &Rules) -> Option<Box<dyn Notes<Daihinmin>>> {
        crate::rank_noter(&Spec::named("rank"), rules).ok()
    }

    fn ranks(rules: &Rules) -> Option<Vec<&'static str>> {
        let (ranks, seats) = (rules.ranks?, usize::from(rules.seats));
        let terms = rank_terms(seats, Lang::English);
        Seat::all(seats).map(|seat| terms.get(ranks.place(seat)?).copied()).collect()
    }

    /// One point for the last, as many as seats for the first.
    fn scale(public: &Public) -> Scale {
        points(public)
    }

    fn most_outcomes(rules: &Rules) -> Option<u32> {
        let orders: f64 = (1..=rules.seats).map(f64::from).product();
        let most = orders.max(deals(rules));
        (most <= LISTED).then_some(most as u32)
    }

    /// Each card is played once, and before it fewer pass than end the game; then there are the gifts.
    fn most_choices(rules: &Rules) -> u32 {
        let (cards, passes) = (rules.deck.len() as u32, u32::from(rules.passes));
        cards * (passes + 1) + u32::from(rules.seats)
    }

    fn sum_of_points(rules: &Rules) -> Option<f64> {
        let seats = f64::from(rules.seats);
        Some(seats * (seats + 1.0) / 2.0)
    }
}

/// The largest number of outcomes of a chance event.
const LISTED: f64 = 10_000.0;

/// In how many ways the cards can be dealt.
fn deals(rules: &Rules) -> f64 {
    let (seats, cards) = (usize::from(rules.seats), rules.deck.len());
    let (mut ways, mut left) = (1.0, cards as f64);
    for seat in 0..seats {
        for card in 1..=cards / seats + usize::from(seat < cards % seats) {
            ways *= left / card as f64;
            left -= 1.0;
        }
    }
    ways.round()
}

#[cfg(test)]
mod tests {
    use games::daihinmin::Rules;
    use table::Notation;

    use super::*;
    use crate::forecast;

    fn rules(text: &str, seats: usize) -> Rules {
        Daihinmin::read_rules(&text.parse().unwrap(), seats).unwrap()
    }

    #[test]
    fn other_tables_files_and_names_are_refused() {
        let refused = |text: &str, rules: &Rules| {
            let made = forecast::<Daihinmin>(&text.parse::<Spec>().unwrap(), rules);
            made.err().map_or_else(String::new, |error| error.to_string())
        };
        let usual = rules("daihinmin", 5);
        assert_eq!(refused("rank", &usual), "");
        assert!(refused("rnak", &usual).contains("did you mean `rank`?"));
        assert!(refused("rank", &rules("daihinmin", 4)).contains("games of 5 seats, not of 4"));
        assert!(refused("rank(weights=/no/such/file)", &usual).contains("/no/such/file"));
    }

    #[test]
    fn strangers_cannot_make_it_read_files() {
        let said =
            |text: &str| crate::check_open(&text.parse().unwrap(), "daihinmin").err().map(|e| e.to_string());
        assert!(said("submission(a=/etc/passwd)").is_some_and(|said| said.contains("not for guests")));
        assert_eq!(said("submission(evaluator=even)"), None);
    }
}
