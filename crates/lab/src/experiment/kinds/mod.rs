//! The kinds of work an experiment can ask for: how a unit of it is worked, and what is measured.
//!
//! Here are those for any game; those that know one are rows of its [`MEASURES`](agents::Playable::MEASURES).

mod asked;
mod formula;
mod learned;
mod list;
mod matches;
mod roles;
mod sides;

use std::ops::Range;

use agents::measures::{Column, KindRow, Measure, Method};
use agents::{Playable, RoleGame, Visitor, seat, visit};
use table::{Param, Spec, SpecError, unknown};

use self::asked::Asked;
use self::learned::Learned;
use self::matches::{Games, Watching};
use super::records::RecordFile;
use super::results::At;
use crate::bulk::{Bulk, Seating, seatings};
use crate::error::LabError;
use crate::stats::{Estimate, Share};

pub use list::{Kind, Of, kinds, reference};

/// What one cell plays. Everything that decides its games stands here.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The game with its options.
    pub game: Spec,
    /// Who sits there; the measures are about the first.
    pub entrants: Vec<Spec>,
    /// Whether a unit is a deal in every seating rather than in one.
    pub paired: bool,
    /// How many games are played one after another in each seating.
    pub series: u32,
    /// The cell's place in the sweep, for kinds that read axes of it.
    pub situation: At,
    /// What all randomness of the cell derives from: that of unit `u` from `derive_seed(&[seed, u])`.
    pub seed: u64,
}

impl Setting {
    /// The seatings of one unit.
    fn seatings(&self) -> Vec<Seating> {
        let seats = self.entrants.len();
        if self.paired { seatings(seats) } else { vec![(0..seats).collect()] }
    }

    /// How many games a unit is.
    fn games(&self) -> u64 {
        self.seatings().len() as u64 * u64::from(self.series)
    }

    /// The sittings of all units: unit `u` is as many as there are seatings, from sitting `u` times that on.
    fn bulk<G: Playable>(&self, rules: G::Rules, keep_events: bool) -> Bulk<'_, G> {
        let (seatings, series, seed) = (self.seatings(), self.series, self.seed);
        let per_deal = seatings.len() as u64;
        Bulk { rules, series, entrants: &self.entrants, seed, seatings, per_deal, keep_events }
    }

    /// The axes that a kind reads, with the cell's values, as a spec of the kind's name.
    fn axes(&self, kind: &str, axes: &[Param]) -> Spec {
        let own = |name: &str| axes.iter().any(|axis| axis.key == name);
        let read = self.situation.iter().filter(|(name, _)| own(name));
        Spec {
            name: kind.to_string(),
            params: read.map(|(name, value)| (name.clone(), value.to_string())).collect(),
        }
    }
}

/// A kind of work as one game has it.
struct Row<G: Playable> {
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
    /// As a kind of one game says.
    Own(Method<G>),
}

impl<G: Playable> From<&KindRow<G>> for Row<G> {
    fn from(row: &KindRow<G>) -> Row<G> {
        Row {
            name: row.name,
            about: row.about,
            axes: row.axes.concat(),
            columns: row.columns.concat(),
            measures: row.measures.to_vec(),
            method: How::Own(row.method),
        }
    }
}

/// The kinds of a game, where a unit has this many seatings.
fn rows<G: Playable>(seatings: usize) -> Vec<Row<G>> {
    let own = G::MEASURES.iter().chain(learning());
    [matches::matches(seatings)].into_iter().chain(own.map(Row::from)).collect()
}

/// The kinds that train networks.
#[cfg(feature = "neural")]
fn learning<G: Playable>() -> &'static [KindRow<G>] {
    neural::kinds()
}

/// None, without the crate that trains.
#[cfg(not(feature = "neural"))]
fn learning<G: Playable>() -> &'static [KindRow<G>] {
    &[]
}

/// The kinds of a game with hidden roles.
fn role_rows<G: RoleGame>(seatings: usize) -> Vec<Row<G>> {
    let mut rows = rows::<G>(seatings);
    rows.extend([roles::roles(), sides::sides()]);
    rows
}

impl<G: Playable> Row<G> {
    /// The work of one cell; of the measures those of these names, in this order.
    fn job(self, setting: Setting, rules: G::Rules, measures: &[String]) -> Result<Job, LabError> {
        setting.entrants.iter().try_for_each(|spec| seat::<G>(spec, &rules).map(drop))?;
        let measures = measures.iter().map(|name| self.measure(name)).collect::<Result<_, _>>()?;
        let (axes, width) = (setting.axes(self.name, &self.axes), self.columns.len());
        let whole = matches!(self.method, How::Own(Method::Learn(_)));
        let (games, records, work): (_, _, Box<dyn Work>) = match self.method {
            How::Points => {
                let games = Games { setting, axes, rules, width, watching: Watching::<G>::Points };
                (games.setting.games(), true, Box::new(games))
            }
            How::Own(Method::Watch(build)) => {
                let games = Games { setting, axes, rules, width, watching: Watching::Watch(build) };
                games.try_out()?;
                (games.setting.games(), true, Box::new(games))
            }
            How::Own(Method::Ask(build)) => {
                let ask = matches::with_axes(&axes, &setting, rules, build)?;
                (1, false, Box::new(Asked { ask, seed: setting.seed, width }))
            }
            How::Own(Method::Learn(build)) => {
                let learn = matches::with_axes(&axes, &setting, rules, build)?;
                (1, false, Box::new(Learned { learn, setting, rules, width }))
            }
        };
        Ok(Job { columns: self.columns, measures, games, records, whole, work })
    }

