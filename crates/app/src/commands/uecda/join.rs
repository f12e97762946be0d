//! `tefuda uecda join`: one of our agents at any server.

use table::Spec;
use uecda::client::{JoinError, Joining, join};
use uecda::{LONGEST_NAME, Profile, Version};

use crate::failure::Failure;
use crate::output;

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
    #[arg(long, value_name = "P", default_value_t = 42485)]
    port: u16,
    /// The name to give, at most 14 letters; the official server keeps 9
    #[arg(long, value_name = "N", default_value = "tefuda", value_parser = name)]
    name: String,
    /// After how many games the server forgets the ranks; the protocol does not tell
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    block: u16,
    /// The seed of the agent's random streams
    #[arg(long, value_name = "S", default_value_t = 0)]
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
    let known = joined.games - joined.by_lot;
    let mean = joined.points as f64 / f64::from(known.max(1));
    let mut text = format!(
        "player {}: {} games, {} points, {mean:.3} a game\n",
        joined.player, joined.games, joined.points
    );
    if joined.by_lot > 0 {
        text += &format!("{} games ended by lot; their points are not told to clients\n", joined.by_lot);
    }
    output::print(&text)
}

fn failure(args: &Args, error: &JoinError) -> Failure {
    Failure::Failed(format!("{}:{}: {error}", args.host, args.port))
}
