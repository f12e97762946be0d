//! The door: people and players at one table, as text and JSON, and nobody sees another's cards.
#![allow(clippy::unwrap_used, reason = "the helpers of a test may fail it")]

mod duel;

use duel::Duel;
use games::Kuhn;
use serde_json::{Value, json};
use table::{
    Agent, Chair, Fault, Game, MAX_SEATS, Notation, Picture, PlayError, Player, RecordReader, Rng, Seat,
    SeatSet, Session, Table, View,
};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

/// Always the last legal action; breaks down at the question of this number, counted from 1.
struct Last {
    breaks_at: u32,
    asked: u32,
}

impl Last {
    fn chair<G: Game>(breaks_at: u32) -> Chair<G> {
        Chair::Taken(Player::agent(Last { breaks_at, asked: 0 }))
    }
}

impl<G: Game> Agent<G> for Last {
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        self.asked += 1;
        legal[legal.len() - 1]
    }
    fn fault(&mut self) -> Option<Fault> {
        (self.asked == self.breaks_at).then(|| Fault::Broken("the opponent broke down".to_string()))
    }
}

const NEVER: u32 = u32::MAX;

fn names(seats: usize) -> Vec<String> {
    ["ann", "bob", "cleo"][..seats].iter().map(ToString::to_string).collect()
}

fn kuhn(seed: u64, chairs: Vec<Chair<Kuhn>>) -> Table<Kuhn> {
    let rules = games::kuhn::Rules { seats: chairs.len() as u8 };
    Table::open(rules, seed, names(chairs.len()), chairs).unwrap()
}

fn people<G: Game>(seats: usize) -> Vec<Chair<G>> {
    (0..seats).map(|_| Chair::Outside).collect()
}

#[track_caller]
fn refused(result: Result<(), PlayError>) -> String {
    match result {
        Err(PlayError::Refused(why)) => why,
        other => panic!("not refused: {other:?}"),
    }
}

/// All that one eye is shown.
fn shown(session: &dyn Session, eye: Option<Seat>) -> String {
    let story = session.story(eye).join("\n");
    format!("{}\n{story}\n{}\n{}", session.view(eye), session.text(eye), session.svg(eye))
}

#[test]
fn people_and_players_share_a_table() {
    let mut table = kuhn(1, vec![Chair::Outside, Last::chair(NEVER)]);
    assert_eq!((table.game().as_str(), table.names()), ("kuhn", &names(2)[..]));
    assert_eq!(table.waiting(), SeatSet::only(A));
    assert_eq!((table.legal(A), table.legal(B)), (vec!["passes".into(), "bets".into()], vec![]));
    assert!(table.payoffs().is_none() && table.record().is_none());
    table.play(A, "passes").unwrap();
    assert_eq!(table.story(None)[2..], ["A passes", "B bets"], "the player has answered");
    table.play(A, "bets").unwrap();
    assert_eq!((table.waiting(), table.legal(A)), (SeatSet::NONE, vec![]));
    assert_eq!(table.payoffs().unwrap().points[A].abs(), 2.0);
    assert_eq!(table.view(None)["turn"], "over");
}

#[test]
fn a_table_of_players_plays_itself() {
    let table = kuhn(1, vec![Last::chair(NEVER), Last::chair(NEVER), Last::chair(NEVER)]);
    assert!(table.payoffs().is_some() && table.fault().is_none());
    assert_eq!(table.story(None).len(), 6);
}

#[test]
fn everybody_sees_what_is_theirs() {
    let mut table = kuhn(4, people(2));
    assert_eq!(table.view(None)["private"], Value::Null);
    assert_eq!(table.view(Some(B))["seat"], json!("B"));
    assert_eq!(table.view(Some(B))["turn"], json!(["A"]));
    table.play(A, "bets").unwrap();
    assert_eq!(table.view(Some(A))["turn"], json!(["B"]));
    assert!(table.text(Some(A)).contains("you") && !table.text(Some(A)).contains("ann"));
    assert!(table.text(None).contains("ann"));
}

/// The card somebody is told to hold.
fn card_of(table: &Table<Kuhn>, seat: Seat) -> String {
    let told =
        table.story(Some(seat)).into_iter().find(|line| line.starts_with(&format!("{seat} is dealt ")));
    told.unwrap().rsplit(' ').next().unwrap().to_string()
}

