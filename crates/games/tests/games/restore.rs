//! A table is restored from its log: everybody is shown the same, and it plays on to the same bytes.

use exams::{HighCard, high_card};
use proptest::prelude::*;
use table::{
    Agent, Entry, Fault, Game, Host, Lang, LogLine, Notation, Occupant, OpenError, Opening, Picture,
    PlayError, Player, Rng, Seat, SeatBuilder, SeatSet, Seeds, Session, Table, View,
};

use crate::duel::{self, Duel};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

/// Chooses by its random stream and by all that it has seen and drawn at the beginning.
struct Rememberer {
    digest: u64,
}

impl<G: Game> Agent<G> for Rememberer {
    fn begin_series(&mut self, seat: Seat, games: u32) {
        self.digest = seat.index() as u64 + u64::from(games);
    }
    fn begin(&mut self, _view: View<'_, G>, rng: &mut Rng) {
        self.digest = self.digest.wrapping_mul(31).wrapping_add(rng.bits());
    }
    fn see(&mut self, _view: View<'_, G>, seen: &G::Seen) {
        let text = format!("{seen:?}");
        self.digest = text.bytes().fold(self.digest, |digest, byte| digest.rotate_left(5) ^ u64::from(byte));
    }
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        legal[(self.digest.wrapping_add(rng.bits()) % legal.len() as u64) as usize]
    }
}

/// Breaks down at its first question.
struct Broken {
    asked: bool,
}

impl<G: Game> Agent<G> for Broken {
    fn act(&mut self, _view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        self.asked = true;
        legal[0]
    }
    fn fault(&mut self) -> Option<Fault> {
        self.asked.then(|| Fault::Broken("gone".to_string()))
    }
}

fn build<G: Game>() -> SeatBuilder<G> {
    Box::new(|name, _| match name {
        "rememberer" => Ok(Player::agent(Rememberer { digest: 0 })),
        "broken" => Ok(Player::agent(Broken { asked: false })),
        _ => Err(format!("no player `{name}`")),
    })
}

fn agent() -> Occupant {
    Occupant::Agent("rememberer".to_string())
}

fn person() -> Occupant {
    Occupant::External("ann".to_string())
}

fn high_card_opening(seed: u64) -> Opening {
    let rules = high_card::Rules { seats: 3, first: A };
    let seeds = Seeds { deal: seed, players: seed ^ 5 };
    Table::<HighCard>::opening(&rules, seeds, 4, vec![agent(), person(), agent()])
}

fn duel_opening(seed: u64) -> Opening {
    let seats = vec![person(), agent(), person()];
    Table::<Duel>::opening(&duel::Rules { seats: 3 }, Seeds::new(seed), 2, seats)
}

/// All that anybody is shown, and what waits.
fn shown(table: &mut dyn Host) -> String {
    let mut all = format!("{} {:?} {:?} {:?}", table.game(), table.series(), table.waiting(), table.record());
    for observer in [None, Some(A), Some(B), Some(C)] {
        let story = table.events_since(observer, 0, Lang::English);
        let picture = table.text(observer, Lang::English);
        all += &format!(
            "{} {story:?} {picture} {}",
            table.view(observer),
            table.svg(observer, Lang::English, table::Shape::Wide)
        );
    }
    [A, B, C].into_iter().for_each(|seat| all += &format!("{:?}", table.legal(seat)));
    all
}

/// One thing somebody does: a person's choice or withdrawal, a player's thought, another player, the next game.
fn step(table: &mut dyn Host, rng: &mut Rng) -> bool {
    let waiting: Vec<Seat> = table.waiting().collect();
    match rng.below(12) {
        0 => _ = table.withdraw(rng.pick(&[A, B, C])),
        1 if table.series().0 == 1 => {
            let place = if rng.below(2) == 0 { agent() } else { person() };
            table.replace(rng.pick(&[A, B, C]), place).unwrap();
        }
        2..5 => {
            let mut pending = table.pending();
            if !pending.is_empty() {
                let one = pending.swap_remove(rng.below(pending.len() as u32) as usize);
                table.answer(one.think()).unwrap();
                // The others think, too, but their table goes on without waiting for the order.
                pending.into_iter().for_each(|other| table.answer(other.think()).unwrap());
            }
        }
        _ if !waiting.is_empty() => {
            let seat = rng.pick(&waiting);
            let action = rng.pick(&(0..table.legal(seat).len()).collect::<Vec<_>>());
            let action = table.legal(seat)[action].clone();
            table.commit(seat, &action).unwrap();
        }
        _ if table.payoffs().is_some() => return table.next_game().is_ok(),
        _ => table.think().unwrap(),
    }
    true
}

