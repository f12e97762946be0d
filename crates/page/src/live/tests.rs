use super::*;
use crate::opening::Wanted;

/// A table of the buzzard, where all choose at once: a person, a program that ends at once, and an agent that works.
fn table() -> LiveTable {
    let host_agents = HostAgents::read(&["mine=exec(cmd=\"exit 3\")".to_string()], true).unwrap();
    let host_agents = Arc::new(host_agents);
    let wanted = r#"{"game": "buzzard(cards=5)", "seats": ["person", "mine", "greedy"], "series": 1}"#;
    let wanted: Wanted = serde_json::from_str(wanted).unwrap();
    let (opening, clock) = wanted.checked(1, &host_agents).unwrap();
    let pace = Pace::new(Duration::ZERO, 1);
    LiveTable::restore(&opening, &[], clock, 0, &host_agents, pace).unwrap()
}

fn think(live: &mut LiveTable) -> Vec<Seat> {
    let questions = live.questions();
    let seats = questions.iter().map(|(_, question)| question.seat()).collect();
    for (number, question) in questions {
        live.hold(question.seat(), number, Some(question.think()));
    }
    live.play(&PaceCounts::default());
    seats
}

#[test]
fn the_one_who_broke_down_is_replaced_and_the_others_are_asked_again() {
    let [a, b, c] = [0, 1, 2].map(Seat::new);
    let mut live = table();
    assert_eq!(live.enter(a, 0, Command::Substitute), Err(Refusal::NothingBroken));
    assert_eq!(think(&mut live), [b, c]);
    assert_eq!(live.health().seat(), Some(b), "although the answer of {c} came later");
    assert_eq!((think(&mut live), live.waiting(Some(a))), (Vec::new(), SeatSet::NONE));
    assert_eq!(live.enter(a, 0, Command::Again), Ok(Accepted::New));
    assert_eq!((think(&mut live), live.health().seat()), (vec![b, c], Some(b)), "it does the same again");
    assert_eq!(live.enter(a, 1, Command::Substitute), Ok(Accepted::New));
    assert_eq!((think(&mut live), live.health().seat()), (vec![b, c], None));
    assert_eq!(live.waiting(Some(a)), SeatSet::only(a));
    assert!(live.name(b) != "mine" && live.name(c) == "greedy");
}

/// Asks every agent; all of them panic.
fn lose(live: &mut LiveTable) {
    for (number, question) in live.questions() {
        live.hold(question.seat(), number, None);
    }
    live.play(&PaceCounts::default());
}

#[test]
fn whoever_is_lost_while_another_is_broken_is_not_forgotten() {
    let [a, b, c] = [0, 1, 2].map(Seat::new);
    let mut live = table();
    lose(&mut live);
    for (turn, broken) in [(0, Some(b)), (1, Some(c)), (2, None)] {
        assert_eq!(live.health().seat(), broken);
        let done = live.enter(a, turn, Command::Substitute);
        assert_eq!(done, if broken.is_some() { Ok(Accepted::New) } else { Err(Refusal::NothingBroken) });
    }
    assert_eq!(think(&mut live), [b, c]);
}

#[test]
fn a_person_is_not_lost_with_the_agent_that_sat_there() {
    let mut live = table();
    live.hold(Seat::new(0), 7, None);
    assert!(!live.play(&PaceCounts::default()) && live.health() == Health::Sound);
}

#[test]
fn nothing_is_offered_for_what_was_left_half_done() {
    let mut live = table();
    lose(&mut live);
    live.health = Health::HalfDone;
    assert!(live.health() != Health::Sound && live.health().seat().is_none());
    assert_eq!(live.enter(Seat::new(0), 0, Command::Substitute), Err(Refusal::Broken));
}

/// A table of a version that took forced choices without asking: its opening does not say that it asks for all, and its log
/// has no line of them.
fn old_table(choices: usize) -> (Opening, Vec<KeptLine>) {
    let opening = r#"{"log": 1, "game": "daihinmin", "rules_version": 1, "games": 1, "deal": 5, "players": 6,
        "seats": [{"outside": "a"}, {"outside": "b"}, {"outside": "c"}, {"outside": "d"}, {"outside": "e"}]}"#;
    let opening: Opening = serde_json::from_str(opening).unwrap();
    let (mut host, _) = opening::restore(&opening, &[], &Arc::default()).unwrap();
    let mut forced = 0;
    for _ in 0..choices {
        let Some(seat) = host.waiting().first() else { break };
        let events = host.events();
        let legal = host.legal(seat);
        host.commit(seat, legal.last().unwrap()).unwrap();
        forced += host.events() - events - 1;
    }
    assert!(forced > 0, "some choices were forced");
    let lines = host.log().iter().map(|line| KeptLine { line: line.clone(), by: None }).collect();
    (opening, lines)
}

fn restored(opening: &Opening, lines: &[KeptLine]) -> LiveTable {
    let pace = Pace::new(Duration::ZERO, 1);
    LiveTable::restore(opening, lines, None, 0, &Arc::default(), pace).unwrap()
}

#[test]
fn a_table_of_an_earlier_version_goes_on_and_asks_for_all_from_then_on() {
    let (opening, mut lines) = old_table(20);
    let mut live = restored(&opening, &lines);
    let (from, new) = live.unkept(None);
    assert_eq!((from, new.len(), &new[0].line.entry), (lines.len(), 1, &Entry::AskAll));
    lines.extend(new);
    live.all_kept();
    let mut forced = 0;
    while let Some(seat) = live.host.waiting().first() {
        let legal = live.host.legal(seat);
        forced += usize::from(legal.len() == 1);
        live.host.commit(seat, legal.last().unwrap()).unwrap();
        lines.extend(live.unkept(None).1);
        live.all_kept();
        let again = restored(&opening, &lines);
        assert_eq!(again.host.events(), live.host.events());
        assert!(again.unkept(None).1.is_empty(), "it says so once");
    }
    assert!(forced > 0 && live.is_series_over());
    let kept = crate::store::KeptTable { opening, prints: Vec::new(), clock: None, created: 0, lines };
    assert!(opening::record(&kept).is_some(), "and its record can be read");
}

#[test]
fn a_finished_table_of_an_earlier_version_is_left_as_it_is() {
    let (opening, lines) = old_table(usize::MAX);
    let live = restored(&opening, &lines);
    assert!(live.is_series_over() && live.unkept(None).1.is_empty());
    let kept = crate::store::KeptTable { opening, prints: Vec::new(), clock: None, created: 0, lines };
    assert!(opening::record(&kept).is_some());
}

#[test]
fn what_is_sent_again_counts_once() {
    let a = Seat::new(0);
    let mut live = table();
    think(&mut live);
    for (turn, command, others) in [
        (0, Command::Again, [Command::Substitute, Command::Leave]),
        (1, Command::Substitute, [Command::Again, Command::Leave]),
    ] {
        assert_eq!(live.enter(a, turn, command.clone()), Ok(Accepted::New));
        assert_eq!(live.enter(a, turn, command.clone()), Ok(Accepted::Repeated));
        for other in others {
            assert_eq!(live.enter(a, turn, other), Err(Refusal::Taken { turn, next: turn + 1 }));
        }
        think(&mut live);
    }
}
