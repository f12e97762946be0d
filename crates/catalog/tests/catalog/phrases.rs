//! Every sentence of a row is there in Japanese, and no translation is of a sentence that no row has.

use std::collections::BTreeSet;

use catalog::{Info, ORACLE, agents, estimators, standing_sentences};
use games::{GAMES, GameInfo};
use table::{Lang, Phrases};

/// What the rows of a game say, if it speaks Japanese: of itself, its presets and its options.
fn of_game(game: &GameInfo) -> BTreeSet<&'static str> {
    if !game.speaks(Lang::Japanese) {
        return BTreeSet::new();
    }
    let presets = game.presets.iter().map(|preset| preset.about);
    let options = game.options().into_iter().map(|option| option.about);
    [game.about].into_iter().chain(presets).chain(options).collect()
}

/// What the rows of players and estimators say: of themselves and their parameters. And what people may leave in advance.
fn of_players() -> BTreeSet<&'static str> {
    let infos = agents().iter().map(|listed| listed.info);
    let infos = infos.chain(estimators().into_iter().map(|listed| listed.info)).chain([ORACLE]);
    let says = |info: Info| [info.about].into_iter().chain(info.params().map(|param| param.about));
    infos.flat_map(says).chain(standing_sentences()).collect()
}

/// What is wrong with these phrases for these sentences.
fn faults(phrases: Phrases, sentences: &BTreeSet<&'static str>) -> Vec<String> {
    let known: BTreeSet<&str> = phrases.0.iter().map(|(english, _)| *english).collect();
    let missing = sentences.iter().filter(|english| !known.contains(*english));
    let unused = known.iter().filter(|english| !sentences.contains(*english));
    let odd = phrases.0.iter().filter(|(english, japanese)| !is_translation(english, japanese));
    let mut faults: Vec<String> = missing.map(|english| format!("not translated: {english}")).collect();
    faults.extend(unused.map(|english| format!("of no row: {english}")));
    faults.extend(odd.map(|(_, japanese)| format!("no translation: {japanese}")));
    faults.extend((known.len() < phrases.0.len()).then(|| "something is there twice".to_string()));
    faults
}

/// Whether it is Japanese and has the same words in backquotes.
fn is_translation(english: &str, japanese: &str) -> bool {
    let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_string).collect::<BTreeSet<_>>();
    let is_japanese =
        japanese.chars().any(|c| matches!(c, '\u{3041}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'));
    is_japanese && quoted(english) == quoted(japanese)
}

#[test]
fn every_sentence_of_a_row_has_its_translation() {
    for game in GAMES {
        assert_eq!(faults(game.phrases, &of_game(game)), [""; 0], "{}", game.name);
    }
    assert_eq!(faults(catalog::PHRASES, &of_players()), [""; 0]);
}

#[test]
fn a_sentence_is_found_wherever_its_row_stands() {
    let about = GAMES[0].about;
    assert_eq!(catalog::text(about, Lang::English), about);
    assert_ne!(catalog::text(about, Lang::Japanese), about);
    let random = agents().iter().find(|listed| listed.info.name == "random").map(|listed| listed.info.about);
    assert_eq!(
        catalog::text(random.expect("it plays every game"), Lang::Japanese),
        "出せる手を同じ確率で選ぶ"
    );
    assert_eq!(catalog::text("of no row", Lang::Japanese), "of no row");
}

#[test]
fn what_is_wrong_is_found() {
    const GOOD: (&str, &str) = ("play for `points`", "点数（`points`）を目指す");
    let found = |phrases: &'static [(&str, &str)], sentences: &[&'static str]| {
        faults(Phrases(phrases), &sentences.iter().copied().collect()).len()
    };
    assert_eq!(found(&[GOOD], &[GOOD.0]), 0);
    assert_eq!(found(&[GOOD], &[GOOD.0, "more"]), 1, "one is missing");
    assert_eq!(found(&[GOOD], &[]), 1, "one is of no row");
    assert_eq!(found(&[GOOD, GOOD], &[GOOD.0]), 1, "one is there twice");
    assert_eq!(found(&[(GOOD.0, GOOD.0)], &[GOOD.0]), 1, "one is still English");
    assert_eq!(found(&[(GOOD.0, "点数を目指す")], &[GOOD.0]), 1, "one has lost a word");
}
