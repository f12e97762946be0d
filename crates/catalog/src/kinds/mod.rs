//! The kinds of work that an experiment can ask for: how a unit of it is worked, and what is noted and measured.
//!
//! A *kind* notes some numbers, its *columns*, of every unit (a game, most often; a deal in every seating when paired).
//! Each *measure* of the kind says how the columns of all units become one figure. Here are the kinds for any game and
//! those for games with hidden roles; a paper's own are [`KindRow`]s in `studies`, which become objects by [`KindRow::kind`].

mod asked;
mod games;
mod matches;
mod measures;
mod roles;
mod sides;

use std::io;
use std::ops::Range;
use std::path::Path;

use table::{AnyRecord, EventOf, Game, Param, Params, Payoffs, RecordError, Seat, Spec, SpecError, Witness};

pub use measures::{Column, Formula, Measure, Places, Unit};

use crate::bulk::{Bulk, BulkError, Seating, seatings};
use crate::doors::Catalogued;
use crate::estimators::Estimated;
use crate::registry::{Playable, Visitor, visit_usual};

/// What one cell plays. Everything that decides its games stands here.
#[derive(Clone, Debug, PartialEq)]
pub struct CellSetting {
    /// The game with its options.
    pub game: Spec,
    /// Who sits there; the measures are about the first.
    pub entrants: Vec<Spec>,
    /// Whether a unit is a deal in every seating rather than in one.
    pub paired: bool,
    /// How many games are played one after another in each seating.
    pub series: u32,
    /// The kind of work, with the values of the axes that it reads itself.
    pub kind: Spec,
    /// What all randomness of the cell derives from: that of unit `u` from `derive_seed(&[seed, u])`.
    pub seed: u64,
}

impl CellSetting {
    /// The seatings of one unit.
    pub fn seatings(&self) -> Vec<Seating> {
        let seats = self.entrants.len();
        if self.paired { seatings(seats) } else { vec![(0..seats).collect()] }
    }

    /// The number of games a unit is.
    pub fn games(&self) -> u64 {
        self.seatings().len() as u64 * u64::from(self.series)
    }

    /// The sittings of all units: unit `u` is as many as there are seatings, from sitting `u` times that on.
    fn bulk<G: Playable>(&self, rules: G::Rules, keep_events: bool) -> Bulk<G> {
        let (seatings, series, seed) = (self.seatings(), self.series, self.seed);
        let per_deal = seatings.len() as u64;
        Bulk { rules, series, entrants: self.entrants.clone(), seed, seatings, per_deal, keep_events }
    }
}

/// The work of one cell, of whatever game.
pub trait Work: Send + Sync {
    /// The number of games a unit is.
    fn games(&self) -> u64 {
        1
    }

    /// Whether its games can be written down.
    fn has_records(&self) -> bool {
        false
    }

    /// How many replicates its units fall into, one after the other: each works the same items anew, with chance of its own.
    /// An interval covers both what a replicate has in common and what an item has in common.
    fn replicates(&self) -> u64 {
        1
    }

    /// Whether all units of a replicate are one piece of work, which is worked by itself.
    fn is_whole(&self) -> bool {
        false
    }

    /// What its pieces go on from, by a name. Cells of equal names are worked by one thread in their order, and none is begun
    /// before the one before it is kept.
    fn line(&self) -> Option<String> {
        None
    }

    /// Works these units, one after the other on this thread; with `keep` their games are written down too.
    ///
    /// # Errors
    /// Players that break down.
    fn play(&self, units: Range<u64>, keep: bool) -> Result<Units, BulkError>;

    /// The same with room for what is not finished: a killed piece of work goes on from there.
    ///
    /// # Errors
    /// Players that break down.
    fn play_in(&self, units: Range<u64>, keep: bool, _room: &Workroom<'_>) -> Result<Units, BulkError> {
        self.play(units, keep)
    }

    /// What this many units cost, if it can be told without working any.
    ///
    /// # Errors
    /// Players that break down.
    fn costs(&self, _units: u64) -> Result<Option<Vec<Cost>>, BulkError> {
        Ok(None)
    }

    /// Reads the games that [`Work::play`] has written down, each verified.
    ///
    /// # Errors
    /// Records of other rules, and what the call gives.
    fn each_record(
        &self,
        _records: &[u8],
        _call: &mut dyn FnMut(&mut dyn AnyRecord) -> io::Result<()>,
    ) -> Result<(), ReadBackError> {
        Ok(())
    }
}

/// Where long work is done.
#[derive(Clone, Copy)]
pub struct Workroom<'a> {
    /// A folder for what is not finished, if there is one; it goes when the run is over.
    pub folder: Option<&'a Path>,
    /// Called with the share of the piece that is done.
    pub done: &'a (dyn Fn(f64) + Sync),
}