#[test]
fn nobody_is_shown_anothers_card() {
    for seed in 0..30 {
        let mut table = kuhn(seed, people(2));
        for action in ["passes", "bets", "passes"] {
            let cards = [card_of(&table, A), card_of(&table, B)];
            for (eye, hidden) in [(Some(A), &cards[1..]), (Some(B), &cards[..1]), (None, &cards[..])] {
                let shown = shown(&table, eye);
                // The names of cards are J, Q and K here; no other word has these letters.
                assert!(hidden.iter().all(|card| !shown.contains(card.as_str())), "{hidden:?} in {shown}");
                let own = usize::from(eye.is_some());
                assert_eq!(shown.matches("\"card\":").count(), own, "{shown}");
            }
            assert!(shown(&table, Some(A)).contains(&cards[0]) && shown(&table, Some(B)).contains(&cards[1]));
            let seat = table.waiting().first().unwrap();
            table.play(seat, action).unwrap();
        }
        assert!(table.payoffs().is_some());
    }
}

#[test]
fn an_envelope_is_opened_when_all_are_in() {
    let mut table = Table::<Duel>::open(duel::Rules { seats: 3 }, 2, names(3), people(3)).unwrap();
    assert_eq!(table.waiting(), SeatSet::all(3));
    let before: Vec<String> = [Some(A), Some(C), None].map(|eye| shown(&table, eye)).into();
    table.play(B, "bids 3").unwrap();
    assert_eq!(table.waiting(), SeatSet::all(3).without(B));
    let after: Vec<String> = [Some(A), Some(C), None].map(|eye| shown(&table, eye)).into();
    assert_eq!(after, before, "nothing is applied, so nothing is to be seen");
    assert_eq!(refused(table.play(B, "bids 1")), "B has chosen already; the table waits for A, C");
    table.play(C, "bids 1").unwrap();
    table.play(A, "bids 2").unwrap();
    assert_eq!(table.story(None).last().unwrap(), "all bids are open: {A: 2, B: 3, C: 1}");
    assert_eq!(table.legal(B), ["bids 1", "bids 2"]);
}

#[test]
fn a_forced_choice_is_not_asked_of_people_either() {
    let chairs = vec![Chair::Outside, Last::chair(2 + 1)];
    let mut table = Table::<Duel>::open(duel::Rules { seats: 2 }, 2, names(2), chairs).unwrap();
    table.play(A, "bids 1").unwrap();
    table.play(A, "bids 2").unwrap();
    assert_eq!(table.story(None).last().unwrap(), "all bids are open: {A: 3, B: 1}");
    assert_eq!(table.payoffs().unwrap().points.as_slice(), [1.0, 1.0]);
}

#[test]
fn a_refusal_says_what_would_be_right_and_changes_nothing() {
    let chairs = vec![Chair::Outside, Last::chair(NEVER), Chair::Outside];
    let mut table = Table::<Duel>::open(duel::Rules { seats: 3 }, 3, names(3), chairs).unwrap();
    table.play(C, "bids 3").unwrap();
    let state = |table: &Table<Duel>| [None, Some(A), Some(B), Some(C)].map(|eye| shown(table, eye));
    let before = state(&table);
    assert_eq!(
        refused(table.play(A, "bids 9")),
        "`bids 9` is not possible now; possible: bids 1, bids 2, bids 3"
    );
    assert_eq!(refused(table.play(A, "raise\n")), "cannot read `raise\\n`: write `bids 2`");
    assert_eq!(refused(table.play(B, "bids 1")), "seat B is played by bob, not from outside");
    assert_eq!(refused(table.play(C, "bids 1")), "C has chosen already; the table waits for A");
    assert_eq!(
        refused(table.play(Seat::new(3), "bids 1")),
        "no seat `D`; the seats of this table are A, B, C"
    );
    assert_eq!((state(&table), table.waiting()), (before, SeatSet::only(A)));
}

#[test]
fn a_refusal_says_whose_turn_it_is() {
    let mut table = kuhn(1, people(2));
    assert_eq!(refused(table.play(B, "bets")), "it is not B's turn; the table waits for A");
    table.play(A, "bets").unwrap();
    table.play(B, "passes").unwrap();
    assert_eq!(refused(table.play(A, "bets")), "the game is over");
}

