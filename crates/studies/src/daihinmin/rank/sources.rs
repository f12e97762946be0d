//! Sources of games: logs, records, and the 10,000 logged games in the program.

use std::fmt;
use std::path::{Path, PathBuf};

use players::daihinmin::Inputs;
use uecda::{ConvertError, Placed, read_games, read_text, text_of};

use crate::daihinmin::rank::data::Dataset;

/// Logs of 10,000 games between five public programs, in 100 blocks (`data/uecda`).
const LOGS: [&[u8]; 4] = [
    include_bytes!("../../../../../data/uecda/mixed-1.log.gz"),
    include_bytes!("../../../../../data/uecda/mixed-2.log.gz"),
    include_bytes!("../../../../../data/uecda/mixed-3.log.gz"),
    include_bytes!("../../../../../data/uecda/mixed-4.log.gz"),
];

/// Number of blocks in these logs.
pub(crate) const LOGGED_BLOCKS: u32 = 100;

/// A file that cannot be read as games.
#[derive(Debug)]
pub enum ReadError {
    /// It cannot be read.
    Io(PathBuf, std::io::Error),
    /// It is no log or record of Daihinmin.
    Text(PathBuf, ConvertError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(path, error) => write!(f, "{}: {}", path.display(), lab::in_words(error)),
            ReadError::Text(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ReadError {}

impl Dataset {
    /// The first `blocks` blocks of the logs in the program.
    pub fn logged(inputs: Inputs, blocks: u32) -> Dataset {
        let mut data = Dataset::new(inputs);
        for log in LOGS {
            if data.blocks() < blocks {
                let text = text_of(log).expect("a log in the program is text");
                let games = read_games(&text).expect("a log in the program can be read");
                data.add_series(&games, blocks);
            }
        }
        data
    }

    /// Adds the games of a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no log or record of Daihinmin.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ReadError> {
        let text = read_text(path).map_err(|error| ReadError::Io(path.to_path_buf(), error))?;
        let games = read_games(&text).map_err(|error| ReadError::Text(path.to_path_buf(), error))?;
        self.add_series(&games, u32::MAX);
        Ok(())
    }

    /// Adds games, up to `most` blocks. A block begins where ranks are forgotten: at the start of a series, and at a game
    /// to which they are not carried over.
    fn add_series(&mut self, games: &[Placed], most: u32) {
        for game in games {
            let begins = game.rules.ranks.is_none() || game.number == 0 || self.blocks() == 0;
            let block = self.blocks() - u32::from(!begins);
            if block >= most {
                return;
            }
            self.add(&game.rules, &game.played.events, block);
        }
    }
}
