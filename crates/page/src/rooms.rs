//! All tables, with the disk, the threads that think, and the limit on tables.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use table::{Occupant, OpenError, Opening, Seat};
use tokio::sync::Semaphore;

use crate::host_agents::HostAgents;
use crate::live::LiveTable;
use crate::opening::Wanted;
use crate::pace::{Pace, PaceCounts};
use crate::refusal::Refusal;
use crate::room::Room;
use crate::secret::{self, Fingerprint};
use crate::store::{KeptTable, NewTable, Store, held, now};
use crate::thinking::Thinkers;

/// A table leaves memory after this time without a request.
const IDLE: Duration = Duration::from_secs(300);

/// Upper limit on tables that are restored at the same time.
const RESTORING: usize = 2;

/// Tells the owner of the server what goes wrong.
pub type Tell = Box<dyn Fn(&str) + Send + Sync>;

/// All tables.
pub(crate) struct Rooms {
    pub(crate) store: Store,
    pub(crate) thinkers: Thinkers,
    pub(crate) host_agents: Arc<HostAgents>,
    loaded: Mutex<HashMap<String, Arc<Room>>>,
    /// The matches that are shown, with their titles. Each lasts as long as its [`WatchedMatch`](crate::WatchedMatch).
    shows: Mutex<Vec<(Weak<Room>, String)>>,
    /// Limits restoring: requests for the same table wait for each other, and some cores stay free.
    restoring: Semaphore,
    /// How many tables are on disk, and the upper limit.
    kept: AtomicUsize,
    most: usize,
    /// The pace of tables.
    pace: Duration,
    pub(crate) pace_counts: PaceCounts,
    tell: Tell,
}

/// A new table, with the secret of each person's seat.
pub(crate) struct Opened {
    pub(crate) id: String,
    pub(crate) secrets: Vec<(Seat, String)>,
}

impl Rooms {
    pub(crate) fn new(
        store: Store,
        thinkers: Thinkers,
        host_agents: HostAgents,
        most: usize,
        pace: Duration,
        tell: Tell,
    ) -> Result<Arc<Rooms>, crate::StoreError> {
        let kept = AtomicUsize::new(store.count()?);
        let (loaded, shows, restoring) = (Mutex::default(), Mutex::default(), Semaphore::new(RESTORING));
        let host_agents = Arc::new(host_agents);
        Ok(Arc::new(Rooms {
            store,
            thinkers,
            host_agents,
            loaded,
            shows,
            restoring,
            kept,
            most,
            pace,
            pace_counts: PaceCounts::default(),
            tell,
        }))
    }

    /// The pace of a new table in memory.
    pub(crate) fn pace(&self) -> Result<Pace, getrandom::Error> {
        Ok(Pace::new(self.pace, secret::seed()?))
    }

    /// Tells the owner of the server.
    pub(crate) fn tell(&self, text: &str) {
        (self.tell)(text);
    }

    /// Opens a table as a guest asks for it, if a guest may.
    pub(crate) async fn open(self: &Arc<Self>, wanted: &Wanted) -> Result<Opened, Refusal> {
        let seed = secret::seed().map_err(|_| Refusal::Busy)?;
        let (opening, clock) = wanted.checked(seed, &self.host_agents)?;
        self.host_agents.check_slots(&opening.seats)?;
        let opened = new_secrets(&opening).map_err(|_| Refusal::Busy)?;
        // A player that cannot sit at this table is refused before the table is written to disk.
        let (first, host_agents) = (opening.clone(), self.host_agents.clone());
        let pace = self.pace().map_err(|_| Refusal::Busy)?;
        let turn = self.restoring.acquire().await.map_err(|_| Refusal::Busy)?;
        let try_it = move || LiveTable::restore(&first, &[], clock, now(), &host_agents, pace);
        let tried = tokio::task::spawn_blocking(try_it).await;
        drop(turn);
        let live = tried.map_err(|_| Refusal::Broken)?.map_err(|error| match error {
            OpenError::Bad(why) => Refusal::Opening(why),
            OpenError::Fault(_) | OpenError::Closed { .. } => Refusal::Broken,
        })?;
        self.take_place()?;
        let prints = prints(&opening, &opened);
        let new = NewTable { id: opened.id.clone(), opening, prints: prints.clone(), clock };
        if let Err(error) = self.store.add(new).await {
            self.kept.fetch_sub(1, Ordering::Relaxed);
            self.tell(&format!("a new table: {error}"));
            return Err(Refusal::Disk);
        }
        let room = Room::new(opened.id.clone(), self.clone(), prints, Some(live), true);
        held(&self.loaded).insert(opened.id.clone(), room.clone());
        room.go_on().await;
        Ok(opened)
    }

