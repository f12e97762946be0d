//! Batches of any game, for those who know a game by its name alone.

mod crew;
mod rows;
mod spread;

use std::fmt;

use table::{ActionIds, Batch, BatchError, BatchSetup, Encode, Packing, PublicState, Reset, Spec, SpecError};

use crate::registry::{Ids, Playable, Visitor, check_agent, runs_programs, visit};
use crew::Crew;
pub use rows::BatchRows;
use spread::{Shows, Spread, house, setup_line, tables_per_part};

/// What is the same at every step of a batch.
#[derive(Clone, Debug)]
pub struct BatchFacts {
    /// The shortest spec of the rules that every series begins with.
    pub spec: String,
    /// The number of tables.
    pub tables: usize,
    /// The number of seats a table has.
    pub seats: usize,
    /// The number of figures an observation has.
    pub width: usize,
    /// The number of bytes a packed observation has.
    pub packed: usize,
    /// The number of ids.
    pub ids: u32,
    /// What the figures of a row of truth are; none where it was not asked for.
    pub truth_names: Vec<String>,
    /// What the numbers of an event are; none where they were not asked for.
    pub event_names: Vec<String>,
}

/// Many tables of some game, stepped together: [`Batch`] without its types, on several threads. The bytes do not depend on
/// their number. What has a row a table is written into the caller's memory, and what is not asked for is not written.
pub trait AnyBatch: Send {
    /// What is the same at every step.
    fn facts(&self) -> &BatchFacts;

    /// Begins anew at every table, as a batch does that was opened with this seed.
    fn restart(&mut self, seed: u64);

    /// Takes one id a table and writes what can be seen after it; where a game is over, the id is passed over and the next
    /// game begins.
    ///
    /// # Errors
    /// If an id is not legal at its table, or there are too few or too many; then no table has changed.
    ///
    /// # Panics
    /// If an array has another length than its rows.
    fn step(&mut self, ids: &[u32], rows: BatchRows<'_>) -> Result<(), BatchError>;

    /// Writes what can be seen now.
    ///
    /// # Panics
    /// If an array has another length than its rows.
    fn show(&mut self, rows: BatchRows<'_>);

    /// The legal ids of all tables, one table after the other, and where those of each begin, and last where they end.
    fn legal(&self, ids: &mut Vec<u32>, offsets: &mut Vec<u32>);

    /// What the seat that is asked heard since its last question, at all tables, [`BatchFacts::event_names`] numbers an event;
    /// and which is the first event of each table, and last how many there are.
    fn heard(&self, events: &mut Vec<i32>, offsets: &mut Vec<u32>);

    /// The tables as they stand, with their random streams. The bytes tell what is hidden.
    fn save(&self) -> Vec<u8>;

    /// Goes on where such a batch was saved.
    ///
    /// # Errors
    /// If another kind of batch was saved, or by another build, or the bytes are damaged.
    fn load(&mut self, bytes: &[u8]) -> Result<(), NotLoaded>;
}

/// Why a batch does not go on where one was saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotLoaded {
    /// The batch that was saved is another one. Nothing has changed.
    Other {
        /// What the saved one was.
        saved: String,
        /// What this one is.
        wanted: String,
    },
    /// The bytes are cut off or do not replay. The batch began anew.
    Broken,
}

impl fmt::Display for NotLoaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLoaded::Other { saved, wanted } => {
                write!(f, "another batch was saved: `{saved}`, and this one is `{wanted}`")
            }
            NotLoaded::Broken => write!(f, "what was saved is cut off or does not replay; reset the batch"),
        }
    }
}

impl std::error::Error for NotLoaded {}

/// How a batch is opened.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    /// The number of tables, at least one.
    pub tables: usize,
    /// How many games are played one after another with something carried over; none: as the game is usually played.
    pub series: Option<u32>,
    /// What all luck derives from.
    pub seed: u64,
    /// When a table whose game is over begins the next one.
    pub reset: Reset,
    /// How many threads step it.
    pub threads: usize,
    /// Which own player has each of the first places of the company; where it is not said, the first has all.
    pub own: Option<Vec<u8>>,
    /// The players of the house on the other places.
    pub others: Vec<Spec>,
    /// Whether what is hidden is shown beside the rows.
    pub truth: bool,
    /// Whether what the seats see between their questions is kept.
    pub events: bool,
    /// It may take no more memory than this, its rows and masks included. What players of the house keep is not counted.
    pub most_bytes: usize,
}

impl BatchOptions {
    /// A setup with this many tables and the defaults for everything else.
    pub fn new(tables: usize) -> BatchOptions {
        BatchOptions {
            tables,
            series: None,
            seed: 0,
            reset: Reset::NextStep,
            threads: 1,
            own: None,
            others: Vec::new(),
            truth: false,
            events: false,
            most_bytes: MOST_BYTES,
        }
    }
}

/// No batch takes more memory than this where nothing else is said.
const MOST_BYTES: usize = 8 << 30;

/// Own players are numbered from 0 and below this.
const MOST_OWN: u8 = 100;

/// Many tables of the game that a spec names.
///
/// # Errors
/// Names and options that do not exist, values that cannot be; no tables, more than fit with their rows and masks, no games
/// in a series, a company that does not fill the seats.
pub fn open_batch(spec: &Spec, seats: usize, options: BatchOptions) -> Result<Box<dyn AnyBatch>, SpecError> {
    if options.tables == 0 || options.series == Some(0) || options.threads == 0 {
        return Err(SpecError::bad(
            "a batch has at least one table and one thread, and a series at least one game",
        ));
    }
    visit(spec, seats, Open(options))?
}