#[test]
fn a_seat_is_named_by_its_letter() {
    let table = kuhn(1, people(2));
    assert_eq!(table.seat("b"), Ok(B));
    for wrong in ["C", "J", "Z", "", "AB", "1", "é"] {
        let why = table.seat(wrong).unwrap_err().to_string();
        assert_eq!(why, format!("no seat `{wrong}`; the seats of this table are A, B"));
    }
}

#[test]
fn a_seat_beyond_the_table_sees_nothing() {
    let mut table = kuhn(1, people(2));
    for seat in Seat::all(MAX_SEATS).skip(2) {
        let eye = Some(seat);
        assert_eq!((table.view(eye), table.story(eye)), (Value::Null, vec![]));
        assert_eq!((table.text(eye), table.svg(eye)), (String::new(), String::new()));
        assert!(table.legal(seat).is_empty());
        assert!(refused(table.play(seat, "bets")).starts_with("no seat"));
    }
}

/// Plays whatever is possible until the game is over or broken.
fn play_on<G: Notation + Picture>(table: &mut Table<G>) -> Result<(), PlayError> {
    while let Some(seat) = table.waiting().first() {
        let action = table.legal(seat)[0].clone();
        table.play(seat, &action)?;
    }
    Ok(())
}

#[test]
fn a_player_that_breaks_down_ends_the_game_for_good() {
    let chairs = vec![Chair::Outside, Last::chair(2), Chair::Outside];
    let mut table = Table::<Duel>::open(duel::Rules { seats: 3 }, 3, names(3), chairs).unwrap();
    assert_eq!(table.fault(), None);
    let broken = Fault::Broken("the opponent broke down".to_string());
    assert_eq!(play_on(&mut table), Err(PlayError::Fault(broken.clone())));
    assert_eq!((table.fault(), table.waiting()), (Some(&broken), SeatSet::NONE));
    assert_eq!(table.play(A, "bids 2"), Err(PlayError::Fault(broken)), "and not asked again");
    assert!(table.payoffs().is_none() && table.record().is_none());
    assert!(table.story(None).last().unwrap().starts_with("all bids are open"), "the first turn stands");
}

#[test]
fn a_player_that_breaks_down_at_once_opens_no_table() {
    let chairs: Vec<Chair<Kuhn>> = vec![Last::chair(1), Chair::Outside];
    let opened = Table::open(games::kuhn::Rules { seats: 2 }, 1, names(2), chairs);
    assert_eq!(opened.err().unwrap().to_string(), "the opponent broke down");
}

#[test]
fn a_record_of_a_session_reads_back() {
    for seed in 0..10 {
        let mut table = kuhn(seed, vec![Chair::Outside, Last::chair(NEVER), Chair::Outside]);
        play_on(&mut table).unwrap();
        let text = table.record().unwrap();
        let mut reader = RecordReader::new(text.as_bytes());
        let record = reader.read::<Kuhn>().unwrap().unwrap();
        assert!(reader.read::<Kuhn>().unwrap().is_none());
        assert_eq!((record.header.seats, record.header.seed), (names(3), seed));
        assert_eq!(Some(record.payoffs), table.payoffs());
        assert_eq!(record.events.len(), table.story(None).len());
    }
}

#[test]
fn a_session_needs_no_known_game() {
    let mut sessions: Vec<Box<dyn Session>> = vec![
        Box::new(kuhn(1, people(2))),
        Box::new(Table::<Duel>::open(duel::Rules { seats: 2 }, 1, names(2), people(2)).unwrap()),
    ];
    for session in &mut sessions {
        while let Some(seat) = session.waiting().first() {
            let action = session.legal(seat)[0].clone();
            session.play(seat, &action).unwrap();
        }
        assert!(session.record().is_some());
    }
}

#[test]
#[should_panic(expected = "one chair and one name a seat")]
fn an_empty_chair_is_a_mistake_of_the_caller() {
    let _ = Table::<Kuhn>::open(games::kuhn::Rules { seats: 3 }, 1, names(2), people(2));
}