/// Plays to the end: people take the first legal action, everybody else thinks.
fn finish(table: &mut dyn Host) -> String {
    loop {
        table.think().unwrap();
        match table.waiting().first() {
            Some(seat) => {
                let action = table.legal(seat)[0].clone();
                table.commit(seat, &action).unwrap();
            }
            None if table.next_game().is_err() => return table.record().unwrap(),
            None => {}
        }
    }
}

/// A log as a host keeps it: JSON lines.
fn kept(table: &dyn Host) -> (Opening, Vec<LogLine>) {
    let again = |text: String| -> LogLine { serde_json::from_str(&text).unwrap() };
    let lines = table.log().iter().map(|line| again(serde_json::to_string(line).unwrap())).collect();
    let opening = serde_json::to_string(table.opening()).unwrap();
    (serde_json::from_str(&opening).unwrap(), lines)
}

fn restores_anywhere<G: Notation + Picture>(opening: Opening, seed: u64) {
    let mut table = Table::<G>::open(opening, build()).unwrap();
    let mut rng = Rng::new(seed);
    let mut moments = vec![(0, shown(&mut table))];
    while moments.len() < 80 && step(&mut table, &mut rng) {
        moments.push((table.log().len(), shown(&mut table)));
    }
    let (opening, log) = kept(&table);
    for (lines, picture) in moments.iter().step_by(3).chain(moments.last()) {
        let mut again = Table::<G>::restore(opening.clone(), &log[..*lines], build()).unwrap();
        assert_eq!(&shown(&mut again), picture, "after {lines} lines of {log:#?}");
    }
    let mut again = Table::<G>::restore(opening, &log, build()).unwrap();
    assert_eq!(finish(&mut again), finish(&mut table), "{log:#?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn a_series_is_restored_from_any_prefix(seed in any::<u64>()) {
        restores_anywhere::<HighCard>(high_card_opening(seed), seed);
    }

    #[test]
    fn envelopes_are_restored_from_any_prefix(seed in any::<u64>()) {
        restores_anywhere::<Duel>(duel_opening(seed), seed);
    }
}

/// The same table, which asks for every choice.
fn asking_all(opening: Opening) -> Opening {
    Opening { asks_all: true, ..opening }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn a_table_that_asks_for_all_is_restored_from_any_prefix(seed in any::<u64>()) {
        restores_anywhere::<HighCard>(asking_all(high_card_opening(seed)), seed);
        restores_anywhere::<Duel>(asking_all(duel_opening(seed)), seed);
    }
}

/// Asking for forced choices changes what is in the log, and nothing of the game.
#[test]
fn every_choice_is_asked_and_logged_where_the_opening_says_so() {
    let mut more = 0;
    for seed in 0..20 {
        let opening = duel_opening(seed);
        let mut settled = Table::<Duel>::open(opening.clone(), build()).unwrap();
        let mut asked = Table::<Duel>::open(asking_all(opening), build()).unwrap();
        assert_eq!(finish(&mut asked), finish(&mut settled));
        let choices = |table: &Table<Duel>| {
            table.log().iter().filter(|line| matches!(line.entry, Entry::Choice(..))).count()
        };
        more += choices(&asked) - choices(&settled);
    }
    assert!(more > 0, "some choices were forced");
}

fn played(seed: u64) -> Table<HighCard> {
    let mut table = Table::<HighCard>::open(high_card_opening(seed), build()).unwrap();
    finish(&mut table);
    table
}

#[test]
fn a_log_of_other_cards_closes_the_table() {
    let (opening, log) = kept(&played(3));
    let closed = |opening: Opening, log: &[LogLine]| match Table::<HighCard>::restore(opening, log, build()) {
        Err(error @ OpenError::Closed { .. }) => error.to_string(),
        other => panic!("{:?}", other.err()),
    };
    let text = closed(Opening { deal: 77, ..opening.clone() }, &log);
    assert!(text.starts_with("the table cannot be restored and is closed: line 1 of its log"), "{text}");
    let mut edited = log.clone();
    edited[4].sum = "0".repeat(16);
    assert!(
        closed(opening.clone(), &edited).contains("line 5 of its log does not replay (the events before it")
    );
    edited[4].entry = Entry::Choice(A, "raises".to_string());
    edited[4].sum.clone_from(&log[4].sum);
    assert!(closed(opening, &edited).contains("line 5 of its log"));
}

#[test]
fn a_late_answer_is_dropped() {
    let mut table = Table::<HighCard>::open(high_card_opening(3), build()).unwrap();
    let pending = table.pending();
    assert_eq!(pending.iter().map(|choice| choice.seat()).collect::<Vec<_>>(), [A]);
    assert!(table.pending().is_empty(), "it is away already");
    table.replace(A, person()).unwrap();
    let late = pending.into_iter().next().unwrap().think();
    let before = table.log().to_vec();
    assert_eq!((table.answer(late), table.log()), (Ok(()), &before[..]));
    assert_eq!(table.waiting(), SeatSet::only(A), "the person chooses");
    table.commit(A, "plays").unwrap();
}

