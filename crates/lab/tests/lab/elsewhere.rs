//! Chunks that are played elsewhere come back whole, and give the same bytes as a run on one machine.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{SMALL, Scratch, chunk_files, outcome, plan, plan_with, run, run_shard};
use lab::LabError;
use lab::experiment::{Build, Existing, Options, Plan, Progress, Ran, Run, Shard, Worker, run_progress};

/// Does something with a run of a plan into a folder.
fn with_run<T>(plan: &Plan, folder: &Path, act: impl FnOnce(&Run<'_>) -> T) -> T {
    let build = Build::current();
    act(&Run { plan, folder, existing: Existing::Resume, shard: Shard::WHOLE, command: "", build: &build })
}

fn worker(order: &str) -> Worker {
    Worker::new(order, &Build::current()).unwrap()
}

#[test]
fn chunks_from_elsewhere_give_the_same_bytes() {
    let (scratch, plan) = (Scratch::new("elsewhere"), plan(SMALL));
    run(&plan, &scratch.join("one"));
    let folder = scratch.join("sent");
    with_run(&plan, &folder, |run| {
        let missing = run.begin().unwrap();
        assert_eq!(missing.len(), plan.chunks.len());
        let worker = worker(&run.order());
        for task in missing.chunks(7).rev() {
            assert_eq!(run.keep(&worker.play(task).unwrap()).unwrap(), task);
        }
        // A task that was thought lost and played twice, cut differently.
        run.keep(&worker.play(&missing[3..5]).unwrap()).unwrap();
        assert!(matches!(run.finish(2.5, 8).unwrap(), Ran::Whole(results) if results.info.cores == 8));
    });
    assert!(outcome(&folder) == outcome(&scratch.join("one")));
}

/// The machine that gave the orders goes down, and another one goes on from what it had.
#[test]
fn what_was_kept_is_not_asked_for_again() {
    let (scratch, plan) = (Scratch::new("lost"), plan(SMALL));
    run(&plan, &scratch.join("one"));
    let folder = scratch.join("sent");
    with_run(&plan, &folder, |run| {
        let worker = worker(&run.order());
        run.begin().unwrap();
        run.keep(&worker.play(&[0, 5, 2]).unwrap()).unwrap();
        run.keep(&worker.play(&[2]).unwrap()).unwrap();
        assert!(matches!(run.finish(1.0, 2).unwrap(), Ran::Shard { chunks: 3, .. }));
        assert_eq!(run_progress(&folder).unwrap().done, 3, "chunks are counted, not files");
    });
    with_run(&plan, &folder, |run| {
        let missing = run.begin().unwrap();
        assert_eq!(missing.len(), plan.chunks.len() - 3);
        assert!(![0, 2, 5].iter().any(|chunk| missing.contains(chunk)));
        run.keep(&worker(&run.order()).play(&missing).unwrap()).unwrap();
        let ran = run.finish(1.0, 2).unwrap();
        assert!(matches!(ran, Ran::Whole(results) if results.info.seconds == 2.0), "both sessions count");
    });
    assert!(outcome(&folder) == outcome(&scratch.join("one")));
}

#[test]
fn records_and_options_travel_with_the_order() {
    let scratch = Scratch::new("sent-records");
    let options = Options { quick: true, seed: Some(9), records: true, ..Options::default() };
    let plan = plan_with(SMALL, &options);
    run(&plan, &scratch.join("one"));
    with_run(&plan, &scratch.join("sent"), |run| {
        let missing = run.begin().unwrap();
        run.keep(&worker(&run.order()).play(&missing).unwrap()).unwrap();
        run.finish(0.0, 1).unwrap();
    });
    let records =
        ["one", "sent"].map(|name| std::fs::read(scratch.join(name).join("records.jsonl.zst")).unwrap());
    assert!(records[0] == records[1] && !records[0].is_empty());
    assert!(outcome(&scratch.join("sent")) == outcome(&scratch.join("one")));
}

#[test]
fn only_sound_chunks_of_the_same_plan_are_kept() {
    let (scratch, plan) = (Scratch::new("unsound"), plan(SMALL));
    let (folder, other) =
        (scratch.join("run"), plan_with(SMALL, &Options { seed: Some(8), ..Options::default() }));
    let foreign = with_run(&other, &scratch.join("other"), |run| worker(&run.order()).play(&[0]).unwrap());
    with_run(&plan, &folder, |run| {
        run.begin().unwrap();
        let sent = worker(&run.order()).play(&[4, 1]).unwrap();
        let refused = |bytes: &[u8], why: &str| {
            let error = run.keep(bytes).unwrap_err().to_string();
            assert!(error.contains(why), "{why}: {error}");
        };
        for place in (0..sent.len()).step_by(sent.len() / 53) {
            let mut bytes = sent.clone();
            bytes[place] ^= 4;
            refused(&bytes, "a worker sent");
        }
        for length in [0, 10, sent.len() / 2, sent.len() - 1] {
            refused(&sent[..length], "have these chunks played again");
        }
        refused(&foreign, "chunks of another plan");
        let empty = format!("{{\"tefuda_chunks\":1,\"plan\":\"{}\",\"chunks\":[]}}\n", plan.fingerprint());
        refused(empty.as_bytes(), "no chunk in it");
        assert_eq!(chunk_files(&folder), Vec::<std::path::PathBuf>::new(), "nothing of it was written");
        assert_eq!(run.keep(&sent).unwrap(), [4, 1]);
    });
}

#[test]
fn orders_that_mean_something_else_here_are_refused() {
    let (scratch, plan) = (Scratch::new("orders"), plan(SMALL));
    let (order, missing) = with_run(&plan, &scratch.join("run"), |run| (run.order(), run.begin().unwrap()));
    let why = |order: &str, build: &Build| Worker::new(order, build).err().unwrap().to_string();
    let here = Build::current();
    assert!(why("{}", &here).contains("not the order of a run"));
    assert!(why(&order.replace("order\":1", "order\":2"), &here).contains("format 2, this program reads 1"));
    let elsewhere = Build::of(&scratch.join("nothing"));
    assert!(why(&order, &elsewhere).contains("another build of this program"), "{}", why(&order, &elsewhere));
    let changed = order.replace("games = 300", "games = 301");
    assert!(why(&changed, &here).contains("another plan"), "{}", why(&changed, &here));
    let worker = worker(&order);
    let error = |chunks: &[usize]| worker.play(chunks).unwrap_err().to_string();
    let of = missing.len();
    assert!(error(&[0, of]).contains(&format!("no chunk {of}: this plan has {of}")), "{}", error(&[0, of]));
    assert!(error(&[]).contains("at least one"));
}

/// One who has seen enough after a few chunks.
struct Impatient(AtomicUsize);

impl Progress for Impatient {
    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 3
    }
}

#[test]
fn a_run_that_is_stopped_keeps_its_chunks() {
    let (scratch, plan) = (Scratch::new("stopped"), plan(SMALL));
    run(&plan, &scratch.join("one"));
    let folder = scratch.join("run");
    let stopped = run_shard(&plan, &folder, Shard::WHOLE, 1, &Impatient(AtomicUsize::new(0))).unwrap_err();
    let of = plan.chunks.len();
    assert!(matches!(stopped, LabError::Stopped { played: 3, of: all } if all == of), "{stopped}");
    let left = with_run(&plan, &folder, |run| run.begin().unwrap());
    assert_eq!(left.len(), of - 3);
    run(&plan, &folder);
    assert!(outcome(&folder) == outcome(&scratch.join("one")));
}
