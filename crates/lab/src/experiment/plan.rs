//! What an experiment means: every cell it plays, and the chunks it is played in.

use std::collections::BTreeMap;
use std::ops::Range;

use catalog::kinds::{CellSetting, Units, Workroom};
use serde::{Deserialize, Serialize};
use table::Digest;

use super::arms::{Compare, Gap};
use super::check::check_part;
use super::config::Config;
use super::kinds::Job;
use super::quote::{Quote, check_answer, check_quotes};
use super::results::{At, Axis, PlotConfig};
use super::sweep::{describe, told};
use crate::error::LabError;

/// How an experiment is to be run, besides its config.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Fewer games and cells, as the config says under `quick`.
    pub quick: bool,
    /// Games per cell, in place of the config's number; rounded up to whole series, and to whole deals when paired.
    pub games: Option<u64>,
    /// Another seed than the config's.
    pub seed: Option<u64>,
    /// Whether every game is written down, even if the config does not ask for it.
    pub records: bool,
}

impl Options {
    /// Whether all that the config asks for is played, with its seed.
    pub(super) fn is_full(&self) -> bool {
        !self.quick && self.games.is_none() && self.seed.is_none()
    }

    /// What differs, in the words of the command line: how it was, then how it is.
    pub(super) fn differences(&self, now: &Options) -> Vec<String> {
        let flag = |name: &str, before: bool, now: bool| match (before, now) {
            (true, false) => Some(format!("with {name}, now without")),
            (false, true) => Some(format!("without {name}, now with it")),
            _ => None,
        };
        let number = |name: &str, before: Option<u64>, now: Option<u64>| match (before, now) {
            (before, now) if before == now => None,
            (Some(before), Some(now)) => Some(format!("with {name} {before}, now {now}")),
            (Some(before), None) => Some(format!("with {name} {before}, now without")),
            (None, now) => Some(format!("without {name}, now {}", now.unwrap_or_default())),
        };
        let all = [
            flag("--quick", self.quick, now.quick),
            number("--games", self.games, now.games),
            number("--seed", self.seed, now.seed),
            flag("--records", self.records, now.records),
        ];
        all.into_iter().flatten().collect()
    }
}

/// An experiment, worked out: nothing in it can be misspelt any more.
pub struct Plan {
    pub name: String,
    pub title: String,
    pub question: String,
    /// The answer as typed; figures stand in it by name.
    pub(super) answer: Option<String>,
    /// The figures that sentences quote.
    pub quotes: Vec<Quote>,
    pub seed: u64,
    pub parts: Vec<PlannedPart>,
    /// The cells of all parts, in order.
    pub cells: Vec<PlannedCell>,
    /// The pieces of work, in order; they depend on nothing but the plan.
    pub chunks: Vec<Chunk>,
    /// Whether every game is written down.
    pub records: bool,
    /// The config as typed.
    pub config: String,
    pub options: Options,
}

/// One question asked in one way.
pub struct PlannedPart {
    pub name: String,
    pub about: String,
    pub reading: String,
    pub axes: Vec<Axis>,
    pub measures: Vec<String>,
    pub plots: Vec<PlotConfig>,
    pub(super) published: Vec<Published>,
    pub(super) compares: Vec<Compare>,
    pub(super) gaps: Vec<Gap>,
}

/// A figure of the paper.
pub(super) struct Published {
    pub(super) at: At,
    pub(super) measure: String,
    pub(super) value: f64,
    pub(super) n: Option<u64>,
    pub(super) beside: bool,
}

/// One combination of values, and the work it takes.
pub struct PlannedCell {
    /// The index of its part.
    pub part: usize,
    pub at: At,
    /// Series (single games, most often), or deals when paired.
    pub units: u64,
    pub setting: CellSetting,
    /// The version of the game's rules.
    pub rules_version: u32,
    pub job: Job,
    pub(super) kind: &'static str,
}

/// A run of units of one cell, played by one thread and kept or lost as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The index of the cell.
    pub cell: usize,
    pub units: Range<u64>,
}

/// The most cells of an experiment: each is planned, and its figures stand in a table, before and after anything runs.
pub const MOST_CELLS: usize = 50_000;
/// The most games of a cell: all its rows are in memory when it is summed up.
pub const MOST_GAMES: u64 = 10_000_000;
/// The most games of an experiment in all.
pub const MOST_IN_ALL: u64 = 1_000_000_000;

/// The approximate number of chunks in a plan: enough to spread over cores and machines, few enough to keep.
const CHUNKS: usize = 4096;
/// A cell is cut into no fewer and no more, whatever the plan.
const PER_CELL: (usize, usize) = (8, 32);
/// Even the quickest games fill a chunk of this many for longer than it takes to note it.
const LARGEST: u64 = 1024;

impl Plan {
    /// Works out a config.
    ///
    /// # Errors
    /// Whatever cannot be played or measured: the file, the line, what is wrong, what would be right.
    pub fn new(config: &Config, options: &Options) -> Result<Plan, LabError> {
        let sheet = &config.sheet;
        check_name(config)?;
        check_size(config)?;
        let seed = options.seed.unwrap_or(sheet.seed);
        let (mut parts, mut cells) = (Vec::new(), Vec::new());
        for (index, part) in sheet.part.iter().enumerate() {
            let (part, planned) = check_part(config, options, seed, index, part)?;
            parts.push(part);
            cells.extend(planned);
        }
        check_amount(config, &cells)?;
        let quotes = check_quotes(config)?;
        check_answer(config, &quotes, &parts)?;
        Ok(Plan {
            name: config.name().to_string(),
            title: sheet.title.clone(),
            question: sheet.question.clone(),
            answer: sheet.answer.as_ref().map(|answer| answer.get_ref().clone()),
            quotes,
            seed,
            parts,
            chunks: chunks(&cells),
            cells,
            records: sheet.records || options.records,
            config: config.text.clone(),
            options: options.clone(),
        })
    }

