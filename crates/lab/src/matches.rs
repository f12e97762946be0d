//! A match: the same entrants, many games, who is better and how sure that is.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use catalog::{FinishedGame, Games, Lots, check_agent, is_repeatable, seatings, shown_name};
use serde::Serialize;
use table::{RecordWriter, Spec};

use crate::error::LabError;
use crate::scheduler::{Watch, play};
use crate::stats::Figure;
use crate::tally::Tallies;

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
    let (game, seats) = (games::find_game(&plan.game)?, plan.entrants.len());
    // Seatings can only be made for a table that there is.
    plan.entrants.iter().try_for_each(|entrant| check_agent(entrant, game.name).map(drop))?;
    game.canonical(&plan.game, seats)?;
    let seatings = if plan.paired { seatings(seats) } else { vec![(0..seats).collect()] };
    let per_deal = seatings.len() as u64;
    let series = plan.series.unwrap_or(game.series);
    let sittings = plan.games.div_ceil(u64::from(series)).next_multiple_of(per_deal);
    let asked = sittings * u64::from(series);
    let records = plan.records.as_ref().map(|_| asked);
    let (game, entrants, seed) = (plan.game.clone(), plan.entrants.clone(), plan.seed);
    let games = Lots { game, seats, entrants, series, seed, seatings, per_deal, records }.open()?;
    let series = u64::from(series);
    let mut tallies = Tallies::new(seats, per_deal * series);
    let mut records = plan.records.as_deref().map(Records::create).transpose()?;
    let cut = play(&*games, sittings, watch, &mut |finished: Vec<FinishedGame>| {
        for game in &finished {
            let seating = games.seating(tallies.added() / series);
            tallies.add(seating, &game.payoffs);
        }
        records.as_mut().map_or(Ok(()), |records| records.write(&finished))
    });
    let kept = records.map_or(Ok(()), Records::finish);
    match cut.and(kept).err() {
        Some(error) if tallies.deals() == 0 => Err(error),
        cut => Ok(PlayedMatch { outcome: outcome(plan, &*games, &tallies, asked), cut }),
    }
}

fn outcome(plan: &Match, games: &dyn Games, tallies: &Tallies, asked: u64) -> Outcome {
    let seat = |(entrant, spec): (usize, &Spec)| SeatResult {
        agent: shown_name(spec),
        games: tallies.games(),
        wins: tallies.wins(entrant),
        mean: tallies.mean(entrant),
        win_rate: tallies.win_rate(entrant),
    };
    Outcome {
        game: games.game().to_string(),
        rules: games.rules(),
        seats: plan.entrants.iter().enumerate().map(seat).collect(),
        games: tallies.games(),
        asked,
        series: games.series(),
        deals: tallies.deals(),
        seed: plan.seed,
        paired: plan.paired,
        repeatable: plan.entrants.iter().all(is_repeatable),
    }
}

/// The records of a match in their file, which can be read at any time up to the last whole game.
struct Records {
    path: PathBuf,
    writer: RecordWriter<BufWriter<File>>,
    written: u64,
}

impl Records {
    fn create(path: &Path) -> Result<Records, LabError> {
        let file = File::create(path).map_err(LabError::file(path))?;
        Ok(Records { path: path.into(), writer: RecordWriter::new(BufWriter::new(file)), written: 0 })
    }

    fn write(&mut self, games: &[FinishedGame]) -> Result<(), LabError> {
        for record in games.iter().filter_map(|game| game.record.as_deref()) {
            self.writer.write(record).map_err(LabError::file(&self.path))?;
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
