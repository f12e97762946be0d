//! The pages of the documentation, built in, so that an installed program needs no folder beside it.

use games::GAMES;
use table::Lang;

/// A page to read.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! pages {
    ($($name:literal $file:literal $about:literal)*) => {
        &[$(Page { name: $name, about: $about, text: include_str!(concat!("../../../docs/", $file)) }),*]
    };
}

/// The pages for authors of programs and experiments, in the order in which they are wanted.
const GUIDES: &[Page] = pages! {
    "exec" "exec.md" "your program as a player: the lines it reads and writes"
    "example-agent" "examples/buzzard_agent.py" "a program to copy: Python, plays every game"
    "uecda" "uecda.md" "your UECda client against ours, and ours at any server"
    "page" "page.md" "games in a browser: who may come, what is kept, how to serve it"
    "experiments" "experiments.md" "experiments as files: every field, what a run leaves, shards"
    "cluster" "cluster.md" "experiments on Ray, Slurm and Kubernetes"
    "estimators" "estimators.md" "who guesses the roles of others, and how well"
    "neural" "neural.md" "networks: what they see, how they are trained"
    "numbers" "numbers.md" "games as numbers: action ids, rows of figures, batches"
    "learning" "learning.md" "a player that learns any game by itself, and what came of it"
    "policies" "policies.md" "learned policies: the players that go by them, and the file to the byte"
    "papers" "papers.md" "the papers' figures beside ours: what was read, what agrees"
    "json" "json.md" "the documents that --json prints, records, and the columns of games.parquet"
    "exit-codes" "exit-codes.md" "exit codes, what a signal does, what is kept, whose a folder is"
    "glossary" "glossary.md" "the words, one meaning each"
};

macro_rules! pages_of_games {
    ($($module:ident::$game:ident),*) => {
        /// A page for every game: sources of its rules, its notation, every field that a program receives.
        fn games() -> Vec<Page> {
            vec![$(Page {
                name: stringify!($module),
                about: title(stringify!($module)),
                text: include_str!(concat!("../../../docs/games/", stringify!($module), ".md")),
            }),*]
        }
    };
}

games::with_games!(pages_of_games);

/// The title of the game of this name.
fn title(name: &str) -> &'static str {
    let game = GAMES.iter().find(|game| game.name == name);
    game.expect("a game is called as its folder").title(Lang::English)
}

/// The players of some games, and where they come from.
const PLAYERS: &[Page] = pages! {
    "daihinmin-players" "games/daihinmin-players.md" "players of Daihinmin"
    "raiders-players" "games/raiders-players.md" "players of Shadow Raiders"
    "saboteur-players" "games/saboteur-players.md" "players of Saboteur, from the papers"
};

/// The pages of games and of their players, sorted by name.
fn pages_about_games() -> Vec<Page> {
    let mut pages = games();
    pages.extend(PLAYERS);
    pages.sort_by_key(|page| page.name);
    pages
}

/// The pages under their headings.
pub(crate) fn shelves() -> [(&'static str, Vec<Page>); 2] {
    [
        ("programs and experiments", GUIDES.to_vec()),
        ("games: notation, fields, payoffs, known answers", pages_about_games()),
    ]
}

/// All of them.
pub(crate) fn pages() -> impl Iterator<Item = Page> {
    shelves().into_iter().flat_map(|(_, pages)| pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_of_a_game_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<String> =
            files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        names.sort();
        let built_in: Vec<&str> = pages_about_games().iter().map(|page| page.name).collect();
        assert_eq!(built_in, names);
    }
}
