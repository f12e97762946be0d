//! The recorded full run of an experiment: the figures of its tables, kept beside its config. Sentences of the
//! READMEs quote these.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use catalog::kinds::Measure;
use serde::{Deserialize, Serialize};

use super::plan::{Part, Plan, PlannedCell};
use super::results::{At, Compared, PartResults, Recovered, Results, RunInfo, Value};
use super::summary::{figure, fit, part_results};
use crate::error::LabError;
use crate::stats::Figure;

/// The version of `recorded.json`.
const FORMAT: u32 = 1;

/// The figures of a full run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedPart {
    name: String,
    cells: Vec<RecordedCell>,
    compared: Vec<RecordedArm>,
    recovered: Vec<RecordedShare>,
}

type Place = BTreeMap<String, Value>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RecordedCell {
    at: Place,
    measure: String,
    #[serde(flatten)]
    figure: Figure,
}

/// An arm less its base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RecordedArm {
    at: Place,
    measure: String,
    axis: String,
    base: Value,
    arm: Value,
    #[serde(flatten)]
    figure: Figure,
}

/// What an arm recovers of a gap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RecordedShare {
    at: Place,
    measure: String,
    axis: String,
    from: Value,
    to: Value,
    arm: Value,
    #[serde(flatten)]
    figure: Figure,
}

impl Recorded {
    /// The figures of a run.
    pub fn of(results: &Results) -> Recorded {
        Recorded {
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
    pub fn read(path: &Path) -> Result<Recorded, LabError> {
        let text = fs::read_to_string(path).map_err(LabError::file(path))?;
        let recorded: Recorded = serde_json::from_str(&text)
            .map_err(|error| LabError::disk(path, format!("not the figures of a full run: {error}")))?;
        match recorded.tefuda_recorded {
            FORMAT => Ok(recorded),
            other => Err(LabError::disk(path, format!("format {other}, this program reads {FORMAT}"))),
        }
    }

    /// The record as a file, a figure a line.
    pub fn text(&self) -> String {
        let Recorded { experiment, seed, version, rules, printed, .. } = self;
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

    fn part(&self, plan: &Plan, (index, part): (usize, &Part)) -> PartResults {
        let cells: Vec<&PlannedCell> = plan.cells.iter().filter(|cell| cell.part == index).collect();
        let own = self.parts.iter().find(|own| own.name == part.name);
        let figures = cells.iter().flat_map(|cell| {
            let noted = move |measure| Some((measure, own?.cell(&cell.at, measure)?));
            let told = |(measure, found)| figure(part, cell, measure, found);
            cell.job.measures.iter().filter_map(noted).map(told).collect::<Vec<_>>()
        });
        let measures = cells.first().map_or(&[][..], |cell| &cell.job.measures);
        let arms = own.into_iter().flat_map(|own| &own.compared);
        let shares = own.into_iter().flat_map(|own| &own.recovered);
        let compared = arms.filter_map(|arm| arm.told(part, measures)).collect();
        part_results(part, figures.collect(), compared, shares.map(|share| share.told(part)).collect())
    }
}

impl RecordedPart {
    fn of(part: &PartResults) -> RecordedPart {
        let cells = part.cells.iter().map(|it| RecordedCell {
            at: place(&it.at),
            measure: it.measure.clone(),
            figure: it.figure,
        });
        let compared = part.compared.iter().map(|it| RecordedArm {
            at: place(&it.at),
            measure: it.measure.clone(),
            axis: it.axis.clone(),
            base: it.base.clone(),
            arm: it.arm.clone(),
            figure: it.figure,
        });
        let recovered = part.recovered.iter().map(|it| RecordedShare {
            at: place(&it.at),
            measure: it.measure.clone(),
            axis: it.axis.clone(),
            from: it.from.clone(),
            to: it.to.clone(),
            arm: it.arm.clone(),
            figure: it.figure,
        });
        RecordedPart {
            name: part.name.clone(),
            cells: cells.collect(),
            compared: compared.collect(),
            recovered: recovered.collect(),
        }
    }

    fn text(&self) -> String {
        let name = serde_json::to_string(&self.name).expect("plain data");
        let (cells, compared, recovered) =
            (lines(&self.cells), lines(&self.compared), lines(&self.recovered));
        format!("{{\"name\":{name},\"cells\":{cells},\n\"compared\":{compared},\n\"recovered\":{recovered}}}")
    }

    fn cell(&self, at: &At, measure: &Measure) -> Option<Figure> {
        let same = |place: &Place| {
            place.len() == at.len() && at.iter().all(|(axis, value)| place.get(axis) == Some(value))
        };
        let found = self.cells.iter().find(|cell| cell.measure == measure.name && same(&cell.at));
        found.map(|cell| cell.figure)
    }
}

impl RecordedArm {
    /// The comparison as reports have it; a record keeps no p. Nothing for what is no measure any more.
    fn told(&self, part: &Part, measures: &[Measure]) -> Option<Compared> {
        Some(Compared {
            at: coordinates(&self.at),
            reading: part.reading.clone(),
            measure: self.measure.clone(),
            unit: measures.iter().find(|measure| measure.name == self.measure)?.unit,
            axis: self.axis.clone(),
            base: self.base.clone(),
            arm: self.arm.clone(),
            figure: self.figure,
            p: f64::NAN,
            p_holm: f64::NAN,
        })
    }
}

impl RecordedShare {
    fn told(&self, part: &Part) -> Recovered {
        Recovered {
            at: coordinates(&self.at),
            reading: part.reading.clone(),
            measure: self.measure.clone(),
            axis: self.axis.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            arm: self.arm.clone(),
            figure: self.figure,
        }
    }
}

fn place(at: &At) -> Place {
    at.iter().cloned().collect()
}

fn coordinates(place: &Place) -> At {
    place.iter().map(|(axis, value)| (axis.clone(), value.clone())).collect()
}

/// A list, an entry a line.
fn lines<T: Serialize>(entries: &[T]) -> String {
    let lines: Vec<String> =
        entries.iter().map(|entry| serde_json::to_string(entry).expect("plain data")).collect();
    if lines.is_empty() { "[]".into() } else { format!("[\n{}\n]", lines.join(",\n")) }
}
