//! The front door: one binary, one file a command.

mod commands;
mod console;
mod counting;
mod experiments;
mod failure;
mod files;
mod house;
mod interrupt;
mod kept_game;
mod menu;
mod names;
mod output;
mod progress;
mod screen;
mod text;
mod threads;

use std::process::ExitCode;

use clap::Parser;
use commands::Cli;
use failure::Failure;

/// What somebody reads who knows nothing yet.
const WELCOME: &str = "\
Tefuda: games in which several players hold secrets. Play them, let programs play them, measure who is better.

  tefuda play buzzard                         play in this terminal against two agents
  tefuda match buzzard --seats greedy,random  200 games, who wins
  tefuda rules buzzard                        how a game is played
  tefuda list                                 games, agents, experiments
  tefuda docs                                 pages for authors of programs and experiments

Run `tefuda help COMMAND` for examples.
";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return Err(Failure::from(error)),
        Err(help) => return output::print_styled(&help.render()),
    };
    studies::register();
    interrupt::watch()?;
    cli.command.map_or_else(|| output::print(WELCOME), commands::Command::run)
}
