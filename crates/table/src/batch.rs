//! Thousands of tables at once, one row a table, for those who train: ids in, figures out, no strings.

mod company;
mod saved;

use std::fmt;

use crate::agent::Player;
use crate::encode::{ActionIds, Encode};
use crate::game::{EventOf, Game, Payoffs, PublicState};
use crate::labels::{EventRow, TruthRow};
use crate::referee::Referee;
use crate::rng::{Seeds, derive_seed};
use crate::seat::{BySeat, Seat};

use company::Company;

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
        /// The number of tables.
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

impl BatchError {
    /// The same in a batch in which this many tables come first.
    pub fn at(self, before: usize) -> BatchError {
        match self {
            BatchError::Illegal { table, id } => BatchError::Illegal { table: before + table, id },
            other => other,
        }
    }
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

/// How a batch is set up.
#[derive(Clone, Debug)]
pub struct BatchSetup {
    /// The number of tables, at least one.
    pub tables: usize,
    /// The number of the first: a table draws its luck by its number.
    pub from: u64,
    /// The number of games a series has, at least one.
    pub series: u32,
    /// What all luck derives from.
    pub seed: u64,
    /// When a table whose game is over begins the next one.
    pub reset: Reset,
    /// Which own player has each of the first places of the company; players of the house have the others.
    pub own: Vec<u8>,
}

/// The luck and the company of every series of a batch, where they do not follow from its seed.
pub trait Schedule: Send {
    /// The seeds of a series: how many were begun at this table with it, counted from 1.
    fn seeds(&self, table: usize, begun: u64) -> Seeds;

    /// Who sits on a seat in it: an own player, or `-1 - k` for player `k` of the house.
    fn player(&self, table: usize, begun: u64, seat: Seat) -> i8;
}

/// Many tables of one game, stepped together. A row is the next own seat that must choose at its table; where
/// several choose at once, they are asked one after the other, the others' envelopes hidden. Players of the house play inside
/// the step.
///
/// Games go on in series: what a game carries over, the next one at its table begins with.
pub struct Batch<G: Game, E: Encode<G>> {
    first: G::Rules,
    setup: BatchSetup,
    encoder: E,
    /// An observer a seat of every table, if they watch.
    observers: Vec<E>,
    tables: Vec<Row<G>>,
    seats: usize,
    company: Company<G>,
    schedule: Option<Box<dyn Schedule>>,
    /// What the seats heard since they were last asked, if that is kept.
    ears: Option<Ears<G>>,
    now: Lists,
    /// What the lists are after the step that goes on.
    next: Lists,
    /// The number of each id among the legal ones of its table.
    places: Vec<u32>,
    rewards: Vec<f32>,
    /// The last row of each game that ended in the last step, by table.
    finals: Vec<f32>,
}

/// What every seat of every table heard since it was last asked.
struct Ears<G: Game> {
    row: Box<dyn EventRow<G>>,
    width: usize,
    heard: Vec<Vec<i32>>,
}

impl<G: Game> Ears<G> {
    fn hear(&mut self, table: usize, seats: usize, truth: &G, event: &EventOf<G>) {
        for seat in Seat::all(seats) {
            let heard = &mut self.heard[table * seats + seat.index()];
            let from = heard.len();
            heard.resize(from + self.width, 0);
            self.row.write(&truth.seen(event, Some(seat)), &mut heard[from..]);
        }
    }
}

/// Few lists of legal actions are longer.
const LONG_LIST: usize = 128;

/// Few series have more choices.
const LONG_SERIES: usize = 256;

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
    /// Whether no other game begins here.
    rests: bool,
    /// How many series were begun here before, and the number of this game in its own.
    begun: u64,
    number: u32,
    /// The choices of this series so far, each by its number in the list of the seat that chose.
    choices: Vec<u16>,
}

impl<G: Game, E: Encode<G>> Batch<G, E> {
    /// This many tables, each before the first choice of its first game, own players on all seats. Table `t` draws its
    /// randomness from the seed and `t` alone.
    ///
    /// # Panics
    /// If there are no tables or no games in a series.
    pub fn new(rules: &G::Rules, tables: usize, series: u32, seed: u64, reset: Reset) -> Batch<G, E> {
        let own = vec![0; G::new(rules).public().seats()];
        Batch::open(rules, BatchSetup { tables, from: 0, series, seed, reset, own }, Vec::new())
    }

