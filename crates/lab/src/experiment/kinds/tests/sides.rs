//! The kind `sides`, counted.

use super::{all_of, found, setting};

/// Nobody digs, so saboteurs win and diggers do not; of three seats one is a saboteur in every deal.
#[test]
fn wins_are_counted_by_role() {
    let game = "saboteur(rounds=1,saboteurs=1,score=win,deck=6map+3rockfall,hand=2)";
    let found =
        found(all_of("sides", &setting("sides", game, "random,random,random", true, &[])).unwrap(), 40);
    assert_eq!((found("digger_wins").value, found("digger_wins").n), (0.0, 40));
    assert_eq!((found("saboteur_wins").value, found("saboteur_wins").n), (1.0, 40));
    assert!((found("win_rate").value - 1.0 / 3.0).abs() < 1e-12);
}

/// At a showdown the king wins and the jack loses; who only passes gets there.
#[test]
fn any_game_with_roles_has_its_own() {
    let found = found(all_of("sides", &setting("sides", "kuhn", "first,first", false, &[])).unwrap(), 200);
    assert_eq!((found("j_wins").value, found("k_wins").value), (0.0, 1.0));
    assert!(found("q_wins").value > 0.3 && found("q_wins").value < 0.7, "{:?}", found("q_wins"));
    assert_eq!(found("j_wins").n + found("q_wins").n + found("k_wins").n, 200);
}

/// Of five one is a citizen; its faction is told apart from the other two, and all of them add up.
#[test]
fn factions_are_roles() {
    let players = ["heuristic"; 5].join(",");
    let job = all_of("sides", &setting("sides", "raiders-modified", &players, false, &[])).unwrap();
    let names: Vec<&str> = job.names().collect();
    assert_eq!(names, ["shadow", "shadow_won", "raider", "raider_won", "citizen", "citizen_won"]);
    let games: f64 =
        job.play(0..60, false).unwrap().values.chunks(6).map(|row| row[0] + row[2] + row[4]).sum();
    assert_eq!(games, 60.0);
    let found = found(job, 60);
    let counted = ["shadow_wins", "raider_wins", "citizen_wins"].map(|name| found(name).n);
    assert_eq!(counted.iter().sum::<u64>(), 60, "{counted:?}");
    assert!(counted.iter().all(|&games| games > 0), "{counted:?}");
}

#[test]
fn one_role_a_game() {
    let refused =
        all_of("sides", &setting("sides", "saboteur", "random,random,random", false, &[])).err().unwrap();
    assert!(refused.to_string().contains("sides needs one role a game"), "{refused}");
}
