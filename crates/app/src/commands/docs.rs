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
            output::print(&Screen::here().prose(without_names(text)))
        }
        Some(text) => output::print_raw(text),
        None => Err(unknown("page", &name, names()).into()),
    }
}

/// A page without the names of links: `[71.0 %][daihinmin_rank.a]` is `71.0 %`, and the lines that say where they lead are gone.
fn without_names(text: &str) -> String {
    let defined = |line: &str| -> Option<String> {
        let (name, _) = line.strip_prefix('[')?.split_once("]: ")?;
        (!name.contains(['[', ']'])).then(|| name.to_string())
    };
    let mut shown: String = text.split_inclusive('\n').filter(|line| defined(line).is_none()).collect();
    for name in text.lines().filter_map(defined) {
        let end = format!("][{name}]");
        while let Some(at) = shown.find(&end) {
            // The words of the link stand between this sign and its fellow.
            let begin = shown[..at].rfind('[');
            shown.replace_range(at..at + end.len(), "");
            begin.map(|begin| shown.remove(begin));
        }
    }
    // Where the names stood at the end, one blank line is enough.
    let end = if shown.ends_with('\n') { "\n" } else { "" };
    format!("{}{end}", shown.trim_end())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_links_are_left_out() {
        let page = "Right in [71.0 %][rank.a], see [Kuhn](kuhn.md), `x[0][1]` and\n[this\nlink][b].\n\n[rank.a]: results.md\n[b]: c.md#d\n";
        assert_eq!(without_names(page), "Right in 71.0 %, see [Kuhn](kuhn.md), `x[0][1]` and\nthis\nlink.\n");
        for page in pages() {
            let shown = without_names(page.text);
            assert!(!shown.contains("]: ../"), "{}", page.name);
            let names = ["daihinmin_", "raiders_", "saboteur_", "buzzard_"].map(|game| format!("][{game}"));
            assert!(!names.iter().any(|name| shown.contains(name.as_str())), "{}", page.name);
        }
        let agent = pages().find(|page| page.name == "example-agent").expect("it is built in").text;
        assert_eq!(without_names(agent), agent, "a program is not changed");
    }
}
