//! A match: the same entrants, many games, who is better and how sure that is.

use std::path::{Path, PathBuf};

use agents::{Seated, Visitor, check_agent, visit};
use serde::Serialize;
use table::{Header, Payoffs, Record, RecordWriter, Seat, SeriesPlace, Spec};

use crate::bulk::{Bulk, Played, by_entrant, seatings};
use crate::error::LabError;
use crate::stats::{Bootstrap, Estimate, LEVEL, Tally, clustered_mean, rate};
use crate::whole::WholeFile;

/// The longest series that can be asked for.
pub const MOST_IN_SERIES: u32 = 10_000;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game with its options.
    pub game: Spec,
    /// The entrants, as many as seats.
    pub entrants: Vec<Spec>,
    /// How many games; rounded up to whole series, and to whole deals when paired.
    pub games: u64,
    /// How many games a series has; as many as is usual for the game if not given.
    pub series: Option<u32>,
    /// What all luck derives from.
    pub seed: u64,
    /// Whether each deal is played in every seating.
    pub paired: bool,
    /// Where to write the records, if anywhere.
    pub records: Option<PathBuf>,
}

/// What came of it. No clock in it: equal seeds, equal bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The name of the game.
    pub game: String,
    /// The game with its options.
    pub rules: String,
    /// What each entrant earned, in the order given.
    pub seats: Vec<SeatResult>,
    /// How many games were played.
    pub games: u64,
    /// How many games a series had.
    pub series: u32,
    /// Over how many deals.
    pub deals: u64,
    /// What all luck derived from.
    pub seed: u64,
    /// Whether each deal was played in every seating.
    pub paired: bool,
}

/// What one entrant earned.
#[derive(Clone, Debug, Serialize)]
pub struct SeatResult {
    /// Its spec.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// The sum of its win shares.
    pub wins: f64,
    /// The mean payoff, with its 95 % interval.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The share of games won, with its 95 % interval.
    pub win_rate: f64,
    /// The lower end.
    pub win_low: f64,
    /// The upper end.
    pub win_high: f64,
}

/// Plays a match on all cores of the current pool; `done` is called with the number of games finished and in all.
///
/// # Errors
/// Names that do not exist, players that break down, records that cannot be written.
pub fn play_match(plan: &Match, done: &(dyn Fn(u64, u64) + Sync)) -> Result<Outcome, LabError> {
    let game = games::find_game(&plan.game)?;
    for entrant in &plan.entrants {
        check_agent(entrant, game.name)?;
    }
    visit(&plan.game, plan.entrants.len(), Play { plan, done })?
}

pub(crate) struct Play<'a> {
    pub(crate) plan: &'a Match,
    pub(crate) done: &'a (dyn Fn(u64, u64) + Sync),
}

/// So many games are in memory with their events at a time.
const WAVE: usize = 1 << 14;

impl Visitor for Play<'_> {
    type Out = Result<Outcome, LabError>;

    fn visit<G: Seated>(self, rules: G::Rules) -> Self::Out {
        let plan = self.plan;
        let seatings = if plan.paired {
            seatings(plan.entrants.len())
        } else {
            vec![(0..plan.entrants.len()).collect()]
        };
        let (per_deal, series) = (seatings.len() as u64, plan.series.unwrap_or(G::SERIES));
        let sittings = plan.games.div_ceil(u64::from(series)).next_multiple_of(per_deal);
        let games = sittings * u64::from(series);
        let (entrants, keep_events) = (&plan.entrants[..], plan.records.is_some());
        let bulk = Bulk::<G> { rules, series, entrants, seed: plan.seed, seatings, per_deal, keep_events };
        let mut records = plan.records.as_deref().map(Records::create).transpose()?;
        let mut payoffs: Vec<Payoffs> = Vec::with_capacity(games as usize);
        for start in (0..sittings).step_by(wave(series)) {
            let end = (start + wave(series) as u64).min(sittings);
            let played = bulk.play(start..end, &|finished| (self.done)(finished, games))?;
            let entrants = |(game, played): (u64, &Played<G>)| {
                by_entrant(&played.payoffs, bulk.seating(bulk.sitting(game)))
            };
            payoffs.extend((start * u64::from(series)..).zip(&played).map(entrants));
            if let Some(records) = &mut records {
                records.write(&bulk, played, games)?;
            }
        }
        records.map(Records::finish).transpose()?;
        Ok(outcome(plan, G::NAME, G::write_rules(&rules), &payoffs, series))
    }
}

