//! `tefuda docs`: the pages of the documentation, built in.

use lab::experiment::EXPERIMENTS;
use table::unknown;

use crate::failure::Failure;
use crate::house::{pages, shelves};
use crate::output;
use crate::screen::Screen;
use crate::text::columns;

/// Print a page of the documentation, or the config of an experiment
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda docs                                  the pages there are
  tefuda docs exec                             how a program of yours plays
  tefuda docs kuhn                             the notation and the fields of a game
  tefuda docs example-agent > my_agent.py      a program to begin with
  tefuda docs buzzard_uct > mine.toml          an experiment of the house, to begin with")]
pub(crate) struct Args {
    /// The page, or an experiment of the house
    page: Option<String>,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Some(name) = args.page else { return output::print(&list()) };
    let page = pages().find(|page| page.name == name).map(|page| page.text);
    let config = EXPERIMENTS.iter().find(|built| built.name == name).map(|built| built.config);
    match page.or(config) {
        // As it is, since a file may be made of it; somebody who looks has lines as wide as the screen.
        Some(text) if page.is_some() && Screen::here().breaks => {
            output::print(&Screen::here().prose(text.to_string()))
        }
        Some(text) => output::print_raw(text),
        None => Err(unknown("page", &name, names()).into()),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    pages().map(|page| page.name).chain(EXPERIMENTS.iter().map(|built| built.name))
}

/// What there is to read, under headings, in columns of one width.
fn list() -> String {
    let pages = shelves().into_iter().map(|(head, pages)| {
        let rows = pages.iter().map(|page| (page.name, page.about));
        (head, rows.collect::<Vec<_>>())
    });
    let configs = EXPERIMENTS.iter().map(|built| (built.name, "its config, to run or to copy"));
    let shelves: Vec<_> = pages.chain([("experiments", configs.collect())]).collect();
    let row = |(name, about): &(&str, &str)| vec![name.to_string(), about.to_string()];
    let rows: Vec<Vec<String>> = shelves.iter().flat_map(|(_, rows)| rows.iter().map(row)).collect();
    let table = columns(&rows, &[0, 1]);
    let mut lines = table.lines();
    let shelf = |(head, rows): &(&str, Vec<_>)| {
        let below: Vec<&str> = lines.by_ref().take(rows.len()).collect();
        format!("{head}\n{}\n", below.join("\n"))
    };
    shelves.iter().map(shelf).collect::<Vec<_>>().join("\n")
}
