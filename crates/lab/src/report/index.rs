//! One page over all experiments.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Deserializer};

use super::fit_line;
use super::html::page;
use super::markup::html as escape;
use crate::experiment::{Fit, Results};

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
    /// Where its page is, seen from the index.
    #[serde(skip)]
    pub link: String,
}

/// The fit, unless a run of another version tells it in other words.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Fit>, D::Error> {
    let told = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(told).ok())
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
        let results = fs::read(run.join("results.json")).ok().filter(|_| page.exists())?;
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
    let quick = summary.quick.then(|| "quick run".to_string());
    let fit = summary.fit.as_ref().map(fit_line);
    let notes: Vec<String> = [Some(escape(&summary.name)), fit, quick].into_iter().flatten().collect();
    format!(
        "<li><h2><a href=\"{}\">{}</a></h2>\n<p class=\"question\">{}</p>\n{answer}\n<p class=\"fit\">{}</p></li>\n",
        escape(&summary.link),
        escape(&summary.title),
        escape(&summary.question),
        notes.join(" · ")
    )
}
