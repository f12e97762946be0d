//! What is built in, so that an installed program needs no folder beside it: the experiments of the house and the pages
//! for authors of programs and experiments.

/// An experiment of the house.
pub(crate) struct Built {
    pub(crate) name: &'static str,
    pub(crate) config: &'static str,
    pub(crate) readme: &'static str,
}

macro_rules! experiments {
    ($($(#[$when:meta])? $name:literal),* $(,)?) => {
        &[$($(#[$when])? Built {
            name: $name,
            config: include_str!(concat!("../../../experiments/", $name, "/config.toml")),
            readme: include_str!(concat!("../../../experiments/", $name, "/README.md")),
        }),*]
    };
}

/// The experiments of the house, sorted by name.
pub(crate) const EXPERIMENTS: &[Built] = experiments![
    "buzzard_uct",
    "daihinmin_company",
    #[cfg(feature = "neural")]
    "daihinmin_forecast",
    "daihinmin_players",
    #[cfg(feature = "neural")]
    "daihinmin_rank",
    "daihinmin_submission",
    "raiders_beliefs",
    "raiders_estimation",
    "saboteur_beliefs",
    "saboteur_break",
    "saboteur_collusion",
];

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever adds an experiment adds it here.
    #[test]
    fn every_experiment_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<String> = entries
            .filter(|path| path.join("config.toml").is_file())
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_string())
            .collect();
        names.sort();
        let built: Vec<_> = EXPERIMENTS.iter().map(|built| built.name).collect();
        assert_eq!(built, names, "EXPERIMENTS of {} (left) names every experiment, sorted by name", file!());
    }
}
