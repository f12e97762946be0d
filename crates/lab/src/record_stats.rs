//! What the records of a match say of it: who earned how much, in all, on each seat, in each role, from each rank.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufRead;

use catalog::{Recorded, RecordedGames};
use serde::Serialize;
use table::Seat;

use crate::matches::is_zero;
use crate::stats::{Figure, LEVEL, Tally, clustered_mean};
use crate::tally::win_rate;

/// The games of a file of records, counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecordStats {
    /// The game with its options.
    pub rules: String,
    /// How many sat at a table.
    pub seats: usize,
    /// How many whole games the file has.
    pub games: u64,
    /// How many it was to have.
    pub asked: u64,
    /// The number of games a series has.
    pub series: u32,
    /// Over how many deals.
    pub deals: u64,
    /// Where the file ends too early, if it does.
    pub cut: Option<String>,
    /// How many games are counted apart, because somebody forfeited a game of their deal; no figure counts them.
    #[serde(skip_serializing_if = "is_zero")]
    pub apart: u64,
    /// Who played, in the order in which they come first.
    pub agents: Vec<AgentRecord>,
}

/// What one agent earned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentRecord {
    /// Its spec.
    pub agent: String,
    /// In all.
    #[serde(flatten)]
    pub all: Earnings,
    /// The number of games it forfeited.
    #[serde(skip_serializing_if = "is_zero")]
    pub forfeits: u64,
    /// On each seat.
    pub by_seat: BTreeMap<String, Earnings>,
    /// In each role, where everybody keeps one for a game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub by_role: BTreeMap<String, Earnings>,
    /// With each rank that a series carried over into a game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub by_rank: BTreeMap<String, Earnings>,
}

/// What was earned in some games; one on two seats counts twice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Earnings {
    /// The number of games.
    pub games: u64,
    /// Mean points.
    pub mean: Figure,
    /// The share of games won.
    pub win_rate: Figure,
}

/// One agent in one game.
struct Sat {
    /// Which deal it is, in the order of the file.
    deal: usize,
    agent: usize,
    seat: usize,
    role: Option<&'static str>,
    rank: Option<&'static str>,
    points: f64,
    wins: f64,
}

impl RecordStats {
    /// Counts the games of a file, each verified. One that merely ends too early is good for its whole games.
    ///
    /// # Errors
    /// Says which line is wrong, and how.
    pub fn read(input: impl BufRead) -> Result<RecordStats, String> {
        let mut counting = Counting::default();
        let mut file = RecordedGames::new(input);
        while let Some(game) = file.next_game()? {
            counting.add(&*game)?;
        }
        counting.stats(file.cut())
    }
}

/// Records on their way to figures.
#[derive(Default)]
struct Counting {
    rules: Option<String>,
    seats: usize,
    series: u32,
    games: u64,
    asked: u64,
    deal: usize,
    names: Vec<String>,
    sat: Vec<Sat>,
    /// Deals with a game that somebody forfeited.
    apart: BTreeSet<usize>,
    /// What the first game of each series was dealt from: seatings of one deal share it.
    known: HashMap<u64, usize>,
    /// The number of games each deal has.
    deals: Vec<u64>,
    forfeits: BTreeMap<usize, u64>,
}

impl Counting {
    fn add(&mut self, game: &dyn Recorded) -> Result<(), String> {
        let header = game.header();
        let rules = &header.series.first;
        if self.rules.get_or_insert_with(|| rules.clone()) != rules {
            let why = "games of other rules than those before it; count the games of one match";
            return Err(format!("game {} ({rules}): {why}", self.games + 1));
        }
        if header.series.number == 0 {
            let next = self.deals.len();
            self.deal = *self.known.entry(header.deal).or_insert(next);
            self.deals.resize((self.deal + 1).max(next), 0);
        }
        (self.seats, self.series, self.asked) = (header.seats.len(), header.series.of, header.of);
        let (roles, ranks, payoffs) = (game.roles(), game.ranks(), game.payoffs());
        for (seat, name) in header.seats.iter().enumerate() {
            let agent = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
                self.names.push(name.clone());
                self.names.len() - 1
            });
            let place = Seat::new(seat);
            if header.forfeits.contains(&place) {
                self.apart.insert(self.deal);
                *self.forfeits.entry(agent).or_default() += 1;
            }
            let of = |words: &Option<Vec<&'static str>>| words.as_ref().map(|words| words[seat]);
            let (role, rank) = (of(&roles), of(&ranks));
            let (points, wins) = (payoffs.points[place], payoffs.wins[place]);
            self.sat.push(Sat { deal: self.deal, agent, seat, role, rank, points, wins });
        }
        self.deals[self.deal] += 1;
        self.games += 1;
        Ok(())
    }

    fn stats(self, cut: Option<&str>) -> Result<RecordStats, String> {
        let rules = self.rules.clone().ok_or("no game")?;
        let counted = &self;
        let agent = |(agent, name): (usize, &String)| {
            let is_own = move |sat: &&Sat| sat.agent == agent && !counted.apart.contains(&sat.deal);
            let own = || counted.sat.iter().filter(is_own);
            AgentRecord {
                agent: name.clone(),
                all: earnings(own()),
                forfeits: self.forfeits.get(&agent).copied().unwrap_or(0),
                by_seat: by(own(), |sat| Some(Seat::new(sat.seat).to_string())),
                by_role: by(own(), |sat| sat.role.map(String::from)),
                by_rank: by(own(), |sat| sat.rank.map(String::from)),
            }
        };
        Ok(RecordStats {
            rules,
            seats: self.seats,
            games: self.games,
            asked: self.asked,
            series: self.series,
            deals: self.deals.len() as u64,
            cut: cut.map(String::from),
            apart: self.apart.iter().map(|&deal| self.deals[deal]).sum(),
            agents: self.names.iter().enumerate().map(agent).collect(),
        })
    }
}

fn by<'s>(
    sat: impl Iterator<Item = &'s Sat>,
    word: impl Fn(&Sat) -> Option<String>,
) -> BTreeMap<String, Earnings> {
    let mut groups: BTreeMap<String, Vec<&Sat>> = BTreeMap::new();
    for one in sat {
        if let Some(word) = word(one) {
            groups.entry(word).or_default().push(one);
        }
    }
    groups.into_iter().map(|(word, group)| (word, earnings(group.into_iter()))).collect()
}

/// What was earned, with intervals that know which games shared a deal.
fn earnings<'s>(sat: impl Iterator<Item = &'s Sat>) -> Earnings {
    let mut deals: BTreeMap<usize, (Tally, Tally)> = BTreeMap::new();
    let mut games = 0;
    for one in sat {
        let (points, wins) = deals.entry(one.deal).or_default();
        points.add(one.points);
        wins.add(one.wins);
        games += 1;
    }
    let (points, wins): (Vec<Tally>, Vec<Tally>) = deals.into_values().unzip();
    Earnings { games, mean: clustered_mean(&points, LEVEL).or_open(), win_rate: win_rate(&wins).or_open() }
}
