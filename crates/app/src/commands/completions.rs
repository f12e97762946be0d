//! `tefuda completions`: the tab key.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use super::Cli;
use crate::failure::Failure;
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
      fish finds it there")]
pub(crate) struct Args {
    /// Which shell
    shell: Shell,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "tefuda", &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
