//! `tefuda solve`: small games for two. The buzzard is solved exactly, any other by CFR+ over its whole tree.

mod given;
mod levels;
mod rounds;
mod tree;

use games::{Buzzard, find_game};
use given::Given;
use table::{Game, Spec};

use crate::failure::Failure;
use crate::names::up_to;
use crate::text::signed;
use crate::threads;

/// More iterations than this are a slip of the finger.
const MOST_ITERATIONS: u64 = 10_000_000;

/// More nodes than this, some 30 bytes each and their choices besides, do not fit into the memory.
const MOST_NODES: u64 = 100_000_000;

/// Solve a small game for two, or see how far a player of it can be exploited
#[derive(clap::Args)]
#[group(skip)]
#[command(after_help = "\
Examples:
  tefuda solve kuhn --iterations 2000
      a game small enough to be laid out whole: its value, and what is done where
  tefuda solve buzzard --cards 8
      the whole game with 8 cards: its value, and how to bid for the first prize
  tefuda solve buzzard --hands 2,3/1,3 --prizes 2,3 --carry-in 2
      two hands against these prizes, with 2 points waiting in the pot
  tefuda solve kuhn --exploit random
      what a best response earns against an agent, above the game's value, one side, in points (half of NashConv)
  tefuda solve buzzard --cards 15 --judge greedy
      the first round of the real game, from the table that is built in, and what an agent gives away

The buzzard, goofspiel too, is solved exactly, round by round; --table keeps the solution, and `exact(table=FILE)` plays \
it. A pot that nobody takes is carried, unless --discard is given or the game is goofspiel. Built with `--features gpu`, --gpu solves the real game on a graphics card. Any other \
game for two is solved by CFR+ over its whole tree; Ctrl-C ends that with the iterations done so far.")]
pub(crate) struct Args {
    #[command(flatten)]
    given: Given,
    /// The game, with options if need be: `kuhn`, `buzzard(pot=discard)`
    game: Spec,
    /// How many iterations of CFR+ [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(MOST_ITERATIONS))]
    iterations: Option<u64>,
    /// How many nodes the tree may have for CFR+ [default: 1000000]
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
fn figures(value: f64, exploitability: f64) -> String {
    format!(
        "  value to A                         {}\n  exploitability of this solution    {exploitability:.1e}\n",
        signed(value, 6)
    )
}
