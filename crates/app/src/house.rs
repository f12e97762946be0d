//! The pages of the documentation, built in, so that an installed program needs no folder beside it.

/// A page to read.
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
    "papers" "papers.md" "the papers' figures beside ours: what was read, what agrees"
    "json" "json.md" "the documents that --json prints, records, and the columns of games.parquet"
    "exit-codes" "exit-codes.md" "exit codes, what a signal does, what is kept, whose a folder is"
    "glossary" "glossary.md" "the words, one meaning each"
};

/// A page a game: its rules' sources, its notation, every field that a program receives; and its players.
const GAMES: &[Page] = pages! {
    "buzzard" "games/buzzard.md" "the buzzard and goofspiel"
    "daihinmin" "games/daihinmin.md" "Daihinmin under UECda rules"
    "daihinmin-players" "games/daihinmin-players.md" "its players"
    "kuhn" "games/kuhn.md" "Kuhn poker"
    "leduc" "games/leduc.md" "Leduc poker"
    "raiders" "games/raiders.md" "Shadow Raiders"
    "raiders-players" "games/raiders-players.md" "its players"
    "saboteur" "games/saboteur.md" "Saboteur"
    "saboteur-players" "games/saboteur-players.md" "the papers' players"
};

/// The pages under their headings.
pub(crate) const SHELVES: &[(&str, &[Page])] =
    &[("programs and experiments", GUIDES), ("games: notation, fields, payoffs, known answers", GAMES)];

/// All of them.
pub(crate) fn pages() -> impl Iterator<Item = &'static Page> {
    SHELVES.iter().flat_map(|(_, pages)| pages.iter())
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
        assert_eq!(GAMES.iter().map(|page| page.name).collect::<Vec<_>>(), names);
    }
}
