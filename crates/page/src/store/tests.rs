use table::{Entry, Occupant, Seat};

use super::*;

/// A folder for one test, deleted when the test ends.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tefuda-page-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn opening() -> Opening {
    let seats = vec![Occupant::External("a".into()), Occupant::Agent("random".into())];
    Opening {
        log: 1,
        game: "kuhn".into(),
        rules_version: 1,
        seats,
        games: 1,
        deal: u64::MAX,
        players: 7,
        asks_all: false,
    }
}

fn new_table(id: &str) -> NewTable {
    let prints = vec![Some(Fingerprint::of("x")), None];
    NewTable { id: id.into(), opening: opening(), prints, clock: Some(30) }
}

fn line(n: usize) -> KeptLine {
    let entry = Entry::Choice(Seat::new(0), format!("choice {n}"));
    KeptLine {
        line: LogLine { entry, sum: n.to_string() },
        by: Some(Seat::new(0)).filter(|_| n.is_multiple_of(2)),
    }
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

#[test]
fn what_was_acknowledged_is_there_after_reopening() {
    let scratch = Scratch::new("reopen");
    let store = Store::open(&scratch.0).unwrap();
    block_on(async {
        store.add(new_table("t")).await.unwrap();
        store.append("t", 0, vec![line(0), line(1)]).await.unwrap();
        store.append("t", 2, vec![line(2)]).await.unwrap();
    });
    drop(store);
    let store = Store::open(&scratch.0).unwrap();
    let kept = store.read("t").unwrap().unwrap();
    assert_eq!((kept.opening, kept.clock, store.count().unwrap()), (opening(), Some(30), 1));
    assert!(kept.prints[0].as_ref().unwrap().fits("x") && kept.prints[1].is_none());
    for (n, kept) in kept.lines.iter().enumerate() {
        assert_eq!((&kept.line, kept.by), (&line(n).line, line(n).by));
    }
    assert_eq!(kept.lines.len(), 3);
    assert!(store.read("u").unwrap().is_none());
}

#[test]
fn a_line_is_written_once_and_others_beside_it_are_kept() {
    let scratch = Scratch::new("once");
    let store = Store::open(&scratch.0).unwrap();
    block_on(async {
        store.add(new_table("t")).await.unwrap();
        store.append("t", 0, vec![line(0)]).await.unwrap();
        let (twice, next) =
            (store.append("t", 0, vec![line(5), line(6)]), store.append("t", 1, vec![line(1)]));
        assert!(twice.await.is_err());
        next.await.unwrap();
        assert!(store.append("nobody", 0, vec![line(0)]).await.is_err());
    });
    let kept = store.read("t").unwrap().unwrap();
    assert_eq!(kept.lines.iter().map(|kept| kept.line.sum.as_str()).collect::<Vec<_>>(), ["0", "1"]);
}

#[test]
fn a_folder_serves_one_server_at_a_time() {
    let scratch = Scratch::new("busy");
    let store = Store::open(&scratch.0).unwrap();
    assert!(matches!(Store::open(&scratch.0), Err(StoreError::Busy(_))));
    drop(store);
    assert!(Store::open(&scratch.0).is_ok());
}

#[test]
fn a_folder_that_cannot_be_used_is_refused_with_what_would_be_right() {
    let scratch = Scratch::new("unusable");
    fs::create_dir_all(scratch.0.join("taken/tables.sqlite")).unwrap();
    fs::create_dir_all(scratch.0.join("locked/lock")).unwrap();
    fs::write(scratch.0.join("file"), "kept").unwrap();
    for (name, why) in [
        ("file", "this is a file, and tables are kept in a folder;"),
        ("file/within", "tables cannot be kept there (Not a directory"),
        ("taken", "tables cannot be kept there (unable to open database file"),
        ("locked", "tables cannot be kept there (Is a directory"),
    ] {
        let error = Store::open(&scratch.0.join(name)).err().unwrap().to_string();
        assert!(
            error.contains(why) && error.ends_with("; name a folder that you may write to with --data"),
            "{error}"
        );
    }
    assert_eq!(fs::read_to_string(scratch.0.join("file")).unwrap(), "kept");
}

#[test]
fn a_newer_file_is_refused_and_unchanged() {
    let scratch = Scratch::new("newer");
    drop(Store::open(&scratch.0).unwrap());
    let db = Connection::open(scratch.0.join("tables.sqlite")).unwrap();
    db.pragma_update(None, "user_version", 2).unwrap();
    drop(db);
    let error = Store::open(&scratch.0).err().unwrap();
    assert!(error.to_string().contains("newer program (version 2; this one knows 1)"), "{error}");
}

#[test]
fn old_tables_are_forgotten_with_their_lines() {
    let scratch = Scratch::new("forget");
    let store = Store::open(&scratch.0).unwrap();
    block_on(async {
        store.add(new_table("t")).await.unwrap();
        store.append("t", 0, vec![line(0)]).await.unwrap();
        assert_eq!(store.forget(now() - 60_000).await.unwrap(), 0);
        assert!(store.read("t").unwrap().is_some());
        assert_eq!(store.forget(now() + 60_000).await.unwrap(), 1, "a table, whatever its lines");
    });
    assert!(store.read("t").unwrap().is_none());
    let lines: i64 =
        held(&store.reader).query_row("SELECT count(*) FROM entries", [], |row| row.get(0)).unwrap();
    assert_eq!(lines, 0);
}

#[test]
fn a_closed_store_refuses() {
    let scratch = Scratch::new("closed");
    let store = Store::open(&scratch.0).unwrap();
    store.close();
    assert!(matches!(block_on(store.add(new_table("t"))), Err(StoreError::Ending)));
}
