//! The tables of a batch in parts that several threads step.

use table::{ActionIds, Batch, BatchError, Encode, Packing, Player, Reset, TruthRow};

use super::crew::Crew;
use super::rows::{BatchRows, Widths};
use super::{AnyBatch, BatchFacts, NotLoaded};
use crate::registry::{Ids, Playable};

/// A batch in parts, each small enough to stay near its core between the step and the rows.
pub(super) struct Spread<G: Playable> {
    parts: Vec<Part<G>>,
    crew: Crew,
    shows: Shows<G>,
    facts: BatchFacts,
    widths: Widths,
    setup: String,
}

/// Some of the tables, and room for a row that is to be packed.
struct Part<G: Playable> {
    batch: Batch<G, G::Encoder>,
    row: Vec<f32>,
}

/// How rows are written that a batch does not write itself.
pub(super) struct Shows<G: Playable> {
    pub(super) truth: Option<Box<dyn TruthRow<G>>>,
    pub(super) packing: Packing,
}

/// A part has no more tables.
const MOST_TABLES: usize = 64;
/// There are not many more parts, so that few tables are spread over many threads, too.
const PARTS: usize = 64;

/// The number of tables a part has, but the last: it depends on their number alone.
pub(super) fn tables_per_part(tables: usize) -> usize {
    tables.div_ceil(PARTS).clamp(1, MOST_TABLES)
}

