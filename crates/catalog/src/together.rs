//! Many sittings at one time, for guests that answer the questions of many tables at once.

use std::ops::Range;

use table::{Batch, BatchSetup, Encode, Fault, Reset, Schedule, Seat, Seeds, Spec, SpecError, derive_seed};

use crate::bulk::{Bulk, BulkError, FinishedGame, GameWorker, Together};
use crate::guests::{RowGuest, RowQuestions, row_guest};
use crate::registry::{Playable, seat};
use crate::text_agent::RowNumbers;

/// How many tables play at one time.
const TABLES: u64 = 256;
/// A company of more is not played together.
const MOST_ENTRANTS: usize = 100;
/// The number of sittings a worker takes at a time.
pub(crate) const SITTINGS: u64 = 1024;

/// One thread's tables: guests that answer many questions are made once, players of the house once for every table.
pub(crate) struct Gathering<'a, G: Playable> {
    bulk: &'a Bulk<G>,
    /// Every entrant: a guest, or the number of a player of the house.
    entrants: Vec<Entrant>,
    asking: Asking,
}

/// The questions of a step to one guest, and the tables they are from.
#[derive(Default)]
struct Asking {
    tables: Vec<usize>,
    obs: Vec<f32>,
    mask: Vec<u8>,
    answers: Vec<u32>,
}

enum Entrant {
    Guest(Box<dyn RowGuest>),
    House(u8),
}

impl<'a, G: Playable> Gathering<'a, G> {
    pub(crate) fn new(bulk: &'a Bulk<G>) -> Result<Self, SpecError> {
        let numbers = RowNumbers::of::<G>(&G::Encoder::new(&bulk.rules), &bulk.rules);
        let (mut entrants, mut house) = (Vec::new(), 0);
        for spec in &bulk.entrants {
            entrants.push(match row_guest(spec) {
                Some(arrive) => {
                    let mut guest = arrive().map_err(SpecError::bad)?;
                    guest.begin(&numbers).map_err(|fault| SpecError::bad(fault.to_string()))?;
                    Entrant::Guest(guest)
                }
                None => {
                    house += 1;
                    Entrant::House(house - 1)
                }
            });
        }
        Ok(Gathering { bulk, entrants, asking: Asking::default() })
    }

    /// The tables for these sittings, each before the first question.
    fn tables(&self, sittings: &Range<u64>) -> Result<Batch<G, G::Encoder>, SpecError> {
        let tables = (sittings.end - sittings.start).min(TABLES) as usize;
        let house = self.bulk.entrants.iter().zip(&self.entrants);
        let house: Vec<_> =
            house.filter(|(_, entrant)| matches!(entrant, Entrant::House(_))).map(|(spec, _)| spec).collect();
        let players = (0..tables).flat_map(|_| house.iter().map(|spec| seat::<G>(spec, &self.bulk.rules)));
        let players = players.collect::<Result<_, _>>()?;
        let (series, reset, own) = (self.bulk.series, Reset::NextStep, Vec::new());
        let setup = BatchSetup { tables, from: 0, series, seed: 0, reset, own };
        let plan = Plan { tables: tables as u64, series: self.plan(sittings) };
        Ok(Batch::scheduled(&self.bulk.rules, setup, players, Box::new(plan)))
    }

    /// Seeds and company of every sitting.
    fn plan(&self, sittings: &Range<u64>) -> Vec<(Seeds, Vec<i8>)> {
        let who = |&entrant: &usize| match self.entrants[entrant] {
            Entrant::Guest(_) => entrant as i8,
            Entrant::House(number) => -1 - number as i8,
        };
        let series = |sitting| {
            (self.bulk.seeds(sitting), self.bulk.seating(sitting).iter().map(who).collect::<Vec<i8>>())
        };
        sittings.clone().map(series).collect()
    }

    /// Plays these sittings until all are over, or somebody breaks down: the games of each.
    fn play_all(
        &mut self,
        sittings: &Range<u64>,
        stopped: &dyn Fn() -> bool,
        played: &mut [Vec<FinishedGame>],
    ) -> Result<(), Trouble> {
        let mut batch = self.tables(sittings).map_err(Trouble::Spec)?;
        let (mut ids, mut playing, mut asked) = (vec![0; batch.tables()], batch.tables(), 0);
        loop {
            playing -= note_ends(&mut batch, self.bulk.series, played);
            if playing == 0 || stopped() {
                return Ok(());
            }
            for entrant in 0..self.entrants.len() {
                let seed = derive_seed(&[self.bulk.seed, sittings.start, asked, entrant as u64]);
                self.ask(&batch, entrant, seed, &mut ids).map_err(Trouble::Fault)?;
            }
            asked += 1;
            batch.step(&ids).map_err(|error| Trouble::Fault(Fault::Broken(error.to_string())))?;
        }
    }

