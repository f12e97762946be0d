//! Promises of tables: commands count exactly once, seats are apart, tables survive a restart.

use serde_json::{Value, json};

use crate::games::wanted;
use crate::player::Guest;
use crate::test_server::TestServer;

#[test]
fn a_table_goes_on_after_a_restart() {
    let mut server = TestServer::new("restart");
    let (id, links) = server
        .open(&json!({"game": "buzzard(cards=6)", "seats": ["person", "greedy", "random"], "series": 1}));
    let mut turns = 0;
    loop {
        let mut guest = Guest::new(&server, &id, Some(&links[0]), "", turns);
        guest.look();
        while !guest.is_asked() && !guest.is_over() {
            guest.look();
        }
        assert_eq!(guest.state["turn"], turns);
        if guest.is_over() {
            break;
        }
        guest.choose();
        turns += 1;
        let before = server.state(&id, Some(&links[0]));
        server = server.restart();
        let after = server.state(&id, Some(&links[0]));
        assert_eq!(before["turn"], after["turn"]);
        assert!(before["version"].as_u64() <= after["version"].as_u64());
    }
    assert!(turns >= 5, "{turns} turns");
    assert_eq!(server.get(&format!("/t/{id}/record"), None).status, 200);
}

#[test]
fn an_entry_counts_once() {
    let server = TestServer::new("once");
    let (id, links) = server.open(&wanted("buzzard(cards=5)", &[], 1));
    let path = format!("/t/{id}/entries");
    let enter = |seat: usize, body| server.post(&path, Some(&links[seat]), &body);
    let first = enter(0, json!({"turn": 0, "choice": "bids 3"}));
    assert_eq!((first.status, first.json().get("again")), (200, None), "{}", first.text());
    let again = enter(0, json!({"turn": 0, "choice": "bids 3"}));
    assert_eq!((again.status, again.json()["again"].as_bool()), (200, Some(true)));
    let other = enter(0, json!({"turn": 0, "choice": "bids 4"}));
    assert_eq!(
        (other.status, other.refusal().as_str()),
        (409, "turn 0 of this seat was taken by another choice; the next is 1")
    );
    let later = enter(0, json!({"turn": 2, "choice": "bids 4"}));
    assert_eq!(
        (later.status, later.refusal().as_str()),
        (409, "turn 2 of this seat comes later; the next is 1")
    );
    let twice = enter(0, json!({"turn": 1, "choice": "bids 4"}));
    assert_eq!(
        (twice.status, twice.refusal().as_str()),
        (409, "you have chosen already; take the choice back first")
    );
    assert_eq!(enter(1, json!({"turn": 0, "choice": "bids 9"})).status, 422);
    let state = server.state(&id, Some(&links[0]));
    assert_eq!((state["turn"].as_u64(), state["envelope"].is_string()), (Some(1), true), "{state}");
    assert!(state["choices"].as_array().unwrap().is_empty());
    assert!(server.state(&id, Some(&links[1]))["envelope"].is_null());
    assert!(server.state(&id, None)["envelope"].is_null());
}

/// Games that left the memory are read from the disk for those who were away, and told once, in order.
#[test]
fn who_was_away_for_games_is_told_of_them() {
    let server = TestServer::new("away");
    let (id, links) = server.open(&wanted("kuhn", &[], 4));
    let mut guests = [0, 1].map(|i| Guest::new(&server, &id, Some(&links[i]), "", i as u64));
    std::thread::scope(|scope| {
        for (i, guest) in guests.iter_mut().enumerate() {
            scope.spawn(move || guest.play(i == 0));
        }
    });
    let story: Vec<Value> =
        guests[0].story.iter().map(|(at, text)| json!({"at": at, "text": text})).collect();
    for (from, (after, _)) in guests[0].story.iter().enumerate() {
        let mut stream =
            server.events(&format!("/t/{id}/events?after={after}"), Some(&links[0])).ok().unwrap();
        let told = stream.next().unwrap()["events"].clone();
        assert_eq!(told.as_array().unwrap(), &story[from..], "after {after}");
    }
}

#[test]
fn who_cannot_decide_is_stopped_at_last() {
    let server = TestServer::new("seat-changes");
    let (id, links) = server.open(&wanted("kuhn", &[], 2));
    let path = format!("/t/{id}/entries");
    let enter = |turn: usize| {
        let wish = if turn.is_multiple_of(2) { "leave" } else { "sit" };
        server.post(&path, Some(&links[1]), &json!({"turn": turn, wish: true}))
    };
    let allowed = (0..).take_while(|&turn| enter(turn).status == 200).count();
    assert_eq!(allowed, 100);
    assert_eq!(enter(100).status, 429);
    assert_eq!(enter(99).json()["again"].as_bool(), Some(true));
}

