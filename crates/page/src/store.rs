//! The disk: one SQLite file, one thread that writes, and a reader.
//!
//! A write returns after its commit. Writes that wait at the same time are committed together, so a disk that syncs
//! slowly delays each of them a little and none of them much.

mod schema;
mod writer;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fmt, io};

use rusqlite::{Connection, OptionalExtension, params};
use table::{LogLine, Opening, Seat};
use tokio::sync::oneshot;

use crate::secret::Fingerprint;

/// Why a table could not be read or written.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// Another server uses the folder.
    Busy(PathBuf),
    /// The folder was written by a newer program.
    Newer {
        /// The version of its file.
        found: i64,
        /// The version that this program writes.
        ours: i64,
    },
    /// The folder cannot be made or used.
    Folder(PathBuf, String),
    /// The file cannot be read or written.
    Sql(String),
    /// The data of a table cannot be read.
    Damaged(String),
    /// The server is about to end.
    Ending,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Busy(path) => {
                write!(f, "{}: another server uses this folder; choose another with --data", path.display())
            }
            StoreError::Newer { found, ours } => write!(
                f,
                "the tables were kept by a newer program (version {found}; this one knows {ours}): use that one, or another folder"
            ),
            StoreError::Folder(path, why) => {
                write!(f, "{}: {why}; name a folder that you may write to with --data", path.display())
            }
            StoreError::Sql(why) => write!(f, "the disk: {why}"),
            StoreError::Damaged(why) => write!(f, "what was kept of the table is damaged: {why}"),
            StoreError::Ending => f.write_str("the server is about to end"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Sql(error.to_string())
    }
}

/// A table when it is opened.
pub(crate) struct NewTable {
    pub(crate) id: String,
    pub(crate) opening: Opening,
    /// The digest of each seat's secret; seats of agents have none.
    pub(crate) prints: Vec<Option<Fingerprint>>,
    /// The time limit for a choice of a person, in seconds.
    pub(crate) clock: Option<u32>,
}

/// A line of a table's log, and the seat whose command it came from, if a person sent it.
#[derive(Clone)]
pub(crate) struct KeptLine {
    pub(crate) line: LogLine,
    pub(crate) by: Option<Seat>,
}

/// A table as it is on disk.
pub(crate) struct KeptTable {
    pub(crate) opening: Opening,
    pub(crate) prints: Vec<Option<Fingerprint>>,
    pub(crate) clock: Option<u32>,
    /// When it was opened, in milliseconds of the Unix time.
    pub(crate) created: u64,
    pub(crate) lines: Vec<KeptLine>,
}

/// A write.
enum Work {
    Open(Box<NewTable>),
    Append { table: String, from: usize, lines: Vec<KeptLine> },
    Forget { before: u64 },
}

struct Job {
    work: Work,
    done: oneshot::Sender<Result<usize, StoreError>>,
}

/// The disk.
pub(crate) struct Store {
    jobs: Mutex<Option<Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    reader: Arc<Mutex<Connection>>,
    /// Held while the server runs; the system releases it however the process ends.
    lock: File,
}

impl Store {
    /// Opens the folder; makes it if need be.
    pub(crate) fn open(folder: &Path) -> Result<Store, StoreError> {
        let unusable = |why: String| StoreError::Folder(folder.to_path_buf(), why);
        if folder.is_file() {
            return Err(unusable("this is a file, and tables are kept in a folder".to_string()));
        }
        Store::open_folder(folder).map_err(|error| match error {
            StoreError::Sql(why) => unusable(format!("tables cannot be kept there ({why})")),
            other => other,
        })
    }