    /// Asks a guest at all tables where it must choose.
    fn ask(
        &mut self,
        batch: &Batch<G, G::Encoder>,
        entrant: usize,
        seed: u64,
        ids: &mut [u32],
    ) -> Result<(), Fault> {
        let Entrant::Guest(guest) = &mut self.entrants[entrant] else { return Ok(()) };
        let Asking { tables, obs, mask, answers } = &mut self.asking;
        let asked = |&table: &usize| !batch.is_over(table) && batch.player(table) == entrant as i8;
        tables.clear();
        tables.extend((0..batch.tables()).filter(asked));
        let (width, count) = (batch.width(), batch.ids() as usize);
        obs.resize(tables.len() * width, 0.0);
        mask.clear();
        mask.resize(tables.len() * count, 0);
        for (row, &table) in tables.iter().enumerate() {
            batch.observe_table(table, &mut obs[row * width..(row + 1) * width]);
            batch.legal(table).iter().for_each(|&id| mask[row * count + id as usize] = 1);
        }
        if tables.is_empty() {
            return Ok(());
        }
        guest.answer(&RowQuestions { count: tables.len(), obs, mask, seed }, answers)?;
        for (&table, &id) in tables.iter().zip(&*answers) {
            let legal = batch.legal(table);
            if !legal.contains(&id) {
                let mut legal = legal.to_vec();
                legal.sort_unstable();
                let seat = batch.seat(table);
                return Err(Fault::Broken(format!(
                    "seat {seat}: answered id {id}, which is not legal now; legal: {legal:?}"
                )));
            }
            ids[table] = id;
        }
        Ok(())
    }
}

/// Why sittings were not played to their end.
enum Trouble {
    Spec(SpecError),
    Fault(Fault),
}

/// Notes the games that have just ended; how many tables have played their last.
fn note_ends<G: Playable>(
    batch: &mut Batch<G, G::Encoder>,
    series: u32,
    played: &mut [Vec<FinishedGame>],
) -> usize {
    let (tables, mut resting) = (batch.tables(), 0);
    for table in (0..tables).filter(|&table| batch.has_ended(table)).collect::<Vec<_>>() {
        let sitting = table + (batch.series_begun(table) - 1) as usize * tables;
        let payoffs = batch.payoffs(table).expect("the game is over");
        played[sitting].push(FinishedGame { payoffs, forfeits: Vec::new(), record: None });
        if batch.game_number(table) + 1 == series && sitting + tables >= played.len() {
            batch.rest(table);
            resting += 1;
        }
    }
    resting
}

impl<G: Playable> GameWorker for Gathering<'_, G> {
    fn play(&mut self, game: u64) -> Result<FinishedGame, BulkError> {
        let series = u64::from(self.bulk.series);
        let sitting = game / series;
        let (mut games, trouble) = self.play_together(sitting..sitting + 1, &|| false);
        match trouble {
            Some((_, error)) => Err(error),
            None => Ok(games.swap_remove((game % series) as usize)),
        }
    }

    fn play_together(&mut self, sittings: Range<u64>, stopped: &dyn Fn() -> bool) -> Together {
        let series = u64::from(self.bulk.series);
        let mut played: Vec<Vec<FinishedGame>> = sittings.clone().map(|_| Vec::new()).collect();
        let trouble = self.play_all(&sittings, stopped, &mut played);
        let whole = played.iter().take_while(|games| games.len() as u64 == series).count();
        let begun = played.get(whole).map_or(0, Vec::len) as u64;
        let broken = (sittings.start + whole as u64) * series + begun;
        let games = played.into_iter().take(whole + 1).flatten().collect();
        match trouble {
            Ok(()) => (games, None),
            Err(Trouble::Spec(error)) => (games, Some((broken, error.into()))),
            Err(Trouble::Fault(fault)) => {
                (games, Some((broken, BulkError::Fault { game: broken + 1, fault })))
            }
        }
    }
}

/// Whether one of these answers the questions of many tables at once.
pub(crate) fn answers_rows(entrants: &[Spec]) -> bool {
    entrants.len() <= MOST_ENTRANTS && entrants.iter().any(|spec| row_guest(spec).is_some())
}

/// Which sittings each table plays: every so many'th, as many as there are tables.
struct Plan {
    tables: u64,
    series: Vec<(Seeds, Vec<i8>)>,
}

impl Plan {
    fn of(&self, table: usize, begun: u64) -> &(Seeds, Vec<i8>) {
        let number = table as u64 + (begun - 1) * self.tables;
        // A table whose sittings are over rests before another would begin.
        &self.series[(number as usize).min(self.series.len() - 1)]
    }
}

impl Schedule for Plan {
    fn seeds(&self, table: usize, begun: u64) -> Seeds {
        self.of(table, begun).0
    }

    fn player(&self, table: usize, begun: u64, seat: Seat) -> i8 {
        self.of(table, begun).1[seat.index()]
    }
}