/// What the threads need besides a part, its ids and its rows.
type Work<'w, G> = &'w (dyn Fn(&mut Part<G>, &[u32], BatchRows<'_>) + Sync);

impl<G: Playable> Spread<G> {
    pub(super) fn new(
        batches: Vec<Batch<G, G::Encoder>>,
        crew: Crew,
        shows: Shows<G>,
        facts: BatchFacts,
        setup: String,
    ) -> Spread<G> {
        let (figures, ids, seats) = (facts.width, facts.ids as usize, facts.seats);
        let widths = Widths { figures, packed: facts.packed, ids, seats, truth: facts.truth_names.len() };
        let part = |batch| Part { batch, row: vec![0.0; figures] };
        Spread { parts: batches.into_iter().map(part).collect(), crew, shows, facts, widths, setup }
    }

    /// Does some work with every part, on all threads. No ids, where it takes none.
    fn each(&mut self, ids: &[u32], rows: BatchRows<'_>, work: Work<'_, G>) {
        let Spread { parts, crew, widths, .. } = self;
        crew.work(|together| each(parts, ids, rows, &Sharing { widths, together }, work));
    }

    fn check_rows(&self, rows: &BatchRows<'_>) {
        let unfit = rows.unfit(self.facts.tables, &self.widths);
        assert_eq!(unfit, None, "an array has another length than its rows");
    }

    fn saved_header(&self, seed: u64) -> Vec<u8> {
        let mut header = self.setup.clone().into_bytes();
        header.push(b'\n');
        header.extend(seed.to_le_bytes());
        header
    }
}

/// How the parts are shared among threads.
struct Sharing<'s> {
    widths: &'s Widths,
    together: bool,
}

fn each<G: Playable>(
    parts: &mut [Part<G>],
    ids: &[u32],
    rows: BatchRows<'_>,
    sharing: &Sharing<'_>,
    work: Work<'_, G>,
) {
    if let [part] = parts {
        return work(part, ids, rows);
    }
    let middle = parts.len() / 2;
    let (first, rest) = parts.split_at_mut(middle);
    let tables: usize = first.iter().map(|part| part.batch.tables()).sum();
    let (first_ids, rest_ids) = ids.split_at(tables.min(ids.len()));
    let (first_rows, rest_rows) = rows.split_at(tables, sharing.widths);
    both(
        sharing.together,
        || each(first, first_ids, first_rows, sharing, work),
        || each(rest, rest_ids, rest_rows, sharing, work),
    );
}

/// Does two pieces of work, one after the other or at the same time.
fn both<T: Send>(together: bool, one: impl FnOnce() -> T + Send, other: impl FnOnce() -> T + Send) -> (T, T) {
    match together {
        true => rayon::join(one, other),
        false => (one(), other()),
    }
}

/// Checks the ids of every part: the first error, by the number of its table.
fn check<G: Playable>(
    parts: &mut [Part<G>],
    ids: &[u32],
    from: usize,
    together: bool,
) -> Result<(), BatchError> {
    if let [part] = parts {
        return part.batch.check(ids).map_err(|error| error.at(from));
    }
    let middle = parts.len() / 2;
    let (first, rest) = parts.split_at_mut(middle);
    let tables: usize = first.iter().map(|part| part.batch.tables()).sum();
    let (first_ids, rest_ids) = ids.split_at(tables);
    let (first, rest) = both(
        together,
        || check(first, first_ids, from, together),
        || check(rest, rest_ids, from + tables, together),
    );
    first.and(rest)
}

impl<G: Playable> Part<G> {
    /// Writes what is asked for.
    fn write(&mut self, shows: &Shows<G>, rows: BatchRows<'_>) {
        let batch = &self.batch;
        rows.obs.into_iter().for_each(|out| batch.observe(out));
        rows.mask.into_iter().for_each(|out| masks(batch, out));
        fill(rows.seat, |table| batch.seat(table).index() as u8);
        fill(rows.ended, |table| batch.has_ended(table));
        fill(rows.over, |table| batch.is_over(table));
        fill(rows.player, |table| batch.player(table));
        rows.rewards.into_iter().for_each(|out| out.copy_from_slice(batch.rewards()));
        rows.seating.into_iter().for_each(|out| out.copy_from_slice(batch.seating()));
        rows.finals.into_iter().for_each(|out| out.copy_from_slice(batch.all_finals()));
        if let (Some(row), Some(out)) = (&shows.truth, rows.truth) {
            each_row(out, batch.tables(), |table, out| batch.reveal(table, &**row, out));
        }
        if let Some(out) = rows.packed {
            each_row(out, batch.tables(), |table, out| {
                batch.observe_table(table, &mut self.row);
                shows.packing.pack(&self.row, out);
            });
        }
        if let Some(out) = rows.packed_finals {
            let ended = |table| batch.finals(table);
            each_row(out, batch.tables(), |table, out| match ended(table) {
                Some(row) => shows.packing.pack(row, out),
                None => out.fill(0),
            });
        }
    }
}

fn fill<T>(out: Option<&mut [T]>, of: impl Fn(usize) -> T) {
    out.into_iter().flatten().enumerate().for_each(|(table, place)| *place = of(table));
}

fn each_row<T>(out: &mut [T], tables: usize, mut write: impl FnMut(usize, &mut [T])) {
    let rows = out.chunks_exact_mut((out.len() / tables).max(1)).enumerate();
    rows.for_each(|(table, row)| write(table, row));
}

/// Where a game is over the next step takes any id, so the mask forbids none.
fn masks<G: Playable>(batch: &Batch<G, G::Encoder>, out: &mut [u8]) {
    batch.masks(out);
    let rows = out.chunks_exact_mut(batch.ids() as usize).enumerate();
    rows.filter(|(table, _)| batch.is_over(*table)).for_each(|(_, row)| row.fill(1));
}

impl<G: Playable> AnyBatch for Spread<G> {
    fn facts(&self) -> &BatchFacts {
        &self.facts
    }

    fn restart(&mut self, seed: u64) {
        self.each(&[], BatchRows::default(), &|part, _, _| part.batch.restart(seed));
    }

    fn step(&mut self, ids: &[u32], rows: BatchRows<'_>) -> Result<(), BatchError> {
        self.check_rows(&rows);
        let (given, tables) = (ids.len(), self.facts.tables);
        if given != tables {
            return Err(BatchError::Length { given, tables });
        }
        let Spread { parts, crew, shows, widths, .. } = self;
        crew.work(|together| {
            check(parts, ids, 0, together)?;
            each(parts, ids, rows, &Sharing { widths, together }, &|part, ids, rows| {
                part.batch.step_checked(ids);
                part.write(shows, rows);
            });
            Ok(())
        })
    }

    fn show(&mut self, rows: BatchRows<'_>) {
        self.check_rows(&rows);
        let Spread { parts, crew, shows, widths, .. } = self;
        crew.work(|together| {
            let sharing = Sharing { widths, together };
            each(parts, &[], rows, &sharing, &|part, _, rows| part.write(shows, rows));
        });
    }

    fn legal(&self, ids: &mut Vec<u32>, offsets: &mut Vec<u32>) {
        ids.clear();
        offsets.clear();
        offsets.push(0);
        for Part { batch: part, .. } in &self.parts {
            let before = ids.len() as u32;
            ids.extend(part.all_legal());
            offsets.extend(part.offsets()[1..].iter().map(|offset| before + offset));
        }
    }

    fn heard(&self, events: &mut Vec<i32>, offsets: &mut Vec<u32>) {
        let width = self.facts.event_names.len().max(1);
        events.clear();
        offsets.clear();
        offsets.push(0);
        for Part { batch: part, .. } in &self.parts {
            for table in 0..part.tables() {
                events.extend(part.heard(table));
                offsets.push((events.len() / width) as u32);
            }
        }
    }

    fn save(&self) -> Vec<u8> {
        let mut out = self.saved_header(self.parts[0].batch.seed());
        self.parts.iter().for_each(|part| part.batch.save(&mut out));
        out
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), NotLoaded> {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if line != self.setup.as_bytes() {
            let saved = String::from_utf8_lossy(line);
            let saved: String =
                saved.chars().take(300).map(|c| if c.is_control() { '?' } else { c }).collect();
            return Err(NotLoaded::Other { saved, wanted: self.setup.clone() });
        }
        let rest = bytes.get(line.len() + 1..).unwrap_or_default();
        let (seed, mut left) = rest.split_first_chunk::<8>().ok_or(NotLoaded::Broken)?;
        let seed = u64::from_le_bytes(*seed);
        let loaded = self.parts.iter_mut().all(|part| part.batch.load(seed, &mut left).is_some());
        if loaded && left.is_empty() {
            return Ok(());
        }
        self.restart(seed);
        Err(NotLoaded::Broken)
    }
}

/// Whether tables reset in the same step, in a word.
pub(super) const fn reset_word(reset: Reset) -> &'static str {
    match reset {
        Reset::NextStep => "next_step",
        Reset::SameStep => "same_step",
    }
}

/// A batch's versions, rules and company in a line: one that was saved goes on in a batch with the same alone.
pub(super) fn setup_line<G: Playable>(facts: &BatchFacts, series: u32, reset: Reset, who: &str) -> String {
    let (version, rules) = (env!("CARGO_PKG_VERSION"), G::RULES_VERSION);
    let (ids, figures) = (<Ids<G> as ActionIds<G>>::VERSION, <G::Encoder as Encode<G>>::VERSION);
    let BatchFacts { spec, tables, seats, .. } = facts;
    format!(
        "tefuda batch 1, {version}, rules {rules}, ids {ids}, rows {figures}: {spec}, {tables} x {seats}, series of \
         {series}, {}, {who}",
        reset_word(reset)
    )
}

/// The catalog's players at this many tables, table by table.
pub(super) fn house<G: Playable>(
    others: &[table::Spec],
    rules: &G::Rules,
    tables: usize,
) -> Result<Vec<Player<G>>, table::SpecError> {
    let of_table = || others.iter().map(|spec| crate::registry::seat::<G>(spec, rules));
    (0..tables).flat_map(|_| of_table()).collect()
}
