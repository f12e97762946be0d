//! Thousands of tables at once, one row a table, for those who train: ids in, figures out, no strings.

use std::fmt;

use crate::encode::{ActionIds, Encode};
use crate::game::{EventOf, Game, PublicState};
use crate::referee::Referee;
use crate::rng::{Seeds, derive_seed};
use crate::seat::Seat;

/// When a table whose game is over begins the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reset {
    /// At the next step, whatever its id: the step that ends a game shows its end.
    #[default]
    NextStep,
    /// At the same step: the row is the next game's first, and the end is in [`Batch::finals`].
    SameStep,
}

/// Why a step was refused. No table has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// There are not as many ids as tables.
    Length {
        /// How many were given.
        given: usize,
        /// How many tables there are.
        tables: usize,
    },
    /// An id is not among the legal ones of its table.
    Illegal {
        /// The table.
        table: usize,
        /// The id.
        id: u32,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::Length { given, tables } => {
                write!(f, "{given} ids for {tables} tables; give one a table")
            }
            BatchError::Illegal { table, id } => {
                write!(f, "id {id} is not legal at table {table}; `legal` lists those that are")
            }
        }
    }
}

impl std::error::Error for BatchError {}

/// Many tables of one game, stepped together. A row is the next seat that must choose at its table; where
/// several choose at once, they are asked one after the other, the others' envelopes hidden.
///
/// Games go on in series: what a game carries over, the next one at its table begins with.
pub struct Batch<G: Game, E: Encode<G>> {
    first: G::Rules,
    series: u32,
    seed: u64,
    reset: Reset,
    encoder: E,
    /// An observer a seat of every table, if they watch.
    observers: Vec<E>,
    tables: Vec<Row<G>>,
    seats: usize,
    now: Lists,
    /// What the lists are after the step that goes on.
    next: Lists,
    /// The number of each id among the legal ones of its table.
    places: Vec<u32>,
    rewards: Vec<f32>,
    /// The last row of each game that ended in the last step, by table.
    finals: Vec<f32>,
}

/// Few lists of legal actions are longer.
const LONG_LIST: usize = 128;

/// Stands for no id while a list is made.
const NO_ID: u32 = u32::MAX;

/// The legal ids of all tables, one after the other.
#[derive(Default)]
struct Lists {
    ids: Vec<u32>,
    /// Where those of each table begin, and last where they end.
    offsets: Vec<u32>,
}

impl Lists {
    fn clear(&mut self) {
        self.ids.clear();
        self.offsets.clear();
        self.offsets.push(0);
    }

    #[inline]
    fn of(&self, table: usize) -> &[u32] {
        &self.ids[self.offsets[table] as usize..self.offsets[table + 1] as usize]
    }
}

/// One table.
struct Row<G: Game> {
    referee: Referee<G>,
    rules: G::Rules,
    /// The seat that must choose; once the game is over, the seat that chose last.
    seat: Seat,
    over: bool,
    /// Whether every legal action has an id, so that their numbers are the same.
    whole: bool,
    /// Whether the last step ended a game here.
    ended: bool,
    /// How many series were begun here before, and the number of this game in its own.
    begun: u64,
    number: u32,
}

impl<G: Game, E: Encode<G>> Batch<G, E> {
    /// This many tables, each before the first choice of its first game. Table `t` draws its randomness from the seed
    /// and `t` alone.
    ///
    /// # Panics
    /// If there are no tables or no games in a series.
    pub fn new(rules: &G::Rules, tables: usize, series: u32, seed: u64, reset: Reset) -> Batch<G, E> {
        assert!(tables > 0 && series > 0, "a batch has tables, a series has games");
        let encoder = E::new(rules);
        let seats = G::new(rules).public().seats();
        let observers = if encoder.watches() { vec![encoder.clone(); tables * seats] } else { Vec::new() };
        let row = |_| Row {
            referee: Referee::new(rules, Seeds::new(0)),
            rules: *rules,
            seat: Seat::new(0),
            over: true,
            whole: true,
            ended: false,
            begun: 0,
            number: series - 1,
        };
        let finals = if reset == Reset::SameStep { vec![0.0; tables * encoder.width()] } else { Vec::new() };
        let mut batch = Batch {
            first: *rules,
            series,
            seed,
            reset,
            encoder,
            observers,
            tables: (0..tables).map(row).collect(),
            seats,
            now: Lists::default(),
            next: Lists::default(),
            places: Vec::new(),
            rewards: vec![0.0; tables * seats],
            finals,
        };
        batch.tables.iter_mut().for_each(|row| row.referee.reserve(LONG_LIST));
        batch.restart(seed);
        batch
    }

