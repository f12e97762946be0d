//! A match: the same entrants, many games, who is better and how sure that is.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use catalog::{FinishedGame, Games, Lots, RecordedGames, check_agent, is_repeatable, seatings, shown_name};
use serde::Serialize;
use table::{Digest, RecordWriter, Spec};

use crate::error::LabError;
use crate::ownership::open_alone;
use crate::scheduler::{GameMonitor, Keep, play};
use crate::stats::Figure;
use crate::tally::{Breakdown, Tallies};

/// The longest series that can be asked for.
pub const MOST_IN_SERIES: u32 = 10_000;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game with its options.
    pub game: Spec,
    /// The entrants, as many as seats.
    pub entrants: Vec<Spec>,
    /// The number of games; rounded up to whole series, and to whole deals when paired.
    pub games: u64,
    /// The number of games a series has; as many as is usual for the game if not given.
    pub series: Option<u32>,
    /// What all randomness derives from.
    pub seed: u64,
    /// Whether each deal is played in every seating.
    pub paired: bool,
    /// Where to write the records, if anywhere.
    pub records: Option<PathBuf>,
    /// Whether to go on with the records that are there, of the same match.
    pub resume: bool,
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
    /// The number of games a series had.
    pub series: u32,
    /// Over how many deals.
    pub deals: u64,
    /// What all randomness derived from.
    pub seed: u64,
    /// Whether each deal was played in every seating.
    pub paired: bool,
    /// Whether equal seeds give equal results: no clock and no program outside has a say.
    pub repeatable: bool,
    /// How many games are counted apart, because somebody forfeited a game of their deal; no figure counts them.
    #[serde(skip_serializing_if = "is_zero")]
    pub apart: u64,
    /// The first games that somebody forfeited, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<Breakdown>,
}

/// Whether a figure need not be told.
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
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
    /// The number of games it forfeited.
    #[serde(skip_serializing_if = "is_zero")]
    pub forfeits: u64,
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
/// Names that do not exist; records that are of another match; and, before the first deal was played to its end, players
/// that break down, records that cannot be written, or an end called by the watch. After that the same cuts the match short.
pub fn play_match(plan: &Match, watch: &GameMonitor<'_>) -> Result<PlayedMatch, LabError> {
    play_match_or_leave(plan, watch, &|_| ())
}

/// The same; as soon as the watch is in a hurry, `leave` receives what was played so far, while games still go on at the
/// tables. A program that ends there has lost no finished game.
///
/// # Errors
/// As [`play_match`].
pub fn play_match_or_leave(
    plan: &Match,
    watch: &GameMonitor<'_>,
    leave: &(dyn Fn(Result<PlayedMatch, LabError>) + Sync),
) -> Result<PlayedMatch, LabError> {
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
    let mut going = Going {
        plan,
        games: &*games,
        series: u64::from(series),
        asked,
        tallies: Tallies::new(seats, per_deal * u64::from(series)),
        records: None,
        leave,
    };
    if let Some(path) = &plan.records {
        going.records = Some(if plan.resume { going.resumed(path)? } else { RecordsFile::create(path)? });
    }
    let played = going.tallies.added() / going.series;
    let cut = play(&*games, played..sittings, watch, &mut going);
    let kept = going.records.take().map_or(Ok(()), RecordsFile::finish);
    going.played(cut.and(kept).err())
}

/// A match under way.
struct Going<'a> {
    plan: &'a Match,
    games: &'a dyn Games,
    series: u64,
    asked: u64,
    tallies: Tallies,
    records: Option<RecordsFile>,
    leave: &'a (dyn Fn(Result<PlayedMatch, LabError>) + Sync),
}

impl Keep for Going<'_> {
    fn keep(&mut self, finished: Vec<FinishedGame>) -> Result<(), LabError> {
        for game in &finished {
            let seating = self.games.seating(self.tallies.added() / self.series);
            self.tallies.add(seating, game);
        }
        self.records.as_mut().map_or(Ok(()), |records| records.write(&finished))
    }

    fn leave(&mut self, cut: LabError) {
        let kept = self.records.take().map_or(Ok(()), RecordsFile::finish);
        (self.leave)(self.played(kept.err().or(Some(cut))));
    }
}

