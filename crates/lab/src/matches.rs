//! A match: the same entrants, many games, who is better and how sure that is.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use agents::{Playable, Visitor, check_agent, is_repeatable, shown_name, visit};
use serde::Serialize;
use table::{Header, Payoffs, Record, RecordWriter, Seat, SeriesPlace, Spec};

use crate::arena::Figure;
use crate::bulk::{Bulk, Played, seatings};
use crate::error::LabError;
use crate::stats::{Bootstrap, Estimate, LEVEL, Tally, clustered_mean, rate};
use crate::workers::{Watch, play};

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
    /// What all randomness derives from.
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
    /// How many were to be played: more, if the match was cut short.
    pub asked: u64,
    /// How many games a series had.
    pub series: u32,
    /// Over how many deals.
    pub deals: u64,
    /// What all randomness derived from.
    pub seed: u64,
    /// Whether each deal was played in every seating.
    pub paired: bool,
    /// Whether equal seeds give equal results: no clock and no program outside has a say.
    pub repeatable: bool,
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
    /// The mean payoff.
    pub mean: Figure,
    /// The share of games won.
    pub win_rate: Figure,
}

/// A match that was played, to its end or to where it was cut.
#[derive(Debug)]
pub struct PlayedMatch {
    /// What came of the games that were played.
    pub outcome: Outcome,
    /// Why there are fewer than were asked for, if there are.
    pub cut: Option<LabError>,
}

/// Plays a match on all cores of the current pool. Each core has players of its own, made once and kept to the end.
///
/// # Errors
/// Names that do not exist; and, before the first deal was played to its end, players that break down, records that
/// cannot be written, or an end called by the watch. After that the same cuts the match short.
pub fn play_match(plan: &Match, watch: &Watch<'_>) -> Result<PlayedMatch, LabError> {
    let game = games::find_game(&plan.game)?;
    for entrant in &plan.entrants {
        check_agent(entrant, game.name)?;
    }
    visit(&plan.game, plan.entrants.len(), Play { plan, watch })?
}

pub(crate) struct Play<'a> {
    pub(crate) plan: &'a Match,
    pub(crate) watch: &'a Watch<'a>,
}

impl Visitor for Play<'_> {
    type Out = Result<PlayedMatch, LabError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let plan = self.plan;
        let seatings = if plan.paired {
            seatings(plan.entrants.len())
        } else {
            vec![(0..plan.entrants.len()).collect()]
        };
        let (per_deal, series) = (seatings.len() as u64, plan.series.unwrap_or(G::SERIES));
        let sittings = plan.games.div_ceil(u64::from(series)).next_multiple_of(per_deal);
        let asked = sittings * u64::from(series);
        let (entrants, keep_events) = (&plan.entrants[..], plan.records.is_some());
        let bulk = Bulk::<G> { rules, series, entrants, seed: plan.seed, seatings, per_deal, keep_events };
        let mut scores = Scores::new(entrants.len(), per_deal * u64::from(series), asked);
        let mut records = plan.records.as_deref().map(|path| Records::create(path, asked)).transpose()?;
        let cut = play(&bulk, sittings, self.watch, &mut |games: Vec<Played<G>>| {
            games.iter().for_each(|game| scores.add(&bulk, game));
            records.as_mut().map_or(Ok(()), |records| records.write(&bulk, games))
        });
        let kept = records.map_or(Ok(()), Records::finish);
        match cut.and(kept).err() {
            Some(error) if scores.deals() == 0 => Err(error),
            cut => Ok(PlayedMatch {
                outcome: scores.outcome(plan, G::NAME, G::write_rules(&rules), series),
                cut,
            }),
        }
    }
}

/// What every entrant earned, deal by deal.
struct Scores {
    /// By entrant: the sums of its points, and of its shares of the win, a deal each.
    sums: Vec<[Vec<f64>; 2]>,
    games_a_deal: u64,
    /// How many games were added, and how many were asked for.
    games: u64,
    asked: u64,
}

impl Scores {
    fn new(entrants: usize, games_a_deal: u64, asked: u64) -> Scores {
        let deals = (asked / games_a_deal) as usize;
        let sums = (0..entrants).map(|_| [Vec::with_capacity(deals), Vec::with_capacity(deals)]).collect();
        Scores { sums, games_a_deal, games: 0, asked }
    }

