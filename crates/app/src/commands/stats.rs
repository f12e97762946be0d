//! `tefuda stats`: what the records of a match say of it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lab::{AgentRecord, Earnings, RecordStats, open_lines};
use table::label;

use super::r#match::{earned, intervals};
use crate::failure::Failure;
use crate::output;
use crate::text::{columns, counted};

/// Count the games of a file of records: who earned what, on which seat, in which role
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda stats games.jsonl
      wins and points of each player; by seat, by role and by rank where the game has them
  tefuda stats games.jsonl --json
      one JSON document

Every line is verified first. The file of a match that was interrupted is counted up to its last whole game; `tefuda match \
.. --records FILE --resume` goes on with it. Records come from `match`, `arena`, `play` and `run --records`; those of an \
experiment are of one cell only if it has one.")]
pub(crate) struct Args {
    /// The records, plain or compressed with zstd
    file: PathBuf,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let lines = open_lines(&args.file).map_err(Failure::file(&args.file))?;
    let failed = |why: String| Failure::Failed(format!("{}: {why}", args.file.display()));
    let stats = RecordStats::read(lines).map_err(failed)?;
    if args.json { output::print_json(&stats) } else { output::print(&text(&stats)) }
}

fn text(stats: &RecordStats) -> String {
    let RecordStats { rules, seats, games, asked, series, deals, cut, apart, agents } = stats;
    let played = if games == asked { games.to_string() } else { format!("{games} of {asked}") };
    let series = if *series == 1 { String::new() } else { format!(", series of {series}") };
    let deals_in_words = counted(*deals, "deal");
    let rows = agents.iter().map(|agent| row(agent, None, &agent.all));
    let mut text = format!(
        "{rules} · {seats} seats · {played} games ({deals_in_words}{series})\n\n{}  ({}; shared wins count in part)\n",
        table(None, rows),
        intervals(*deals)
    );
    if let Some(cut) = cut {
        text += &format!("\n  the file ends early ({cut}): its match was interrupted\n");
    }
    if *apart > 0 {
        text += &format!(
            "\n  {} counted apart, in no figure: a player forfeited in their deal or series\n",
            counted(*apart, "game")
        );
    }
    let ways: [(&str, Groups); 3] = [
        ("seat", |agent| &agent.by_seat),
        ("role", |agent| &agent.by_role),
        ("rank", |agent| &agent.by_rank),
    ];
    for (what, groups) in
        ways.into_iter().filter(|(_, groups)| agents.iter().any(|agent| groups(agent).len() > 1))
    {
        let of = |agent| groups(agent).iter().map(move |(word, earnings)| row(agent, Some(word), earnings));
        text += &format!("\nby {what}\n\n{}", table(Some(what), agents.iter().flat_map(of)));
    }
    text
}

/// The games of an agent, divided in some way.
type Groups = fn(&AgentRecord) -> &BTreeMap<String, Earnings>;

fn table(by: Option<&str>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let head = ["agent"].into_iter().chain(by).chain(["games", "wins", "mean payoff"]);
    let rows: Vec<_> = [head.map(String::from).collect()].into_iter().chain(rows).collect();
    columns(&rows, if by.is_some() { &[0, 1] } else { &[0] })
}

fn row(agent: &AgentRecord, word: Option<&String>, earnings: &Earnings) -> Vec<String> {
    let forfeits = match (agent.forfeits, word) {
        (0, _) | (_, Some(_)) => String::new(),
        (games, None) => format!(", forfeited {}", counted(games, "game")),
    };
    let name = label(&agent.agent, usize::MAX) + &forfeits;
    let games = earnings.games.to_string();
    let [wins, mean] = match earnings.games {
        0 => ["–".to_string(), "–".to_string()],
        _ => earned(&earnings.win_rate, &earnings.mean),
    };
    [name].into_iter().chain(word.cloned()).chain([games, wins, mean]).collect()
}
