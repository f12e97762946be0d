//! `tefuda rules`: a game explained to people.

use table::{Lang, OptionInfo, Preset, Spec};

use crate::failure::Failure;
use crate::screen::Screen;
use crate::text::columns;
use crate::{names, output};

/// Print the rules of a game and what can be set
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda rules buzzard        how the buzzard is played, and what can be set
  tefuda rules goofspiel      a preset has the rules of its game, and says what it sets
  tefuda list games           the games there are")]
pub(crate) struct Args {
    /// The game, by its name or a preset's
    game: Spec,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    output::print(&Screen::here().prose(text(&args.game)?))
}

/// The rulebook, how to sit down, and what is set.
pub(crate) fn text(spec: &Spec) -> Result<String, Failure> {
    let (game, set) = (names::game(spec)?, set(spec)?);
    let changed: Vec<String> = set
        .iter()
        .filter(|(option, value)| *value != option.default)
        .map(|(o, v)| format!("{}={v}", o.key))
        .collect();
    let opening = match changed.is_empty() {
        true => String::new(),
        false => format!(
            "{spec} is {} with {}: where the text below says otherwise, this holds.\n\n",
            game.name,
            changed.join(", ")
        ),
    };
    let about = format!("{} · rules version {}", names::seats(game), game.rules_version);
    let options = game.options().first().map_or(String::new(), |option| {
        format!(
            " · options are typed like this: '{}({}={})'\n\n{}",
            game.name,
            option.key,
            option.default,
            table(&set)
        )
    });
    Ok(format!("{opening}{}\n\n{about}{}\n", game.rulebook(Lang::English).trim_end(), options.trim_end()))
}

/// Every option with its value: the game's usual one, the preset's, or what was typed.
fn set(spec: &Spec) -> Result<Vec<(OptionInfo, String)>, Failure> {
    let game = names::game(spec)?;
    let spec = Preset::expand(game.presets, spec);
    let value = |option: &OptionInfo| spec.get(option.key).unwrap_or(&option.default).to_string();
    Ok(game.options().into_iter().map(|option| (option.clone(), value(&option))).collect())
}

fn table(set: &[(OptionInfo, String)]) -> String {
    let row = |(option, value): &(OptionInfo, String)| {
        vec![format!("{}={value}", option.key), option.about.clone()]
    };
    columns(&set.iter().map(row).collect::<Vec<_>>(), &[0, 1])
}

#[cfg(test)]
mod tests {
    use games::GAMES;

    #[test]
    fn what_is_set_is_said() {
        let text = |spec: &str| super::text(&spec.parse().unwrap()).unwrap();
        let goofspiel = text("goofspiel");
        let opening = "goofspiel is buzzard with cards=13, prizes=mice, ties=discard, pot=discard: where";
        assert!(goofspiel.starts_with(opening), "{goofspiel}");
        assert!(goofspiel.contains("\n  cards=13 ") && goofspiel.contains("\n  prizes=mice "), "{goofspiel}");
        assert!(
            text("goofspiel(cards=5)").starts_with("goofspiel(cards=5) is buzzard with cards=5, prizes=mice")
        );
        assert!(text("buzzard").starts_with("THE BUZZARD") && text("buzzard").contains("\n  cards=15 "));
    }

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