impl Workroom<'static> {
    /// No folder and no progress reporting.
    pub const NONE: Workroom<'static> = Workroom { folder: None, done: &|_| () };
}

/// Something that takes time. Where several cells name the same, it is done once, as far as the most demanding asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    /// Its name.
    pub name: String,
    /// The seconds of one core.
    pub seconds: f64,
}

/// Why games that were written down could not be copied.
#[derive(Debug)]
pub enum ReadBackError {
    /// A record does not replay: the rules have changed since.
    Record(RecordError),
    /// They could not be written.
    Io(io::Error),
}

impl From<RecordError> for ReadBackError {
    fn from(error: RecordError) -> ReadBackError {
        ReadBackError::Record(error)
    }
}

impl From<io::Error> for ReadBackError {
    fn from(error: io::Error) -> ReadBackError {
        ReadBackError::Io(error)
    }
}

/// What some units gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    /// The numbers of each unit in turn.
    pub values: Vec<f64>,
    /// The games as the kind writes them down; empty unless they are kept.
    pub records: Vec<u8>,
}

/// What a list says about a kind of work, as one game has it.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// The game.
    pub game: &'static str,
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The axes of a sweep that it reads itself; all others stand in the game or its seats.
    pub axes: Vec<Param>,
    /// What is noted of every unit.
    pub columns: Vec<Column>,
    /// What can be measured.
    pub measures: Vec<Measure>,
}

/// A kind of work as one game has it.
pub trait Kind: Send + Sync {
    /// What lists say about it, where a unit has this many seatings.
    fn info(&self, seatings: usize) -> KindInfo;

    /// The work of one cell.
    ///
    /// # Errors
    /// Whatever cannot be played or measured.
    fn open(&self, setting: &CellSetting) -> Result<Box<dyn Work>, SpecError>;
}

/// Who sits at the table of a cell, and by which rules.
pub struct Lineup<'a, G: Game> {
    /// The rules every series begins with.
    pub rules: G::Rules,
    /// Who plays; the measures are about the first.
    pub entrants: &'a [Spec],
    /// Whether each deal is played in every seating.
    pub paired: bool,
}

/// A game that is about to be watched.
#[derive(Clone, Copy, Debug)]
pub struct Upcoming {
    /// Where the first entrant sits.
    pub first: Seat,
    /// Which seating of the unit it is, counted from 0.
    pub seating: usize,
    /// What a watch draws for itself derives from this.
    pub seed: u64,
}

/// A witness that notes what it saw of games, one after the other.
pub trait Watch<G: Game>: Witness<G> {
    /// A game begins: forget the last one.
    fn begin(&mut self, game: Upcoming);

    /// The game is over: adds what was noted to the row of its unit. A row begins with zeros.
    fn end(&mut self, payoffs: &Payoffs, row: &mut [f64]);
}

/// Work whose units are no games but questions.
pub trait Ask: Send + Sync {
    /// Works one unit, whose random streams derive from this seed, and notes what came of it.
    ///
    /// # Errors
    /// Players that cannot be asked so.
    fn ask(&self, seed: u64, row: &mut [f64]) -> Result<(), SpecError>;
}

/// One game of a series that was played to be learned from.
#[derive(Clone, Debug)]
pub struct SeriesGame<G: Game> {
    /// Its rules, with what was carried over.
    pub rules: G::Rules,
    /// What happened.
    pub events: Vec<EventOf<G>>,
}

/// How a kind makes what it works with from the axes it reads and from who sits there.
pub type BuildKind<G, T> = fn(&mut Params<'_>, &Lineup<'_, G>) -> Result<T, SpecError>;

/// How a kind makes its work from what the cell plays.
pub type BuildWork<G> = fn(&CellSetting, &<G as Game>::Rules) -> Result<Box<dyn Work>, SpecError>;

/// How the units of a kind are worked.
pub enum Method<G: Game> {
    /// They are games that somebody watches.
    Watch(BuildKind<G, Box<dyn Watch<G>>>),
    /// They are questions.
    Ask(BuildKind<G, Box<dyn Ask>>),
    /// They are something else, made from what the cell plays.
    Work(BuildWork<G>),
}

impl<G: Game> Clone for Method<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Method<G> {}

/// A kind of work that knows one game: the one place where it is named, explained and built.
pub struct KindRow<G: Game> {
    /// The name people type.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The axes of a sweep that it reads itself, in groups that kinds may share; all others stand in the game or its
    /// seats.
    pub axes: &'static [&'static [Param]],
    /// What is noted of every unit, in groups.
    pub columns: &'static [&'static [Column]],
    /// What can be measured.
    pub measures: &'static [Measure],
    /// How a unit is worked.
    pub method: Method<G>,
}