/// How many sittings are in memory with their events at a time.
pub(crate) fn wave(series: u32) -> usize {
    (WAVE / series as usize).max(1)
}

fn outcome(plan: &Match, game: &str, rules: String, payoffs: &[Payoffs], series: u32) -> Outcome {
    let games_a_deal = series as usize * if plan.paired { seatings(plan.entrants.len()).len() } else { 1 };
    let result = |(i, spec): (usize, &Spec)| seat_result(spec, Seat::new(i), payoffs, games_a_deal);
    Outcome {
        game: game.to_string(),
        rules,
        seats: plan.entrants.iter().enumerate().map(result).collect(),
        games: payoffs.len() as u64,
        series,
        deals: (payoffs.len() / games_a_deal) as u64,
        seed: plan.seed,
        paired: plan.paired,
    }
}

fn seat_result(spec: &Spec, entrant: Seat, payoffs: &[Payoffs], games_a_deal: usize) -> SeatResult {
    let points = tallies(payoffs, games_a_deal, |payoffs| payoffs.points[entrant]);
    let wins = tallies(payoffs, games_a_deal, |payoffs| payoffs.wins[entrant]);
    let (mean, rate) = (clustered_mean(&points, LEVEL).or_open(), win_rate(&wins).or_open());
    SeatResult {
        agent: spec.to_string(),
        games: payoffs.len() as u64,
        wins: wins.iter().map(|tally| tally.sum).sum(),
        mean: mean.value,
        low: mean.low,
        high: mean.high,
        win_rate: rate.value,
        win_low: rate.low,
        win_high: rate.high,
    }
}

/// One tally a deal.
fn tallies(payoffs: &[Payoffs], games_a_deal: usize, value: impl Fn(&Payoffs) -> f64) -> Vec<Tally> {
    let tally = |deal: &[Payoffs]| Tally { sum: deal.iter().map(&value).sum(), games: deal.len() as u32 };
    payoffs.chunks(games_a_deal).map(tally).collect()
}

/// Wilson's interval where every deal is one game, won or lost, or all deals are; else the bootstrap over
/// deals.
pub(crate) fn win_rate(deals: &[Tally]) -> Estimate {
    let won_or_lost = |deal: &Tally| deal.games == 1 && (deal.sum == 0.0 || deal.sum == 1.0);
    if deals.iter().all(won_or_lost) {
        return rate(deals.iter().filter(|deal| deal.sum == 1.0).count() as u64, deals.len() as u64, LEVEL);
    }
    let resampled = Bootstrap::default().ratio(deals);
    match resampled.value {
        // Deals that are all alike cannot be resampled into others: each counts as one trial.
        0.0 => rate(0, deals.len() as u64, LEVEL),
        1.0 => rate(deals.len() as u64, deals.len() as u64, LEVEL),
        _ => resampled,
    }
}

/// The records of a match on their way to a file.
struct Records {
    path: PathBuf,
    writer: RecordWriter<WholeFile>,
    written: u64,
}

impl Records {
    fn create(path: &Path) -> Result<Records, LabError> {
        Ok(Records { path: path.into(), writer: RecordWriter::new(WholeFile::create(path)?), written: 0 })
    }

    fn write<G: Seated>(
        &mut self,
        bulk: &Bulk<'_, G>,
        wave: Vec<Played<G>>,
        of: u64,
    ) -> Result<(), LabError> {
        for played in wave {
            let record = record(bulk, played, self.written, of);
            self.writer.write(&record).map_err(LabError::file(&self.path))?;
            self.written += 1;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), LabError> {
        self.writer.finish().map_err(LabError::file(&self.path))?.finish()
    }
}

/// One game of a bulk as it is written down; whole rounds of seatings come before it in its file.
pub(crate) fn record<G: Seated>(bulk: &Bulk<'_, G>, played: Played<G>, index: u64, of: u64) -> Record<G> {
    let seating = bulk.seating(bulk.sitting(index));
    let seats = seating.iter().map(|&entrant| bulk.entrants[entrant].to_string()).collect();
    let (first, number) = (G::write_rules(&bulk.rules), played.number);
    let place = SeriesPlace { first, number, of: bulk.series };
    let header = Header::new::<G>(&played.rules, seats, played.seeds).in_series(place);
    let header = Header { index, of, ..header };
    Record { header, events: played.events, payoffs: played.payoffs }
}