    /// Adds the next game.
    fn add<G: Playable>(&mut self, bulk: &Bulk<'_, G>, game: &Played<G>) {
        let (new_deal, seating) =
            (self.games.is_multiple_of(self.games_a_deal), bulk.seating(bulk.sitting(self.games)));
        for (seat, &entrant) in seating.iter().enumerate() {
            let (Payoffs { points, wins }, seat) = (&game.payoffs, Seat::new(seat));
            for (sums, value) in self.sums[entrant].iter_mut().zip([points[seat], wins[seat]]) {
                match sums.last_mut() {
                    Some(sum) if !new_deal => *sum += value,
                    _ => sums.push(value),
                }
            }
        }
        self.games += 1;
    }

    /// How many deals were played to their end.
    fn deals(&self) -> u64 {
        self.games / self.games_a_deal
    }

    fn outcome(&self, plan: &Match, game: &str, rules: String, series: u32) -> Outcome {
        Outcome {
            game: game.to_string(),
            rules,
            seats: plan.entrants.iter().zip(&self.sums).map(|(spec, sums)| self.result(spec, sums)).collect(),
            games: self.deals() * self.games_a_deal,
            asked: self.asked,
            series,
            deals: self.deals(),
            seed: plan.seed,
            paired: plan.paired,
            repeatable: plan.entrants.iter().all(is_repeatable),
        }
    }

    fn result(&self, spec: &Spec, [points, wins]: &[Vec<f64>; 2]) -> SeatResult {
        let (points, wins) = (self.tallies(points), self.tallies(wins));
        SeatResult {
            agent: shown_name(spec),
            games: self.deals() * self.games_a_deal,
            wins: wins.iter().map(|tally| tally.sum).sum(),
            mean: clustered_mean(&points, LEVEL).into(),
            win_rate: win_rate(&wins).into(),
        }
    }

    /// One tally a whole deal.
    fn tallies(&self, sums: &[f64]) -> Vec<Tally> {
        let games = self.games_a_deal as u32;
        sums[..self.deals() as usize].iter().map(|&sum| Tally { sum, games }).collect()
    }
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

/// The records of a match in their file, which can be read at any time up to the last whole game.
struct Records {
    path: PathBuf,
    writer: RecordWriter<BufWriter<File>>,
    written: u64,
    of: u64,
}

impl Records {
    fn create(path: &Path, of: u64) -> Result<Records, LabError> {
        let file = File::create(path).map_err(LabError::file(path))?;
        Ok(Records { path: path.into(), writer: RecordWriter::new(BufWriter::new(file)), written: 0, of })
    }

    fn write<G: Playable>(&mut self, bulk: &Bulk<'_, G>, games: Vec<Played<G>>) -> Result<(), LabError> {
        for game in games {
            let record = record(bulk, game, self.written, self.of);
            self.writer.write(&record).map_err(LabError::file(&self.path))?;
            self.written += 1;
        }
        self.writer.flush().map_err(LabError::file(&self.path))
    }

    /// Makes the file last; one without a game is of no use.
    fn finish(self) -> Result<(), LabError> {
        let Records { path, writer, written, .. } = self;
        if written == 0 {
            return fs::remove_file(&path).map_err(LabError::file(&path));
        }
        let file = writer.finish().and_then(|out| Ok(out.into_inner()?));
        file.and_then(|file| file.sync_all()).map_err(LabError::file(&path))
    }
}

/// One game of a bulk as it is written down; whole rounds of seatings come before it in its file.
pub(crate) fn record<G: Playable>(bulk: &Bulk<'_, G>, played: Played<G>, index: u64, of: u64) -> Record<G> {
    let seating = bulk.seating(bulk.sitting(index));
    let seats = seating.iter().map(|&entrant| shown_name(&bulk.entrants[entrant])).collect();
    let (first, number) = (G::write_rules(&bulk.rules), played.number);
    let place = SeriesPlace { first, number, of: bulk.series };
    let header = Header::new::<G>(&played.rules, seats, played.seeds).in_series(place);
    let header = Header { index, of, ..header };
    Record { header, events: played.events, payoffs: played.payoffs }
}
