//! What experiments measure, as values: columns, formulas, measures.

use std::borrow::Cow;

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
        const $list: &[$crate::kinds::Column] = &[$($crate::kinds::Column::new($name, $about)),*];
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
