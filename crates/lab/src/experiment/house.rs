//! Experiments by name: those of the house, which are built in, so that an installed program needs no folder beside
//! it, and those of a folder `experiments` here or above.

use std::fs;
use std::path::{Path, PathBuf};

use table::{SpecError, unknown};

use super::config::Config;
use super::folder::Folder;
use crate::error::LabError;
use crate::ownership::read_plain;
use crate::whole::write_whole;

/// Where experiments lie, in the working directory or one above it.
const FOLDER: &str = "experiments";
/// What an experiment is.
const CONFIG: &str = "config.toml";
/// What explains an experiment, beside its config and beside its results.
pub(crate) const README: &str = "README.md";

/// An experiment of the house.
pub struct Built {
    pub name: &'static str,
    pub config: &'static str,
    pub readme: &'static str,
}

macro_rules! experiments {
    ($($(#[$when:meta])? $name:literal),* $(,)?) => {
        &[$($(#[$when])? Built {
            name: $name,
            config: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/", $name, "/config.toml")),
            readme: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/", $name, "/README.md")),
        }),*]
    };
}

/// The experiments of the house, sorted by name. Their list lies in their folder, for the lab names no game.
pub const EXPERIMENTS: &[Built] =
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/house.rs"));

/// An experiment that can be run, and what explains it.
#[derive(Clone, Debug)]
pub struct Experiment {
    pub config: Config,
    readme: Option<String>,
}

impl Experiment {
    /// An experiment from its file; its README lies beside it.
    ///
    /// # Errors
    /// As [`Config::read`].
    pub fn read(path: &Path) -> Result<Experiment, LabError> {
        let readme = read_plain(&path.with_file_name(README)).ok();
        let readme = readme.and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(Experiment { config: Config::read(path)?, readme })
    }

    /// The experiment of a file or its folder or, where there is neither, of a name.
    ///
    /// # Errors
    /// Files that cannot be read or are no config, a name that no experiment has, the folder of a run.
    pub fn find(place: &Path) -> Result<Experiment, LabError> {
        if Folder::new(place).is_begun() {
            return Err(is_a_run(place).into());
        }
        let below = place.join(CONFIG);
        if below.is_file() {
            return Experiment::read(&below);
        }
        if place.is_dir() {
            let why = "no config.toml is in this folder: name a config, the folder of one, or an experiment of the house \
                       (`tefuda list experiments`)";
            return Err(LabError::disk(place, why));
        }
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        match place.to_str().filter(|name| !place.exists() && name.chars().all(word)) {
            Some(name) => all()?.take(name),
            None => Experiment::read(place),
        }
    }

    fn built(built: &Built) -> Result<Experiment, LabError> {
        let path = Path::new(FOLDER).join(built.name).join(CONFIG);
        let config = Config::parse(&path, built.config.to_string())?;
        Ok(Experiment { config, readme: Some(built.readme.to_string()) })
    }

    pub fn name(&self) -> &str {
        self.config.name()
    }

    /// Puts its README, if it has one, into the folder of a run: the report quotes it, also when it is made again later.
    ///
    /// # Errors
    /// A folder that cannot be written to.
    pub fn copy_readme(&self, folder: &Path) -> Result<(), LabError> {
        let readme = self.readme.as_deref();
        readme.map_or(Ok(()), |readme| write_whole(&folder.join(README), readme.as_bytes()))
    }
}

/// The config in a run's folder says neither how much of it was played nor where.
fn is_a_run(folder: &Path) -> SpecError {
    let folder = folder.display();
    SpecError::bad(format!(
        "{folder} holds a run, and is no experiment: `tefuda report {folder}` shows it, `tefuda run CONFIG --out {folder} --resume`, \
         with the options it was begun with, goes on with it"
    ))
}

/// All experiments, and what lies where experiments lie and is none.
#[derive(Default)]
pub struct All {
    /// In the order of their names.
    pub experiments: Vec<Experiment>,
    /// The name of its folder, and why it cannot be read.
    pub unreadable: Vec<(String, LabError)>,
}

impl All {
    /// The experiment of a name.
    fn take(&mut self, name: &str) -> Result<Experiment, LabError> {
        if let Some(place) = self.unreadable.iter().position(|(folder, _)| folder == name) {
            return Err(self.unreadable.swap_remove(place).1);
        }
        let one = self.experiments.iter().find(|experiment| experiment.name() == name).cloned();
        one.ok_or_else(|| unknown("experiment", name, self.experiments.iter().map(Experiment::name)).into())
    }
}

/// Those of the house, and those of the folder of experiments here or above; of two with the same name, the latter.
///
/// # Errors
/// If the folder of experiments cannot be read.
pub fn all() -> Result<All, LabError> {
    let mut all = All::default();
    for path in folder().map_or(Ok(Vec::new()), |folder| configs(&folder))? {
        match Experiment::read(&path) {
            Ok(experiment) => all.experiments.push(experiment),
            Err(why) => all.unreadable.push((name_of(&path), why)),
        }
    }
    for built in EXPERIMENTS {
        let is_there = all.experiments.iter().any(|own| own.name() == built.name)
            || all.unreadable.iter().any(|(name, _)| name == built.name);
        if !is_there {
            all.experiments.push(Experiment::built(built)?);
        }
    }
    all.experiments.sort_by(|a, b| a.name().cmp(b.name()));
    Ok(all)
}

fn name_of(config: &Path) -> String {
    let folder = config.parent().and_then(Path::file_name);
    folder.map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

/// The configs in the folders of a folder, sorted.
fn configs(folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let entries = fs::read_dir(folder).map_err(LabError::file(folder))?;
    let paths = entries.map(|entry| Ok(entry?.path().join(CONFIG))).collect::<Result<Vec<_>, _>>();
    let mut paths = paths.map_err(LabError::file(folder))?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

fn folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let above = here.ancestors().map(|above| above.join(FOLDER));
    [PathBuf::from(FOLDER)].into_iter().chain(above).find(|folder| folder.is_dir())
}

/// The experiments of these names; all of them for no name or `all`.
///
/// # Errors
/// A name that no experiment has: the nearest one that there is. One whose config cannot be read.
pub fn named(names: &[String]) -> Result<Vec<Experiment>, LabError> {
    let mut all = all()?;
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return Ok(all.experiments);
    }
    names.iter().map(|name| all.take(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new experiment is added to the list, which also names those that this build leaves out.
    #[test]
    fn every_experiment_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
        let configs = configs(Path::new(folder)).unwrap();
        let list = fs::read_to_string(Path::new(folder).join("house.rs")).unwrap();
        let listed = list.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
        let names: Vec<String> = configs.iter().map(|path| name_of(path)).collect();
        assert_eq!(listed.collect::<Vec<_>>(), names, "house.rs (left) names every experiment, sorted");
        assert!(EXPERIMENTS.is_sorted_by_key(|built| built.name) && EXPERIMENTS.len() + 2 >= names.len());
    }

    /// The command with which a record was made works in every checkout.
    #[test]
    fn records_are_made_by_a_command_that_anybody_can_give() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
        let recorded: Vec<(&str, String)> = EXPERIMENTS
            .iter()
            .filter_map(|built| {
                let results = Path::new(folder).join(built.name).join("results.md");
                Some((built.name, fs::read_to_string(results).ok()?))
            })
            .collect();
        assert!(recorded.len() >= 11, "{}", recorded.len());
        for (name, results) in recorded {
            let wanted = format!("\n    tefuda reproduce {name}");
            assert!(results.contains(&wanted), "{name}: record a run of `tefuda reproduce {name}`");
        }
    }

    #[test]
    fn an_experiment_is_found_by_file_folder_and_name() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments"));
        let name = EXPERIMENTS[0].name;
        for place in [folder.join(name), folder.join(name).join(CONFIG), name.into()] {
            let found = Experiment::find(&place).unwrap();
            assert_eq!((found.name(), found.readme.as_deref()), (name, Some(EXPERIMENTS[0].readme)));
        }
        assert!(Experiment::find(folder).is_err());
    }
}