    /// Approximate size of one table of such a batch in bytes, with the row and the mask that the caller keeps.
    pub fn bytes_per_table(rules: &G::Rules, reset: Reset) -> usize {
        let (encoder, seats) = (E::new(rules), G::new(rules).public().seats());
        let row = encoder.width() * size_of::<f32>();
        // The list of legal actions, and their ids in the lists of this step and of the last.
        let list = LONG_LIST * (size_of::<G::Action>() + 2 * size_of::<u32>());
        let observers = if encoder.watches() { seats * size_of::<E>() } else { 0 };
        let finals = if reset == Reset::SameStep { 2 * row } else { 0 };
        let rewards = 2 * seats * size_of::<f32>();
        size_of::<Row<G>>() + list + observers + row + E::Ids::ids(rules) as usize + finals + rewards
    }

    /// Begins anew at every table, as a batch does that was made with this seed.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.rewards.fill(0.0);
        self.finals.fill(0.0);
        self.next.clear();
        for table in 0..self.tables.len() {
            (self.tables[table].begun, self.tables[table].number) = (0, self.series - 1);
            self.begin(table);
            self.list(table);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// How many tables there are.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// How many seats a table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// How many figures an observation has.
    pub fn width(&self) -> usize {
        self.encoder.width()
    }

    /// How many ids there are.
    pub fn ids(&self) -> u32 {
        E::Ids::ids(&self.first)
    }

    /// The seat that must choose at this table; once its game is over, the seat that chose last.
    pub fn seat(&self, table: usize) -> Seat {
        self.tables[table].seat
    }

    /// Whether the game at this table is over, and the next step begins another.
    pub fn is_over(&self, table: usize) -> bool {
        self.tables[table].over
    }

    /// Whether the last step ended a game at this table.
    pub fn has_ended(&self, table: usize) -> bool {
        self.tables[table].ended
    }

    /// The legal ids of this table; none if its game is over.
    #[inline]
    pub fn legal(&self, table: usize) -> &[u32] {
        self.now.of(table)
    }

    /// The legal ids of all tables, one table after the other.
    pub fn all_legal(&self) -> &[u32] {
        &self.now.ids
    }

    /// Where the ids of each table begin in [`Batch::all_legal`], and last where they end.
    pub fn offsets(&self) -> &[u32] {
        &self.now.offsets
    }

    /// What each seat of each table earned in the last step: points where a game ended, else 0.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// The last row of the game that the last step ended at this table, where tables reset in the same step.
    pub fn finals(&self, table: usize) -> Option<&[f32]> {
        let width = self.encoder.width();
        let shown = self.reset == Reset::SameStep && self.tables[table].ended;
        shown.then(|| &self.finals[table * width..(table + 1) * width])
    }

    /// The last rows of all tables, one after the other: that of a table counts if the last step ended a game there.
    /// Nothing where tables reset at the next step.
    pub fn all_finals(&self) -> &[f32] {
        &self.finals
    }

    /// Takes one id a table; where a game is over, the id is passed over and the next game begins.
    ///
    /// # Errors
    /// If an id is not legal at its table; then no table has changed.
    pub fn step(&mut self, ids: &[u32]) -> Result<(), BatchError> {
        self.find(ids)?;
        self.rewards.fill(0.0);
        self.next.clear();
        // One pass over the tables, which are many more bytes than the lists.
        for (table, &id) in ids.iter().enumerate() {
            if self.tables[table].over {
                self.begin(table);
            } else {
                self.choose(table, id);
            }
            self.list(table);
        }
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    /// Finds every id among the legal ones of its table; where the game is over any will do.
    fn find(&mut self, ids: &[u32]) -> Result<(), BatchError> {
        let (given, tables) = (ids.len(), self.tables.len());
        if given != tables {
            return Err(BatchError::Length { given, tables });
        }
        self.places.clear();
        for (table, &id) in ids.iter().enumerate() {
            let legal = self.now.of(table);
            if legal.is_empty() && self.tables[table].over {
                self.places.push(0);
                continue;
            }
            // Without stopping at the place, which nobody can foresee: a wrong guess costs more than the rest.
            let (mut found, mut place) = (false, 0);
            for (number, &other) in (0..).zip(legal) {
                found |= other == id;
                place |= if other == id { number } else { 0 };
            }
            self.places.push(found.then_some(place).ok_or(BatchError::Illegal { table, id })?);
        }
        Ok(())
    }

    #[inline]
    fn choose(&mut self, table: usize, id: u32) {
        let row = &mut self.tables[table];
        row.ended = false;
        if row.whole {
            row.referee.seal_nth(row.seat, self.places[table] as usize);
        } else {
            let action = E::Ids::action(&row.rules, id).expect("a legal id is an action's");
            row.referee.commit(row.seat, action).expect("a legal id is a legal action's");
        }
        self.settle(table);
        if self.tables[table].over {
            self.end(table);
        }
    }

    /// Plays on to the next choice.
    #[inline]
    fn settle(&mut self, table: usize) {
        let row = &mut self.tables[table];
        let next = if self.observers.is_empty() {
            row.referee.settle(&mut |_, _| Ok(()))
        } else {
            let observers = &mut self.observers[table * self.seats..(table + 1) * self.seats];
            row.referee.settle(&mut |truth, event| {
                tell(observers, truth, event);
                Ok(())
            })
        };
        match next.expect("observers do not fail") {
            Some(seat) => row.seat = seat,
            None => row.over = true,
        }
    }

    fn end(&mut self, table: usize) {
        let payoffs = self.tables[table].referee.payoffs().expect("the game is over");
        let rewards = &mut self.rewards[table * self.seats..(table + 1) * self.seats];
        rewards
            .iter_mut()
            .zip(payoffs.points.as_slice())
            .for_each(|(reward, &points)| *reward = points as f32);
        if self.reset == Reset::SameStep {
            let mut finals = std::mem::take(&mut self.finals);
            let width = self.encoder.width();
            self.observe_table(table, &mut finals[table * width..(table + 1) * width]);
            self.finals = finals;
            self.begin(table);
        }
        self.tables[table].ended = true;
    }

    /// Begins the next game of a table's series, or a new series.
    fn begin(&mut self, table: usize) {
        let row = &mut self.tables[table];
        let goes_on = row.number + 1 < self.series;
        (row.number, row.begun) = if goes_on { (row.number + 1, row.begun) } else { (0, row.begun + 1) };
        let last = goes_on.then(|| row.referee.public());
        row.rules = G::next_rules(&self.first, row.number, last);
        let seeds = Seeds::new(derive_seed(&[self.seed, table as u64, row.begun]));
        row.referee.restart(&row.rules, seeds.of_game(row.number));
        (row.over, row.ended) = (false, false);
        if !self.observers.is_empty() {
            for seat in Seat::all(self.seats) {
                self.observers[table * self.seats + seat.index()]
                    .begin(self.tables[table].referee.view(seat));
            }
        }
        self.settle(table);
    }

    /// Adds the legal ids of this table to the next lists.
    #[inline]
    fn list(&mut self, table: usize) {
        let (row, Lists { ids, offsets }) = (&mut self.tables[table], &mut self.next);
        if !row.over {
            let (actions, before) = (row.referee.legal(row.seat), ids.len());
            row.whole = true;
            ids.extend(actions.iter().map(|action| {
                let id = E::Ids::id(&row.rules, action);
                row.whole &= id.is_some();
                id.unwrap_or(NO_ID)
            }));
            if !row.whole {
                close_up(ids, before);
            }
        }
        offsets.push(ids.len() as u32);
    }

    /// Writes the observation of every table, one row after the other.
    ///
    /// # Panics
    /// If `out` has another length than tables times [`Batch::width`].
    pub fn observe(&self, out: &mut [f32]) {
        let width = self.encoder.width();
        assert_eq!(out.len(), self.tables.len() * width, "a row of {width} figures a table");
        out.chunks_exact_mut(width).enumerate().for_each(|(table, row)| self.observe_table(table, row));
    }

    fn observe_table(&self, table: usize, out: &mut [f32]) {
        let Row { referee, seat, .. } = &self.tables[table];
        let encoder = self.observers.get(table * self.seats + seat.index()).unwrap_or(&self.encoder);
        encoder.observe(referee.view(*seat), out);
    }

    /// Writes 1 for every legal id and 0 for every other, a row of [`Batch::ids`] a table.
    ///
    /// # Panics
    /// If `out` has another length than tables times ids.
    pub fn masks(&self, out: &mut [u8]) {
        let ids = self.ids() as usize;
        assert_eq!(out.len(), self.tables.len() * ids, "a row of {ids} bytes a table");
        out.fill(0);
        for (table, row) in out.chunks_exact_mut(ids).enumerate() {
            self.legal(table).iter().for_each(|&id| row[id as usize] = 1);
        }
    }
}

/// Takes out what stands for no id from here on; the others keep their order.
fn close_up(ids: &mut Vec<u32>, from: usize) {
    let mut end = from;
    for place in from..ids.len() {
        ids[end] = ids[place];
        end += usize::from(ids[place] != NO_ID);
    }
    ids.truncate(end);
}

#[inline]
fn tell<G: Game, E: Encode<G>>(observers: &mut [E], truth: &G, event: &EventOf<G>) {
    for (i, observer) in observers.iter_mut().enumerate() {
        let seat = Seat::new(i);
        observer.see(truth.view(seat), &truth.seen(event, Some(seat)));
    }
}