    fn take_place(&self) -> Result<(), Refusal> {
        let more = |kept| (kept < self.most).then_some(kept + 1);
        self.kept
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, more)
            .map(drop)
            .map_err(|_| Refusal::Full)
    }

    /// The table of this name, from memory or from disk.
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Refusal> {
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        let _turn = self.restoring.acquire().await.map_err(|_| Refusal::Busy)?;
        // Another request may have restored the same table meanwhile.
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        let room = self.read(id, Rooms::restored).await?;
        let (room, is_new) = {
            let mut rooms = held(&self.loaded);
            let is_new = !rooms.contains_key(id);
            (rooms.entry(id.to_string()).or_insert(room).clone(), is_new)
        };
        if is_new {
            room.go_on().await;
        }
        Ok(room)
    }

    fn known(&self, id: &str) -> Option<Arc<Room>> {
        let room = held(&self.loaded).get(id).cloned();
        room.inspect(|room| room.touch())
    }

    /// Works with what is on disk of a table, away from the threads that serve; few do so at the same time.
    pub(crate) async fn kept<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&KeptTable) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _turn = self.restoring.acquire().await.map_err(|_| Refusal::Busy)?;
        self.read(id, |_, _, kept| work(&kept)).await
    }

    /// Reads a table from disk and works with it on a thread that may block.
    async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&Arc<Rooms>, &str, KeptTable) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (rooms, id) = (self.clone(), id.to_string());
        let done = tokio::task::spawn_blocking(move || {
            let kept = rooms.store.read(&id).map_err(|error| {
                rooms.tell(&format!("table {id}: {error}"));
                Refusal::Disk
            })?;
            Ok(work(&rooms, &id, kept.ok_or(Refusal::NoTable)?))
        });
        done.await.map_err(|_| Refusal::Broken)?
    }

    fn restored(self: &Arc<Self>, id: &str, kept: KeptTable) -> Arc<Room> {
        let KeptTable { opening, prints, clock, created, lines } = kept;
        let told = |error: &dyn std::fmt::Display| self.tell(&format!("table {id}: {error}"));
        let pace = self.pace().inspect_err(|error| told(error)).ok();
        let live = pace.and_then(|pace| {
            let live = LiveTable::restore(&opening, &lines, clock, created, &self.host_agents, pace);
            live.inspect_err(|error| told(error)).ok()
        });
        Room::new(id.to_string(), self.clone(), prints, live, true)
    }

    /// Shows a match that is played elsewhere, as long as somebody holds its room.
    pub(crate) fn show(
        self: &Arc<Self>,
        live: LiveTable,
        title: &str,
    ) -> Result<Arc<Room>, getrandom::Error> {
        let id = secret::table_id()?;
        let room = Room::new(id.clone(), self.clone(), Vec::new(), Some(live), false);
        held(&self.shows).push((Arc::downgrade(&room), title.to_string()));
        held(&self.loaded).insert(id, room.clone());
        Ok(room)
    }

    /// The matches that are shown now: their names and titles.
    pub(crate) fn shows(&self) -> Vec<(String, String)> {
        let mut shows = held(&self.shows);
        shows.retain(|(room, _)| room.strong_count() > 0);
        shows.iter().filter_map(|(room, title)| Some((room.upgrade()?.id.clone(), title.clone()))).collect()
    }

    /// Closes everything. All that was accepted is on disk then.
    pub(crate) fn close(&self) {
        self.thinkers.close();
        self.store.close();
        held(&self.loaded).clear();
    }

    /// Removes a table from memory.
    pub(crate) fn drop_room(&self, id: &str) {
        held(&self.loaded).remove(id);
    }

    /// Removes tables from memory that nobody looks at.
    pub(crate) fn sweep(&self) {
        let since = now().saturating_sub(u64::try_from(IDLE.as_millis()).unwrap_or(u64::MAX));
        // Nobody can get hold of a table meanwhile: that needs this lock.
        held(&self.loaded).retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(since));
    }

    /// Deletes tables that nobody has touched for so long.
    pub(crate) async fn forget(&self, after: Duration) {
        let before = now().saturating_sub(u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
        match self.store.forget(before).await {
            // Subtracted, not counted anew: tables that are being opened have taken their places already.
            Ok(forgotten) => drop(self.kept.fetch_sub(forgotten, Ordering::Relaxed)),
            Err(error) => self.tell(&format!("old tables: {error}")),
        }
    }
}

fn new_secrets(opening: &Opening) -> Result<Opened, getrandom::Error> {
    let people = Seat::all(opening.seats.len())
        .filter(|seat| matches!(opening.seats[seat.index()], Occupant::External(_)));
    let secrets = people.map(|seat| Ok((seat, secret::seat_secret()?))).collect::<Result<_, _>>()?;
    Ok(Opened { id: secret::table_id()?, secrets })
}

fn prints(opening: &Opening, opened: &Opened) -> Vec<Option<Fingerprint>> {
    let mut prints = vec![None; opening.seats.len()];
    for (seat, secret) in &opened.secrets {
        prints[seat.index()] = Some(Fingerprint::of(secret));
    }
    prints
}
