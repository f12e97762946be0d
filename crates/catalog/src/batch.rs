//! Batches of any game, for those who know a game by its name alone.

use table::{Batch, BatchError, Encode, Game, Reset, Spec, SpecError};

use crate::registry::{Playable, Visitor, visit};

/// Many tables of some game, stepped together: [`Batch`] without its types. Whatever has a row a table is written
/// into the caller's memory.
pub trait AnyBatch: Send + Sync {
    /// How many tables there are.
    fn tables(&self) -> usize;

    /// How many seats a table has.
    fn seats(&self) -> usize;

    /// How many figures an observation has.
    fn width(&self) -> usize;

    /// How many ids there are.
    fn ids(&self) -> u32;

    /// Begins anew at every table, as a batch does that was opened with this seed.
    fn restart(&mut self, seed: u64);

    /// Takes one id a table; where a game is over, the id is passed over and the next game begins.
    ///
    /// # Errors
    /// If an id is not legal at its table, or there are too few or too many; then no table has changed.
    fn step(&mut self, ids: &[u32]) -> Result<(), BatchError>;

    /// Writes the observation of the seat that must choose, a row of [`AnyBatch::width`] figures a table.
    ///
    /// # Panics
    /// If `out` has another length.
    fn observe(&self, out: &mut [f32]);

    /// Writes 1 for every legal id and 0 for every other, a row of [`AnyBatch::ids`] bytes a table.
    ///
    /// # Panics
    /// If `out` has another length.
    fn masks(&self, out: &mut [u8]);

    /// The legal ids of all tables, one table after the other.
    fn legal(&self) -> &[u32];

    /// Where the ids of each table begin in [`AnyBatch::legal`], and last where they end.
    fn offsets(&self) -> &[u32];

    /// Writes the seat that must choose at each table, counted from 0; whoever chose last once a game is over.
    ///
    /// # Panics
    /// If `out` has not a place a table.
    fn acting(&self, out: &mut [u8]);

    /// What each seat of each table earned in the last step: points where a game ended, else 0.
    fn rewards(&self) -> &[f32];

    /// Writes for each table whether the last step ended a game there.
    ///
    /// # Panics
    /// If `out` has not a place a table.
    fn ended(&self, out: &mut [bool]);

    /// Writes for each table whether its game is over, so that the next step begins another.
    ///
    /// # Panics
    /// If `out` has not a place a table.
    fn over(&self, out: &mut [bool]);

    /// The last rows of all tables: that of a table counts if the last step ended a game there. Nothing where tables
    /// reset at the next step.
    fn finals(&self) -> &[f32];
}

impl<G: Game, E: Encode<G>> AnyBatch for Batch<G, E> {
    fn tables(&self) -> usize {
        Batch::tables(self)
    }

    fn seats(&self) -> usize {
        Batch::seats(self)
    }

    fn width(&self) -> usize {
        Batch::width(self)
    }

    fn ids(&self) -> u32 {
        Batch::ids(self)
    }

    fn restart(&mut self, seed: u64) {
        Batch::restart(self, seed);
    }

    fn step(&mut self, ids: &[u32]) -> Result<(), BatchError> {
        Batch::step(self, ids)
    }

    fn observe(&self, out: &mut [f32]) {
        Batch::observe(self, out);
    }

    fn masks(&self, out: &mut [u8]) {
        Batch::masks(self, out);
    }

    fn legal(&self) -> &[u32] {
        self.all_legal()
    }

    fn offsets(&self) -> &[u32] {
        Batch::offsets(self)
    }

    fn acting(&self, out: &mut [u8]) {
        write(out, Batch::tables(self), |table| self.seat(table).index() as u8);
    }

    fn rewards(&self) -> &[f32] {
        Batch::rewards(self)
    }

    fn ended(&self, out: &mut [bool]) {
        write(out, Batch::tables(self), |table| self.has_ended(table));
    }

    fn over(&self, out: &mut [bool]) {
        write(out, Batch::tables(self), |table| self.is_over(table));
    }

    fn finals(&self) -> &[f32] {
        self.all_finals()
    }
}

fn write<T>(out: &mut [T], tables: usize, of: impl Fn(usize) -> T) {
    assert_eq!(out.len(), tables, "one place a table");
    out.iter_mut().enumerate().for_each(|(table, place)| *place = of(table));
}

/// How a batch is opened.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// How many tables, at least one.
    pub tables: usize,
    /// How many games are played one after another with something carried over; none: as the game is usually played.
    pub series: Option<u32>,
    /// What all luck derives from.
    pub seed: u64,
    /// When a table whose game is over begins the next one.
    pub reset: Reset,
}

/// No batch takes more memory than this, its rows and masks included.
const MOST_BYTES: usize = 8 << 30;

/// Many tables of the game that a spec names.
///
/// # Errors
/// Names and options that do not exist, values that cannot be; no tables, more than fit into 8 GiB with their rows and
/// masks, or no games in a series.
pub fn open_batch(spec: &Spec, seats: usize, options: BatchOptions) -> Result<Box<dyn AnyBatch>, SpecError> {
    if options.tables == 0 || options.series == Some(0) {
        return Err(SpecError::bad("a batch has at least one table, and a series at least one game"));
    }
    visit(spec, seats, Open(options))?
}

struct Open(BatchOptions);

impl Visitor for Open {
    type Out = Result<Box<dyn AnyBatch>, SpecError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let BatchOptions { tables, series, seed, reset } = self.0;
        check_memory(G::NAME, tables, Batch::<G, G::Encoder>::bytes_per_table(&rules, reset))?;
        let series = series.unwrap_or(G::SERIES);
        Ok(Box::new(Batch::<G, G::Encoder>::new(&rules, tables, series, seed, reset)))
    }
}

/// Refuses more tables than there may be, and says how many.
fn check_memory(game: &str, tables: usize, bytes_per_table: usize) -> Result<(), SpecError> {
    let fitting = MOST_BYTES / bytes_per_table;
    if tables <= fitting {
        return Ok(());
    }
    let gib = |bytes: f64| bytes / f64::from(1 << 30);
    let (all, most) = (gib(tables as f64 * bytes_per_table as f64), gib(MOST_BYTES as f64));
    let why = format!("{tables} tables of {game} would take about {all:.1} GiB, a batch has {most} at most");
    Err(SpecError::bad(format!("{why}: no more than {fitting} of these tables")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Reset;

    fn open(text: &str, seats: usize, tables: usize, reset: Reset) -> Result<Box<dyn AnyBatch>, SpecError> {
        open_batch(&text.parse().unwrap(), seats, BatchOptions { tables, series: None, seed: 0, reset })
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
        assert!(check_memory("kuhn", kuhn + 1, MOST_BYTES / kuhn).is_err());
        assert!(check_memory("kuhn", kuhn, MOST_BYTES / kuhn).is_ok());
    }

    /// Rows and masks are the most of it where they are wide.
    #[test]
    fn rows_and_masks_count() {
        let batch = open("saboteur", 3, 1, Reset::NextStep).ok().unwrap();
        let shown = 4 * batch.width() + batch.ids() as usize;
        assert!(MOST_BYTES / most("saboteur", 3, Reset::NextStep) > shown);
    }
}