    fn measure(&self, name: &str) -> Result<Measure, SpecError> {
        let found = self.measures.iter().find(|measure| measure.name == name);
        let known = || self.measures.iter().map(|measure| &*measure.name);
        found.cloned().ok_or_else(|| {
            unknown(&format!("measure of the kind `{}` in {}", self.name, G::NAME), name, known())
        })
    }
}

/// Builds the work of a cell in one visit: whatever cannot be built is known before anything runs.
struct Build<'a> {
    kind: &'a str,
    measures: &'a [String],
    setting: Setting,
}

impl Build<'_> {
    fn pick<G: Playable>(self, rows: Vec<Row<G>>, rules: G::Rules) -> Result<Job, LabError> {
        match rows.into_iter().find(|row| row.name == self.kind) {
            Some(row) => row.job(self.setting, rules, self.measures),
            None => Err(not_of(self.kind, G::NAME).into()),
        }
    }
}

/// The error for a kind that this game does not have.
fn not_of(kind: &str, game: &str) -> SpecError {
    let known = kinds().iter().find(|known| known.name == kind);
    let games = known.map_or_else(String::new, |known| known.games.join(", "));
    SpecError::bad(format!("the kind `{kind}` is not for {game}; it is for {games}"))
}

impl Visitor for Build<'_> {
    type Out = Result<Job, LabError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let rows = rows::<G>(self.setting.seatings().len());
        self.pick(rows, rules)
    }

    fn visit_roles<G: RoleGame>(self, rules: G::Rules) -> Self::Out {
        let rows = role_rows::<G>(self.setting.seatings().len());
        self.pick(rows, rules)
    }
}

/// The work of one cell.
pub struct Job {
    /// The numbers noted of every unit.
    pub columns: Vec<Column>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// How many games a unit is.
    pub games: u64,
    /// Whether its games can be written down.
    records: bool,
    /// Whether all its units are one piece of work.
    pub(super) whole: bool,
    work: Box<dyn Work>,
}

impl Job {
    /// The work of this kind for a cell, which gives these measures.
    pub(super) fn new(kind: &str, measures: &[String], setting: Setting) -> Result<Job, LabError> {
        let (game, seats) = (setting.game.clone(), setting.entrants.len());
        visit(&game, seats, Build { kind, measures, setting })?
    }

    /// The names of its columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| &*column.name)
    }

    /// Plays these units, one after the other on this thread; with `keep` their games are written down too.
    ///
    /// # Errors
    /// Players that break down.
    pub fn play(&self, units: Range<u64>, keep: bool) -> Result<Batch, LabError> {
        self.work.play(units, keep)
    }

    /// About how many seconds so many units take, if it can tell without working any.
    ///
    /// # Errors
    /// Players that break down.
    pub(super) fn seconds(&self, units: u64) -> Result<Option<f64>, LabError> {
        self.work.seconds(units)
    }

    /// What one of its measures makes of all units of the cell.
    pub fn estimate(&self, measure: &Measure, rows: &Rows) -> Estimate {
        formula::estimate(&measure.formula, rows, self.games)
    }

    /// What each unit adds to the two sums a measure is the ratio of; nothing if it is no such ratio. Cells that
    /// share their units can be compared by them.
    pub(super) fn shares(&self, measure: &Measure, rows: &Rows) -> Option<Vec<Share>> {
        rows.iter().map(|row| formula::share(&measure.formula, row, self.games)).collect()
    }

    /// Whether cells can be compared by a measure, unit by unit.
    pub(super) fn compares(&self, measure: &Measure) -> bool {
        formula::share(&measure.formula, &vec![0.0; self.columns.len()], self.games).is_some()
    }

    /// How many games of a unit can be written down.
    pub(super) fn records(&self) -> u64 {
        if self.records { self.games } else { 0 }
    }

    /// Copies the games that a batch has written down.
    pub(super) fn copy_records(&self, records: &[u8], to: &mut RecordFile) -> Result<(), LabError> {
        self.work.copy_records(records, to)
    }
}

/// How units are worked, of whatever game.
trait Work: Send + Sync {
    /// Works these units, one after the other on this thread; with `keep` their games are written down too.
    fn play(&self, units: Range<u64>, keep: bool) -> Result<Batch, LabError>;

