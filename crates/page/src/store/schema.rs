//! The tables of the SQLite file.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::StoreError;

/// The version of the file. A newer one is refused; an older one would be migrated here.
const VERSION: i64 = 1;

const TABLES: &str = "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        opening TEXT NOT NULL,
        prints TEXT NOT NULL,
        clock INTEGER,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX touched ON tables (touched);
    CREATE TABLE entries (
        tbl TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        line TEXT NOT NULL,
        seat TEXT,
        PRIMARY KEY (tbl, n)
    ) WITHOUT ROWID;";

/// Opens the file; makes it if need be. A commit is on disk when it returns.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    let mut db = Connection::open(path)?;
    db.busy_timeout(Duration::from_secs(10))?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    let version: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    match version {
        VERSION => Ok(db),
        0 => {
            let made = db.transaction()?;
            made.execute_batch(TABLES)?;
            made.pragma_update(None, "user_version", VERSION)?;
            made.commit()?;
            Ok(db)
        }
        found => Err(StoreError::Newer { found, ours: VERSION }),
    }
}
