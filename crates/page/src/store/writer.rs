//! The writing thread: takes all writes that wait, commits them in one transaction, and reports the results.

use std::sync::mpsc::Receiver;

use rusqlite::{Connection, Savepoint, params};

use super::{Fingerprint, Job, KeptLine, NewTable, StoreError, Work, now};

/// Upper limit on writes in one transaction.
const MAX_BATCH: usize = 1_000;

/// Writes until the queue is closed.
pub(super) fn run(mut db: Connection, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut batch = vec![first];
        batch.extend(queue.try_iter().take(MAX_BATCH - 1));
        let (work, waiting): (Vec<Work>, Vec<_>) = batch.into_iter().map(|job| (job.work, job.done)).unzip();
        let written = commit(&mut db, &work);
        for (i, done) in waiting.into_iter().enumerate() {
            let result = written.as_ref().map_or_else(|error| Err(error.clone()), |each| each[i].clone());
            // The other side may have gone.
            let _ = done.send(result);
        }
    }
}

/// Each write succeeds or fails by itself; if the commit fails, all of them do.
fn commit(db: &mut Connection, batch: &[Work]) -> Result<Vec<Result<usize, StoreError>>, StoreError> {
    let mut whole = db.transaction()?;
    let mut results = Vec::with_capacity(batch.len());
    for work in batch {
        let part = whole.savepoint()?;
        results.push(write(&part, work).and_then(|tables| Ok(part.commit().map(|()| tables)?)));
    }
    whole.commit()?;
    Ok(results)
}

/// Writes. Returns how many tables changed.
fn write(db: &Savepoint<'_>, work: &Work) -> Result<usize, StoreError> {
    match work {
        Work::Open(table) => add(db, table),
        Work::Append { table, from, lines } => append(db, table, *from, lines),
        Work::Forget { before } => {
            Ok(db.execute("DELETE FROM tables WHERE touched < ?1", params![time(*before)])?)
        }
    }
}

fn add(db: &Savepoint<'_>, table: &NewTable) -> Result<usize, StoreError> {
    let prints: Vec<Option<String>> =
        table.prints.iter().map(|print| print.as_ref().map(Fingerprint::to_hex)).collect();
    let opening = json(&table.opening);
    let mut insert = db.prepare_cached(
        "INSERT INTO tables (id, opening, prints, clock, created, touched) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
    )?;
    Ok(insert.execute(params![table.id, opening, json(&prints), table.clock, time(now())])?)
}

fn append(db: &Savepoint<'_>, table: &str, from: usize, lines: &[KeptLine]) -> Result<usize, StoreError> {
    let mut insert = db.prepare_cached("INSERT INTO entries (tbl, n, line, seat) VALUES (?1, ?2, ?3, ?4)")?;
    for (n, kept) in (from..).zip(lines) {
        let seat = kept.by.map(|seat| seat.to_string());
        insert.execute(params![table, i64::try_from(n).unwrap_or(i64::MAX), json(&kept.line), seat])?;
    }
    let mut touch = db.prepare_cached("UPDATE tables SET touched = ?2 WHERE id = ?1")?;
    Ok(touch.execute(params![table, time(now())])?)
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("what we keep is plain data")
}

fn time(millis: u64) -> i64 {
    i64::try_from(millis).unwrap_or(i64::MAX)
}