#[test]
fn an_envelope_can_be_taken_back() {
    let server = TestServer::new("envelope");
    let (id, links) = server.open(&wanted("buzzard(cards=5)", &[], 1));
    let path = format!("/t/{id}/entries");
    let enter = |seat: usize, body| server.post(&path, Some(&links[seat]), &body).status;
    assert_eq!(enter(0, json!({"turn": 0, "withdraw": true})), 422);
    assert_eq!(enter(0, json!({"turn": 0, "choice": "bids 3"})), 200);
    assert_eq!(enter(0, json!({"turn": 1, "withdraw": true})), 200);
    assert_eq!(enter(0, json!({"turn": 2, "choice": "bids 5"})), 200);
    assert_eq!(enter(1, json!({"turn": 0, "choice": "bids 1"})), 200);
    let story = server.state(&id, None)["events"].to_string();
    assert!(story.contains('5') && !story.contains("bids 3"), "{story}");
    assert_eq!(enter(0, json!({"turn": 3, "withdraw": true})), 422);
}

#[test]
fn who_leaves_is_replaced_and_may_come_back() {
    let server = TestServer::new("leave");
    let (id, links) = server.open(&wanted("kuhn", &[], 100));
    let path = format!("/t/{id}/entries");
    let enter = |seat: usize, body| server.post(&path, Some(&links[seat]), &body);
    assert_eq!(enter(0, json!({"turn": 0, "sit": true})).status, 409);
    assert_eq!(enter(0, json!({"turn": 0, "leave": true})).status, 200);
    assert_eq!(enter(0, json!({"turn": 0, "leave": true})).json()["again"].as_bool(), Some(true));
    let state = server.state(&id, Some(&links[1]));
    assert_eq!((state["seats"][0]["kind"].as_str(), state["people"].as_u64()), (Some("away"), Some(1)));
    assert_eq!(enter(0, json!({"turn": 1, "choice": "passes"})).status, 409);
    let mut other = Guest::new(&server, &id, Some(&links[1]), "", 1);
    while !other.is_asked() && !other.is_over() {
        other.look();
    }
    assert_eq!(enter(0, json!({"turn": 1, "sit": true})).status, 200);
    let state = server.state(&id, Some(&links[0]));
    assert_eq!((state["seats"][0]["kind"].as_str(), state["people"].as_u64()), (Some("person"), Some(2)));
    assert_eq!(state["turn"], 2);
}

/// What an agent put into the envelope of somebody who was away stands, and nobody is shown it: else one could ask an agent for
/// its choice by leaving and sitting down, among people who may have no hints.
#[test]
fn what_an_agent_chose_for_somebody_away_stands_unseen() {
    let server = TestServer::new("agent-chose");
    let (id, links) = server.open(&wanted("buzzard(cards=5)", &[], 1));
    let path = format!("/t/{id}/entries");
    let enter = |seat: usize, body| server.post(&path, Some(&links[seat]), &body);
    assert_eq!(enter(0, json!({"turn": 0, "leave": true})).status, 200);
    let mut other = Guest::new(&server, &id, Some(&links[1]), "", 1);
    // The agent has chosen once nobody thinks any more.
    other.look();
    while other.state["thinking"] == true {
        other.look();
    }
    assert_eq!(enter(0, json!({"turn": 1, "sit": true})).status, 200);
    let state = server.state(&id, Some(&links[0]));
    assert_eq!((&state["agent_chose"], &state["envelope"]), (&json!(true), &Value::Null), "{state}");
    assert!(state["choices"].as_array().unwrap().is_empty());
    let back = enter(0, json!({"turn": 2, "withdraw": true}));
    assert_eq!(
        (back.status, back.refusal().as_str()),
        (422, "an agent has chosen for A this turn, and its choice stands")
    );
    let again = enter(0, json!({"turn": 2, "choice": "bids 3"}));
    let stands = "an agent chose for this seat before you sat down again, and its choice stands this turn";
    assert_eq!((again.status, again.refusal().as_str()), (409, stands));
    assert_eq!(server.state(&id, Some(&links[1]))["agent_chose"], false);
    // It is opened with the other's, and the next turn is the person's own.
    assert_eq!(enter(1, json!({"turn": 0, "choice": "bids 5"})).status, 200);
    let state = server.state(&id, Some(&links[0]));
    assert_eq!((&state["agent_chose"], state["choices"].as_array().unwrap().len()), (&json!(false), 4));
}

