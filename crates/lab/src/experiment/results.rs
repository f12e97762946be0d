//! What came of an experiment: the figures, their intervals, and the published ones beside them.

use std::collections::BTreeMap;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::stats::{Figure, Interval, independent_difference};
use catalog::kinds::Unit;

/// The version of the JSON documents, which `docs/json.md` describes. It changes when a program that reads the old ones
/// could misread the new ones.
pub const JSON_VERSION: u32 = 1;

/// A JSON document with its version.
#[derive(Serialize)]
pub struct Document<'a, T> {
    tefuda: u32,
    #[serde(flatten)]
    content: &'a T,
}

impl<'a, T: Serialize> Document<'a, T> {
    /// This content, which must be a map.
    pub fn of(content: &'a T) -> Document<'a, T> {
        Document { tefuda: JSON_VERSION, content }
    }
}

/// The reading of a paper's text that its authors state; figures of any other reading only stand beside.
pub const STATED: &str = "stated";

/// One value of a swept parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "a value is a text or a number")]
pub enum Value {
    Integer(i64),
    Float(f64),
    Text(String),
}

impl Value {
    /// The value as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Integer(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            Value::Text(_) => None,
        }
    }
}

/// Numbers are equal by value: `1` and `1.0` name the same cell.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            _ => self.number().is_some_and(|number| other.number() == Some(number)),
        }
    }
}

/// As people write it, in tables and in specs.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => value.fmt(f),
            Value::Float(value) => value.fmt(f),
            Value::Text(value) => value.fmt(f),
        }
    }
}

/// The coordinates of a cell: an axis and its value, in the order of the sweep.
pub type At = Vec<(String, Value)>;

/// A swept parameter and its values, in the order given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    pub name: String,
    pub values: Vec<Value>,
}

/// How a plot is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlotKind {
    /// A line a series, with a band for the interval.
    Curve,
    /// A coloured square a cell: `x` to the right, `series` downwards.
    Heat,
    /// A bar a cell with its interval, in groups of `x`.
    Bars,
}

/// What a plot shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlotConfig {
    pub kind: PlotKind,
    /// What stands above it.
    pub title: Option<String>,
    /// The axis along the bottom.
    pub x: String,
    /// The axis that tells lines, bars or rows apart.
    pub series: Option<String>,
    pub measure: String,
    /// The values of the other axes.
    #[serde(default)]
    pub fixed: BTreeMap<String, Value>,
}

/// One figure of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResultCell {
    #[serde(serialize_with = "as_map")]
    pub at: At,
    pub reading: String,
    pub measure: String,
    /// How the figure is written.
    #[serde(skip)]
    pub unit: Unit,
    /// Our figure; its units are games, or deals when paired.
    #[serde(flatten)]
    pub figure: Figure,
    /// The paper's figure, if this cell is of the reading the paper states.
    pub published: Option<f64>,
    /// The sampling interval of the paper's figure, if the number of its games is known.
    #[serde(skip)]
    pub sampling: Option<Interval>,
    /// The paper's figure for a cell of another reading, or one that follows from other figures.
    pub beside: Option<f64>,
}

impl ResultCell {
    /// Whether our figure and one of the paper differ by no more than sampling error: the two-sample test at 5 %. Where
    /// the number of the paper's games is not known, its figure is taken as exact; ours without an interval agrees with nothing.
    pub fn agrees(&self, paper: f64) -> bool {
        if !self.figure.has_interval() {
            return false;
        }
        let theirs = self.sampling.unwrap_or(Interval { low: paper, high: paper });
        let difference = independent_difference(self.figure, Figure::new(paper, theirs, 0));
        // What only rounding makes is no difference.
        let slack = 1e-12 * paper.abs().max(1.0);
        difference.low <= slack && -slack <= difference.high
    }
}

fn as_map<S: Serializer>(at: &At, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(at.len()))?;
    at.iter().try_for_each(|(axis, value)| map.serialize_entry(axis, value))?;
    map.end()
}

fn as_difference<S: Serializer>(figure: &Figure, serializer: S) -> Result<S::Ok, S::Error> {
    as_named("difference", figure, serializer)
}

fn as_share<S: Serializer>(figure: &Figure, serializer: S) -> Result<S::Ok, S::Error> {
    as_named("share", figure, serializer)
}

/// A figure whose value has a name of its own.
fn as_named<S: Serializer>(name: &str, figure: &Figure, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(4))?;
    map.serialize_entry(name, &figure.value)?;
    map.serialize_entry("low", &figure.low)?;
    map.serialize_entry("high", &figure.high)?;
    map.serialize_entry("n", &figure.n)?;
    map.end()
}

