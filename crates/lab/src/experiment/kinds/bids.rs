//! The kind `bids`: what a player of the buzzard bids in which situation, and what it thought of it.

use std::ops::Range;

use games::Buzzard;
use games::buzzard::{Bid, Prize, Rules, TurnUp};
use table::{
    Event, Game, Hidden, Notation, Player, PublicState, Rng, Seat, Spec, SpecError, Stream, Thought, Turn,
    derive_seed,
};

use super::{Batch, Job, Kind, Measure, Rows, Setting};
use crate::error::LabError;
use crate::stats::{Estimate, LEVEL, Share, mean};

pub(super) const BIDS: Kind = Kind {
    name: "bids",
    about: "what the first entrant bids for `prize` with `left` bids left; a unit is one situation, reached at random",
    measures: &[
        Measure {
            name: "height",
            about: "where the bid stands in the hand: 0 lowest, 1 highest",
            rate: false,
        },
        Measure { name: "lowest_share", about: "how often it is the lowest bid", rate: false },
        Measure { name: "highest_share", about: "how often it is the highest bid", rate: false },
        Measure {
            name: "value",
            about: "the mean reward, in 0..1, its search expects of the bid",
            rate: false,
        },
        Measure { name: "ucb1", about: "the UCB1 value of the bid when the search ended", rate: false },
        Measure { name: "margin", about: "that UCB1 value less the mean of the other bids'", rate: false },
    ],
    situation: &["prize", "left"],
    build: |setting| Ok(Box::new(Bids::new(&setting)?)),
};

/// The quantities noted of every situation, in the order of the measures.
const COLUMNS: [&str; 6] = ["height", "lowest_share", "highest_share", "value", "ucb1", "margin"];

struct Bids {
    rules: Rules,
    agent: Spec,
    seed: u64,
    prize: Prize,
    left: usize,
}

impl Bids {
    /// The axes `prize` and `left` of the sweep are the situation.
    fn new(setting: &Setting) -> Result<Bids, SpecError> {
        let Setting { game, entrants, seed, situation, .. } = setting;
        let rules = Buzzard::read_rules(game, entrants.len())?;
        let number = |axis: &str| {
            let found = situation.iter().find(|(name, _)| name == axis).and_then(|(_, value)| value.number());
            found.ok_or_else(|| {
                SpecError::bad(format!("bids needs an axis `{axis}` with numbers in the sweep"))
            })
        };
        let (prize, left) = (number("prize")?, number("left")? as usize);
        let prize = Prize::new(prize as i8).filter(|prize| rules.all_prizes().contains(*prize));
        let prize = prize.ok_or_else(|| SpecError::bad("`prize` is none of the game's prizes"))?;
        if !(2..=usize::from(rules.cards)).contains(&left) {
            return Err(SpecError::bad(format!("`left` should be 2 to {} bids", rules.cards)));
        }
        agents::seat::<Buzzard>(&entrants[0], &rules)?;
        Ok(Bids { rules, agent: entrants[0].clone(), seed: *seed, prize, left })
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

    fn unit(&self, unit: u64) -> Result<[f64; 6], LabError> {
        let seed = derive_seed(&[self.seed, unit]);
        let game = self.situation(&mut Rng::stream(seed, Stream::Dealer));
        let Player::Agent(mut player) = agents::seat::<Buzzard>(&self.agent, &self.rules)? else {
            return Err(SpecError::bad("an oracle does not bid by what it sees").into());
        };
        let (seat, mut legal) = (Seat::new(0), Vec::new());
        Buzzard::legal(game.view(seat), &mut legal);
        player.begin_series(seat, 1);
        player.begin(game.view(seat), &mut Rng::stream(seed, Stream::Begin(seat)));
        let bid = player.act(game.view(seat), &legal, &mut Rng::stream(seed, Stream::Decision(seat, 0)));
        Ok(note(&legal, bid, &player.thoughts(game.view(seat))))
    }
}

/// What is noted of a bid; a player that does not think in figures leaves these empty.
fn note(legal: &[Bid], bid: Bid, thoughts: &[Thought<Bid>]) -> [f64; 6] {
    let place = legal.iter().position(|&other| other == bid).expect("a bid is one of the legal ones");
    let is = |right: bool| f64::from(u8::from(right));
    let thought = thoughts.iter().find(|thought| thought.action == bid);
    let others: Vec<f64> =
        thoughts.iter().filter(|t| t.action != bid && t.score.is_finite()).map(|t| t.score).collect();
    let usual = others.iter().sum::<f64>() / others.len() as f64;
    let (value, ucb1) = thought.map_or((f64::NAN, f64::NAN), |thought| (thought.value, thought.score));
    let last = legal.len() - 1;
    [place as f64 / last as f64, is(place == 0), is(place == last), value, ucb1, ucb1 - usual]
}

impl Job for Bids {
    fn columns(&self) -> Vec<String> {
        COLUMNS.map(String::from).to_vec()
    }

    fn play(&self, units: Range<u64>, _keep: bool) -> Result<Batch, LabError> {
        let mut values = Vec::new();
        for unit in units {
            values.extend(self.unit(unit)?);
        }
        Ok(Batch { values, records: Vec::new() })
    }

    fn summarise(&self, measure: &str, rows: &Rows) -> Estimate {
        let noted: Vec<f64> = column(measure, rows).filter(|value| value.is_finite()).collect();
        mean(&noted, LEVEL)
    }

    fn shares(&self, measure: &str, rows: &Rows) -> Option<Vec<Share>> {
        let share = |part: f64| if part.is_finite() { Share { part, whole: 1.0 } } else { Share::default() };
        Some(column(measure, rows).map(share).collect())
    }
}

/// One quantity of all situations.
fn column(measure: &str, rows: &Rows) -> impl Iterator<Item = f64> {
    let column = COLUMNS.iter().position(|name| *name == measure).expect("a listed measure is a column");
    rows.iter().map(move |row| row[column])
}
