//! `tefuda playthrough`: the golden text of one game.

use std::fs;
use std::path::{Path, PathBuf};

use games::{GameInfo, find_game, playthroughs};
use table::{Playthrough, Spec};

use crate::failure::Failure;
use crate::{files, names, output};

/// Print one random game with every answer of the programming interface at every state
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda playthrough kuhn                         what everybody sees and may do, event by event
  tefuda playthrough 'buzzard(cards=4)' --seats 3 --seed 7
                                                  a table for three, another game

For contributors: `tefuda playthrough --update`, in the repository, rewrites the kept texts of all games (or of \
GAME) and says which have changed.")]
pub(crate) struct Args {
    /// The game with its options, e.g. `kuhn` or `buzzard(cards=4)`
    #[arg(required_unless_present = "update")]
    game: Option<Spec>,
    /// How many seats [default: the usual number]
    #[arg(long, value_name = "N", conflicts_with = "update")]
    seats: Option<usize>,
    /// The seed of all random streams
    #[arg(long, value_name = "S", default_value_t = 0, conflicts_with = "update", allow_negative_numbers = true, value_parser = crate::names::seed())]
    seed: u64,
    /// Rewrite the kept texts in the repository, of all games or of this one
    #[arg(long)]
    update: bool,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.game {
        game if args.update => update(game.as_ref()),
        Some(game) => show(&game, args.seats, args.seed),
        None => Err(Failure::Usage("name a game, e.g. `tefuda playthrough kuhn`".to_string())),
    }
}

fn show(game: &Spec, seats: Option<usize>, seed: u64) -> Result<(), Failure> {
    let seats = seats.map_or_else(|| names::usual_seats(game), Ok)?;
    output::print(&find_game(game)?.playthrough(game, seats, seed)?)
}

/// Where the repository keeps its playthroughs.
const KEPT: &str = "crates/games/tests/playthroughs";

fn update(game: Option<&Spec>) -> Result<(), Failure> {
    let name = game.map(find_game).transpose()?.map(|game| game.name);
    let folder = find_folder()?;
    for (game, kept) in playthroughs() {
        if name.is_none_or(|name| game.name == name) {
            output::print(&format!("{}\n", rewrite(game, kept, &folder)?))?;
        }
    }
    Ok(())
}

/// The folder of the repository that this directory lies in.
fn find_folder() -> Result<PathBuf, Failure> {
    let here = std::env::current_dir().map_err(Failure::file(Path::new(".")))?;
    let found = here.ancestors().map(|directory| directory.join(KEPT)).find(|folder| folder.is_dir());
    let why = || format!("no {KEPT} here or above; run --update in Tefuda's repository");
    found.ok_or_else(|| Failure::Failed(why()))
}

/// Writes a playthrough if it differs from what is kept, and says so.
fn rewrite(game: &GameInfo, kept: &Playthrough, folder: &Path) -> Result<String, Failure> {
    let (path, text) = (folder.join(kept.name).with_added_extension("txt"), game.play_through(kept)?);
    let verdict = match fs::read_to_string(&path) {
        Ok(old) if old == text => return Ok(format!("unchanged  {}", kept.name)),
        Ok(_) => "changed",
        Err(_) => "new",
    };
    files::write(&path, &text)?;
    Ok(format!("{verdict:<9}  {}", kept.name))
}
