//! `tefuda completions`: the tab key.

use agents::{agents, estimators};
use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory};
use clap_complete::{Shell, generate};
use games::GAMES;

use super::Cli;
use crate::failure::Failure;
use crate::house::{EXPERIMENTS, PAGES};
use crate::output;

/// Print a script that teaches your shell the tab key
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda completions bash > ~/.local/share/bash-completion/completions/tefuda
      bash finds it there in every new shell
  tefuda completions zsh > ~/.zfunc/_tefuda
      with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  tefuda completions fish > ~/.config/fish/completions/tefuda.fish
      fish finds it there

The script knows the games, agents, estimators, experiments and pages of this build; of a list it completes the first.")]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut knowing(Cli::command()), "tefuda", &mut script);
    output::print_raw(&String::from_utf8_lossy(&script))
}

/// The command line as the script knows it: with the names that may be typed, though more than names may be.
fn knowing(cli: clap::Command) -> clap::Command {
    let games =
        GAMES.iter().flat_map(|game| [game.name].into_iter().chain(game.presets.iter().map(|p| p.name)));
    let names: [(&str, Vec<&'static str>); 6] = [
        ("game", games.collect()),
        ("agents", agents().iter().map(|listed| listed.info.name).collect()),
        ("seats", agents().iter().map(|listed| listed.info.name).collect()),
        ("notes", estimators().iter().map(|listed| listed.info.name).collect()),
        ("names", EXPERIMENTS.iter().map(|built| built.name).collect()),
        (
            "page",
            PAGES.iter().map(|page| page.name).chain(EXPERIMENTS.iter().map(|built| built.name)).collect(),
        ),
    ];
    cli.mut_subcommands(|command| {
        let known =
            |arg: &Arg| names.iter().find(|(id, _)| arg.get_id() == id).map(|(_, names)| names.clone());
        // Elsewhere `--seats` is a number, and `--game` that of a record.
        let is_name = command.get_name() != "playthrough" && command.get_name() != "replay";
        command.mut_args(|arg| match known(&arg).filter(|_| is_name && !is_number(&arg)) {
            Some(mut names) => {
                names.dedup();
                arg.value_parser(PossibleValuesParser::new(names))
            }
            None => arg,
        })
    })
}

fn is_number(arg: &Arg) -> bool {
    arg.get_value_names().is_some_and(|names| names.iter().any(|name| name == "N"))
}