/// Who stays hidden in Shadow Raiders by a standing answer is asked about everything else, and never about that; a restart
/// does not change it, and another game does.
#[test]
fn an_answer_left_in_advance_is_given_until_it_is_taken_back() {
    let mut server = TestServer::new("standing");
    let agents = ["heuristic"; 3];
    let seats: Vec<&str> = ["person"].iter().chain(&agents).copied().collect();
    let (id, links) = server.open(&json!({"game": "raiders", "seats": seats, "series": 2}));
    let standing = |state: &Value| state["standing"].as_array().unwrap().clone();
    let state = server.state(&id, Some(&links[0]));
    let offered = json!({"name": "hide", "label": "Stay hidden until you say otherwise", "stands": false});
    assert_eq!(standing(&state), [offered]);
    assert!(standing(&server.state(&id, None)).is_empty());
    let path = format!("/t/{id}/entries");
    let turn = state["turn"].as_u64().unwrap();
    let wrong = server.post(&path, Some(&links[0]), &json!({"turn": turn, "stand": "pass"}));
    assert_eq!(
        (wrong.status, wrong.refusal().as_str()),
        (422, "no standing answer `pass` now; possible: hide")
    );
    let stood = server.post(&path, Some(&links[0]), &json!({"turn": turn, "stand": "hide"}));
    assert_eq!(stood.status, 200, "{}", stood.text());
    server = server.restart();
    assert_eq!(standing(&server.state(&id, Some(&links[0])))[0]["stands"], true);
    let mut guest = Guest::new(&server, &id, Some(&links[0]), "", 8);
    let mut asked = 0;
    loop {
        guest.wait();
        if guest.is_over() {
            break;
        }
        let choices = guest.state["choices"].to_string();
        assert!(!choices.contains("reveals"), "{choices}");
        asked += 1;
        guest.choose();
    }
    assert!(asked > 3, "{asked} choices");
    guest.enter("next", json!(true));
    let state = server.state(&id, Some(&links[0]));
    assert_eq!(standing(&state)[0]["stands"], false, "it ends with the game");
}

#[test]
fn a_clock_runs_only_among_people_and_an_agent_plays_on() {
    let server = TestServer::new("clock");
    let (alone, links) = server.open(&json!({"game": "kuhn", "seats": ["person", "random"], "clock": 5}));
    let mut guest = Guest::new(&server, &alone, Some(&links[0]), "", 1);
    while !guest.is_asked() && !guest.is_over() {
        guest.look();
    }
    assert!(guest.state["clock"].is_null());
    let (id, links) =
        server.open(&json!({"game": "kuhn", "seats": ["person", "person"], "clock": 5, "series": 1}));
    let state = server.state(&id, Some(&links[1]));
    assert_eq!(state["clock"]["seconds"], 5);
    assert!((0.0..=5.0).contains(&state["clock"]["left"].as_f64().unwrap()), "{state}");
    let mut watcher = Guest::new(&server, &id, None, "", 2);
    while watcher.state["seats"][0]["kind"] != "away" {
        watcher.look();
    }
    // Alone again, B has all the time in the world.
    let mut other = Guest::new(&server, &id, Some(&links[1]), "", 3);
    while !other.is_asked() && !other.is_over() {
        other.look();
    }
    assert!(other.state["clock"].is_null());
}

#[test]
fn hints_are_for_those_who_play_alone_and_leave_no_trace() {
    let server = TestServer::new("hints");
    let (mut thought, mut believed) = (0, Vec::new());
    for (game, agents) in [
        ("buzzard(cards=6)", &["random"][..]),
        ("kuhn", &["random"]),
        ("leduc", &["random"]),
        ("daihinmin", &["random", "random", "random", "random"]),
        ("saboteur(rounds=1)", &["random", "random"]),
        ("raiders", &["random", "random", "random"]),
    ] {
        let seats: Vec<&str> = ["person"].iter().chain(agents).copied().collect();
        let (id, links) = server.open(&json!({"game": game, "seats": seats, "series": 1}));
        let mut guest = Guest::new(&server, &id, Some(&links[0]), "", 4);
        while (!guest.is_asked() || guest.state["thinking"] == true) && !guest.is_over() {
            guest.look();
        }
        if guest.is_over() {
            continue;
        }
        assert_eq!(guest.state["hints"], true);
        let before = server.state(&id, Some(&links[0]));
        let hint = server.get(&format!("/t/{id}/hint?lang=en"), Some(&links[0]));
        assert_eq!(hint.status, 200, "{game}: {}", hint.text());
        let hint = hint.json();
        let offered = guest.state["choices"].as_array().unwrap();
        assert!(
            offered
                .iter()
                .any(|choice| choice["action"] == hint["action"] && choice["label"] == hint["label"]),
            "{hint}"
        );
        let rows = hint["rows"].as_array().unwrap();
        thought += usize::from(rows.iter().any(|row| row["visits"].as_u64() > Some(0)));
        let notes = hint["notes"].as_array().unwrap();
        believed
            .extend(notes.iter().any(|note| note["text"].as_str().unwrap().contains('%')).then_some(game));
        assert_eq!(
            server.get(&format!("/t/{id}/hint?lang=en"), Some(&links[0])).json(),
            hint,
            "asking leaves no trace"
        );
        assert!(server.state(&id, Some(&links[0])) == before, "{game}: asking leaves no trace");
        assert_eq!(server.get(&format!("/t/{id}/hint"), None).status, 403);
    }
    assert!(thought >= 5, "{thought} games with figures");
    assert_eq!(believed, ["kuhn", "daihinmin", "saboteur(rounds=1)", "raiders"]);
    let (id, links) = server.open(&wanted("kuhn", &[], 1));
    let refused = server.get(&format!("/t/{id}/hint"), Some(&links[0]));
    assert_eq!(
        (refused.status, refused.refusal().as_str()),
        (403, "hints are given only where no other person sits")
    );
    assert_eq!(server.state(&id, Some(&links[0]))["hints"], false);
}
