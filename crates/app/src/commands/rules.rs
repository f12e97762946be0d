//! `tefuda rules`: a game explained to people.

use games::GameInfo;
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
  tefuda rules saboteur --lang ja
                              the rules in Japanese
  tefuda list games           the games there are")]
pub(crate) struct Args {
    /// The game, by its name or a preset's
    game: Spec,
    /// The language, `en` or `ja`
    #[arg(long, value_name = "LANG", default_value_t)]
    lang: Lang,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    output::print(&Screen::here().prose(text(&args.game, args.lang)?))
}

/// The rulebook, how to sit down, and what is set.
pub(crate) fn text(spec: &Spec, lang: Lang) -> Result<String, Failure> {
    let (game, set) = (names::game(spec)?, set(spec)?);
    let changed: Vec<String> = set
        .iter()
        .filter(|(option, value)| *value != option.default)
        .map(|(o, v)| format!("{}={v}", o.key))
        .collect();
    let (name, changed) = (game.name, changed.join(", "));
    let opening = match (changed.is_empty(), lang) {
        (true, _) => String::new(),
        (_, Lang::English) => {
            format!("{spec} is {name} with {changed}: where the text below says otherwise, this holds.\n\n")
        }
        (_, Lang::Japanese) => {
            format!("{spec} は {name} の {changed} です。下の説明と違うところは、こちらに従います。\n\n")
        }
    };
    let options = example(game).map_or(String::new(), |example| {
        let typed = lang.either("options are typed like this:", "オプションの書き方：");
        format!(" · {typed} '{example}'\n\n{}", table(&set, lang))
    });
    let (book, seats) = (game.rulebook(lang).trim_end(), seats(game, lang));
    Ok(format!("{opening}{book}\n\n{seats}{}\n", options.trim_end()))
}

/// How many play, and which rules these are.
fn seats(game: &GameInfo, lang: Lang) -> String {
    let (version, (fewest, most)) = (game.rules_version, game.seats);
    match lang {
        Lang::English => format!("{} · rules version {version}", names::seats(game)),
        Lang::Japanese if fewest == most => format!("{most}人用 · ルール第{version}版"),
        Lang::Japanese => format!("{fewest}～{most}人用 · ルール第{version}版"),
    }
}

/// The game with one of its options set to something else than usual, where a neighbour of the usual value is allowed.
fn example(game: &GameInfo) -> Option<Spec> {
    let with = |option: &OptionInfo, value: String| Spec {
        params: vec![(option.key.to_string(), value)],
        ..Spec::named(game.name)
    };
    let options = game.options();
    let others = options
        .iter()
        .flat_map(|option| neighbours(&option.default).into_iter().map(|value| with(option, value)));
    let usual = options.first().map(|option| with(option, option.default.clone()));
    { others }.find(|spec| names::game(spec).is_ok()).or(usual)
}

/// What may be typed in place of a number, or of yes or no.
fn neighbours(value: &str) -> Vec<String> {
    match (value, value.parse::<i64>()) {
        ("yes", _) => vec!["no".to_string()],
        ("no", _) => vec!["yes".to_string()],
        (_, Ok(number)) => vec![(number - 1).to_string(), (number + 1).to_string()],
        _ => Vec::new(),
    }
}

/// Every option with its value: the game's usual one, the preset's, or what was typed.
fn set(spec: &Spec) -> Result<Vec<(OptionInfo, String)>, Failure> {
    let game = names::game(spec)?;
    let spec = Preset::expand(game.presets, spec);
    let value = |option: &OptionInfo| spec.get(option.key).unwrap_or(&option.default).to_string();
    Ok(game.options().into_iter().map(|option| (option.clone(), value(&option))).collect())
}

fn table(set: &[(OptionInfo, String)], lang: Lang) -> String {
    let row = |(option, value): &(OptionInfo, String)| {
        vec![format!("{}={value}", option.key), meaning(option, lang)]
    };
    columns(&set.iter().map(row).collect::<Vec<_>>(), &[0, 1])
}

/// What an option means, with the range of a number.
fn meaning(option: &OptionInfo, lang: Lang) -> String {
    match (lang, &option.range) {
        (Lang::English, _) => option.meaning(),
        (_, None) => games::text(option.about, lang).to_string(),
        (_, Some((from, to))) => format!("{}（{from}～{to}）", games::text(option.about, lang)),
    }
}

#[cfg(test)]
mod tests {
    use games::GAMES;
    use table::Lang;

    #[test]
    fn what_is_set_is_said() {
        let text = |spec: &str| super::text(&spec.parse().unwrap(), Lang::English).unwrap();
        let goofspiel = text("goofspiel");
        let opening = "goofspiel is buzzard with cards=13, prizes=mice, ties=discard, pot=discard: where";
        assert!(goofspiel.starts_with(opening), "{goofspiel}");
        assert!(goofspiel.contains("\n  cards=13 ") && goofspiel.contains("\n  prizes=mice "), "{goofspiel}");
        assert!(
            text("goofspiel(cards=5)").starts_with("goofspiel(cards=5) is buzzard with cards=5, prizes=mice")
        );
        assert!(text("buzzard").starts_with("# The Buzzard\n") && text("buzzard").contains("\n  cards=15 "));
    }

    #[test]
    fn what_is_set_is_said_in_japanese() {
        let text = super::text(&"goofspiel".parse().unwrap(), Lang::Japanese).unwrap();
        assert!(text.starts_with("goofspiel は buzzard の cards=13, prizes=mice"), "{text}");
        assert!(text.contains("# ハゲタカのえじき\n") && text.contains("2～6人用 · ルール第"), "{text}");
        assert!(text.contains("cards=13 ") && text.contains("（2～15）"), "{text}");
    }

    #[test]
    fn an_example_sets_something_else() {
        for game in GAMES.iter().filter(|game| !game.options().is_empty()) {
            let example = super::example(game).unwrap();
            let usual = |(key, value): &(String, String)| {
                game.options().iter().any(|option| option.key == key && option.default == *value)
            };
            assert!(!example.params.iter().any(usual), "{example}");
            assert!(
                super::text(&example, Lang::English).unwrap().contains(&format!("'{example}'")),
                "{example}"
            );
        }
    }

    #[test]
    fn rulebooks_explain_every_option_and_preset() {
        for game in GAMES {
            let options = game.options();
            let keys = options.iter().map(|option| option.key);
            for word in keys.chain(game.presets.iter().map(|preset| preset.name)) {
                assert!(
                    Lang::ALL.iter().all(|&lang| game.rulebook(lang).contains(word)),
                    "{}: {word}",
                    game.name
                );
            }
        }
    }
}