impl Going<'_> {
    /// What came of it, if anything did.
    fn played(&self, cut: Option<LabError>) -> Result<PlayedMatch, LabError> {
        match cut {
            Some(error) if self.tallies.deals() == 0 => Err(error),
            cut => {
                Ok(PlayedMatch { outcome: outcome(self.plan, self.games, &self.tallies, self.asked), cut })
            }
        }
    }

    /// The file of an earlier match, to be gone on with: its games are counted, and what comes after its last whole series
    /// is taken off. One that is not there is begun.
    fn resumed(&mut self, path: &Path) -> Result<RecordsFile, LabError> {
        let file = open_alone(path, false)?;
        let refuse = |why: String| LabError::disk(path, why);
        let mut place = (0, Digest::new());
        if file.metadata().map_err(LabError::file(path))?.len() > 0 {
            check_begins(&file).map_err(refuse)?;
            let mut read = RecordedGames::of_any_length(BufReader::new(&file));
            let mut series = Vec::new();
            while let Some(game) = read.next_game().map_err(refuse)? {
                let header = game.header();
                let of_another = |why: String| {
                    refuse(format!("records of another match, so it cannot be resumed with them: {why}"))
                };
                if header.of != self.asked {
                    let why =
                        format!("it is of {} games, not {}: give the same --games", header.of, self.asked);
                    return Err(of_another(why));
                }
                self.games.check_header(header, header.index).map_err(of_another)?;
                series.push((header.forfeits.clone(), *game.payoffs()));
                if series.len() as u64 == self.series {
                    place = read.place();
                    for (forfeits, payoffs) in series.drain(..) {
                        let seating = self.games.seating(self.tallies.added() / self.series);
                        forfeits.iter().for_each(|seat| self.tallies.forfeit(seating[seat.index()], None));
                        self.tallies.add_payoffs(seating, &payoffs);
                    }
                }
            }
        }
        RecordsFile::resume(path, file, place, self.tallies.added())
    }
}

/// Refuses a file that does not begin as records do: nothing of it may be taken off.
fn check_begins(file: &File) -> Result<(), String> {
    const BEGINS: &[u8] = b"{\"record\":";
    let mut begins = Vec::new();
    let mut reader = file;
    let read = reader.take(BEGINS.len() as u64).read_to_end(&mut begins).and_then(|_| reader.rewind());
    match read {
        Err(error) => Err(error.to_string()),
        // It may have been cut in its first line.
        Ok(()) if BEGINS.starts_with(&begins) => Ok(()),
        Ok(()) => {
            Err("it does not begin as records of a match do; a compressed file is unpacked first".to_string())
        }
    }
}

fn outcome(plan: &Match, games: &dyn Games, tallies: &Tallies, asked: u64) -> Outcome {
    let seat = |(entrant, spec): (usize, &Spec)| SeatResult {
        agent: shown_name(spec),
        games: tallies.games() - tallies.apart(),
        wins: tallies.wins(entrant),
        mean: tallies.mean(entrant),
        win_rate: tallies.win_rate(entrant),
        forfeits: tallies.forfeits(entrant),
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
        apart: tallies.apart(),
        breakdowns: tallies.breakdowns(),
    }
}

/// The records of a match in their file, which can be read at any time up to the last whole game.
pub(crate) struct RecordsFile {
    path: PathBuf,
    writer: RecordWriter<BufWriter<File>>,
    written: u64,
}

impl RecordsFile {
    /// Begins a file; what it held is gone.
    pub(crate) fn create(path: &Path) -> Result<RecordsFile, LabError> {
        let writer = RecordWriter::new(BufWriter::new(open_alone(path, true)?));
        Ok(RecordsFile { path: path.into(), writer, written: 0 })
    }

    /// Resumes after this many games, whose records have this many bytes and this digest.
    fn resume(
        path: &Path,
        mut file: File,
        (bytes, digest): (u64, Digest),
        written: u64,
    ) -> Result<RecordsFile, LabError> {
        let at_end = file.set_len(bytes).and_then(|()| file.seek(SeekFrom::Start(bytes)));
        at_end.map_err(LabError::file(path))?;
        let writer = RecordWriter::resume(BufWriter::new(file), digest);
        Ok(RecordsFile { path: path.into(), writer, written })
    }

    pub(crate) fn write(&mut self, games: &[FinishedGame]) -> Result<(), LabError> {
        for record in games.iter().filter_map(|game| game.record.as_deref()) {
            self.writer.write(record).map_err(LabError::file(&self.path))?;
            self.written += 1;
        }
        self.writer.flush().map_err(LabError::file(&self.path))
    }

    /// Makes the file last; one without a game is of no use.
    pub(crate) fn finish(self) -> Result<(), LabError> {
        let RecordsFile { path, writer, written, .. } = self;
        if written == 0 {
            return fs::remove_file(&path).map_err(LabError::file(&path));
        }
        let file = writer.finish().and_then(|out| Ok(out.into_inner()?));
        file.and_then(|file| file.sync_all()).map_err(LabError::file(&path))
    }
}
