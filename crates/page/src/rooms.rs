//! The house: all tables, the disk, the thinkers, and how many tables there may be.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use table::{OpenError, Opening, Place, Seat};
use tokio::sync::Semaphore;

use crate::live::Live;
use crate::opening::Wanted;
use crate::refusal::Refusal;
use crate::residents::Residents;
use crate::room::Room;
use crate::secret::{self, Fingerprint};
use crate::store::{KeptTable, NewTable, Store, held, now};
use crate::thinking::Thinkers;

/// After this time without anybody, a table leaves the memory.
const IDLE: Duration = Duration::from_secs(300);

/// How many tables are restored at once.
const RESTORING: usize = 2;

/// How the house tells its owner what goes wrong.
pub type Tell = Box<dyn Fn(&str) + Send + Sync>;

/// All tables.
pub(crate) struct House {
    pub(crate) store: Store,
    pub(crate) thinkers: Thinkers,
    pub(crate) residents: Arc<Residents>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// The matches that are shown, with their titles, as long as whoever plays them holds them.
    shows: Mutex<Vec<(Weak<Room>, String)>>,
    /// Held by whoever restores a table: others wait for it, and not all cores restore at once.
    restoring: Semaphore,
    /// How many tables are kept, and how many may be.
    kept: AtomicUsize,
    most: usize,
    tell: Tell,
}

/// A new table, with the secret of each person's seat.
pub(crate) struct Opened {
    pub(crate) id: String,
    pub(crate) secrets: Vec<(Seat, String)>,
}

impl House {
    pub(crate) fn new(
        store: Store,
        thinkers: Thinkers,
        residents: Residents,
        most: usize,
        tell: Tell,
    ) -> Result<Arc<House>, crate::StoreError> {
        let kept = AtomicUsize::new(store.count()?);
        let (rooms, shows, restoring) = (Mutex::default(), Mutex::default(), Semaphore::new(RESTORING));
        let residents = Arc::new(residents);
        Ok(Arc::new(House { store, thinkers, residents, rooms, shows, restoring, kept, most, tell }))
    }

    /// Tells the owner of the server.
    pub(crate) fn tell(&self, text: &str) {
        (self.tell)(text);
    }

    /// Opens a table as it is wanted, if strangers may have it.
    pub(crate) async fn open(self: &Arc<Self>, wanted: &Wanted) -> Result<Opened, Refusal> {
        let seed = secret::seed().map_err(|_| Refusal::Busy)?;
        let (opening, clock) = wanted.checked(seed, &self.residents)?;
        self.residents.check_slots(&opening.seats)?;
        let opened = new_secrets(&opening).map_err(|_| Refusal::Busy)?;
        // Whoever cannot sit at this table is refused before it is kept.
        let (first, residents) = (opening.clone(), self.residents.clone());
        let turn = self.restoring.acquire().await.map_err(|_| Refusal::Busy)?;
        let try_it = move || Live::restore(&first, &[], clock, now(), &residents);
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
        held(&self.rooms).insert(opened.id.clone(), room.clone());
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

    /// The table of this name, from the memory or from the disk.
    pub(crate) async fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Refusal> {
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        let _turn = self.restoring.acquire().await.map_err(|_| Refusal::Busy)?;
        // Whoever waited for the same table finds it now.
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        let room = self.read(id, House::restored).await?;
        let (room, is_new) = {
            let mut rooms = held(&self.rooms);
            let is_new = !rooms.contains_key(id);
            (rooms.entry(id.to_string()).or_insert(room).clone(), is_new)
        };
        if is_new {
            room.go_on().await;
        }
        Ok(room)
    }

    fn known(&self, id: &str) -> Option<Arc<Room>> {
        let room = held(&self.rooms).get(id).cloned();
        room.inspect(|room| room.touch())
    }

    /// Does some work with what is kept of a table; few do so at once.
    pub(crate) async fn kept<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&KeptTable) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let _turn = self.restoring.acquire().await.map_err(|_| Refusal::Busy)?;
        self.read(id, |_, _, kept| work(&kept)).await
    }

    /// Reads what is kept of a table and works with it where nobody waits.
    async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        work: impl FnOnce(&Arc<House>, &str, KeptTable) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (house, id) = (self.clone(), id.to_string());
        let done = tokio::task::spawn_blocking(move || {
            let kept = house.store.read(&id).map_err(|error| {
                house.tell(&format!("table {id}: {error}"));
                Refusal::Disk
            })?;
            Ok(work(&house, &id, kept.ok_or(Refusal::NoTable)?))
        });
        done.await.map_err(|_| Refusal::Broken)?
    }

    fn restored(self: &Arc<Self>, id: &str, kept: KeptTable) -> Arc<Room> {
        let KeptTable { opening, prints, clock, created, lines } = kept;
        let live = Live::restore(&opening, &lines, clock, created, &self.residents);
        let live = live.inspect_err(|error| self.tell(&format!("table {id}: {error}"))).ok();
        Room::new(id.to_string(), self.clone(), prints, live, true)
    }

    /// Shows a match that is played elsewhere, as long as somebody holds its table.
    pub(crate) fn show(self: &Arc<Self>, live: Live, title: &str) -> Result<Arc<Room>, getrandom::Error> {
        let id = secret::table_id()?;
        let room = Room::new(id.clone(), self.clone(), Vec::new(), Some(live), false);
        held(&self.shows).push((Arc::downgrade(&room), title.to_string()));
        held(&self.rooms).insert(id, room.clone());
        Ok(room)
    }

    /// The matches that are shown now: where, and what they are called.
    pub(crate) fn shows(&self) -> Vec<(String, String)> {
        let mut shows = held(&self.shows);
        shows.retain(|(room, _)| room.strong_count() > 0);
        shows.iter().filter_map(|(room, title)| Some((room.upgrade()?.id.clone(), title.clone()))).collect()
    }

    /// Lets everything go; what was accepted is on disk then.
    pub(crate) fn close(&self) {
        self.thinkers.close();
        self.store.close();
        held(&self.rooms).clear();
    }

    /// A table leaves the memory.
    pub(crate) fn drop_room(&self, id: &str) {
        held(&self.rooms).remove(id);
    }

    /// Tables that nobody looks at leave the memory.
    pub(crate) fn sweep(&self) {
        let since = now().saturating_sub(u64::try_from(IDLE.as_millis()).unwrap_or(u64::MAX));
        // Nobody can take hold of a table meanwhile: that needs this lock.
        held(&self.rooms).retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(since));
    }

    /// Forgets tables that nobody has touched for so long.
    pub(crate) async fn forget(&self, after: Duration) {
        let before = now().saturating_sub(u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
        match self.store.forget(before).await {
            // Counted off, not counted anew: tables that are being opened have taken their place already.
            Ok(forgotten) => drop(self.kept.fetch_sub(forgotten, Ordering::Relaxed)),
            Err(error) => self.tell(&format!("old tables: {error}")),
        }
    }
}

fn new_secrets(opening: &Opening) -> Result<Opened, getrandom::Error> {
    let people = Seat::all(opening.seats.len())
        .filter(|seat| matches!(opening.seats[seat.index()], Place::Outside(_)));
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