    fn open_folder(folder: &Path) -> Result<Store, StoreError> {
        let failed = |error: io::Error| StoreError::Sql(error.to_string());
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = File::create(folder.join("lock")).map_err(failed)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::Busy(folder.to_path_buf()),
            TryLockError::Error(error) => failed(error),
        })?;
        let path = folder.join("tables.sqlite");
        let db = schema::open(&path)?;
        let reader = Connection::open(&path)?;
        reader.pragma_update(None, "query_only", true)?;
        let (jobs, queue): (Sender<Job>, Receiver<Job>) = channel();
        let writer = thread::Builder::new().name("writer".to_string());
        let writer = writer.spawn(move || writer::run(db, &queue)).map_err(failed)?;
        Ok(Store {
            jobs: Mutex::new(Some(jobs)),
            writer: Mutex::new(Some(writer)),
            reader: Arc::new(Mutex::new(reader)),
            lock,
        })
    }

    /// Writes a new table.
    pub(crate) async fn add(&self, table: NewTable) -> Result<(), StoreError> {
        self.write(Work::Open(Box::new(table))).await.map(drop)
    }

    /// Writes lines of a table's log, the first with this number.
    pub(crate) async fn append(
        &self,
        table: &str,
        from: usize,
        lines: Vec<KeptLine>,
    ) -> Result<(), StoreError> {
        self.write(Work::Append { table: table.to_string(), from, lines }).await.map(drop)
    }

    /// Deletes tables that nobody has touched since a time. Returns how many.
    pub(crate) async fn forget(&self, before: u64) -> Result<usize, StoreError> {
        self.write(Work::Forget { before }).await
    }

    /// Waits until it is written. Returns how many tables it changed.
    async fn write(&self, work: Work) -> Result<usize, StoreError> {
        let (done, written) = oneshot::channel();
        let sent = match &*held(&self.jobs) {
            Some(jobs) => jobs.send(Job { work, done }).is_ok(),
            None => false,
        };
        if sent { written.await.unwrap_or(Err(StoreError::Ending)) } else { Err(StoreError::Ending) }
    }

    /// Waits until every write is done. No more are accepted.
    pub(crate) fn close(&self) {
        drop(held(&self.jobs).take());
        if let Some(writer) = held(&self.writer).take() {
            // A writer that panicked has printed why, and the writes that waited were refused.
            let _ = writer.join();
        }
        // An agent that still thinks keeps this in memory, but another server may have the folder. If it cannot be released
        // now, it is released together with the memory.
        let _ = self.lock.unlock();
    }

    /// The number of tables on disk.
    pub(crate) fn count(&self) -> Result<usize, StoreError> {
        let count: i64 = held(&self.reader).query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The table of this name, if there is one.
    pub(crate) fn read(&self, id: &str) -> Result<Option<KeptTable>, StoreError> {
        let db = held(&self.reader);
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let found: Option<(String, String, Option<u32>, i64)> = db
            .prepare_cached("SELECT opening, prints, clock, created FROM tables WHERE id = ?1")?
            .query_row([id], row)
            .optional()?;
        let Some((opening, prints, clock, created)) = found else { return Ok(None) };
        let lines = read_lines(&db, id)?;
        let prints: Vec<Option<String>> = serde_json::from_str(&prints).map_err(damaged)?;
        let print = |hex: Option<String>| {
            hex.map(|hex| Fingerprint::from_hex(&hex).ok_or_else(|| damaged("a digest")))
        };
        Ok(Some(KeptTable {
            opening: serde_json::from_str(&opening).map_err(damaged)?,
            prints: prints.into_iter().map(|hex| print(hex).transpose()).collect::<Result<_, _>>()?,
            clock,
            created: u64::try_from(created).unwrap_or(0),
            lines,
        }))
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}

fn read_lines(db: &Connection, id: &str) -> Result<Vec<KeptLine>, StoreError> {
    let mut query = db.prepare_cached("SELECT n, line, seat FROM entries WHERE tbl = ?1 ORDER BY n")?;
    let rows = query.query_map(params![id], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<String>>(2)?))
    })?;
    let mut lines = Vec::new();
    for row in rows {
        let (n, line, seat) = row?;
        if usize::try_from(n) != Ok(lines.len()) {
            return Err(damaged(format!("line {} is missing", lines.len())));
        }
        let by = seat.map(|seat| seat.parse()).transpose().map_err(damaged)?;
        lines.push(KeptLine { line: serde_json::from_str(&line).map_err(damaged)?, by });
    }
    Ok(lines)
}

fn damaged(error: impl fmt::Display) -> StoreError {
    StoreError::Damaged(error.to_string())
}

/// The content of a lock, also after a panic while it was held: we leave nothing half done there.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Milliseconds of the Unix time.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
pub(crate) mod tests;
