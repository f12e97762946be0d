//! `tefuda solve`: small games for two. The buzzard is solved exactly, any other by CFR+ over its whole tree.

mod both;
mod given;
mod levels;
mod rounds;
mod tree;

use games::{Buzzard, find_game};
use given::Given;
use table::{Game, Spec};

use crate::failure::Failure;
use crate::names::up_to;
use crate::threads;

/// More iterations than this are a slip of the finger.
const MOST_ITERATIONS: u64 = 10_000_000;

/// More nodes than this, some 30 bytes each and their choices besides, do not fit into the memory.
const MOST_NODES: u64 = 100_000_000;

/// Solve a small game for two, or measure how much can be won from a player of it
#[derive(clap::Args)]
#[group(skip)]
#[command(after_help = "\
Examples:
  tefuda solve kuhn --iterations 2000
      a small game solved over its whole tree: its value and its policy
  tefuda solve buzzard --hands 2,3/1,3 --prizes 2,3 --carry-in 2
      the end of a game: two hands, these prizes, and 2 points in the pot
  tefuda solve kuhn --exploit random
      how many points a best response wins from an agent, above the game's value, on one side (half of NashConv)
  tefuda solve 'buzzard(cards=8,utility=win)'
      the whole game with 8 cards, played for the win: its value and the policy for the first prize
  tefuda solve buzzard --cards 15 --judge greedy
      the first round of the real game, from the built-in table, and the points that an agent loses there

The buzzard, goofspiel too, is solved exactly, round by round; --table keeps the solution, and `exact(table=FILE)` plays \
it. A pot that nobody takes is carried, unless --discard is given or the game is goofspiel. Built with `--features gpu`, --gpu solves the real game on a graphics card. Any other \
game for two is solved by CFR+ over its whole tree; Ctrl-C ends that with the iterations done so far.")]
pub(crate) struct Args {
    #[command(flatten)]
    given: Given,
    /// The game, with options if need be: `kuhn`, `buzzard(pot=discard)`
    game: Spec,
    /// The number of iterations of CFR+ [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(MOST_ITERATIONS))]
    iterations: Option<u64>,
    /// The largest tree for CFR+, in nodes [default: 1000000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(MOST_NODES))]
    nodes: Option<u64>,
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads::parser())]
    threads: Option<u64>,
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rounds: Box<rounds::Args>,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Args { given, game, iterations, nodes, threads, json, rounds } = args;
    match find_game(&game)?.name {
        Buzzard::NAME => {
            given.check_rounds()?;
            rounds::run(&rounds, &game, threads, json)
        }
        name => {
            given.check_tree(name)?;
            let effort = tree::effort(iterations, nodes);
            threads::on(threads, || tree::run(name, &game, &effort, rounds.asking(), json))?
        }
    }
}

/// What a solution is worth, in two lines.
fn figures(value: &str, exploitability: &str) -> String {
    format!(
        "  value to A                         {value}\n  exploitability of this solution    {exploitability}\n"
    )
}
