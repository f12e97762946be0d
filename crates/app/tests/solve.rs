//! `tefuda solve`: the buzzard for two, solved, and its players exploited.

mod common;

use common::{complains, json, prints, tefuda};

fn near(found: &serde_json::Value, wanted: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - wanted).abs() < 1e-6)
}

#[test]
fn known_answers() {
    for (args, value) in [
        ("--hands 2,3/1,3 --prizes 2,3", 25.0 / 14.0),
        ("--hands 2,3/1,3 --prizes 2,3 --carry-in 2", 104.0 / 33.0),
        ("--hands 2,3/1,3 --prizes 2,3 --discard", 1.4),
        ("--hands 1/2 --prizes -3", -3.0),
        ("--cards 6", 0.0),
    ] {
        let answer = json(&format!("solve buzzard {args} --json"));
        assert!(near(&answer["value"], value) && near(&answer["exploitability"], 0.0), "{args}: {answer}");
        assert!(answer["states"].as_u64() > Some(0) && answer["exploit"].is_null(), "{args}: {answer}");
        let shares = answer["policy"][0]["a"].as_array().expect("bids with their shares");
        let sum: f64 = shares.iter().filter_map(|bid| bid["share"].as_f64()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{args}: {answer}");
    }
}

#[test]
fn exploitability_is_the_same_for_any_number_of_threads() {
    let of = |threads| {
        prints(&format!(
            "solve buzzard --cards 3 --exploit rm(sims=20) --repeats 3 --threads {threads} --json"
        ))
    };
    assert_eq!(of(1), of(3));
    let answer = json("solve goofspiel --cards 3 --exploit random --repeats 1 --json");
    let (found, wanted) = (&answer["exploit"], ("random", 3, 1));
    assert_eq!(
        (&found["agent"], &found["cards"], &found["repeats"]),
        (&wanted.0.into(), &wanted.1.into(), &wanted.2.into())
    );
    assert!(near(&found["exploitability"], 8.0 / 6.0), "{answer}");
    assert!(found["low"].is_null() && found["high"].is_null(), "one repeat has no interval: {answer}");
    let text = prints("solve goofspiel --cards 3 --exploit random --repeats 1");
    assert!(text.contains("exploited for 1.333 points (1 repeat, so no interval)"), "{text}");
}

#[test]
fn what_takes_too_long_is_refused_at_once() {
    for (args, right) in [
        ("buzzard --cards 15", "247.8 GB"),
        ("buzzard --cards 7 --exploit random", "about 2282462 states"),
        ("buzzard --cards 15 --exploit random", "take fewer cards"),
        ("buzzard --cards 5 --exploit random --repeats 10000", "--repeats 1069"),
    ] {
        let line = complains(&format!("solve {args}"), 2);
        assert!(line.contains(right), "{args}: {line}");
    }
}

#[test]
fn what_is_not_solved_is_refused() {
    for (args, right) in [
        ("buzzard", "--cards 8"),
        ("kuhn --cards 3", "only the buzzard"),
        ("buzzard --cards 16", "2 to 15"),
        ("buzzard(utility=win) --cards 4", "for points"),
        ("buzzard --hands 1,2 --prizes 1,2", "2,3/1,3"),
        ("buzzard --hands 1,2/1,x --prizes 1,2", "`x` is none of the bids"),
        ("buzzard --hands 1,2/1,2 --prizes 1,1", "prize 1 is listed twice"),
        ("buzzard --cards 3 --exploit nobody", "there are: "),
    ] {
        let line = complains(&format!("solve {args}"), 2);
        assert!(line.contains(right), "{args}: {line}");
    }
}

#[test]
fn a_solution_is_kept_and_found_again() {
    let folder = common::directory("solve");
    let path = folder.join("four.table");
    let kept = format!("solve buzzard --cards 4 --table {} --json", path.display());
    assert_eq!(prints(&kept), prints(&kept));
    assert!(
        tefuda(&format!("match buzzard(cards=4) --seats exact(table={}),random", path.display())).status
            == Some(0)
    );
    let line = complains(&format!("solve buzzard --cards 5 --table {}", path.display()), 1);
    assert!(line.contains("a table of another game: hands 1,2,3,4/1,2,3,4"), "{line}");
}
