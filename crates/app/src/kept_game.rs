//! A game of `tefuda play` that was left in the middle: a file from which it goes on.
//!
//! The file holds the opening of the table and its log, and with them everything that is hidden in the game.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use table::{Host, LogLine, Occupant, Opening, Seat, Spec};

use crate::failure::Failure;
use crate::files;

/// The version of the file.
const VERSION: u32 = 1;

/// A game that goes on later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptGame {
    /// The version of the file.
    unfinished_game: u32,
    /// The name of the estimator whose notes are shown.
    notes: Option<String>,
    pub(crate) opening: Opening,
    pub(crate) log: Vec<LogLine>,
}

impl KeptGame {
    /// The table as it stands.
    pub(crate) fn of(table: &dyn Host, notes: Option<&Spec>) -> KeptGame {
        let notes = notes.map(Spec::to_string);
        let (opening, log) = (table.opening().clone(), table.log().to_vec());
        KeptGame { unfinished_game: VERSION, notes, opening, log }
    }

    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<KeptGame, Failure> {
        let text = fs::read_to_string(path).map_err(Failure::file(path))?;
        let refuse = |why: String| Failure::Failed(format!("{}: {why}", path.display()));
        let kept: KeptGame = serde_json::from_str(&text)
            .map_err(|error| refuse(format!("not a game that `tefuda play` has kept: {error}")))?;
        match kept.unfinished_game {
            VERSION => Ok(kept),
            other => {
                Err(refuse(format!("kept in version {other} of its format; this program reads {VERSION}")))
            }
        }
    }

    /// Writes it: over the file that the game was resumed from, or into a new one in this folder, or else where the system has
    /// its temporary files.
    pub(crate) fn write(&self, resumed: Option<&Path>) -> Result<PathBuf, Failure> {
        let text = serde_json::to_string(self).expect("openings and logs can be written") + "\n";
        if let Some(path) = resumed {
            return files::write(path, &text).map(|()| path.to_path_buf());
        }
        let name = self.opening.game.split('(').next().unwrap_or_default();
        let name = PathBuf::from(format!("{name}-{}-unfinished.json", self.opening.deal));
        let write = |path: PathBuf| files::write(&path, &text).map(|()| path);
        write(files::free(&name)).or_else(|_| write(files::free(&std::env::temp_dir().join(name))))
    }

    /// The seat of the person, if there is one.
    pub(crate) fn seat(&self) -> Option<Seat> {
        let external = |place: &Occupant| matches!(place, Occupant::External(_));
        self.opening.seats.iter().position(external).map(Seat::new)
    }

    /// The agents on the other seats, in order.
    pub(crate) fn agents(&self) -> Result<Vec<Spec>, Failure> {
        let agents = self.opening.seats.iter().filter_map(|place| match place {
            Occupant::Agent(spec) => Some(spec.parse()),
            Occupant::External(_) => None,
        });
        Ok(agents.collect::<Result<_, _>>()?)
    }

    /// The estimator whose notes are shown.
    pub(crate) fn notes(&self) -> Result<Option<Spec>, Failure> {
        Ok(self.notes.as_deref().map(str::parse).transpose()?)
    }
}
