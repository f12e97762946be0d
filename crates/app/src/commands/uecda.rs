//! `tefuda uecda`: the UECda protocol, as a server, as a client, and between log formats.

mod convert;
mod join;
mod serve;
mod standings;
mod theatre;

use catalog::Catalogued;
use games::Daihinmin;
use games::daihinmin::Rules;
use table::{Agent, Player, Spec};

use crate::failure::Failure;

/// Play daihinmin over the UECda protocol: serve matches, join them, convert their logs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda uecda serve --port 0 --games 3 --fill random,random,random,random,random --log games.log
      a match of five agents of ours, and its log as the official server writes it
  tefuda uecda convert games.log uecda.jsonl
      a log as records, for `tefuda replay`
  tefuda uecda convert games.log games.dat
      a log as FujiGokoro's records

With `serve --fill A,B,C,D` one client of your own plays four agents of ours: it connects to the printed port. With \
`join --agent A` one of ours plays at any server. Clients speak version 20070, 20060 or 20140 of the protocol.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Serve(serve::Args),
    Join(join::Args),
    Convert(convert::Args),
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Serve(args) => serve::run(args),
        Command::Join(args) => join::run(&args),
        Command::Convert(args) => convert::run(&args),
    }
}

/// The agent of a spec. One who reads the truth cannot sit here.
fn agent(spec: &Spec, rules: &Rules) -> Result<Box<dyn Agent<Daihinmin>>, Failure> {
    match <Daihinmin as Catalogued>::seat(spec, rules)? {
        Player::Agent(agent) => Ok(agent),
        Player::Oracle(_) => {
            Err(Failure::Usage(format!("{spec} looks at all cards, and can only play at tables of ours")))
        }
    }
}
