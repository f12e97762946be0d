//! What experiments measure in the buzzard: bids in given situations, and what a best response earns.

use std::sync::OnceLock;

use games::Buzzard;
use games::buzzard::{Bid, Prize, Rules, TurnUp};
use table::{
    Event, Game, Hidden, Param, Params, Player, PublicState, Rng, Seat, Spec, SpecError, Stream, Thought,
    Turn,
};

use catalog::buzzard::exploit::States;
use catalog::kinds::{Ask, Formula, KindRow, Lineup, Measure, Method};
use catalog::{Catalogued, columns};

/// The kinds of this game.
pub(crate) static KINDS: &[KindRow<Buzzard>] = &[BIDS, EXPLOIT];

columns! { BID_COLUMNS:
    HEIGHT "height" "where the bid stands in the hand: 0 lowest, 1 highest",
    LOWEST "lowest_share" "1 if it is the lowest bid",
    HIGHEST "highest_share" "1 if it is the highest bid",
    BEATS "beats" "the share of the others' bids that are lower than the bid",
    VALUE "value" "the reward its search expects of the bid; NaN for a player that does not search",
    LEAD "lead" "that reward less the mean of what it expects of the other bids; NaN likewise",
    SCORE "score" "what the selection of its search weighs the bid by: UCB1 of the uct family, regret of rm; NaN likewise",
    SPREAD "spread" "the highest such weight of any bid less the lowest; NaN likewise",
}

const PRIZE: Param =
    Param::number("prize", "", "the prize that is turned up, one of the game's", -15.0, 15.0);
const LEFT: Param = Param::number("left", "", "how many bids are left in each hand", 2.0, 15.0);
const ABOVE: Param = Param::number(
    "above",
    "",
    "how many of the others' bids are higher than the own highest; unless said, as it comes",
    0.0,
    75.0,
);

const BIDS: KindRow<Buzzard> = KindRow {
    name: "bids",
    about: "what the first entrant bids for `prize` with `left` bids left, where `above` of the others' bids are higher \
            than all of its own; a unit is one situation, reached at random",
    axes: &[&[PRIZE, LEFT, ABOVE]],
    columns: &[BID_COLUMNS],
    measures: &[
        Measure::new(
            "height",
            "where the bid stands in the hand: 0 lowest, 1 highest",
            Formula::Mean(HEIGHT),
        ),
        Measure::rate("lowest_share", "how often it is the lowest bid", &[LOWEST], &[]),
        Measure::rate("highest_share", "how often it is the highest bid", &[HIGHEST], &[]),
        Measure::new(
            "beats",
            "the share of the others' bids that are lower than the bid",
            Formula::Mean(BEATS),
        ),
        Measure::new(
            "value",
            "the mean reward, in 0..1, its search expects of the bid",
            Formula::Mean(VALUE),
        ),
        Measure::new(
            "lead",
            "that reward less the mean of what it expects of the other bids",
            Formula::Mean(LEAD),
        ),
        Measure::new(
            "score",
            "what the selection of its search weighs the bid by when it ends: UCB1 of the uct family, regret of rm",
            Formula::Mean(SCORE),
        ),
        Measure::new("spread", "the highest such weight of any bid less the lowest", Formula::Mean(SPREAD)),
    ],
    method: Method::Ask(|params, lineup| Ok(Box::new(Bids::new(params, lineup)?))),
};

/// The number of games after which a situation that has not come up is refused.
const MOST_TRIES: usize = 20_000;

struct Bids {
    rules: Rules,
    agent: Spec,
    prize: Prize,
    left: usize,
    above: Option<usize>,
}