    /// The same with a company: players of the house, as many for every table as there are places left, table by table.
    ///
    /// # Panics
    /// If there are no tables or no games in a series, or somebody is missing at a table.
    pub fn open(rules: &G::Rules, setup: BatchSetup, house: Vec<Player<G>>) -> Batch<G, E> {
        let seats = G::new(rules).public().seats();
        let places = setup.own.len() * setup.tables + house.len();
        assert!(!setup.own.is_empty() && places == seats * setup.tables, "somebody has every seat");
        Batch::begun(rules, setup, house, None)
    }

    /// The same where others say who sits where and which luck is whose. Tables have equally many players of the house.
    ///
    /// # Panics
    /// If there are no tables or no games in a series.
    pub fn scheduled(
        rules: &G::Rules,
        setup: BatchSetup,
        house: Vec<Player<G>>,
        schedule: Box<dyn Schedule>,
    ) -> Batch<G, E> {
        Batch::begun(rules, setup, house, Some(schedule))
    }

    fn begun(
        rules: &G::Rules,
        setup: BatchSetup,
        house: Vec<Player<G>>,
        schedule: Option<Box<dyn Schedule>>,
    ) -> Batch<G, E> {
        let (tables, series, seed) = (setup.tables, setup.series, setup.seed);
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
            rests: false,
            begun: 0,
            number: series - 1,
            choices: Vec::with_capacity(LONG_SERIES),
        };
        let finals =
            if setup.reset == Reset::SameStep { vec![0.0; tables * encoder.width()] } else { Vec::new() };
        let mut batch = Batch {
            first: *rules,
            encoder,
            observers,
            tables: (0..tables).map(row).collect(),
            seats,
            company: Company::new(tables, seats, &setup.own, house),
            setup,
            schedule,
            ears: None,
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

    /// Keeps from now on what every seat hears, and begins anew.
    pub fn keep_events(&mut self, row: Box<dyn EventRow<G>>) {
        let (width, seats) = (row.names().len(), self.tables.len() * self.seats);
        self.ears = Some(Ears { row, width, heard: vec![Vec::new(); seats] });
        self.restart(self.setup.seed);
    }

    /// Approximate size of one table of such a batch in bytes, with the row and the mask that the caller keeps. What players
    /// of the house keep is not counted.
    pub fn bytes_per_table(rules: &G::Rules, reset: Reset) -> usize {
        let (encoder, seats) = (E::new(rules), G::new(rules).public().seats());
        let row = encoder.width() * size_of::<f32>();
        // The list of legal actions, and their ids in the lists of this step and of the last.
        let list = LONG_LIST * (size_of::<G::Action>() + 2 * size_of::<u32>());
        let observers = if encoder.watches() { seats * size_of::<E>() } else { 0 };
        let finals = if reset == Reset::SameStep { 2 * row } else { 0 };
        let rewards = 2 * seats * size_of::<f32>();
        let choices = LONG_SERIES * size_of::<u16>();
        let ids = E::Ids::ids(rules) as usize;
        size_of::<Row<G>>() + list + choices + observers + row + ids + finals + rewards
    }

    /// Begins anew at every table, as a batch does that was made with this seed. A first game in which no own player was
    /// asked is over, or passed over where tables reset in the same step.
    pub fn restart(&mut self, seed: u64) {
        self.setup.seed = seed;
        self.rewards.fill(0.0);
        self.finals.fill(0.0);
        self.next.clear();
        for table in 0..self.tables.len() {
            (self.tables[table].begun, self.tables[table].number) = (0, self.setup.series - 1);
            self.tables[table].rests = false;
            self.begin_shown(table);
            self.list(table);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// What all luck derives from.
    pub fn seed(&self) -> u64 {
        self.setup.seed
    }

    /// The number of tables.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// The number of seats a table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The number of figures an observation has.
    pub fn width(&self) -> usize {
        self.encoder.width()
    }

    /// The number of ids.
    pub fn ids(&self) -> u32 {
        E::Ids::ids(&self.first)
    }

    /// The seat that must choose at this table; once its game is over, the seat that chose last.
    pub fn seat(&self, table: usize) -> Seat {
        self.tables[table].seat
    }

    /// The own player whose question the row of this table is.
    pub fn player(&self, table: usize) -> i8 {
        self.company.at(table, self.tables[table].seat)
    }

    /// Who sits on each seat, table by table: an own player, or `-1 - k` for player `k` of the house.
    pub fn seating(&self) -> &[i8] {
        self.company.seating()
    }

    /// What the seat of this table's row heard since it was last asked, event after event; nothing if that is not kept.
    pub fn heard(&self, table: usize) -> &[i32] {
        let heard = self.ears.as_ref().map(|ears| &ears.heard);
        heard.map_or(&[], |heard| &heard[table * self.seats + self.tables[table].seat.index()])
    }

    /// Writes what is hidden at this table, for the question its row shows.
    pub fn reveal(&self, table: usize, row: &dyn TruthRow<G>, out: &mut [f32]) {
        let Row { referee, seat, .. } = &self.tables[table];
        row.write(referee.truth(), referee.envelopes(), *seat, out);
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

    /// Lets no other game begin at a table once its game is over, until the batch is restarted.
    pub fn rest(&mut self, table: usize) {
        self.tables[table].rests = true;
    }

    /// What each seat earned in the game that is over at this table.
    pub fn payoffs(&self, table: usize) -> Option<Payoffs> {
        self.tables[table].referee.payoffs()
    }

    /// How many series were begun at this table, with the one that goes on.
    pub fn series_begun(&self, table: usize) -> u64 {
        self.tables[table].begun
    }

    /// The number of the game of this table in its series, counted from 0.
    pub fn game_number(&self, table: usize) -> u32 {
        self.tables[table].number
    }

    /// What each seat of each table earned in the last step: points where a game ended, else 0.
    pub fn rewards(&self) -> &[f32] {
        &self.rewards
    }

    /// The last row of the game that the last step ended at this table, where tables reset in the same step.
    pub fn finals(&self, table: usize) -> Option<&[f32]> {
        let width = self.encoder.width();
        let shown = self.setup.reset == Reset::SameStep && self.tables[table].ended;
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
        self.check(ids)?;
        self.step_checked(ids);
        Ok(())
    }

    /// Takes the ids that [`Batch::check`] has just found.
    pub fn step_checked(&mut self, ids: &[u32]) {
        debug_assert_eq!(self.places.len(), ids.len(), "the ids were checked");
        self.rewards.fill(0.0);
        self.next.clear();
        // One pass over the tables, which are many more bytes than the lists.
        for (table, &id) in ids.iter().enumerate() {
            match &mut self.tables[table] {
                row if row.rests && row.over => row.ended = false,
                row if row.over => self.begin_shown(table),
                _ => self.choose(table, id),
            }
            self.list(table);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// Finds every id among the legal ones of its table; where the game is over any will do. No table changes.
    ///
    /// # Errors
    /// If there are not as many ids as tables, or one is not legal.
    pub fn check(&mut self, ids: &[u32]) -> Result<(), BatchError> {
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
        let number = if row.whole {
            self.places[table] as usize
        } else {
            let action = E::Ids::action(&row.rules, id).expect("a legal id is an action's");
            let listed = row.referee.legal(row.seat).iter().position(|&other| other == action);
            listed.expect("a legal id is a legal action's")
        };
        self.seal(table, self.tables[table].seat, number);
        self.settle(table);
        if self.tables[table].over {
            self.end(table);
        }
    }

    /// Seals the choice of this number in the list of an own player, who has heard all that it was told.
    #[inline]
    fn seal(&mut self, table: usize, seat: Seat, number: usize) {
        let row = &mut self.tables[table];
        row.referee.seal_nth(seat, number);
        row.choices.push(number as u16);
        if let Some(ears) = &mut self.ears {
            ears.heard[table * self.seats + seat.index()].clear();
        }
    }

    /// Plays on to the next choice of an own player.
    #[inline]
    fn settle(&mut self, table: usize) {
        while let Some(seat) = self.advance(table) {
            if self.company.is_own() || self.company.at(table, seat) >= 0 {
                self.tables[table].seat = seat;
                return;
            }
            let row = &mut self.tables[table];
            let number = self.company.ask(table, seat, &mut row.referee);
            row.choices.push(number as u16);
        }
        self.tables[table].over = true;
    }

    /// Plays on to the next choice of any seat.
    #[inline]
    fn advance(&mut self, table: usize) -> Option<Seat> {
        let row = &mut self.tables[table];
        let next = if self.observers.is_empty() && self.company.is_own() && self.ears.is_none() {
            row.referee.settle(&mut |_, _| Ok(()))
        } else {
            let (seats, company, ears) = (self.seats, &mut self.company, &mut self.ears);
            let observers = self.observers.get_mut(table * seats..(table + 1) * seats).unwrap_or(&mut []);
            row.referee.settle(&mut |truth, event| {
                tell(observers, truth, event);
                company.see(table, truth, event);
                ears.iter_mut().for_each(|ears| ears.hear(table, seats, truth, event));
                Ok(())
            })
        };
        next.expect("those who only look on do not fail")
    }

    /// Pays for the game that has ended. Where tables reset in the same step, the next game begins in which an own player is
    /// asked.
    fn end(&mut self, table: usize) {
        self.pay(table);
        if self.setup.reset == Reset::SameStep {
            let mut finals = std::mem::take(&mut self.finals);
            let width = self.encoder.width();
            self.observe_table(table, &mut finals[table * width..(table + 1) * width]);
            self.finals = finals;
            self.begin_asked(table);
        }
        self.tables[table].ended = true;
    }

    fn pay(&mut self, table: usize) {
        let referee = &self.tables[table].referee;
        let payoffs = referee.payoffs().expect("the game is over");
        self.company.end(table, referee.truth(), &payoffs);
        let rewards = &mut self.rewards[table * self.seats..(table + 1) * self.seats];
        rewards
            .iter_mut()
            .zip(payoffs.points.as_slice())
            .for_each(|(reward, &points)| *reward = points as f32);
    }

    /// Begins the next game. One that ends before an own player was asked is shown as over, or passed over where tables reset
    /// in the same step.
    fn begin_shown(&mut self, table: usize) {
        if self.setup.reset == Reset::SameStep {
            return self.begin_asked(table);
        }
        self.begin(table);
        if self.tables[table].over {
            self.end(table);
        }
    }

    /// Begins the next game in which an own player is asked.
    fn begin_asked(&mut self, table: usize) {
        self.begin(table);
        while self.tables[table].over {
            let referee = &self.tables[table].referee;
            let payoffs = referee.payoffs().expect("the game is over");
            self.company.end(table, referee.truth(), &payoffs);
            self.begin(table);
        }
    }

    /// Begins the next game of a table's series, or a new series, and plays to the first choice of an own player.
    fn begin(&mut self, table: usize) {
        self.deal(table);
        self.settle(table);
    }

    /// Begins the next game of a table's series, or a new series.
    fn deal(&mut self, table: usize) {
        let (seats, series) = (self.seats, self.setup.series);
        let row = &mut self.tables[table];
        let goes_on = row.number + 1 < series;
        (row.number, row.begun) = if goes_on { (row.number + 1, row.begun) } else { (0, row.begun + 1) };
        let last = goes_on.then(|| row.referee.public());
        row.rules = G::next_rules(&self.first, row.number, last);
        let number = self.setup.from + table as u64;
        let seeds = match &self.schedule {
            Some(schedule) => schedule.seeds(table, row.begun),
            None => Seeds::new(derive_seed(&[self.setup.seed, number, row.begun])),
        };
        row.referee.restart(&row.rules, seeds.of_game(row.number));
        (row.over, row.ended) = (false, false);
        if !goes_on {
            row.choices.clear();
            let (company, turn) = (&self.company, number + row.begun - 1);
            let seating = BySeat::from_fn(seats, |seat| match &self.schedule {
                Some(schedule) => schedule.player(table, row.begun, seat),
                None => company.turned(turn, seat),
            });
            self.company.sit(table, seating.as_slice(), series);
        }
        self.company.begin(table, &row.referee);
        row.seat = self.company.first_own(table);
        let of_table = table * seats..(table + 1) * seats;
        if let Some(ears) = &mut self.ears {
            ears.heard[of_table.clone()].iter_mut().for_each(Vec::clear);
        }
        if !self.observers.is_empty() {
            let observers = self.observers[of_table].iter_mut().enumerate();
            observers.for_each(|(seat, observer)| observer.begin(row.referee.view(Seat::new(seat))));
        }
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

    /// Writes the observation of one table.
    ///
    /// # Panics
    /// If `out` has not [`Batch::width`] places.
    pub fn observe_table(&self, table: usize, out: &mut [f32]) {
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
