//! One page over all experiments.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Deserializer};

use super::agreement_line;
use super::figures::count;
use super::html::page;
use super::markup::html as escape;
use crate::experiment::{Fit, Results};
use crate::ownership::read_plain;

/// What the index says of an experiment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Summary {
    pub name: String,
    pub title: String,
    pub question: String,
    pub answer: Option<String>,
    pub quick: bool,
    #[serde(deserialize_with = "known")]
    pub fit: Option<Fit>,
    pub seed: u64,
    /// The least and the greatest number of games, deals or series that a figure of its tables rests on.
    #[serde(rename = "parts", deserialize_with = "counted")]
    pub n: Option<(u64, u64)>,
    /// Where its page is, seen from the index.
    #[serde(skip)]
    pub link: String,
}

/// The fit, unless a run of another version tells it in other words.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Fit>, D::Error> {
    let told = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(told).ok())
}

/// What the cells of `results.json` rest on.
fn counted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<(u64, u64)>, D::Error> {
    #[derive(Deserialize)]
    struct PlannedPart {
        cells: Vec<Counted>,
    }
    #[derive(Deserialize)]
    struct Counted {
        n: u64,
    }
    let parts: Vec<PlannedPart> = Vec::deserialize(deserializer)?;
    Ok(range(parts.iter().flat_map(|part| &part.cells).map(|cell| cell.n)))
}

/// The least and the greatest of these.
fn range(numbers: impl Iterator<Item = u64>) -> Option<(u64, u64)> {
    numbers.fold(None, |range, n| {
        let (low, high) = range.unwrap_or((n, n));
        Some((low.min(n), high.max(n)))
    })
}

impl Summary {
    /// The summary of an experiment whose page is found at the link.
    pub fn new(results: &Results, link: impl Into<String>) -> Summary {
        Summary {
            name: results.name.clone(),
            title: results.title.clone(),
            question: results.question.clone(),
            answer: results.answer.clone(),
            quick: results.quick,
            fit: results.fit,
            seed: results.seed,
            n: range(results.cells().map(|cell| cell.figure.n)),
            link: link.into(),
        }
    }

    /// The summaries of all finished runs in the folders of a folder, in the order of their names.
    pub fn beside(folder: &Path) -> Vec<Summary> {
        let mut runs: Vec<_> =
            fs::read_dir(folder).into_iter().flatten().flatten().map(|run| run.path()).collect();
        runs.sort();
        runs.iter().filter_map(|run| Summary::read(run)).collect()
    }

    /// The summary of a finished run that has a page.
    fn read(run: &Path) -> Option<Summary> {
        let page = run.join("report.html");
        let results = read_plain(&run.join("results.json")).ok().filter(|_| page.exists())?;
        let summary: Summary = serde_json::from_slice(&results).ok()?;
        Some(Summary { link: format!("{}/report.html", run.file_name()?.to_str()?), ..summary })
    }
}

/// The page that links to the pages of these experiments.
pub fn index(experiments: &[Summary]) -> String {
    let items: String = experiments.iter().map(item).collect();
    let list = if items.is_empty() {
        "<p class=\"none\">No experiment has been run.</p>".to_string()
    } else {
        format!("<ol class=\"index\">{items}</ol>\n")
    };
    page(
        "Tefuda: experiments",
        &format!("<header><p class=\"eyebrow\">Tefuda</p>\n<h1>Experiments</h1></header>\n{list}"),
    )
}

fn item(summary: &Summary) -> String {
    let answer =
        summary.answer.as_ref().map_or_else(String::new, |answer| format!("<p>{}</p>", escape(answer)));
    // The folder tells two runs of one experiment apart.
    let folder = summary.link.strip_suffix("/report.html").filter(|folder| *folder != summary.name);
    let n = summary.n.map(|(low, high)| match low == high {
        true => format!("n = {}", count(low)),
        false => format!("n from {} to {}", count(low), count(high)),
    });
    let notes = [
        Some(escape(&summary.name)),
        folder.map(|folder| format!("in <b>{}</b>", escape(folder))),
        summary.quick.then(|| "quick run".to_string()),
        Some(format!("seed {}", summary.seed)),
        n,
        summary.fit.as_ref().map(agreement_line),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    format!(
        "<li><h2><a href=\"{}\">{}</a></h2>\n<p class=\"question\">{}</p>\n{answer}\n<p class=\"fit\">{}</p></li>\n",
        escape(&summary.link),
        escape(&summary.title),
        escape(&summary.question),
        notes.join(" · ")
    )
}