impl Bids {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Buzzard>) -> Result<Bids, SpecError> {
        let Lineup { rules, entrants, .. } = *lineup;
        let (prize, left): (_, usize) = (params.number(&PRIZE)?, params.number(&LEFT)?);
        let prize = Prize::new(prize).filter(|prize| rules.all_prizes().contains(*prize));
        let prize = prize.ok_or_else(|| SpecError::bad("bids: `prize` is none of the game's prizes"))?;
        if left > usize::from(rules.cards) {
            return Err(SpecError::bad(format!("bids: `left` should be 2 to {} bids", rules.cards)));
        }
        let above = params.maybe_number(&ABOVE)?;
        let most = left.min(usize::from(rules.cards) - left) * (usize::from(rules.seats) - 1);
        if above > Some(most) {
            let why = format!("bids: with {left} bids left `above` should be 0 to {most}");
            return Err(SpecError::bad(why));
        }
        let bids = Bids { rules, agent: entrants[0].clone(), prize, left, above };
        if !bids.comes_up() {
            let why =
                format!("bids: with {left} bids left such an `above` hardly ever comes up; ask for less");
            return Err(SpecError::bad(why));
        }
        Ok(bids)
    }

    /// Whether play at random leads to such a situation often enough to wait for it.
    fn comes_up(&self) -> bool {
        let mut rng = Rng::new(0);
        (0..MOST_TRIES).any(|_| self.fits(&self.reached(&mut rng)))
    }

    fn fits(&self, game: &Buzzard) -> bool {
        self.above.is_none_or(|above| higher(game) == above)
    }

    /// A situation in which the others hold as many higher bids as they should.
    fn situation(&self, rng: &mut Rng) -> Buzzard {
        loop {
            let game = self.reached(rng);
            if self.fits(&game) {
                return game;
            }
        }
    }

    /// Plays at random until this many bids are left, keeping the prize back, and turns it up.
    fn reached(&self, rng: &mut Rng) -> Buzzard {
        let mut game = Buzzard::new(&self.rules);
        let mut scratch = Vec::new();
        loop {
            let event = match game.public().turn() {
                Turn::Seats(set) => {
                    let seat = set.first().expect("a turn of seats has a seat");
                    Event::Act(seat, Buzzard::random_action(game.view(seat), rng, &mut scratch))
                }
                _ if game.public().hands[Seat::new(0)].len() == self.left => break,
                _ => Event::Chance(self.other_prize(&game, rng)),
            };
            game.apply(&event);
        }
        game.apply(&Event::Chance(TurnUp(self.prize)));
        game
    }

    /// Any prize but the one that is kept back.
    fn other_prize(&self, game: &Buzzard, rng: &mut Rng) -> TurnUp {
        loop {
            let turned = game.draw(rng);
            if turned.0 != self.prize {
                return turned;
            }
        }
    }
}

/// The seat that is asked.
const ASKED: Seat = Seat::new(0);

/// The bids of everybody else.
fn others(game: &Buzzard) -> impl Iterator<Item = Bid> {
    game.public().hands.iter().filter(|&(seat, _)| seat != ASKED).flat_map(|(_, hand)| hand)
}

/// How many bids of the others are higher than the highest of the seat that is asked.
fn higher(game: &Buzzard) -> usize {
    let highest = game.public().hands[ASKED].last();
    others(game).filter(|&bid| Some(bid) > highest).count()
}

impl Ask for Bids {
    fn ask(&self, seed: u64, row: &mut [f64]) -> Result<(), SpecError> {
        let game = self.situation(&mut Rng::stream(seed, Stream::Dealer));
        let Player::Agent(mut player) = Buzzard::seat(&self.agent, &self.rules)? else {
            return Err(SpecError::bad("bids: an oracle does not bid by what it sees"));
        };
        let (view, mut legal) = (game.view(ASKED), Vec::new());
        Buzzard::legal(view, &mut legal);
        player.begin_series(ASKED, 1);
        player.begin(view, &mut Rng::stream(seed, Stream::Begin(ASKED)));
        let bid = player.act(view, &legal, &mut Rng::stream(seed, Stream::Decision(ASKED, 0)));
        let (lower, all) = (others(&game).filter(|&other| other < bid).count(), others(&game).count());
        row[BEATS] = lower as f64 / all as f64;
        note(&legal, bid, &player.thoughts(view), row);
        Ok(())
    }
}

