//! The pages for authors of programs and experiments, built in, so that an installed program needs no folder beside it.

/// A page to read.
pub(crate) struct Page {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) text: &'static str,
}

/// The pages, in the order in which they are wanted.
pub(crate) const PAGES: &[Page] = &[
    Page {
        name: "exec",
        about: "your program as a player: the lines it reads and writes",
        text: include_str!("../../../docs/exec.md"),
    },
    Page {
        name: "example-agent",
        about: "a program to copy: Python, plays every game",
        text: include_str!("../../../docs/examples/buzzard_agent.py"),
    },
    Page {
        name: "experiments",
        about: "experiments as files: every field, what a run leaves, clusters",
        text: include_str!("../../../docs/experiments.md"),
    },
    Page {
        name: "estimators",
        about: "who guesses the roles of others, and how well",
        text: include_str!("../../../docs/estimators.md"),
    },
    Page {
        name: "json",
        about: "the documents that --json prints, records, and the columns of games.parquet",
        text: include_str!("../../../docs/json.md"),
    },
    Page {
        name: "glossary",
        about: "the words, one meaning each",
        text: include_str!("../../../docs/glossary.md"),
    },
];
