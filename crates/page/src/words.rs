//! The words of the pages in both languages, and filling documents with them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;
use table::Lang;

use crate::state::json;

/// A word in both languages.
#[derive(Deserialize)]
struct Word {
    en: String,
    ja: String,
}

impl Word {
    fn in_lang(&self, lang: Lang) -> &str {
        lang.either(&self.en, &self.ja)
    }
}

fn all() -> &'static BTreeMap<String, Word> {
    static WORDS: OnceLock<BTreeMap<String, Word>> = OnceLock::new();
    let read = || serde_json::from_str(include_str!("../assets/words.json")).expect("the tests read it");
    WORDS.get_or_init(read)
}

/// A word of the list.
pub(crate) fn word(key: &str, lang: Lang) -> Option<&'static str> {
    all().get(key).map(|word| word.in_lang(lang))
}

/// All words of a language as JSON, for the script.
pub(crate) fn words_json(lang: Lang) -> String {
    let words: BTreeMap<&str, &str> =
        all().iter().map(|(key, word)| (key.as_str(), word.in_lang(lang))).collect();
    json(&words)
}

/// Fills the holes `{{name}}` of a document.
pub(crate) fn fill(document: &str, mut hole: impl FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(document.len() * 2);
    let mut rest = document;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        out.push_str(before);
        out.push_str(&hole(name));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Escapes text for elements and quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// The title of a game.
pub(crate) fn title(game: &str, lang: Lang) -> &str {
    games::GAMES.iter().find(|info| info.name == game).map_or(game, |info| info.title(lang))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::assets::DOCUMENTS;

    const SCRIPT: &str = include_str!("../assets/script.js");

    #[test]
    fn holes_are_filled_and_the_rest_is_kept() {
        let filled = fill("a {{x}} b {{w:y}} {{open", |name| format!("<{name}>"));
        assert_eq!(filled, "a <x> b <w:y> {{open");
    }

    #[test]
    fn markup_in_a_text_stays_text() {
        assert_eq!(escape("<a href='x'>\"&"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;");
    }

    #[test]
    fn games_have_titles() {
        assert_eq!(title("buzzard", Lang::English), "The Buzzard");
        assert_eq!(title("saboteur", Lang::Japanese), "お邪魔者");
        assert!(games::GAMES.iter().all(|game| title(game.name, Lang::Japanese) != game.name));
    }

    /// A word counts as used where a document names it, or where it stands as a string of the script.
    #[test]
    fn every_word_is_used_and_every_used_word_exists() {
        let mut used = BTreeSet::new();
        for (name, document) in DOCUMENTS {
            fill(document, |hole| {
                if let Some(key) = hole.strip_prefix("w:") {
                    assert!(all().contains_key(key), "{name}: no word {key}");
                    used.insert(key.to_string());
                }
                String::new()
            });
        }
        let sources = [SCRIPT, include_str!("runs.rs")];
        let quoted = |key: &str| {
            let marks = ['"', '\'', '`'].map(|mark| format!("{mark}{key}{mark}"));
            sources.iter().any(|source| marks.iter().any(|quoted| source.contains(quoted)))
        };
        let unused: Vec<&String> = all().keys().filter(|key| !used.contains(*key) && !quoted(key)).collect();
        assert!(unused.is_empty(), "words that nobody uses: {unused:?}");
        for key in called(SCRIPT) {
            assert!(all().contains_key(&key), "the script says {key}, which is no word");
        }
        assert!(all().values().all(|word| !word.en.is_empty() && !word.ja.is_empty()));
    }

    /// What the script looks up by name.
    fn called(script: &str) -> Vec<String> {
        let names = script.split("word('").skip(1).filter_map(|rest| rest.split_once('\''));
        names.map(|(name, _)| name.to_string()).collect()
    }
}