/// Notes a bid; a player that does not think in figures leaves these empty.
fn note(legal: &[Bid], bid: Bid, thoughts: &[Thought<Bid>], row: &mut [f64]) {
    let place = legal.iter().position(|&other| other == bid).expect("a bid is one of the legal ones");
    let is = |right: bool| f64::from(u8::from(right));
    let last = legal.len() - 1;
    row[HEIGHT] = place as f64 / last as f64;
    (row[LOWEST], row[HIGHEST]) = (is(place == 0), is(place == last));
    let (mine, rest): (Vec<&Thought<Bid>>, Vec<&Thought<Bid>>) =
        thoughts.iter().partition(|thought| thought.action == bid);
    let (value, score) = mine.first().map_or((f64::NAN, f64::NAN), |thought| (thought.value, thought.score));
    // An untried bid has no value, and its weight is endless.
    let tried = rest.iter().filter(|thought| thought.visits > 0).map(|thought| thought.value);
    let usual = tried.clone().sum::<f64>() / tried.count() as f64;
    (row[VALUE], row[LEAD], row[SCORE]) = (value, value - usual, score);
    row[SPREAD] = spread(thoughts.iter().map(|thought| thought.score).filter(|score| score.is_finite()));
}

/// The highest less the lowest; NaN of nothing.
fn spread(scores: impl Iterator<Item = f64> + Clone) -> f64 {
    let highest = scores.clone().fold(f64::NAN, f64::max);
    highest - scores.fold(f64::NAN, f64::min)
}

const QUESTIONS: Param = Param::number(
    "questions",
    "4",
    "how often a unit asks at every state; the mean of the answers is the policy that is exploited",
    1.0,
    10_000.0,
);

/// Larger games are not asked state by state.
const MOST_STATES: usize = 200_000;

columns! { EXPLOIT_COLUMNS:
    EXPLOITABILITY "exploitability" "what a best response earns above the game's value, one side, in points",
}

const EXPLOIT: KindRow<Buzzard> = KindRow {
    name: "exploit",
    about: "the exact exploitability of the player on both seats of the buzzard for two; a unit asks it anew at every \
            state",
    axes: &[&[QUESTIONS]],
    columns: &[EXPLOIT_COLUMNS],
    measures: &[Measure::new(
        "exploitability",
        "what a best response earns above the game's value, one side, in points",
        Formula::Mean(EXPLOITABILITY),
    )],
    method: Method::Ask(|params, lineup| Ok(Box::new(Exploit::new(params, lineup)?))),
};

struct Exploit {
    rules: Rules,
    agent: Spec,
    questions: usize,
    /// Worked out when the first unit is.
    states: OnceLock<Result<States, SpecError>>,
}

impl Exploit {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Buzzard>) -> Result<Exploit, SpecError> {
        let (rules, questions, states) = (lineup.rules, params.number(&QUESTIONS)?, OnceLock::new());
        match lineup.entrants {
            [agent, other] if agent == other => {
                Ok(Exploit { rules, agent: agent.clone(), questions, states })
            }
            [_, _] => Err(SpecError::bad("exploit is about one player: write it on both seats")),
            _ => Err(SpecError::bad("exploit is about the game for two")),
        }
    }
}

