//! What experiments measure in the buzzard: bids in given situations, and what a best response earns.

use std::sync::OnceLock;

use games::Buzzard;
use games::buzzard::{Bid, Prize, Rules, TurnUp};
use table::{
    Event, Game, Hidden, Param, Params, Player, PublicState, Rng, Seat, Spec, SpecError, Stream, Thought,
    Turn,
};

use super::exploit::States;
use crate::columns;
use crate::measures::{Ask, Formula, KindRow, Lineup, Measure, Method};

/// The kinds of this game.
pub(super) const KINDS: &[KindRow<Buzzard>] = &[BIDS, EXPLOIT];

columns! { BID_COLUMNS:
    HEIGHT "height" "where the bid stands in the hand: 0 lowest, 1 highest",
    LOWEST "lowest_share" "1 if it is the lowest bid",
    HIGHEST "highest_share" "1 if it is the highest bid",
    VALUE "value" "the reward its search expects of the bid; NaN for a player that does not search",
    UCB1 "ucb1" "the UCB1 value of the bid; NaN likewise",
    MARGIN "margin" "that UCB1 value less the mean of the other bids'; NaN likewise",
}

const PRIZE: Param =
    Param::number("prize", "", "the prize that is turned up, one of the game's", -15.0, 15.0);
const LEFT: Param = Param::number("left", "", "how many bids are left in each hand", 2.0, 15.0);

const BIDS: KindRow<Buzzard> = KindRow {
    name: "bids",
    about: "what the first entrant bids for `prize` with `left` bids left; a unit is one situation, reached at random",
    axes: &[&[PRIZE, LEFT]],
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
            "value",
            "the mean reward, in 0..1, its search expects of the bid",
            Formula::Mean(VALUE),
        ),
        Measure::new("ucb1", "the UCB1 value of the bid when the search ended", Formula::Mean(UCB1)),
        Measure::new("margin", "that UCB1 value less the mean of the other bids'", Formula::Mean(MARGIN)),
    ],
    method: Method::Ask(|params, lineup| Ok(Box::new(Bids::new(params, lineup)?))),
};

struct Bids {
    rules: Rules,
    agent: Spec,
    prize: Prize,
    left: usize,
}

impl Bids {
    fn new(params: &mut Params<'_>, lineup: &Lineup<'_, Buzzard>) -> Result<Bids, SpecError> {
        let Lineup { rules, entrants, .. } = *lineup;
        let (prize, left) = (params.number(&PRIZE)?, params.number(&LEFT)?);
        let prize = Prize::new(prize).filter(|prize| rules.all_prizes().contains(*prize));
        let prize = prize.ok_or_else(|| SpecError::bad("bids: `prize` is none of the game's prizes"))?;
        if left > usize::from(rules.cards) {
            return Err(SpecError::bad(format!("bids: `left` should be 2 to {} bids", rules.cards)));
        }
        Ok(Bids { rules, agent: entrants[0].clone(), prize, left })
    }

    /// Plays at random until so many bids are left, keeping the prize back, and turns it up.
    fn situation(&self, rng: &mut Rng) -> Buzzard {
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

impl Ask for Bids {
    fn ask(&self, seed: u64, row: &mut [f64]) -> Result<(), SpecError> {
        let game = self.situation(&mut Rng::stream(seed, Stream::Dealer));
        let Player::Agent(mut player) = crate::seat::<Buzzard>(&self.agent, &self.rules)? else {
            return Err(SpecError::bad("bids: an oracle does not bid by what it sees"));
        };
        let (seat, mut legal) = (Seat::new(0), Vec::new());
        Buzzard::legal(game.view(seat), &mut legal);
        player.begin_series(seat, 1);
        player.begin(game.view(seat), &mut Rng::stream(seed, Stream::Begin(seat)));
        let bid = player.act(game.view(seat), &legal, &mut Rng::stream(seed, Stream::Decision(seat, 0)));
        note(&legal, bid, &player.thoughts(game.view(seat)), row);
        Ok(())
    }
}

/// Notes a bid; a player that does not think in figures leaves these empty.
fn note(legal: &[Bid], bid: Bid, thoughts: &[Thought<Bid>], row: &mut [f64]) {
    let place = legal.iter().position(|&other| other == bid).expect("a bid is one of the legal ones");
    let is = |right: bool| f64::from(u8::from(right));
    let thought = thoughts.iter().find(|thought| thought.action == bid);
    let others: Vec<f64> =
        thoughts.iter().filter(|t| t.action != bid && t.score.is_finite()).map(|t| t.score).collect();
    let usual = others.iter().sum::<f64>() / others.len() as f64;
    let (value, ucb1) = thought.map_or((f64::NAN, f64::NAN), |thought| (thought.value, thought.score));
    let last = legal.len() - 1;
    row[HEIGHT] = place as f64 / last as f64;
    (row[LOWEST], row[HIGHEST]) = (is(place == 0), is(place == last));
    (row[VALUE], row[UCB1], row[MARGIN]) = (value, ucb1, ucb1 - usual);
}

/// How often the player is asked at each state for one unit: its policy is the mean of the answers.
const REPEATS: usize = 4;

/// Larger games are not asked state by state.
const MOST_STATES: usize = 200_000;

columns! { EXPLOIT_COLUMNS:
    EXPLOITABILITY "exploitability" "what a best response earns above the game's value, one side, in points",
}

const EXPLOIT: KindRow<Buzzard> = KindRow {
    name: "exploit",
    about: "the exact exploitability of the player on both seats of the buzzard for two; a unit asks it anew at every \
            state",
    axes: &[],
    columns: &[EXPLOIT_COLUMNS],
    measures: &[Measure::new(
        "exploitability",
        "what a best response earns above the game's value, one side, in points",
        Formula::Mean(EXPLOITABILITY),
    )],
    method: Method::Ask(|_, lineup| Ok(Box::new(Exploit::new(lineup)?))),
};

struct Exploit {
    rules: Rules,
    agent: Spec,
    /// Worked out when the first unit is.
    states: OnceLock<Result<States, SpecError>>,
}

impl Exploit {
    fn new(lineup: &Lineup<'_, Buzzard>) -> Result<Exploit, SpecError> {
        match lineup.entrants {
            [agent, other] if agent == other => {
                Ok(Exploit { rules: lineup.rules, agent: agent.clone(), states: OnceLock::new() })
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
        row[EXPLOITABILITY] = states.ask(&self.agent, REPEATS, seed, &|_| ())?.value();
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

    #[test]
    fn bids_are_noted_in_their_situation() {
        let bid = |prize: i8| {
            let axes = format!("prize={prize},left=5");
            asked(&BIDS, "goofspiel(cards=5)", "match-prize,random", &axes).unwrap()
        };
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[HEIGHT]), [0.0, 0.5, 1.0]);
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[LOWEST]), [1.0, 0.0, 0.0]);
        assert_eq!([1, 3, 5].map(|prize| bid(prize)[HIGHEST]), [0.0, 0.0, 1.0]);
        assert!(bid(1)[VALUE].is_nan(), "it does not search");
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
        ] {
            assert!(refused(axes).to_string().contains(why), "{axes}: {}", refused(axes));
        }
    }
}