#[test]
fn an_answer_goes_to_its_own_table() {
    let mut table = Table::<HighCard>::open(high_card_opening(3), build()).unwrap();
    let mut other = Table::<Duel>::open(duel_opening(3), build()).unwrap();
    let wrong = other.pending().remove(0).think();
    assert!(matches!(table.answer(wrong), Err(PlayError::Refused(_))));
}

#[test]
fn a_broken_player_can_be_replaced() {
    let seats = vec![Occupant::Agent("broken".to_string()), person(), agent()];
    let mut table = Table::<HighCard>::open(Opening { seats, ..high_card_opening(3) }, build()).unwrap();
    let gone = PlayError::Fault(Fault::Broken("gone".to_string()));
    assert_eq!(table.think(), Err(gone.clone()));
    assert_eq!((table.commit(B, "plays"), table.next_game()), (Err(gone.clone()), Err(gone)));
    table.replace(A, agent()).unwrap();
    assert!(finish(&mut table).contains("rememberer"));
}

/// The seeds of the first game are those of the series: who had them could deal the games to come.
#[test]
fn no_seed_leaves_the_host_before_the_series_is_over() {
    let mut table = Table::<HighCard>::open(high_card_opening(3), build()).unwrap();
    while table.payoffs().is_none() {
        table.think().unwrap();
        if let Some(seat) = table.waiting().first() {
            table.play(seat, "plays").unwrap();
        }
    }
    assert_eq!(table.record(), None, "three games are to come");
    assert!(table.record_so_far().unwrap().contains("\"deal\":3,"), "the host keeps it");
    finish(&mut table);
    assert_eq!(table.record(), table.record_so_far());
}

/// A host that keeps the log elsewhere lets the table forget it: nobody sees a difference but the host.
#[test]
fn a_table_that_forgets_plays_on_alike() {
    let open = || Table::<HighCard>::open(high_card_opening(3), build()).unwrap();
    let (mut whole, mut forgetful) = (open(), open());
    let mut kept: Vec<LogLine> = Vec::new();
    loop {
        whole.think().unwrap();
        forgetful.think().unwrap();
        kept.extend_from_slice(forgetful.log());
        forgetful.forget();
        let shown = |table: &Table<HighCard>| {
            let told = table.events_since(Some(B), 0, Lang::English);
            (told, table.last_events_since(Some(B), 1, Lang::English), table.points(), table.places())
        };
        assert_eq!(shown(&whole), shown(&forgetful));
        let done = match whole.waiting().first() {
            Some(seat) => [&mut whole, &mut forgetful].map(|table| table.commit(seat, "plays")),
            None if whole.series() == (3, 4) => break,
            None => [&mut whole, &mut forgetful].map(Session::next_game),
        };
        assert_eq!(done, [Ok(()), Ok(())]);
    }
    assert_eq!((forgetful.record(), forgetful.record_so_far()), (None, None), "the first games are gone");
    let restored = Table::<HighCard>::restore(high_card_opening(3), &kept, build()).unwrap();
    assert_eq!((kept.as_slice(), restored.record()), (whole.log(), whole.record()));
}

#[test]
fn a_replacement_that_is_refused_mends_nothing() {
    let seats = vec![Occupant::Agent("broken".to_string()), person(), agent()];
    let mut table = Table::<HighCard>::open(Opening { seats, ..high_card_opening(3) }, build()).unwrap();
    table.think().unwrap_err();
    assert!(matches!(table.replace(A, Occupant::Agent("nobody".to_string())), Err(PlayError::Refused(_))));
    assert!(table.fault().is_some() && table.waiting().is_empty());
}

#[test]
fn the_next_game_comes_after_this_one_and_not_after_the_last() {
    let mut table = Table::<HighCard>::open(high_card_opening(3), build()).unwrap();
    let refused = |result: Result<(), PlayError>| result.unwrap_err().to_string();
    assert_eq!(refused(table.next_game()), "this game is not over");
    finish(&mut table);
    assert_eq!((table.series(), refused(table.next_game())), ((3, 4), "the series of 4 is over".to_string()));
}

#[test]
fn what_can_be_taken_back_is_what_nobody_has_seen() {
    let mut table = Table::<Duel>::open(duel_opening(3), build()).unwrap();
    let refused = |result: Result<(), PlayError>| result.unwrap_err().to_string();
    assert!(refused(table.withdraw(A)).contains("has no choice to take back"));
    table.commit(A, "bids 2").unwrap();
    table.withdraw(A).unwrap();
    assert!(table.waiting().any(|seat| seat == A));
    assert_eq!(refused(table.withdraw(B)), "seat B is not played from outside");
}