impl Ask for Exploit {
    fn ask(&self, seed: u64, row: &mut [f64]) -> Result<(), SpecError> {
        let states = self.states.get_or_init(|| States::of(&self.rules, MOST_STATES));
        let states = states.as_ref().map_err(SpecError::clone)?;
        row[EXPLOITABILITY] = states.ask(&self.agent, self.questions, seed, &|_| ())?.value();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Notation;

    /// The row of one unit of a kind.
    fn asked(kind: &KindRow<Buzzard>, game: &str, entrants: &str, axes: &str) -> Result<Vec<f64>, SpecError> {
        let entrants = Spec::list(entrants)?;
        let rules = Buzzard::read_rules(&game.parse()?, entrants.len())?;
        let Method::Ask(build) = kind.method else { panic!("{} asks", kind.name) };
        let axes: Spec = format!("{}({axes})", kind.name).parse()?;
        let mut row = vec![0.0; kind.width()];
        build(&mut Params::new(&axes), &Lineup { rules, entrants: &entrants, paired: false })?
            .ask(1, &mut row)?;
        Ok(row)
    }

    /// Bidding the prize's own value earns (K² - 1) / 6 against the uniform player, and nothing earns more.
    #[test]
    fn exploit_finds_the_closed_form() {
        let row = asked(&EXPLOIT, "goofspiel(cards=3)", "random,random", "").unwrap();
        assert!((row[EXPLOITABILITY] - 8.0 / 6.0).abs() < 1e-9, "{row:?}");
        let other = asked(&EXPLOIT, "goofspiel(cards=3)", "random,greedy", "").unwrap_err();
        assert!(other.to_string().contains("write it on both seats"), "{other}");
    }

    /// One answer of a player without a mixture is a pure policy; the mean of many is not.
    #[test]
    fn more_questions_make_a_policy_that_is_less_pure() {
        let asked = |questions| {
            let axes = format!("questions={questions}");
            let row = asked(&EXPLOIT, "goofspiel(cards=3)", "uct(sims=20),uct(sims=20)", &axes);
            row.unwrap()[EXPLOITABILITY]
        };
        assert!(asked(1) > 1.1 * asked(16), "{} {}", asked(1), asked(16));
    }

    #[test]
    fn bids_are_noted_in_their_situation() {
        let bid = |prize: i8| {
            let axes = format!("prize={prize},left=5");
            asked(&BIDS, "goofspiel(cards=5)", "match-prize,random", &axes).unwrap()
        };
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[HEIGHT]), [0.0, 0.5, 1.0]);
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[LOWEST]), [1.0, 0.0, 0.0]);
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[HIGHEST]), [0.0, 0.0, 1.0]);
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[BEATS]), [0.0, 0.4, 0.8], "the other holds all five");
        assert!(
            [VALUE, LEAD, SCORE, SPREAD].iter().all(|&column| bid(1)[column].is_nan()),
            "it does not search"
        );
    }

    #[test]
    fn thoughts_are_noted_beside_the_bid() {
        let legal = [1, 2, 3, 4].map(|bid| Bid::new(bid).unwrap());
        let thought =
            |bid: u8, visits, value, score| Thought { action: Bid::new(bid).unwrap(), visits, value, score };
        let thoughts = [
            thought(1, 5, 0.5, 0.8),
            thought(2, 9, 0.75, 0.875),
            thought(3, 1, 0.25, 0.75),
            thought(4, 0, 0.0, f64::INFINITY),
        ];
        let mut row = vec![0.0; BIDS.width()];
        note(&legal, legal[1], &thoughts, &mut row);
        assert_eq!([VALUE, LEAD, SCORE, SPREAD].map(|column| row[column]), [0.75, 0.375, 0.875, 0.125]);
    }

    /// The others' bids above one's own highest, counted by hand in every situation.
    #[test]
    fn situations_are_as_the_axis_says() {
        for (above, left, seats) in [(0, 4, 2), (1, 4, 2), (3, 4, 2), (4, 4, 2), (5, 3, 3)] {
            let rules = Buzzard::read_rules(&"buzzard(cards=8)".parse().unwrap(), seats).unwrap();
            let entrants = vec![Spec::named("random"); seats];
            let axes = format!("bids(prize=1,left={left},above={above})").parse().unwrap();
            let lineup = Lineup { rules, entrants: &entrants, paired: false };
            let bids = Bids::new(&mut Params::new(&axes), &lineup).unwrap();
            for seed in 0..20 {
                let game = bids.situation(&mut Rng::new(seed));
                let hands: Vec<Vec<Bid>> =
                    game.public().hands.iter().map(|(_, hand)| hand.iter().collect()).collect();
                let best = hands[0].iter().max().unwrap();
                let found = hands[1..].iter().flatten().filter(|bid| *bid > best).count();
                assert!(found == above && hands.iter().all(|hand| hand.len() == left), "{hands:?}");
            }
        }
    }

    #[test]
    fn situations_that_cannot_be_are_refused() {
        let refused = |axes: &str| asked(&BIDS, "goofspiel(cards=5)", "random,random", axes).unwrap_err();
        for (axes, why) in [
            ("left=5", "bids needs `prize`"),
            ("prize=1.5,left=5", "`prize=1.5` should be"),
            ("prize=6,left=5", "none of the game's prizes"),
            ("prize=1,left=1", "`left=1` should be"),
            ("prize=1,left=6", "`left` should be 2 to 5 bids"),
            ("prize=1,left=4,above=2", "`above` should be 0 to 1"),
            ("prize=1,left=2,above=3", "`above` should be 0 to 2"),
        ] {
            assert!(refused(axes).to_string().contains(why), "{axes}: {}", refused(axes));
        }
        let rare = asked(&BIDS, "buzzard", "random,random", "prize=1,left=7,above=7").unwrap_err();
        assert!(rare.to_string().contains("hardly ever comes up"), "{rare}");
    }
}
