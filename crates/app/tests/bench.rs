//! The bench: no game allocates, and nothing happens otherwise than it did when the signature was written.

mod common;

use common::json;

#[test]
fn games_do_not_allocate_and_keep_their_signature() {
    let report = json("bench --seconds 0.001 --json");
    let rows = report["rows"].as_array().unwrap();
    for row in rows {
        assert_eq!(row["allocations"], 0, "{row}");
        assert!(
            row["per_second"].as_f64().unwrap() > 0.0 && row["state_bytes"].as_u64().unwrap() > 0,
            "{row}"
        );
    }
    let measured = |rules: &str, players: u64, what: &str| {
        rows.iter().any(|row| row["rules"] == rules && row["players"] == players && row["what"] == what)
    };
    for what in ["games", "actions", "games_seen"] {
        (2..=6).for_each(|players| assert!(measured("buzzard", players, what), "{players} {what}"));
        assert!(measured("goofspiel", 2, what) && measured("goofspiel(cards=15)", 5, what));
        assert!(measured("kuhn", 2, what) && measured("kuhn", 3, what));
    }
    let signature = include_str!("signature.txt").trim();
    assert_eq!(report["signature"], signature, "if play was meant to change, write it into signature.txt");
}