struct Open(BatchOptions);

impl Visitor for Open {
    type Out = Result<Box<dyn AnyBatch>, SpecError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let options = self.0;
        let series = options.series.unwrap_or(G::SERIES);
        let bytes = Batch::<G, G::Encoder>::bytes_per_table(&rules, options.reset);
        check_memory(G::NAME, options.tables, bytes, options.most_bytes)?;
        let seats = G::new(&rules).public().seats();
        let own = company(G::NAME, seats, &options)?;
        let who = format!("{own:?} and {:?}", options.others.iter().map(Spec::to_string).collect::<Vec<_>>());
        let crew = Crew::new(options.threads)?;
        let mut parts = Vec::new();
        let per_part = tables_per_part(options.tables);
        for from in (0..options.tables).step_by(per_part) {
            let tables = per_part.min(options.tables - from);
            let (reset, seed, own) = (options.reset, options.seed, own.clone());
            let setup = BatchSetup { tables, from: from as u64, series, seed, reset, own };
            let house = house::<G>(&options.others, &rules, tables)?;
            let mut part = Batch::<G, G::Encoder>::open(&rules, setup, house);
            if options.events {
                part.keep_events(G::event_row(&rules));
            }
            parts.push(part);
        }
        let truth = options.truth.then(|| G::truth_row(&rules));
        let packing = Packing::of(&G::Encoder::new(&rules).features().into_vec());
        let facts = BatchFacts {
            spec: G::write_rules(&rules),
            tables: options.tables,
            seats,
            width: packing.width(),
            packed: packing.bytes(),
            ids: Ids::<G>::ids(&rules),
            truth_names: truth.as_ref().map(|row| row.names()).unwrap_or_default(),
            event_names: if options.events { G::event_row(&rules).names() } else { Vec::new() },
        };
        let setup = setup_line::<G>(&facts, series, options.reset, &who);
        Ok(Box::new(Spread::<G>::new(parts, crew, Shows { truth, packing }, facts, setup)))
    }
}

/// Which own player has each of the first places, once the others are known to have the rest.
fn company(game: &str, seats: usize, options: &BatchOptions) -> Result<Vec<u8>, SpecError> {
    for other in &options.others {
        check_agent(other, game)?;
        if runs_programs(other) {
            let why = "runs a program of its own; a batch seats players of the house";
            return Err(SpecError::bad(format!("{} {why}", other.name)));
        }
    }
    let others = options.others.len();
    if others >= seats {
        let why = format!("{others} others at a table of {seats} leave no seat to learn on");
        return Err(SpecError::bad(format!("{why}; {} at most", seats - 1)));
    }
    let own = options.own.clone().unwrap_or_else(|| vec![0; seats - others]);
    if own.len() + others != seats {
        let why = format!("{} own players and {others} others do not fill a table of {seats}", own.len());
        return Err(SpecError::bad(format!(
            "{why}: name an own player for each of {} places",
            seats - others
        )));
    }
    match own.iter().find(|&&player| player >= MOST_OWN) {
        Some(player) => Err(SpecError::bad(format!("own players are numbered from 0 to 99, not {player}"))),
        None => Ok(own),
    }
}

/// Refuses more tables than there may be, and says how many.
fn check_memory(game: &str, tables: usize, bytes_per_table: usize, most: usize) -> Result<(), SpecError> {
    let fitting = most / bytes_per_table;
    if tables <= fitting {
        return Ok(());
    }
    let gib = |bytes: f64| bytes / f64::from(1 << 30);
    let (all, most) = (gib(tables as f64 * bytes_per_table as f64), gib(most as f64));
    let why = format!("{tables} tables of {game} would take about {all:.1} GiB, a batch has {most} at most");
    Err(SpecError::bad(format!("{why}: no more than {fitting} of these tables")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Reset;

    fn open(text: &str, seats: usize, tables: usize, reset: Reset) -> Result<Box<dyn AnyBatch>, SpecError> {
        open_batch(&text.parse().unwrap(), seats, BatchOptions { reset, ..BatchOptions::new(tables) })
    }

    /// The number that a refusal names.
    fn most(text: &str, seats: usize, reset: Reset) -> usize {
        let why = open(text, seats, usize::MAX / (1 << 20), reset).err().unwrap().to_string();
        let number = why.rsplit_once("no more than ").unwrap().1.split(' ').next().unwrap();
        number.parse().unwrap()
    }

    #[test]
    fn more_tables_than_fit_are_refused_with_a_number_that_does() {
        let why = open("saboteur", 3, 10_000_000, Reset::NextStep).err().unwrap().to_string();
        assert!(why.starts_with("10000000 tables of saboteur would take about 1"), "{why}");
        let kuhn = most("kuhn", 2, Reset::NextStep);
        assert!(kuhn > 1_000_000, "small games have room: {kuhn}");
        assert!(most("saboteur", 3, Reset::SameStep) < most("saboteur", 3, Reset::NextStep), "finals count");
        assert!(check_memory("kuhn", kuhn + 1, MOST_BYTES / kuhn, MOST_BYTES).is_err());
        assert!(check_memory("kuhn", kuhn, MOST_BYTES / kuhn, MOST_BYTES).is_ok());
    }

    /// Rows and masks are the most of it where they are wide.
    #[test]
    fn rows_and_masks_count() {
        let batch = open("saboteur", 3, 1, Reset::NextStep).ok().unwrap();
        let shown = 4 * batch.facts().width + batch.facts().ids as usize;
        assert!(MOST_BYTES / most("saboteur", 3, Reset::NextStep) > shown);
    }
}
