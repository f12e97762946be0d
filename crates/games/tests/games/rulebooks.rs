//! The rulebooks say the same in both languages: the same headings, lists and tables, and the same names of options.

use games::GAMES;
use table::Lang;

/// One block of a rulebook: what it is, and what in it does not depend on the language.
#[derive(PartialEq, Eq, Debug)]
struct Block {
    kind: Kind,
    /// What stands in backquotes, in order of the alphabet.
    names: Vec<String>,
    /// The cells of a row that hold no words.
    figures: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Heading(usize),
    Item,
    Numbered,
    Row(usize),
    Paragraph,
}

fn blocks(text: &str) -> Vec<Block> {
    let (mut blocks, mut open): (Vec<(Kind, String)>, bool) = (Vec::new(), false);
    for line in text.lines() {
        match (kind(line), blocks.last_mut()) {
            (None, _) => open = false,
            (Some(Kind::Paragraph), Some((_, block))) if open => *block += line,
            (Some(kind), _) => {
                blocks.push((kind, line.to_string()));
                open = !matches!(kind, Kind::Heading(_) | Kind::Row(_));
            }
        }
    }
    blocks
        .iter()
        .map(|(kind, text)| Block { kind: *kind, names: names(text), figures: figures(*kind, text) })
        .collect()
}

/// What a line begins or goes on with; nothing where it is empty.
fn kind(line: &str) -> Option<Kind> {
    let first = line.split(' ').next().filter(|_| !line.trim().is_empty())?;
    Some(match first {
        "*" => Kind::Item,
        "|" => Kind::Row(line.matches('|').count()),
        _ if first.starts_with('#') => Kind::Heading(first.len()),
        _ if first.ends_with('.') && first.trim_end_matches('.').parse::<u8>().is_ok() => Kind::Numbered,
        _ if first.starts_with("|-") => Kind::Row(line.matches('|').count()),
        _ => Kind::Paragraph,
    })
}

fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = text.split('`').skip(1).step_by(2).map(str::to_string).collect();
    names.sort();
    names
}

fn figures(kind: Kind, text: &str) -> Vec<String> {
    let is_figure = |cell: &&str| !cell.is_empty() && cell.chars().all(|c| c.is_ascii_digit() || c == '-');
    match kind {
        Kind::Row(_) if !text.starts_with("|-") => {
            text.split('|').map(str::trim).filter(is_figure).map(str::to_string).collect()
        }
        _ => Vec::new(),
    }
}

/// Where two rulebooks part, if they do.
fn difference(english: &str, japanese: &str) -> Option<String> {
    let (one, other) = (blocks(english), blocks(japanese));
    let first = one.iter().zip(&other).find(|(a, b)| a != b);
    let first = first.map(|(a, b)| format!("{a:?}\n{b:?}"));
    first.or_else(|| (one.len() != other.len()).then(|| format!("{} and {} blocks", one.len(), other.len())))
}

#[test]
fn both_languages_have_the_same_rulebook() {
    for game in GAMES.iter().filter(|game| game.speaks(Lang::Japanese)) {
        let [english, japanese] = Lang::ALL.map(|lang| game.rulebook(lang));
        assert_eq!(difference(english, japanese), None, "{}", game.name);
        assert!(blocks(english).len() >= 3, "{}", game.name);
    }
}

#[test]
fn a_rulebook_begins_with_the_title_of_its_game() {
    for game in GAMES {
        let [english, japanese] = Lang::ALL.map(|lang| game.title(lang));
        let is_right = english.is_ascii() && japanese.is_ascii() != game.speaks(Lang::Japanese);
        assert!(is_right, "{english} / {japanese}");
        for lang in Lang::ALL {
            assert!(game.rulebook(lang).starts_with(&format!("# {}\n\n", game.title(lang))), "{}", game.name);
        }
    }
}

#[test]
fn every_option_is_explained_with_its_usual_value() {
    for (game, lang) in GAMES.iter().flat_map(|game| Lang::ALL.map(|lang| (game, lang))) {
        let named: Vec<String> =
            blocks(game.rulebook(lang)).into_iter().flat_map(|block| block.names).collect();
        let options = game.options();
        let usual = |option: &table::OptionInfo| {
            [format!("{}={}", option.key, option.default), option.key.to_string()]
        };
        let missing = options.iter().find(|option| !usual(option).iter().any(|name| named.contains(name)));
        assert!(missing.is_none(), "{} {lang}: {missing:?}", game.name);
        for preset in game.presets {
            assert!(named.iter().any(|name| name == preset.name), "{} {lang}: {}", game.name, preset.name);
        }
    }
}

#[test]
fn what_differs_is_found() {
    let book = "# A\n\nSome `x=1` text\nthat goes on.\n\n* one\n* two\n\n| a | 1 |\n|---|---|\n| b | 2 |\n";
    let with = |from: &str, to: &str| difference(book, &book.replace(from, to));
    assert_eq!(with("Some", "どれか"), None);
    assert_eq!(with("text\nthat", "text that"), None, "lines are broken anywhere");
    for (from, to) in
        [("# A", "## A"), ("x=1", "x=2"), ("* two\n", ""), ("| 2 |", "| 3 |"), ("* one", "1. one")]
    {
        assert!(with(from, to).is_some(), "{from} -> {to}");
    }
}
