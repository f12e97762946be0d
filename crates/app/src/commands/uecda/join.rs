//! `tefuda uecda join`: one of our agents at any server.

use table::Spec;
use uecda::client::{JoinError, Joined, Joining, join};
use uecda::{LONGEST_NAME, Profile, Version};

use crate::failure::Failure;
use crate::names::whole;
use crate::output;
use crate::text::counted;

/// Let an agent of ours play at a server
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The agent with its parameters
    #[arg(long, value_name = "A")]
    agent: Spec,
    /// Where the server is
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// Its port
    #[arg(long, value_name = "P", allow_negative_numbers = true, default_value_t = 42485, value_parser = whole::<u16>(0, 65_535))]
    port: u16,
    /// The name to give, at most 14 letters; the official server keeps 9
    #[arg(long, value_name = "N", default_value = "tefuda", value_parser = name)]
    name: String,
    /// After how many games the server forgets the ranks; the protocol does not tell
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 100, value_parser = whole::<u16>(1, 65_535))]
    block: u16,
    /// The seed of the agent's random streams
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0, value_parser = crate::names::seed())]
    seed: u64,
}

/// A name that every log can hold.
fn name(text: &str) -> Result<String, String> {
    let plain = text.bytes().all(|letter| letter.is_ascii_graphic());
    match plain && (1..=LONGEST_NAME).contains(&text.len()) {
        true => Ok(text.to_string()),
        false => Err(format!("a name has 1 to {LONGEST_NAME} letters of ASCII and no spaces")),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let rules = uecda::rules(args.block, 3);
    let mut agent = super::agent(&args.agent, &rules)?;
    let profile = Profile { version: Version::V20070, name: args.name.clone() };
    let joining = Joining { profile, rules, seed: args.seed };
    let address = (args.host.as_str(), args.port);
    let joined =
        join(address, &joining, &mut agent, &mut |_, _| {}).map_err(|error| failure(args, &error))?;
    output::print(&result(&joined))
}

/// What was played, in a line or two.
fn result(joined: &Joined) -> String {
    let Joined { player, games, points, by_lot } = *joined;
    let mean = points as f64 / f64::from((games - by_lot).max(1));
    let games = counted(u64::from(games), "game");
    let mut text = format!("player {player}: {games}, {points} points, {mean:.3} a game\n");
    if by_lot > 0 {
        let by_lot = counted(u64::from(by_lot), "game");
        text += &format!("{by_lot} ended by lot; their points are not told to clients\n");
    }
    text
}

/// What went wrong, after what was played before it did.
fn failure(args: &Args, error: &JoinError) -> Failure {
    let so_far = error.so_far();
    if so_far.games > 0
        && let Err(unread) = output::print(&result(&so_far))
    {
        return unread;
    }
    Failure::Failed(format!("{}:{}: {error}", args.host, args.port))
}