/// An arm held against another on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Where both stand on the other axes.
    #[serde(serialize_with = "as_map")]
    pub at: At,
    pub reading: String,
    pub measure: String,
    /// How the figures are written.
    #[serde(skip)]
    pub unit: Unit,
    /// The axis on which they differ.
    pub axis: String,
    pub base: Value,
    pub arm: Value,
    /// The arm's figure less the base's, over the deals of both. JSON calls the value `difference`.
    #[serde(flatten, serialize_with = "as_difference")]
    pub figure: Figure,
    /// How easily chance alone would differ as much.
    pub p: f64,
    /// The same, corrected by Holm for all claims of the comparison.
    pub p_holm: f64,
}

/// How much of the gap between two arms a third recovers, on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recovered {
    /// Where all three stand on the other axes.
    #[serde(serialize_with = "as_map")]
    pub at: At,
    pub reading: String,
    pub measure: String,
    /// The axis on which they differ.
    pub axis: String,
    pub from: Value,
    pub to: Value,
    pub arm: Value,
    /// 0 is no better than `from`, 1 as good as `to`; the interval is open where the gap itself may be none. JSON calls
    /// the value `share`.
    #[serde(flatten, serialize_with = "as_share")]
    pub figure: Figure,
}

/// The cells of one question asked in one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartResults {
    pub name: String,
    pub about: String,
    pub reading: String,
    pub axes: Vec<Axis>,
    pub measures: Vec<String>,
    pub plots: Vec<PlotConfig>,
    /// A cell a combination and measure: the last axis moves fastest, the measure faster still.
    pub cells: Vec<ResultCell>,
    /// Arms held against their bases.
    pub compared: Vec<Compared>,
    /// What arms recover of gaps.
    pub recovered: Vec<Recovered>,
    /// How near its figures are to the paper's, in whatever reading, if it stands beside any.
    #[serde(skip)]
    pub fits: Option<PartFits>,
}

/// How near the figures of one part are to those that the paper prints for it.
#[derive(Clone, Debug, PartialEq)]
pub struct PartFits {
    /// Of all measures together.
    pub all: Fit,
    /// Of each measure.
    pub each: Vec<(String, Fit)>,
}

/// How near our figures are to the published ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The root of the mean squared difference.
    pub rmse: f64,
    /// The difference farthest from 0, ours less the published one.
    pub largest: f64,
    /// The mean difference, ours less the published one.
    pub bias: f64,
    /// Figures that differ from ours by no more than sampling error, each tested at 5 %.
    pub agree: u64,
    /// Figures compared.
    pub of: u64,
}

/// How the results came about. The clock is here and nowhere else.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunInfo {
    /// The config as run.
    pub config: String,
    /// The version of the program.
    pub version: String,
    /// Every game that was played, with the version of its rules.
    pub rules_versions: Vec<(String, u32)>,
    pub cores: usize,
    pub seconds: f64,
    /// What to type to run it again.
    pub command: String,
    /// Whether it is the run that the config describes: all its games, its seed.
    pub full: bool,
}

/// What came of an experiment. Serialised without its info: equal seeds, equal bytes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    pub name: String,
    pub title: String,
    /// The question, in one sentence.
    pub question: String,
    /// The answer, in one sentence, once there is one.
    pub answer: Option<String>,
    pub seed: u64,
    /// Whether fewer games and cells were played than the experiment asks for.
    pub quick: bool,
    pub parts: Vec<PartResults>,
    pub fit: Option<Fit>,
    #[serde(skip)]
    pub info: RunInfo,
}

impl Results {
    /// All cells of all parts.
    pub fn cells(&self) -> impl Iterator<Item = &ResultCell> {
        self.parts.iter().flat_map(|part| &part.cells)
    }
}

/// What `reproduce --json` prints, no clock in it.
#[derive(Serialize)]
pub struct ExperimentsJson<'a> {
    experiments: Vec<ExperimentJson<'a>>,
}

#[derive(Serialize)]
struct ExperimentJson<'a> {
    name: &'a str,
    cells: Vec<OfPart<'a, ResultCell>>,
    compared: Vec<OfPart<'a, Compared>>,
    recovered: Vec<OfPart<'a, Recovered>>,
    fit: Option<Fit>,
}

/// The figures of experiments as one JSON document.
pub fn experiments_json(experiments: &[Results]) -> ExperimentsJson<'_> {
    let tell = experiments.iter().map(|results| ExperimentJson {
        name: &results.name,
        cells: of_parts(results, |part| &part.cells),
        compared: of_parts(results, |part| &part.compared),
        recovered: of_parts(results, |part| &part.recovered),
        fit: results.fit,
    });
    ExperimentsJson { experiments: tell.collect() }
}

/// A figure with the part it belongs to: two parts may have cells at the same coordinates.
#[derive(Serialize)]
struct OfPart<'a, T> {
    part: &'a str,
    #[serde(flatten)]
    figure: &'a T,
}

fn of_parts<T>(results: &Results, figures: fn(&PartResults) -> &[T]) -> Vec<OfPart<'_, T>> {
    let of = |part| figures(part).iter().map(move |figure| OfPart { part: &part.name, figure });
    results.parts.iter().flat_map(of).collect()
}
