//! The commands, one file each: what they take, their help with examples, and what they do.

mod arena;
mod bench;
mod completions;
mod docs;
mod list;
mod r#match;
mod play;
mod playthrough;
mod replay;
mod report;
mod reproduce;
mod rules;
mod run;
mod serve;
mod solve;
mod stats;
mod train;
mod uecda;

use crate::failure::Failure;

/// Games in which several players hold secrets: play them, let programs play them, measure who is better.
#[derive(clap::Parser)]
#[command(name = "tefuda", version, max_term_width = 100, subcommand_help_heading = "Commands")]
#[command(
    after_help = "Run `tefuda help COMMAND` for examples. Names that do not exist are answered with those that do."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What can be asked for.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Play(play::Args),
    Serve(serve::Args),
    Match(r#match::Args),
    Arena(arena::Args),
    Reproduce(reproduce::Args),
    Run(run::Args),
    Report(report::Args),
    Solve(solve::Args),
    Train(train::Args),
    Replay(replay::Args),
    Stats(stats::Args),
    Uecda(uecda::Args),
    Rules(rules::Args),
    List(list::Args),
    Docs(docs::Args),
    Playthrough(playthrough::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Command::Play(args) => play::run(args),
            Command::Serve(args) => serve::run(args),
            Command::Match(args) => r#match::run(args),
            Command::Arena(args) => arena::run(args),
            Command::Reproduce(args) => reproduce::run(args),
            Command::Run(args) => run::run(args),
            Command::Report(args) => report::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Train(args) => train::run(args),
            Command::Replay(args) => replay::run(args),
            Command::Stats(args) => stats::run(args),
            Command::Uecda(args) => uecda::run(args),
            Command::Rules(args) => rules::run(args),
            Command::List(args) => list::run(args),
            Command::Docs(args) => docs::run(args),
            Command::Playthrough(args) => playthrough::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Completions(args) => completions::run(args),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
