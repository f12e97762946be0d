//! `tefuda docs`: the pages for authors of programs and experiments, built in.

use lab::experiment::EXPERIMENTS;
use table::unknown;

use crate::failure::Failure;
use crate::house::PAGES;
use crate::output;
use crate::text::columns;

/// Print a page of the documentation, or the config of an experiment
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda docs                                  the pages there are
  tefuda docs exec                             how a program of yours plays
  tefuda docs example-agent > my_agent.py      a program to begin with
  tefuda docs buzzard_uct > mine.toml          an experiment of the house, to begin with")]
pub(crate) struct Args {
    /// The page, or an experiment of the house
    page: Option<String>,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Some(name) = args.page else { return output::print(&list()) };
    let page = PAGES.iter().find(|page| page.name == name).map(|page| page.text);
    let config = EXPERIMENTS.iter().find(|built| built.name == name).map(|built| built.config);
    match page.or(config) {
        // As it is, since a file may be made of it.
        Some(text) => output::print_raw(text),
        None => Err(unknown("page", &name, names()).into()),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|page| page.name).chain(EXPERIMENTS.iter().map(|built| built.name))
}

fn list() -> String {
    let page = PAGES.iter().map(|page| vec![page.name.to_string(), page.about.to_string()]);
    let config =
        EXPERIMENTS.iter().map(|built| vec![built.name.to_string(), "the experiment's config".into()]);
    columns(&page.chain(config).collect::<Vec<_>>(), &[0, 1])
}
