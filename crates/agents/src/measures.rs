//! What experiments measure, as values: the lab plays and reckons, and knows no game.
//!
//! A *kind* of work notes some numbers, its *columns*, of every unit (a game, most often; a deal in every seating
//! when paired). Each *measure* of the kind says how the columns of all units become one figure. Kinds that know a
//! game are listed in [`Playable::MEASURES`](crate::Playable::MEASURES) and stand in `agents::<game>::measures`.

#[cfg(test)]
pub(crate) mod testing;

use std::borrow::Cow;

use table::{EventOf, Game, Param, Params, Payoffs, Seat, Spec, SpecError, Witness};

/// A number that is noted of every unit, and stands in `games.parquet`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: Cow<'static, str>,
    /// One line about it.
    pub about: Cow<'static, str>,
}

impl Column {
    /// A column of this name.
    pub const fn new(name: &'static str, about: &'static str) -> Column {
        Column { name: Cow::Borrowed(name), about: Cow::Borrowed(about) }
    }
}

/// Names the first columns of a kind: a list of them, and for each a constant with its place in a row.
#[macro_export]
macro_rules! columns {
    ($list:ident: $($place:ident $name:literal $about:literal,)*) => {
        const $list: &[$crate::measures::Column] = &[$($crate::measures::Column::new($name, $about)),*];
        $crate::columns!(@places 0; $($place)*);
    };
    (@places $at:expr;) => {};
    (@places $at:expr; $place:ident $($rest:ident)*) => {
        const $place: usize = $at;
        $crate::columns!(@places $at + 1; $($rest)*);
    };
}

/// How a figure is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// As it is: points, bits, counts.
    #[default]
    Number,
    /// In per cent: a share or a probability, or a difference of such.
    Percent,
}

impl Unit {
    /// The unit in one word, for lists.
    pub const fn word(self) -> &'static str {
        match self {
            Unit::Number => "number",
            Unit::Percent => "percent",
        }
    }
}

/// The places of columns in a row; where a sum is meant, the sum of these columns.
pub type Places = Cow<'static, [usize]>;

/// How the rows of all units become one figure and its interval.
#[derive(Clone, Debug)]
pub enum Formula {
    /// One sum over another of which it is a part, so between 0 and 1: Wilson's interval with the effective number
    /// of trials. A whole of no columns counts the units.
    Rate {
        /// The sum above.
        part: Places,
        /// The sum below.
        whole: Places,
    },
    /// One sum over another: an interval that knows what fell into one unit together. A whole of no columns counts
    /// the units.
    Ratio {
        /// The sum above.
        part: Places,
        /// The sum below.
        whole: Places,
    },
    /// The mean of a column over the units that have a finite number there: Student's t.
    Mean(usize),
    /// The sum of these columns over the number of games, all of them won or lost or shared: Wilson's interval for
    /// single games, else the bootstrap over units.
    Wins(Places),
    /// The sum of these columns over the number of games: a mean that knows which games shared a deal.
    PerGame(Places),
    /// How far claims are from what came true, on average over bins. Of each bin the columns of the number of its
    /// claims, of their sum, and of those that came true.
    Calibration(Vec<[usize; 3]>),
    /// Any statistic of the rows of all units: the percentile interval of the bootstrap.
    Resampled(fn(&[&[f64]]) -> f64),
}

impl Formula {
    /// Whether its value is a share of trials, which a paper can give with their number.
    pub const fn is_rate(&self) -> bool {
        match self {
            Formula::Rate { .. } | Formula::Wins(_) => true,
            Formula::Ratio { .. } | Formula::Mean(_) | Formula::PerGame(_) => false,
            Formula::Calibration(_) | Formula::Resampled(_) => false,
        }
    }
}

/// A figure that a kind of work can give.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The name people type.
    pub name: Cow<'static, str>,
    /// One line about it.
    pub about: Cow<'static, str>,
    /// How it is written.
    pub unit: Unit,
    /// How it comes from the rows.
    pub formula: Formula,
}

impl Measure {
    /// A figure by any formula, written as it is.
    pub const fn new(name: &'static str, about: &'static str, formula: Formula) -> Measure {
        Measure { name: Cow::Borrowed(name), about: Cow::Borrowed(about), unit: Unit::Number, formula }
    }

    /// The share that one sum has of another, in per cent.
    pub const fn rate(
        name: &'static str,
        about: &'static str,
        part: &'static [usize],
        whole: &'static [usize],
    ) -> Measure {
        let (part, whole) = (Cow::Borrowed(part), Cow::Borrowed(whole));
        Measure::new(name, about, Formula::Rate { part, whole }).percent()
    }

    /// One sum over another, written as it is.
    pub const fn ratio(
        name: &'static str,
        about: &'static str,
        part: &'static [usize],
        whole: &'static [usize],
    ) -> Measure {
        let (part, whole) = (Cow::Borrowed(part), Cow::Borrowed(whole));
        Measure::new(name, about, Formula::Ratio { part, whole })
    }

    /// The same, written in per cent.
    pub const fn percent(mut self) -> Measure {
        self.unit = Unit::Percent;
        self
    }
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

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Finished<G: Game> {
    /// Its rules, with what was carried over.
    pub rules: G::Rules,
    /// What happened.
    pub events: Vec<EventOf<G>>,
}

/// Series of games between those who sit at the table of a cell, played when they are asked for.
pub trait Series<G: Game> {
    /// The games of one series.
    ///
    /// # Errors
    /// Players that break down.
    fn play(&self, number: u64) -> Result<Vec<Finished<G>>, SpecError>;
}

/// Work that learns from games, once for all units of a cell; a unit is a part of what was held back.
pub trait Learn<G: Game>: Send + Sync {
    /// Learns, and notes what came of each of so many units, a row each.
    ///
    /// # Errors
    /// Players that break down, and more units than there are.
    fn learn(&self, series: &dyn Series<G>, seed: u64, units: u64, rows: &mut [f64])
    -> Result<(), SpecError>;

    /// About how many seconds that takes, for so many units.
    ///
    /// # Errors
    /// Players that break down.
    fn seconds(&self, series: &dyn Series<G>, seed: u64, units: u64) -> Result<f64, SpecError>;
}

/// How a kind makes what it works with from the axes it reads and from who sits there.
pub type BuildKind<G, T> = fn(&mut Params<'_>, &Lineup<'_, G>) -> Result<T, SpecError>;

/// How the units of a kind are worked.
pub enum Method<G: Game> {
    /// They are games that somebody watches.
    Watch(BuildKind<G, Box<dyn Watch<G>>>),
    /// They are questions.
    Ask(BuildKind<G, Box<dyn Ask>>),
    /// They are parts of what was held back from learning.
    Learn(BuildKind<G, Box<dyn Learn<G>>>),
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
    /// How many numbers a row has.
    pub fn width(&self) -> usize {
        self.columns.iter().map(|group| group.len()).sum()
    }
}
