//! The recorded full run of an experiment: the figures of its tables, kept beside its config. Sentences of the
//! READMEs quote these.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use catalog::kinds::{Measure, Unit};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::plan::{Plan, PlannedCell, PlannedPart};
use super::results::{At, Compared, PartResults, Recovered, ResultCell, Results, RunInfo, Value};
use super::summary::{figure, fit, part_results};
use crate::error::LabError;
use crate::stats::{Figure, Interval};

/// The version of `recorded.json`.
const FORMAT: u32 = 1;

/// The figures of a full run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFigures {
    tefuda_recorded: u32,
    experiment: String,
    seed: u64,
    /// The version of the program that ran it.
    version: String,
    /// Every game that was played, with the version of its rules.
    rules: Vec<(String, u32)>,
    /// Whether the figures are those that a report printed, rounded as there.
    printed: bool,
    parts: Vec<RecordedPart>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedPart {
    name: String,
    cells: Vec<RecordedCell>,
    compared: Vec<RecordedArm>,
    recovered: Vec<RecordedShare>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct RecordedCell(#[serde(with = "CellFields")] ResultCell);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct RecordedArm(#[serde(with = "ComparedFields")] Compared);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct RecordedShare(#[serde(with = "RecoveredFields")] Recovered);

/// The fields of a figure that a record keeps; the plan knows the others.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ResultCell")]
struct CellFields {
    #[serde(with = "sorted")]
    at: At,
    #[serde(skip)]
    reading: String,
    measure: String,
    #[serde(skip)]
    unit: Unit,
    #[serde(flatten)]
    figure: Figure,
    #[serde(skip)]
    published: Option<f64>,
    #[serde(skip)]
    sampling: Option<Interval>,
    #[serde(skip)]
    beside: Option<f64>,
}

/// The fields of an arm less its base that a record keeps; no p is among them.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Compared")]
struct ComparedFields {
    #[serde(with = "sorted")]
    at: At,
    #[serde(skip)]
    reading: String,
    measure: String,
    #[serde(skip)]
    unit: Unit,
    axis: String,
    base: Value,
    arm: Value,
    #[serde(flatten)]
    figure: Figure,
    #[serde(skip, default = "not_kept")]
    p: f64,
    #[serde(skip, default = "not_kept")]
    p_holm: f64,
}

/// The fields of what an arm recovers of a gap that a record keeps.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Recovered")]
struct RecoveredFields {
    #[serde(with = "sorted")]
    at: At,
    #[serde(skip)]
    reading: String,
    measure: String,
    axis: String,
    from: Value,
    to: Value,
    arm: Value,
    #[serde(flatten)]
    figure: Figure,
}

fn not_kept() -> f64 {
    f64::NAN
}

/// Coordinates as a map whose axes are sorted by name.
mod sorted {
    use super::{At, BTreeMap, Deserialize, Deserializer, Serialize, Serializer, Value};

    pub(super) fn serialize<S: Serializer>(at: &At, serializer: S) -> Result<S::Ok, S::Error> {
        at.iter().map(|(axis, value)| (axis, value)).collect::<BTreeMap<_, _>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<At, D::Error> {
        Ok(BTreeMap::<String, Value>::deserialize(from)?.into_iter().collect())
    }
}

impl RecordedFigures {
    /// The figures of a run.
    pub fn of(results: &Results) -> RecordedFigures {
        RecordedFigures {
            tefuda_recorded: FORMAT,
            experiment: results.name.clone(),
            seed: results.seed,
            version: results.info.version.clone(),
            rules: results.info.rules_versions.clone(),
            printed: false,
            parts: results.parts.iter().map(RecordedPart::of).collect(),
        }
    }

    /// Reads a `recorded.json`.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no such record.
    pub fn read(path: &Path) -> Result<RecordedFigures, LabError> {
        let text = fs::read_to_string(path).map_err(LabError::file(path))?;
        let recorded: RecordedFigures = serde_json::from_str(&text)
            .map_err(|error| LabError::disk(path, format!("not the figures of a full run: {error}")))?;
        match recorded.tefuda_recorded {
            FORMAT => Ok(recorded),
            other => Err(LabError::disk(path, format!("format {other}, this program reads {FORMAT}"))),
        }
    }

    /// The record as a file, a figure a line.
    pub fn text(&self) -> String {
        let RecordedFigures { experiment, seed, version, rules, printed, .. } = self;
        let head = serde_json::json!({ "tefuda_recorded": FORMAT, "experiment": experiment, "seed": seed, "version": version,
            "rules": rules, "printed": printed });
        let head = head.to_string();
        let parts: Vec<String> = self.parts.iter().map(RecordedPart::text).collect();
        format!("{},\"parts\":[\n{}\n]}}\n", head.trim_end_matches('}'), parts.join(",\n"))
    }

    /// The results as far as they are recorded, beside what the plan says of them.
    pub fn results(&self, plan: &Plan) -> Results {
        let parts: Vec<PartResults> = plan.parts.iter().enumerate().map(|it| self.part(plan, it)).collect();
        let mut results = Results {
            name: plan.name.clone(),
            title: plan.title.clone(),
            question: plan.question.clone(),
            answer: None,
            seed: self.seed,
            quick: false,
            fit: fit(parts.iter().flat_map(|part| &part.cells)),
            parts,
            info: RunInfo {
                version: self.version.clone(),
                rules_versions: self.rules.clone(),
                full: true,
                ..RunInfo::default()
            },
        };
        results.answer = crate::report::answer(plan, &results);
        results
    }

    fn part(&self, plan: &Plan, (index, part): (usize, &PlannedPart)) -> PartResults {
        let cells: Vec<&PlannedCell> = plan.cells.iter().filter(|cell| cell.part == index).collect();
        let own = self.parts.iter().find(|own| own.name == part.name);
        let figures = cells.iter().flat_map(|cell| {
            let noted = move |measure| Some((measure, own?.cell(&cell.at, measure)?));
            let told = |(measure, found)| figure(part, cell, measure, found);
            cell.job.measures.iter().filter_map(noted).map(told).collect::<Vec<_>>()
        });
        let measures = cells.first().map_or(&[][..], |cell| &cell.job.measures);
        let compared = own.map_or_else(Vec::new, |own| own.compared(part, measures));
        let recovered = own.map_or_else(Vec::new, |own| own.recovered(part));
        part_results(part, figures.collect(), compared, recovered)
    }
}

impl RecordedPart {
    fn of(part: &PartResults) -> RecordedPart {
        RecordedPart {
            name: part.name.clone(),
            cells: part.cells.iter().cloned().map(RecordedCell).collect(),
            compared: part.compared.iter().cloned().map(RecordedArm).collect(),
            recovered: part.recovered.iter().cloned().map(RecordedShare).collect(),
        }
    }

    fn text(&self) -> String {
        let name = serde_json::to_string(&self.name).expect("plain data");
        let (cells, compared, recovered) =
            (lines(&self.cells), lines(&self.compared), lines(&self.recovered));
        format!("{{\"name\":{name},\"cells\":{cells},\n\"compared\":{compared},\n\"recovered\":{recovered}}}")
    }

    fn cell(&self, at: &At, measure: &Measure) -> Option<Figure> {
        let is_there = |it: &At| it.len() == at.len() && at.iter().all(|axis| it.contains(axis));
        let mut cells = self.cells.iter().map(|cell| &cell.0);
        cells.find(|cell| cell.measure == measure.name && is_there(&cell.at)).map(|cell| cell.figure)
    }

    /// The comparisons with what the plan says of them. Not those of what is no measure any more.
    fn compared(&self, part: &PlannedPart, measures: &[Measure]) -> Vec<Compared> {
        let unit = |it: &Compared| measures.iter().find(|measure| measure.name == it.measure).map(|m| m.unit);
        let told = |RecordedArm(it): &RecordedArm| {
            Some(Compared { reading: part.reading.clone(), unit: unit(it)?, ..it.clone() })
        };
        self.compared.iter().filter_map(told).collect()
    }

    fn recovered(&self, part: &PlannedPart) -> Vec<Recovered> {
        let told =
            |RecordedShare(it): &RecordedShare| Recovered { reading: part.reading.clone(), ..it.clone() };
        self.recovered.iter().map(told).collect()
    }
}

/// A list, an entry a line.
fn lines<T: Serialize>(entries: &[T]) -> String {
    let lines: Vec<String> =
        entries.iter().map(|entry| serde_json::to_string(entry).expect("plain data")).collect();
    if lines.is_empty() { "[]".into() } else { format!("[\n{}\n]", lines.join(",\n")) }
}
