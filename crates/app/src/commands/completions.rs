//! `tefuda completions`: the tab key.

use catalog::{agents, estimators};
use clap::builder::PossibleValuesParser;
use clap::{Arg, CommandFactory};
use clap_complete::{Shell, generate};
use games::GAMES;
use lab::experiment::EXPERIMENTS;

use super::Cli;
use crate::failure::Failure;
use crate::house::pages;
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
    let mut cli = knowing(Cli::command());
    generate(args.shell, &mut cli, "tefuda", &mut script);
    let more = if args.shell == Shell::Fish { positions(&cli) } else { String::new() };
    output::print_raw(&(String::from_utf8_lossy(&script).into_owned() + &more))
}

/// Lines for fish, whose generator leaves out the values of arguments without a flag.
fn positions(cli: &clap::Command) -> String {
    let mut lines = String::new();
    for command in cli.get_subcommands() {
        for arg in command.get_positionals() {
            let names: Vec<String> =
                arg.get_possible_values().iter().map(|value| value.get_name().to_string()).collect();
            if !names.is_empty() {
                let when = format!("__fish_seen_subcommand_from {}", command.get_name());
                lines += &format!("complete -c tefuda -n \"{when}\" -f -a \"{}\"\n", names.join(" "));
            }
        }
    }
    lines
}

/// The command line as the script knows it: with the names that may be typed, though more than names may be.
fn knowing(cli: clap::Command) -> clap::Command {
    let games =
        GAMES.iter().flat_map(|game| [game.name].into_iter().chain(game.presets.iter().map(|p| p.name)));
    let names: [(&str, Vec<&'static str>); 7] = [
        ("game", games.collect()),
        ("agents", agents().iter().map(|listed| listed.info.name).collect()),
        ("seats", agents().iter().map(|listed| listed.info.name).collect()),
        ("lang", vec!["en", "ja"]),
        ("notes", estimators().iter().map(|listed| listed.info.name).collect()),
        ("names", EXPERIMENTS.iter().map(|built| built.name).collect()),
        ("page", pages().map(|page| page.name).chain(EXPERIMENTS.iter().map(|built| built.name)).collect()),
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
