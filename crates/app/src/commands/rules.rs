//! `tefuda rules`: a game explained to people.

use games::GameInfo;
use table::{Lang, Spec};

use crate::failure::Failure;
use crate::{names, output};

/// Print the rules of a game and what can be set
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda rules buzzard        how the buzzard is played, and what can be set
  tefuda rules goofspiel      a preset has the rules of its game
  tefuda list games           the games there are")]
pub(crate) struct Args {
    /// The game, by its name or a preset's
    game: Spec,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    output::print(&text(names::game(&args.game)?))
}

/// The rulebook, and how to sit down.
pub(crate) fn text(game: &GameInfo) -> String {
    let about = format!("{} · rules version {}", names::seats(game), game.rules_version);
    let options = game.options().first().map_or(String::new(), |option| {
        format!(" · options are typed like this: '{}({}={})'", game.name, option.key, option.default)
    });
    format!("{}\n\n{about}{options}\n", game.rulebook(Lang::English).trim_end())
}

#[cfg(test)]
mod tests {
    use games::GAMES;

    #[test]
    fn rulebooks_explain_every_option_and_preset() {
        for game in GAMES {
            let options = game.options();
            let keys = options.iter().map(|option| option.key);
            for word in keys.chain(game.presets.iter().map(|preset| preset.name)) {
                assert!(game.rulebook(table::Lang::English).contains(word), "{}: {word}", game.name);
            }
        }
    }
}