impl<G: Game> KindRow<G> {
    /// The number of numbers a row has.
    pub fn width(&self) -> usize {
        self.columns.iter().map(|group| group.len()).sum()
    }
}

impl<G: Catalogued> KindRow<G> {
    /// The kind as an object.
    pub fn kind(&'static self) -> Box<dyn Kind> {
        <G as Catalogued>::kind(self)
    }
}

/// A kind of work with all that it says of itself, as one game has it.
struct Known<G: Playable> {
    name: &'static str,
    about: &'static str,
    axes: Vec<Param>,
    columns: Vec<Column>,
    measures: Vec<Measure>,
    method: How<G>,
}

/// How the units of a kind are worked.
enum How<G: Playable> {
    /// They are games of which points and wins are noted.
    Points,
    /// As a row says.
    Own(Method<G>),
}

impl<G: Playable> From<&KindRow<G>> for Known<G> {
    fn from(row: &KindRow<G>) -> Known<G> {
        Known {
            name: row.name,
            about: row.about,
            axes: row.axes.concat(),
            columns: row.columns.concat(),
            measures: row.measures.to_vec(),
            method: How::Own(row.method),
        }
    }
}

/// Makes a kind, where a unit has this many seatings.
struct Making<G: Playable>(Box<dyn Fn(usize) -> Known<G> + Send + Sync>);

impl<G: Playable> Kind for Making<G> {
    fn info(&self, seatings: usize) -> KindInfo {
        let Known { name, about, axes, columns, measures, .. } = (self.0)(seatings);
        KindInfo { game: G::NAME, name, about, axes, columns, measures }
    }

    fn open(&self, setting: &CellSetting) -> Result<Box<dyn Work>, SpecError> {
        let rules = G::read_rules(&setting.game, setting.entrants.len())?;
        (self.0)(setting.seatings().len()).open(setting, rules)
    }
}

impl<G: Playable> Known<G> {
    fn open(self, setting: &CellSetting, rules: G::Rules) -> Result<Box<dyn Work>, SpecError> {
        setting.entrants.iter().try_for_each(|spec| crate::seat::<G>(spec, &rules).map(drop))?;
        let width = self.columns.len();
        let games = |watching| games::Watched::<G> { setting: setting.clone(), rules, width, watching };
        Ok(match self.method {
            How::Points => Box::new(games(games::Watching::Points)),
            How::Own(Method::Watch(build)) => {
                with_axes(setting, rules, build)?;
                Box::new(games(games::Watching::Watch(build)))
            }
            How::Own(Method::Ask(build)) => {
                Box::new(asked::Asked { ask: with_axes(setting, rules, build)?, seed: setting.seed, width })
            }
            How::Own(Method::Work(build)) => build(setting, &rules)?,
        })
    }
}

/// Builds what a kind works with.
fn with_axes<G: Game, T>(
    setting: &CellSetting,
    rules: G::Rules,
    build: BuildKind<G, T>,
) -> Result<T, SpecError> {
    let lineup = Lineup { rules, entrants: &setting.entrants, paired: setting.paired };
    build(&mut Params::new(&setting.kind), &lineup)
}

/// The kind of a row as an object, its loop over the game with it: for [`Catalogued`] alone.
pub(crate) fn kind_of<G: Playable>(row: &'static KindRow<G>) -> Box<dyn Kind> {
    Box::new(Making(Box::new(move |_| Known::<G>::from(row))))
}

/// The games of one series between those who sit at the table of a cell, in order.
pub(crate) fn play_series<G: Playable>(
    setting: &CellSetting,
    rules: &G::Rules,
    number: u64,
) -> Result<Vec<SeriesGame<G>>, SpecError> {
    let played = setting.bulk::<G>(*rules, true).play_sitting(number);
    let played = played.map_err(|error| SpecError::bad(error.to_string()))?;
    Ok(played.into_iter().map(|game| SeriesGame { rules: game.rules, events: game.events }).collect())
}

/// The kinds that every game has, and those of games with hidden roles, one for each game that has them.
pub fn common_kinds() -> Vec<Box<dyn Kind>> {
    ::games::GAMES.iter().flat_map(|game| visit_usual(game, Common)).collect()
}

struct Common;

impl Visitor for Common {
    type Out = Vec<Box<dyn Kind>>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Out {
        vec![Box::new(Making(Box::new(matches::matches::<G>)))]
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Self::Out {
        let mut kinds = self.visit::<G>(rules);
        kinds.push(Box::new(Making(Box::new(|_| roles::roles::<G>()))));
        kinds.push(Box::new(Making(Box::new(|_| sides::sides::<G>()))));
        kinds
    }
}