    /// About how many seconds so many units take, if it can tell without working any.
    fn seconds(&self, _units: u64) -> Result<Option<f64>, LabError> {
        Ok(None)
    }

    /// Copies the games that a batch has written down.
    fn copy_records(&self, records: &[u8], to: &mut RecordFile) -> Result<(), LabError>;
}

/// What some units gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The numbers of each unit in turn.
    pub values: Vec<f64>,
    /// The games as the kind writes them down; empty unless they are kept.
    pub records: Vec<u8>,
}

/// The numbers of many units, a row each.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// How many numbers a row has.
    pub width: usize,
    /// The rows, one after the other.
    pub values: Vec<f64>,
}

impl Rows {
    /// The rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::Value;

    /// A cell on whose axes stand these texts.
    pub(super) fn setting(game: &str, entrants: &str, paired: bool, axes: &[(&str, &str)]) -> Setting {
        let (game, entrants) = (game.parse().unwrap(), Spec::list(entrants).unwrap());
        let value = |text: &str| text.parse().map_or_else(|_| Value::Text(text.into()), Value::Integer);
        let situation = axes.iter().map(|(axis, text)| (axis.to_string(), value(text))).collect();
        Setting { game, entrants, paired, series: 1, situation, seed: 5 }
    }

    /// The work of a kind with all its measures.
    pub(super) fn job(kind: &str, setting: Setting) -> Result<Job, LabError> {
        let known = kinds().iter().find(|known| known.name == kind).unwrap();
        let game = games::find_game(&setting.game).unwrap();
        let has = |of: &&Of<Measure>| of.games.contains(&game.name);
        let measures: Vec<String> =
            known.measures.iter().filter(has).map(|of| of.it.name.to_string()).collect();
        Job::new(kind, &measures, setting)
    }

    /// What a job finds in so many units.
    pub(super) fn found(job: Job, units: u64) -> impl Fn(&str) -> Estimate {
        let rows = Rows { width: job.columns.len(), values: job.play(0..units, false).unwrap().values };
        move |name| {
            let measure = job.measures.iter().find(|measure| measure.name == name).unwrap();
            job.estimate(measure, &rows)
        }
    }

    /// A place outside a row would be met only when the first figures are summed up.
    #[test]
    fn every_formula_stays_within_its_row() {
        struct Within;
        impl Within {
            fn check<G: Playable>(rows: Vec<Row<G>>) {
                for row in &rows {
                    let zeros = Rows { width: row.columns.len(), values: vec![0.0; 3 * row.columns.len()] };
                    for measure in &row.measures {
                        formula::estimate(&measure.formula, &zeros, 1);
                    }
                }
            }
        }
        impl Visitor for Within {
            type Out = ();
            fn visit<G: Playable>(self, _rules: G::Rules) {
                Within::check(rows::<G>(1));
                Within::check(rows::<G>(6));
            }
            fn visit_roles<G: RoleGame>(self, _rules: G::Rules) {
                Within::check(role_rows::<G>(1));
            }
        }
        games::GAMES.iter().for_each(|game| agents::visit_usual(game, Within));
    }

    #[test]
    fn a_name_is_one_kind_and_one_column_and_one_measure() {
        struct Once;
        impl Once {
            fn check<G: Playable>(rows: Vec<Row<G>>) {
                for (i, row) in rows.iter().enumerate() {
                    assert!(rows[..i].iter().all(|other| other.name != row.name), "{}", row.name);
                    let known = kinds().iter().find(|known| known.name == row.name).unwrap();
                    assert_eq!(
                        (known.about, &known.axes),
                        (row.about, &row.axes),
                        "{} of {}",
                        row.name,
                        G::NAME
                    );
                    for (i, column) in row.columns.iter().enumerate() {
                        assert!(row.columns[..i].iter().all(|other| other.name != column.name), "{column:?}");
                    }
                    for (i, measure) in row.measures.iter().enumerate() {
                        assert!(
                            row.measures[..i].iter().all(|other| other.name != measure.name),
                            "{measure:?}"
                        );
                    }
                }
            }
        }
        impl Visitor for Once {
            type Out = ();
            fn visit<G: Playable>(self, _rules: G::Rules) {
                Once::check(rows::<G>(1));
            }
            fn visit_roles<G: RoleGame>(self, _rules: G::Rules) {
                Once::check(role_rows::<G>(1));
            }
        }
        games::GAMES.iter().for_each(|game| agents::visit_usual(game, Once));
    }

    #[test]
    fn a_kind_of_another_game_is_refused() {
        let refused = |kind: &str, game: &str| {
            let setting = setting(game, "random,random", false, &[]);
            job(kind, setting).err().unwrap().to_string()
        };
        assert_eq!(refused("bids", "kuhn"), "the kind `bids` is not for kuhn; it is for buzzard");
        assert_eq!(
            refused("roles", "leduc"),
            "the kind `roles` is not for leduc; it is for kuhn, raiders, saboteur"
        );
    }
}
