//! The door: people and players at one table, as text and JSON, and nobody sees another's cards.

use games::{Buzzard, Kuhn, Leduc, Saboteur};
use serde_json::{Value, json};
use table::{
    Agent, Fault, Game, Lang, MAX_SEATS, Notation, Occupant, OpenError, Picture, PlayError, Player,
    RecordReader, Rng, Seat, SeatBuilder, SeatSet, Seeds, Session, Table, View,
};

use crate::duel::{self, Duel};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

/// Always the last legal action; breaks down at the question of this number, counted from 1.
struct Last {
    breaks_at: u32,
    asked: u32,
}

/// Builds `last`, and `last(3)` that breaks down at its third question.
fn build<G: Game>() -> SeatBuilder<G> {
    Box::new(|name, _| {
        let inside = name.strip_prefix("last").ok_or_else(|| format!("no player `{name}`"))?;
        let breaks_at = inside.trim_matches(['(', ')']).parse().unwrap_or(u32::MAX);
        Ok(Player::agent(Last { breaks_at, asked: 0 }))
    })
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

/// A table where `-` is somebody outside and everything else a player.
fn table<G: Notation + Picture>(rules: G::Rules, seed: u64, seats: &[&str]) -> Table<G> {
    let mut table = Table::open(opening::<G>(&rules, seed, seats), build()).unwrap();
    table.think().unwrap();
    table
}

fn opening<G: Notation + Picture>(rules: &G::Rules, seed: u64, seats: &[&str]) -> table::Opening {
    let place = |(i, &name): (usize, &&str)| match name {
        "-" => Occupant::External(["ann", "bob", "cleo"][i].to_string()),
        name => Occupant::Agent(name.to_string()),
    };
    Table::<G>::opening(rules, Seeds::new(seed), 1, seats.iter().enumerate().map(place).collect())
}

fn kuhn(seed: u64, seats: &[&str]) -> Table<Kuhn> {
    table(games::kuhn::Rules { seats: seats.len() as u8 }, seed, seats)
}

fn duel(seed: u64, seats: &[&str]) -> Table<Duel> {
    table(duel::Rules { seats: seats.len() as u8 }, seed, seats)
}

const TWO_PEOPLE: &[&str] = &["-", "-"];
const THREE_PEOPLE: &[&str] = &["-", "-", "-"];
const EN: Lang = Lang::English;

fn story(session: &dyn Session, observer: Option<Seat>) -> Vec<String> {
    session.events_since(observer, 0, EN)
}

#[track_caller]
fn refused(result: Result<(), PlayError>) -> String {
    match result {
        Err(PlayError::Refused(why)) => why,
        other => panic!("not refused: {other:?}"),
    }
}

/// All that one observer is shown.
fn shown(session: &dyn Session, observer: Option<Seat>) -> String {
    let story = story(session, observer).join("\n");
    format!(
        "{}\n{story}\n{}\n{}",
        session.view(observer),
        session.text(observer, EN),
        session.svg(observer, EN, table::Shape::Wide)
    )
}

#[test]
fn people_and_players_share_a_table() {
    let mut table = kuhn(1, &["-", "last"]);
    assert_eq!(
        (table.game().as_str(), table.names()),
        ("kuhn", &["ann".to_string(), "last".to_string()][..])
    );
    assert_eq!(table.waiting(), SeatSet::only(A));
    assert_eq!((table.legal(A), table.legal(B)), (vec!["passes".into(), "bets".into()], vec![]));
    assert!(table.payoffs().is_none() && table.record().is_none());
    table.play(A, "passes").unwrap();
    assert_eq!(story(&table, None)[2..], ["A passes", "B bets"], "the player has answered");
    table.play(A, "bets").unwrap();
    assert_eq!((table.waiting(), table.legal(A)), (SeatSet::NONE, vec![]));
    assert_eq!(table.payoffs().unwrap().points[A].abs(), 2.0);
    assert_eq!(table.view(None)["turn"], "over");
}

#[test]
fn a_table_of_players_plays_itself() {
    let table = kuhn(1, &["last"; 3]);
    assert!(table.payoffs().is_some() && table.fault().is_none());
    assert_eq!(story(&table, None).len(), 6);
}

#[test]
fn everybody_sees_what_is_theirs() {
    let mut table = kuhn(4, TWO_PEOPLE);
    assert_eq!(table.view(None)["private"], Value::Null);
    assert_eq!(table.view(Some(B))["seat"], json!("B"));
    assert_eq!(table.view(Some(B))["turn"], json!(["A"]));
    table.play(A, "bets").unwrap();
    assert_eq!(table.view(Some(A))["turn"], json!(["B"]));
    assert!(table.text(Some(A), EN).contains("you") && !table.text(Some(A), EN).contains("ann"));
    assert!(table.text(None, EN).contains("ann"));
}

/// The card somebody is told to hold.
fn card_of(table: &Table<Kuhn>, seat: Seat) -> String {
    let told =
        story(table, Some(seat)).into_iter().find(|line| line.starts_with(&format!("{seat} is dealt ")));
    told.unwrap().rsplit(' ').next().unwrap().to_string()
}

#[test]
fn nobody_is_shown_anothers_card() {
    for seed in 0..30 {
        let mut table = kuhn(seed, TWO_PEOPLE);
        for action in ["passes", "bets", "passes"] {
            let cards = [card_of(&table, A), card_of(&table, B)];
            for (observer, hidden) in [(Some(A), &cards[1..]), (Some(B), &cards[..1]), (None, &cards[..])] {
                let shown = shown(&table, observer);
                // The names of cards are J, Q and K here; no other word has these letters.
                assert!(hidden.iter().all(|card| !shown.contains(card.as_str())), "{hidden:?} in {shown}");
                let own = usize::from(observer.is_some());
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
    let mut table = duel(2, THREE_PEOPLE);
    assert_eq!(table.waiting(), SeatSet::all(3));
    let before: Vec<String> = [Some(A), Some(C), None].map(|observer| shown(&table, observer)).into();
    table.play(B, "bids 3").unwrap();
    assert_eq!(table.waiting(), SeatSet::all(3).without(B));
    let after: Vec<String> = [Some(A), Some(C), None].map(|observer| shown(&table, observer)).into();
    assert_eq!(after, before, "nothing is applied, so nothing is to be seen");
    assert_eq!(refused(table.play(B, "bids 1")), "B has chosen already; wait for the others");
    table.play(C, "bids 1").unwrap();
    table.play(A, "bids 2").unwrap();
    assert_eq!(story(&table, None).last().unwrap(), "all bids are open: {A: 2, B: 3, C: 1}");
    assert_eq!(table.legal(B), ["bids 1", "bids 2"]);
}

#[test]
fn a_forced_choice_is_not_asked_of_people_either() {
    let mut table = duel(2, &["-", "last(3)"]);
    table.play(A, "bids 1").unwrap();
    table.play(A, "bids 2").unwrap();
    assert_eq!(story(&table, None).last().unwrap(), "all bids are open: {A: 3, B: 1}");
    assert_eq!(table.payoffs().unwrap().points.as_slice(), [1.0, 1.0]);
}

/// What people call it in poker is understood where it makes sense; what is kept is the notation.
#[test]
fn words_mean_what_they_mean_at_this_moment() {
    for (first, then, kept) in [
        ("check", "checks", "passes"),
        ("bet", "call", "bets"),
        ("bets", "calls", "bets"),
        ("bet", "folds", "passes"),
    ] {
        let mut table = kuhn(1, TWO_PEOPLE);
        refused(table.play(A, if first == "check" { "fold" } else { "call" }));
        table.play(A, first).unwrap();
        refused(table.play(B, if first == "check" { "call" } else { "check" }));
        table.play(B, then).unwrap();
        assert_eq!(story(&table, None).last().unwrap(), &format!("B {kept}"));
        assert!(table.record().unwrap().contains(&format!("\"B {kept}\"")));
    }
    let mut table = table::<Leduc>(games::leduc::Rules, 1, TWO_PEOPLE);
    refused(table.play(A, "fold"));
    table.play(A, "check").unwrap();
    table.play(B, "bet").unwrap();
    assert!(refused(table.play(A, "check")).ends_with("possible: folds, calls, raises"));
    table.play(A, "raise").unwrap();
    table.play(B, "fold").unwrap();
    assert!(story(&table, None).ends_with(&["A calls", "B raises", "A raises", "B folds"].map(String::from)));
}

#[test]
fn a_bid_that_is_no_card_is_answered_with_the_hand() {
    let rules = Buzzard::read_rules(&"buzzard(cards=4)".parse().unwrap(), 2).unwrap();
    let mut table = table::<Buzzard>(rules, 1, TWO_PEOPLE);
    let right = "cannot read `bids 99`: write `bids 2`, with a number of your hand; possible: bids 1, bids 2, bids 3, bids 4";
    assert_eq!(refused(table.play(A, "bids 99")), right);
}

#[test]
fn a_refusal_says_what_would_be_right_and_changes_nothing() {
    let mut table = duel(3, &["-", "last", "-"]);
    table.play(C, "bids 3").unwrap();
    let state =
        |table: &Table<Duel>| [None, Some(A), Some(B), Some(C)].map(|observer| shown(table, observer));
    let before = state(&table);
    assert_eq!(
        refused(table.play(A, "bids 9")),
        "`bids 9` is not possible now; possible: bids 1, bids 2, bids 3"
    );
    assert_eq!(
        refused(table.play(A, "raise\n")),
        "cannot read `raise\\n`: write `bids 2`; possible: bids 1, bids 2, bids 3"
    );
    assert_eq!(refused(table.play(B, "bids 1")), "seat B is played by last, not from outside");
    assert_eq!(refused(table.play(C, "bids 1")), "C has chosen already; wait for the others");
    assert_eq!(
        refused(table.play(Seat::new(3), "bids 1")),
        "no seat `D`; the seats of this table are A, B, C"
    );
    assert_eq!((state(&table), table.waiting()), (before, SeatSet::only(A)));
}

#[test]
fn a_refusal_says_whose_turn_it_is() {
    let mut table = kuhn(1, TWO_PEOPLE);
    assert_eq!(refused(table.play(B, "bets")), "it is not B's turn; it is the turn of A");
    table.play(A, "bets").unwrap();
    table.play(B, "passes").unwrap();
    assert_eq!(refused(table.play(A, "bets")), "the game is over");
}

#[test]
fn a_seat_is_named_by_its_letter() {
    let table = kuhn(1, TWO_PEOPLE);
    assert_eq!(table.seat("b"), Ok(B));
    for wrong in ["C", "J", "Z", "", "AB", "1", "é"] {
        let why = table.seat(wrong).unwrap_err().to_string();
        assert_eq!(why, format!("no seat `{wrong}`; the seats of this table are A, B"));
    }
}

#[test]
fn a_seat_beyond_the_table_sees_nothing() {
    let mut table = kuhn(1, TWO_PEOPLE);
    for seat in Seat::all(MAX_SEATS).skip(2) {
        let observer = Some(seat);
        assert_eq!((table.view(observer), story(&table, observer)), (Value::Null, vec![]));
        assert_eq!(
            (table.text(observer, EN), table.svg(observer, EN, table::Shape::Wide)),
            (String::new(), String::new())
        );
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
    let mut table = duel(3, &["-", "last(2)", "-"]);
    assert_eq!(table.fault(), None);
    let broken = Fault::Broken("the opponent broke down".to_string());
    assert_eq!(play_on(&mut table), Err(PlayError::Fault(broken.clone())));
    assert_eq!((table.fault(), table.waiting()), (Some(&broken), SeatSet::NONE));
    assert_eq!(table.play(A, "bids 2"), Err(PlayError::Fault(broken)), "and not asked again");
    assert!(table.payoffs().is_none() && table.record().is_none());
    assert!(story(&table, None).last().unwrap().starts_with("all bids are open"), "the first turn stands");
}

#[test]
fn a_player_that_breaks_down_at_once_ends_the_table() {
    let mut table = Table::<Kuhn>::open(opening::<Kuhn>(&TWO, 1, &["last(1)", "-"]), build()).unwrap();
    assert_eq!(table.think().unwrap_err().to_string(), "the opponent broke down");
    assert_eq!(table.waiting(), SeatSet::NONE);
}

#[test]
fn an_opening_that_cannot_be_is_refused_with_a_sentence() {
    let right = opening::<Kuhn>(&TWO, 1, TWO_PEOPLE);
    let refused = |opening| Table::<Kuhn>::open(opening, build()).err().unwrap().to_string();
    assert_eq!(refused(table::Opening { games: 0, ..right.clone() }), "a series has at least one game");
    assert!(refused(table::Opening { game: "kuhn(x=1)".into(), ..right.clone() }).contains("`x`"));
    let old = table::Opening { rules_version: 0, ..right.clone() };
    assert_eq!(refused(old), "rules version 0 of kuhn; this program plays 1");
    let stranger = vec![Occupant::Agent("nobody".into()), Occupant::External("ann".into())];
    let error = Table::<Kuhn>::open(table::Opening { seats: stranger, ..right }, build()).err().unwrap();
    assert_eq!(error, OpenError::Bad("no player `nobody`".to_string()));
}

const TWO: games::kuhn::Rules = games::kuhn::Rules { seats: 2 };

#[test]
fn a_record_of_a_session_reads_back() {
    for seed in 0..10 {
        let mut table = kuhn(seed, &["-", "last", "-"]);
        play_on(&mut table).unwrap();
        let text = table.record().unwrap();
        let mut reader = RecordReader::new(text.as_bytes());
        let record = reader.read::<Kuhn>().unwrap().unwrap();
        assert!(reader.read::<Kuhn>().unwrap().is_none());
        assert_eq!((&record.header.seats[1], record.header.seeds()), (&"last".to_string(), Seeds::new(seed)));
        assert_eq!(Some(record.payoffs), table.payoffs());
        assert_eq!(record.events.len(), story(&table, None).len());
    }
}

#[test]
fn a_part_that_is_over_is_shown_as_it_stood() {
    let rules = Saboteur::read_rules(&"saboteur".parse().unwrap(), 3).unwrap();
    let mut table = table::<Saboteur>(rules, 1, &["-", "last", "last"]);
    let closed = |table: &Table<Saboteur>, observer, event| table.closed_since(observer, event, EN, 80);
    assert!(closed(&table, None, 0).is_empty(), "the first round has just begun");
    play_on(&mut table).unwrap();
    let (all, own) = (closed(&table, None, 0), closed(&table, Some(A), 0));
    assert_eq!((all.len(), own.len()), (2, 2), "the end of the third round is the table of now");
    for (round, (picture, own)) in (1..).zip(all.iter().zip(&own)) {
        assert!(picture.contains(&format!("round {round} of 3")), "{picture}");
        assert!(own.contains("you") && !picture.contains("you"), "{own}");
    }
    let begins = |round: &str| story(&table, None).iter().position(|line| line.starts_with(round)).unwrap();
    assert_eq!(closed(&table, None, begins("Round 2") - 1), all, "its last event is news");
    assert_eq!(closed(&table, None, begins("Round 2")), all[1..]);
    assert!(closed(&table, None, begins("Round 3")).is_empty());
    assert!(closed(&table, Some(Seat::new(3)), 0).is_empty(), "nobody sits there");
}

#[test]
fn a_session_needs_no_known_game() {
    let mut sessions: Vec<Box<dyn Session>> =
        vec![Box::new(kuhn(1, TWO_PEOPLE)), Box::new(duel(1, TWO_PEOPLE))];
    for session in &mut sessions {
        while let Some(seat) = session.waiting().first() {
            let action = session.legal(seat)[0].clone();
            session.play(seat, &action).unwrap();
        }
        assert!(session.record().is_some());
    }
}