    /// The number of units there are in all.
    pub fn units(&self) -> u64 {
        self.cells.iter().map(|cell| cell.units).sum()
    }

    /// A cell as a person names it.
    pub fn describe(&self, cell: &PlannedCell) -> String {
        let part = &self.parts[cell.part].name;
        if cell.at.is_empty() { part.clone() } else { format!("{part} ({})", told(&cell.at)) }
    }

    /// The first chunk of the line of each: chunks of a line go on one from the other.
    pub(super) fn leaders(&self) -> Vec<usize> {
        let mut first = BTreeMap::new();
        let lines: Vec<Option<String>> = self.cells.iter().map(|cell| cell.job.line()).collect();
        let leader = |(number, chunk): (usize, &Chunk)| match &lines[chunk.cell] {
            None => number,
            Some(line) => *first.entry((line, chunk.units.start)).or_insert(number),
        };
        self.chunks.iter().enumerate().map(leader).collect()
    }

    /// Plays one chunk.
    pub(super) fn play_chunk(&self, chunk: usize, room: &Workroom<'_>) -> Result<Units, LabError> {
        let work = &self.chunks[chunk];
        let cell = &self.cells[work.cell];
        let named = |error| LabError::Cell { cell: self.describe(cell), error: Box::new(error) };
        cell.job.play_in(work.units.clone(), self.records, room).map_err(named)
    }

    /// The digest of all that decides what is played: plans with equal fingerprints play equal games.
    ///
    /// Words, published figures, plots and measures are no part of it: they can be mended without playing anew.
    pub fn fingerprint(&self) -> Digest {
        let mut digest = Digest::new();
        let mut line = |text: String| digest.write((text + "\n").as_bytes());
        line(format!("plan 2: {}, seed {}, records {}", self.name, self.seed, self.records));
        for cell in &self.cells {
            // The situation is in the description.
            let CellSetting { game, entrants, paired, series, seed, .. } = &cell.setting;
            let names: Vec<String> = entrants.iter().map(ToString::to_string).collect();
            let units = cell.units;
            let part = &self.parts[cell.part].name;
            let place =
                if cell.at.is_empty() { part.clone() } else { format!("{part} ({})", describe(&cell.at)) };
            line(format!("{} {place}, {units} units, paired {paired}, series {series}", cell.kind));
            line(format!("{game} v{} with {}, seed {seed}", cell.rules_version, names.join(" / ")));
            line(cell.job.names().collect::<Vec<_>>().join(" "));
        }
        digest
    }
}

/// Cuts the units of all cells into chunks.
fn chunks(cells: &[PlannedCell]) -> Vec<Chunk> {
    let per_cell = (CHUNKS / cells.len().max(1)).clamp(PER_CELL.0, PER_CELL.1) as u64;
    let cut = |(cell, planned): (usize, &PlannedCell)| {
        let units = planned.units;
        let anywhere = || units.div_ceil(per_cell).clamp(1, LARGEST);
        let size = planned.job.piece(units).unwrap_or_else(anywhere);
        let chunk = move |start| Chunk { cell, units: start..(start + size).min(units) };
        (0..units).step_by(size as usize).map(chunk)
    };
    cells.iter().enumerate().flat_map(cut).collect()
}

/// The name of an experiment names its folders.
fn check_name(config: &Config) -> Result<(), LabError> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if config.name().is_empty() || !config.name().chars().all(good) {
        let why =
            format!("the name `{}` should be of letters, digits, `_` and `-`", config.name().escape_debug());
        return Err(config.error(config.sheet.name.span(), why));
    }
    Ok(())
}

/// Refuses parts that share a name, and sweeps with more combinations than can be planned.
fn check_size(config: &Config) -> Result<(), LabError> {
    let mut cells = 0usize;
    for (index, part) in config.sheet.part.iter().enumerate() {
        let refuse = |why| Err(config.error(part.name.span(), why));
        let name = part.name.get_ref();
        if config.sheet.part[..index].iter().any(|other| other.name.get_ref() == name) {
            return refuse(format!("there are two parts of the name `{name}`"));
        }
        let own = part.sweep.0.iter().map(|(_, values)| values.get_ref().len());
        let own = own.fold(1, usize::saturating_mul);
        cells = cells.saturating_add(own);
        if cells > MOST_CELLS {
            return refuse(format!(
                "an experiment has at most {MOST_CELLS} cells, and the sweep of `{name}` alone makes {own} \
                 combinations: sweep fewer values, or make two experiments of it"
            ));
        }
    }
    Ok(())
}

/// Refuses more games than can be kept in order.
fn check_amount(config: &Config, cells: &[PlannedCell]) -> Result<(), LabError> {
    let games: u64 = cells.iter().map(|cell| cell.units * cell.job.games).sum();
    if games > MOST_IN_ALL {
        let why = format!("{games} games in {} cells; an experiment has at most {MOST_IN_ALL}", cells.len());
        return Err(config.error(config.sheet.name.span(), why));
    }
    Ok(())
}
