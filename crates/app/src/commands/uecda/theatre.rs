//! Matches of the tournament's clients, shown on the page while they are played.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use std::{fs, thread};

use catalog::opening;
use games::Daihinmin;
use games::daihinmin::Rules;
use page::{PageServer, PageSettings, Stage, WatchedMatch};
use table::{Notation, Occupant, PlayError, Seat, Seeds};
use uecda::server::Notice;

use crate::commands::serve;
use crate::failure::Failure;
use crate::{interrupt, output};

/// A page beside the server, with a table for each match.
pub(super) struct Theatre {
    stage: Stage,
    /// How many games a match has.
    games: u32,
    shows: Mutex<BTreeMap<usize, Arc<WatchedMatch>>>,
    /// Where visitors' own tables are kept until the matches end.
    folder: PathBuf,
}

/// The page is served as long as the process lives.
static NEVER: AtomicBool = AtomicBool::new(false);

impl Drop for Theatre {
    fn drop(&mut self) {
        // What is left of it lies among other temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Theatre {
    /// Serves the page.
    pub(super) fn open(address: SocketAddr, games: u32, pace: Duration) -> Result<Theatre, Failure> {
        let folder = std::env::temp_dir().join(format!("tefuda-page-{}", std::process::id()));
        let settings = PageSettings { pace, ..PageSettings::new(address, folder.clone()) };
        let server = PageServer::bind(settings).map_err(serve::failure)?;
        let stage = server.stage();
        output::print(&format!("watch at http://{}/\n", serve::reachable(server.address())))?;
        thread::spawn(|| server.run(&NEVER));
        Ok(Theatre { stage, games, shows: Mutex::default(), folder })
    }

    /// Repeats what happened in a match at its table, at the pace of the page: the match waits meanwhile.
    pub(super) fn show(&self, notice: &Notice) {
        let shown = match notice {
            Notice::Begun { number, rules, seeds, names } => self.begin(*number, rules, *seeds, names),
            Notice::Chosen { number, player, action } => {
                self.on(*number, |show| show.choose(Seat::new(*player), &action.to_string()))
            }
            Notice::Game { number, game, .. } if *game < self.games => {
                self.on(*number, WatchedMatch::next_game)
            }
            _ => Ok(()),
        };
        // The match goes on whatever is shown of it.
        shown.unwrap_or_else(|why| output::note(&format!("the page shows no more of this match: {why}")));
    }

    /// Leaves the page open after the last match, until Ctrl-C.
    pub(super) fn stay(self) -> Result<(), Failure> {
        output::print("the matches are over; the page stays until Ctrl-C\n")?;
        while !interrupt::flag().load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    fn begin(&self, number: usize, rules: &Rules, seeds: Seeds, names: &[String]) -> Result<(), String> {
        let places = names.iter().map(|name| Occupant::External(name.clone())).collect();
        let game = Daihinmin::write_rules(rules).parse().expect("a game reads its own writing");
        let opening = opening(&game, seeds, Some(self.games), places).map_err(|error| error.to_string())?;
        let show = self.stage.open(&opening, &format!("match {number}: {}", names.join(", ")));
        let show = show.map_err(|error| error.to_string())?;
        self.held().insert(number, Arc::new(show));
        Ok(())
    }

    /// Does something at the table of a match; a table that cannot follow is given up.
    fn on(
        &self,
        number: usize,
        work: impl FnOnce(&WatchedMatch) -> Result<(), PlayError>,
    ) -> Result<(), String> {
        let Some(show) = self.held().get(&number).cloned() else { return Ok(()) };
        work(&show).map_err(|error| {
            self.held().remove(&number);
            error.to_string()
        })
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<usize, Arc<WatchedMatch>>> {
        self.shows.lock().expect("nobody panics while it is held")
    }
}
