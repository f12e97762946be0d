//! The page's files, built into the program.

use std::sync::OnceLock;

use table::Lang;

use crate::secret::short_digest;
use crate::words::{escape, fill, word, words_json};

/// A file that browsers may cache for ever: its address changes with its content.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) bytes: &'static [u8],
}

pub(crate) static ASSETS: [Asset; 3] = [
    Asset {
        name: "script.js",
        kind: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../assets/script.js"),
    },
    Asset {
        name: "style.css",
        kind: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/style.css"),
    },
    Asset { name: "icon.svg", kind: "image/svg+xml", bytes: include_bytes!("../assets/icon.svg") },
];

const LOBBY: &str = include_str!("../assets/lobby.html");
const TABLE: &str = include_str!("../assets/table.html");
const RULES: &str = include_str!("../assets/rules.html");
const RUNS: &str = include_str!("../assets/runs.html");
const ERROR: &str = include_str!("../assets/error.html");

#[cfg(test)]
pub(crate) const DOCUMENTS: [(&str, &str); 5] = [
    ("lobby.html", LOBBY),
    ("table.html", TABLE),
    ("rules.html", RULES),
    ("runs.html", RUNS),
    ("error.html", ERROR),
];

/// The addresses of the files, each with its digest.
fn addresses() -> &'static [String; 3] {
    static ADDRESSES: OnceLock<[String; 3]> = OnceLock::new();
    ADDRESSES.get_or_init(|| {
        ASSETS.each_ref().map(|asset| format!("/{}?v={}", asset.name, short_digest(asset.bytes)))
    })
}

fn address(name: &str) -> &'static str {
    ASSETS.iter().position(|asset| asset.name == name).map_or("", |i| &addresses()[i])
}

/// A document in a language. `own` fills the holes that only this document has, with safe HTML.
fn document(text: &str, lang: Lang, own: impl Fn(&str) -> String) -> String {
    fill(text, |hole| match hole.split_once(':') {
        Some(("w", key)) => escape(word(key, lang).unwrap_or_default()),
        Some(("v", name)) => address(name).to_string(),
        _ if hole == "lang" => lang.code().to_string(),
        _ if hole == "words" => escape(&words_json(lang)),
        _ => own(hole),
    })
}

/// The lobby. `games` and `shows` (the matches that are shown) are JSON; `has_runs` says whether there are runs to look at.
pub(crate) fn lobby(lang: Lang, games: &str, shows: &str, has_runs: bool) -> String {
    document(LOBBY, lang, |hole| match hole {
        "games" => escape(games),
        "shows" => escape(shows),
        "no_runs" if !has_runs => "hidden".to_string(),
        _ => String::new(),
    })
}

/// The page of runs. `body` is the list, `again` makes browsers reload the page; both are HTML.
pub(crate) fn runs(lang: Lang, body: &str, again: &str) -> String {
    document(RUNS, lang, |hole| match hole {
        "body" => body.to_string(),
        "again" => again.to_string(),
        _ => String::new(),
    })
}

pub(crate) fn table(lang: Lang) -> String {
    document(TABLE, lang, |_| String::new())
}

/// The page of a rulebook; the body is HTML.
pub(crate) fn rules(lang: Lang, title: &str, body: &str) -> String {
    titled(RULES, lang, title, body)
}

/// The page of a refusal.
pub(crate) fn error(lang: Lang, title: &str, sentence: &str) -> String {
    titled(ERROR, lang, title, &escape(sentence))
}

fn titled(text: &str, lang: Lang, title: &str, body: &str) -> String {
    document(text, lang, |hole| match hole {
        "title" => escape(title),
        "body" => body.to_string(),
        _ => String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_without_inline_script_or_style() {
        let own: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        let pages: usize = DOCUMENTS.iter().map(|(_, text)| text.len()).sum();
        let words = include_str!("../assets/words.json").len();
        assert!(own + pages + words < 100_000, "{own} + {pages} + {words} bytes");
        for (name, text) in DOCUMENTS {
            assert!(!text.contains("<style") && !text.contains(" style="), "{name}: inline style");
            let scripts = text.matches("<script").count();
            assert_eq!(
                text.matches("<script src=\"{{v:script.js}}\" defer></script>").count(),
                scripts,
                "{name}"
            );
            assert!(
                !text.contains(" on") || !text.split('<').any(has_handler),
                "{name}: a handler in an attribute"
            );
        }
    }

    fn has_handler(tag: &str) -> bool {
        let attributes = tag.split('>').next().unwrap_or_default().split_whitespace().skip(1);
        attributes.into_iter().any(|attribute| attribute.starts_with("on") && attribute.contains('='))
    }

    #[test]
    fn every_hole_is_filled() {
        for lang in Lang::ALL {
            let own = [lobby(lang, "[]", "[]", true), table(lang), runs(lang, "b", "")];
            let pages = own.into_iter().chain([rules(lang, "t", "b"), error(lang, "t", "b")]);
            for page in pages {
                assert!(!page.contains("{{"), "{page}");
                assert!(page.contains(&format!("<html lang=\"{lang}\"")));
            }
        }
    }
}
