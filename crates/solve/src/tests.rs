//! Known answers, and a slow oracle that knows neither patterns nor levels.

use super::*;
use crate::progress::{SolveProgress, nobody};
use search::matrix::{PayoffMatrix, Solver};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

mod winning;

fn solved(setting: &Setting) -> SolvedTable {
    solve(setting, &Limits::default(), &nobody).expect("small")
}

fn setting(a: &[u8], b: &[u8], prizes: &[i32], carry: i32, pot: Pot) -> Setting {
    let hands = [BidSet::new(a).unwrap(), BidSet::new(b).unwrap()];
    Setting::new(hands, Prizes::new(prizes).unwrap(), carry, pot).unwrap()
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found} for {expected}");
}

/// The rules as they are written, on real cards and signed points.
fn gain(a: u8, b: u8, pot: i32) -> Option<i32> {
    let a_takes = if pot >= 0 { a > b } else { a < b };
    (a != b).then_some(if a_takes { pot } else { -pot })
}

/// The value of a state by plain recursion; `carry` and `pot` as in the rules.
fn oracle(hands: [BidSet; 2], prizes: &[i32], carry: i32, pot: Pot) -> f64 {
    let turns =
        prizes.iter().map(|&turned| Solver::new().value(&oracle_game(hands, prizes, carry, turned, pot)));
    if prizes.is_empty() { 0.0 } else { turns.sum::<f64>() / prizes.len() as f64 }
}

fn oracle_game(hands: [BidSet; 2], prizes: &[i32], carry: i32, turned: i32, pot: Pot) -> PayoffMatrix {
    let left: Vec<i32> = prizes.iter().copied().filter(|&prize| prize != turned).collect();
    let at_stake = carry + turned;
    let cell = |a: u8, b: u8| {
        let hands = [hands[0].without(a), hands[1].without(b)];
        match gain(a, b, at_stake) {
            Some(points) => f64::from(points) + oracle(hands, &left, 0, pot),
            None => oracle(hands, &left, if pot == Pot::Carry { at_stake } else { 0 }, pot),
        }
    };
    let row = |a| hands[1].cards().map(|b| cell(a, b)).collect::<Vec<_>>();
    PayoffMatrix::from_rows(&hands[0].cards().map(row).collect::<Vec<_>>())
}

/// What A's policy secures, or B's gives away, against a best response: plain recursion over real hands.
fn response(table: &SolvedTable, state: &State, of_a: bool) -> f64 {
    let mean = |turned: &i32| response_to(table, state, *turned, of_a) / state.rounds() as f64;
    state.prizes().list().iter().map(mean).sum()
}

fn response_to(table: &SolvedTable, state: &State, turned: i32, of_a: bool) -> f64 {
    let policy = table.policy(state, turned).expect("reached");
    let [a, b] = state.hands();
    if of_a {
        let against =
            |b| policy.a.iter().map(|(a, share)| share * play(table, state, turned, (a, b), of_a)).sum();
        b.cards().map(against).fold(f64::INFINITY, f64::min)
    } else {
        let against =
            |a| policy.b.iter().map(|(b, share)| share * play(table, state, turned, (a, b), of_a)).sum();
        a.cards().map(against).fold(f64::NEG_INFINITY, f64::max)
    }
}

fn play(table: &SolvedTable, state: &State, turned: i32, (a, b): (u8, u8), of_a: bool) -> f64 {
    let pot = state.carry() + turned;
    let hands = [state.hands()[0].without(a), state.hands()[1].without(b)];
    let gained = gain(a, b, pot);
    let carry = if gained.is_none() && table.setting().pot == Pot::Carry { pot } else { 0 };
    let rest = State::new(hands, state.prizes().without(turned), carry);
    f64::from(gained.unwrap_or(0)) + rest.map_or(0.0, |rest| response(table, &rest, of_a))
}

#[test]
fn two_cards_against_two() {
    let value = |carry, pot| solved(&setting(&[2, 3], &[1, 3], &[2, 3], carry, pot)).root();
    close(value(0, Pot::Carry), 25.0 / 14.0, 1e-12);
    close(value(2, Pot::Carry), 3.151_515_151_5, 1e-9);
    close(value(0, Pot::Discard), 1.4, 1e-12);
}

#[test]
fn goofspiel_as_openspiel_plays_it() {
    let value = |a, b, prizes| solved(&setting(a, b, prizes, 0, Pot::Discard)).root();
    close(value(&[1, 2, 4], &[1, 3, 4], &[1, 2, 3]), -0.830_701_754, 1e-8);
    close(value(&[1, 2, 3], &[2, 3, 4], &[1, 2, 4]), -4.576_961_451, 1e-8);
}

#[test]
fn symmetric_games_are_worth_nothing() {
    for n in 1..=8 {
        for pot in [Pot::Carry, Pot::Discard] {
            close(solved(&Setting::buzzard(n, pot).unwrap()).root(), 0.0, 1e-9);
            close(solved(&Setting::goofspiel(n, pot).unwrap()).root(), 0.0, 1e-9);
        }
    }
}

#[test]
fn the_oracle_agrees_on_lopsided_hands() {
    let hands: [(&[u8], &[u8]); 6] = [
        (&[1, 2, 3, 4], &[1, 2, 3, 4]),
        (&[1, 2, 3, 7], &[2, 3, 4, 5]),
        (&[5, 6, 7, 8], &[1, 6, 7, 15]),
        (&[1, 3, 5, 7], &[2, 4, 6, 8]),
        (&[2, 3, 4, 9], &[2, 5, 6, 9]),
        (&[10, 11, 12, 13], &[1, 2, 3, 4]),
    ];
    for (a, b) in hands {
        for prizes in [[-2, -1, 1, 2], [-1, 1, 2, 3], [1, 2, 3, 4], [-9, -4, 3, 11]] {
            for (carry, pot) in
                [(0, Pot::Carry), (3, Pot::Carry), (-2, Pot::Carry), (0, Pot::Discard), (-5, Pot::Discard)]
            {
                let setting = setting(a, b, &prizes, carry, pot);
                let expected = oracle(setting.start.hands(), &prizes, carry, pot);
                close(solved(&setting).root(), expected, 1e-9);
            }
        }
    }
}

#[test]
fn the_oracle_agrees_on_five_cards() {
    let hands = [BidSet::new(&[1, 2, 4, 5, 6]).unwrap(), BidSet::new(&[1, 3, 4, 5, 7]).unwrap()];
    let prizes = Prizes::buzzard(5);
    let setting = Setting::new(hands, prizes.clone(), 1, Pot::Carry).unwrap();
    close(solved(&setting).root(), oracle(hands, prizes.list(), 1, Pot::Carry), 1e-9);
}

/// Walks every real state below the root, unreduced, and asks the table for each.
fn every_state(table: &SolvedTable, state: &State, visit: &mut impl FnMut(&State)) {
    visit(state);
    for &turned in state.prizes().list() {
        for (a, b) in state.hands()[0].cards().flat_map(|a| state.hands()[1].cards().map(move |b| (a, b))) {
            let tied = a == b && table.setting().pot == Pot::Carry;
            let carry = if tied { state.carry() + turned } else { 0 };
            let hands = [state.hands()[0].without(a), state.hands()[1].without(b)];
            if let Ok(next) = State::new(hands, state.prizes().without(turned), carry) {
                every_state(table, &next, visit);
            }
        }
    }
}

#[test]
fn every_state_of_a_game_is_in_its_table() {
    for pot in [Pot::Carry, Pot::Discard] {
        let table = solved(&Setting::buzzard(4, pot).unwrap());
        every_state(&table, &table.setting().start.clone(), &mut |state| {
            let expected = oracle(state.hands(), state.prizes().list(), state.carry(), pot);
            close(table.value(state).expect("reached"), expected, 1e-9);
        });
    }
}

#[test]
fn states_that_cannot_come_up_are_refused() {
    let table = solved(&Setting::buzzard(4, Pot::Carry).unwrap());
    let state = |a: &[u8], b: &[u8], prizes: &[i32], carry| setting(a, b, prizes, carry, Pot::Carry).start;
    assert_eq!(table.value(&state(&[1], &[2], &[9], 0)), None);
    assert_eq!(table.value(&state(&[1], &[2], &[1], 77)), None);
    // Six points wait only after three ties, and those leave both with the same card.
    assert_eq!(table.value(&state(&[1], &[2], &[-1], 6)), None);
    assert_eq!(table.value(&state(&[2], &[2], &[-1], 6)), Some(0.0));
    assert_eq!(table.value(&state(&[1, 2, 3, 4], &[1, 2, 3, 4], &[-1, 1, 2, 3], 1)), None);
    assert_eq!(table.policy(&table.setting().start, 4), None);
}

#[test]
fn only_the_order_of_the_cards_matters() {
    let near = solved(&setting(&[2, 3, 5], &[1, 3, 6], &[-2, 1, 4], 1, Pot::Carry));
    let far = solved(&setting(&[4, 9, 10], &[2, 9, 15], &[-2, 1, 4], 1, Pot::Carry));
    let mirror = solved(&setting(&[1, 3, 6], &[2, 3, 5], &[-2, 1, 4], 1, Pot::Carry));
    assert_eq!(near.root().to_bits(), far.root().to_bits());
    assert_eq!(near.root(), -mirror.root());
}

#[test]
fn counts() {
    let counts = |n| {
        let table = solved(&Setting::buzzard(n, Pot::Carry).unwrap());
        (table.states(), table.games())
    };
    assert_eq!(
        [5, 6, 7, 8].map(counts),
        [(870, 1_372), (4_645, 8_338), (25_720, 50_945), (142_380, 306_601)]
    );
}

/// The counts of the specification are of patterns times turned-up pots, mirrors and all, reachable together
/// or not: what a table without our two cuts would hold.
#[test]
fn counts_as_the_specification_has_them() {
    let counts = [5, 6, 7, 8].map(|n| {
        let table = solved(&Setting::buzzard(n, Pot::Carry).unwrap());
        let both = |pattern: &Pattern| if pattern.swapped() == *pattern { 1 } else { 2 };
        let levels = table.solved.space.levels[1..].iter();
        levels.map(|level| level.patterns.iter().map(both).sum::<usize>() * level.turns.len()).sum::<usize>()
    });
    assert_eq!(counts[0], 3_735);
    for (count, told) in counts.into_iter().zip([3.735e3, 2.5e4, 1.7e5, 1.0e6]) {
        assert!((count as f64 / told - 1.0).abs() < 0.05, "{count} for {told}");
    }
}

#[test]
fn the_estimate_counts_what_is_solved() {
    for n in 1..=8 {
        for setting in [Setting::buzzard(n, Pot::Carry), Setting::goofspiel(n, Pot::Discard)] {
            let setting = setting.unwrap();
            let (table, told) = (solved(&setting), estimate(&setting));
            assert_eq!((told.states, told.games), (table.states() as u64, table.games() as u64));
        }
    }
    let lopsided = setting(&[1, 2, 3, 7, 8], &[2, 3, 4, 5, 9], &[-1, 1, 2, 3, 4], 2, Pot::Carry);
    assert!(estimate(&lopsided).states >= solved(&lopsided).states() as u64);
}

/// Four cards, no pot: of r rounds left there are C(4, r) nodes and, before them, C(4, r - 1) · (5 - r) turns. Nodes
/// take 8 r + 16 bytes and turns 88 + 4 r: 96 + 368, 192 + 1152, 160 + 1200 and 48 + 416, 3632 in all, besides 8 a state.
#[test]
fn the_estimate_counts_bytes_as_by_hand() {
    let told = estimate(&Setting::goofspiel(4, Pot::Discard).unwrap());
    assert_eq!(told.bytes, (1 << 20) + 8 * told.states + 3632);
}

/// One card is one game of 100 ns. Of two cards there are, in the last round, a tie with either prize and a win with
/// either, 4 games, and 2 before them, of 150 ns each.
#[test]
fn the_estimate_counts_time_as_by_hand() {
    let nanos = |n: usize| {
        let told = estimate(&Setting::goofspiel(n, Pot::Discard).unwrap());
        (told.games, told.seconds * 1e9 * rayon::current_num_threads() as f64)
    };
    assert_eq!(nanos(1).0, 1);
    close(nanos(1).1, 100.0, 1e-6);
    assert_eq!(nanos(2).0, 6);
    close(nanos(2).1, 4.0 * 100.0 + 2.0 * 150.0, 1e-6);
}

#[test]
fn limits_are_written_and_kept() {
    let told = |bytes, seconds| Limits { bytes, seconds }.to_string();
    assert_eq!(told(1_500_000_000, 119.0), "1.5 GB, 119 s");
    assert_eq!(told(40_000_000, 120.0), "0.0 GB, 2 minutes");
    assert_eq!(told(2_000_000_000, 7199.0), "2.0 GB, 120 minutes");
    assert_eq!(told(2_000_000_000, 7200.0), "2.0 GB, 2 hours");
    let estimate = SolveCost { states: 7, games: 9, bytes: 1000, seconds: 3.0 };
    assert_eq!(estimate.to_string(), "7 states, 9 games, 0.0 GB, 3 s");
    let allow = |bytes, seconds| Limits { bytes, seconds }.allow(&estimate);
    assert_eq!([allow(1000, 3.0), allow(999, 3.0), allow(1000, 2.9)], [true, false, false]);
}

#[test]
fn the_real_game_is_refused() {
    let refused = solve(&Setting::buzzard(15, Pot::Carry).unwrap(), &Limits::default(), &nobody);
    let SolveError::TooLarge { estimate, .. } = refused.expect_err("too large") else { panic!("stopped") };
    assert!(
        estimate.states > 10_000_000_000 && estimate.bytes > 80 << 30 && estimate.seconds > 3600.0,
        "{estimate}"
    );
}

#[test]
fn hands_of_different_sizes_are_refused() {
    let hand = |cards: &[u8]| BidSet::new(cards).unwrap();
    let sizes =
        |a, b, prizes: &[i32]| State::new([hand(a), hand(b)], Prizes::new(prizes).unwrap(), 0).unwrap_err();
    assert_eq!(sizes(&[1, 2], &[3], &[1, 2]), SettingError::Sizes(2, 1, 2));
    assert_eq!(sizes(&[1], &[3], &[1, 2]), SettingError::Sizes(1, 1, 2));
    assert_eq!(sizes(&[], &[], &[]), SettingError::Rounds(0));
    assert_eq!(BidSet::new(&[16]), Err(SettingError::Card(16)));
    assert_eq!(BidSet::new(&[0]), Err(SettingError::Card(0)));
    assert_eq!(BidSet::new(&[4, 4]), Err(SettingError::TwiceHeld(4)));
    assert_eq!(Prizes::new(&[1, 0]), Err(SettingError::Prize(0)));
    assert_eq!(Prizes::new(&[1, -2, 1]), Err(SettingError::TwiceTurned(1)));
    assert!(Setting::buzzard(16, Pot::Carry).is_err() && Setting::buzzard(0, Pot::Carry).is_err());
}

#[test]
fn decks() {
    assert_eq!(Prizes::buzzard(5).list(), [-2, -1, 1, 2, 3]);
    assert_eq!(Prizes::buzzard(8).list(), [-3, -2, -1, 1, 2, 3, 4, 5]);
    assert_eq!(Prizes::buzzard(15).list()[..6], [-5, -4, -3, -2, -1, 1]);
    assert_eq!(Prizes::goofspiel(3).list(), [1, 2, 3]);
}

#[test]
fn the_policy_cannot_be_exploited() {
    for n in 5..=8 {
        for setting in [Setting::buzzard(n, Pot::Carry), Setting::goofspiel(n, Pot::Discard)] {
            let found = solved(&setting.unwrap()).exploitability();
            assert!((-1e-12..1e-6).contains(&found), "{found}");
        }
    }
}

#[test]
fn the_bounds_agree_with_plain_best_responses() {
    let lopsided = setting(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], 1, Pot::Carry);
    for setting in
        [Setting::buzzard(4, Pot::Carry).unwrap(), Setting::goofspiel(4, Pot::Discard).unwrap(), lopsided]
    {
        let table = solved(&setting);
        let (low, high) = table.bounds();
        close(response(&table, &setting.start, true), low, 1e-9);
        close(response(&table, &setting.start, false), high, 1e-9);
        close(low, table.root(), 1e-9);
    }
}

/// A table whose values, and so whose policy, are wrong.
fn spoilt(setting: &Setting) -> SolvedTable {
    let mut table = solved(setting);
    let file::Values::Owned(values) = &mut table.solved.values else { panic!("just solved") };
    values.iter_mut().enumerate().for_each(|(at, value)| *value = *value * 0.5 + (at % 7) as f64 - 3.0);
    table
}

#[test]
fn a_spoilt_table_is_exploitable() {
    assert!(spoilt(&Setting::buzzard(6, Pot::Carry).unwrap()).exploitability() > 0.1);
}

/// On a wrong policy the two bounds differ everywhere, so that mixing them up would show.
#[test]
fn the_bounds_of_a_spoilt_table_agree_with_plain_best_responses() {
    let lopsided = setting(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], 1, Pot::Carry);
    let mirror = setting(&[2, 3, 4, 6], &[1, 3, 4, 5], &[-2, 1, 2, 3], 1, Pot::Carry);
    for setting in [Setting::buzzard(4, Pot::Carry).unwrap(), lopsided, mirror] {
        let table = spoilt(&setting);
        let (low, high) = table.bounds();
        close(response(&table, &setting.start, true), low, 1e-9);
        close(response(&table, &setting.start, false), high, 1e-9);
        assert!(high - low > 0.1);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let bits = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let table = pool.install(|| solved(&Setting::buzzard(7, Pot::Carry).unwrap()));
        (0..table.solved.values.len()).map(|at| table.solved.values.get(at).to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(bits(1), bits(3));
}

#[test]
fn progress_ends_at_the_total() {
    let most = std::sync::Mutex::new((0, 0));
    let note = |progress: SolveProgress| {
        let mut most = most.lock().unwrap();
        *most = (*most).max((progress.done, progress.total));
        ControlFlow::Continue(())
    };
    let told = || std::mem::take(&mut *most.lock().unwrap());
    let table = solve(&Setting::buzzard(5, Pot::Carry).unwrap(), &Limits::default(), &note).unwrap();
    let all = table.states() as u64;
    assert_eq!(told(), (all, all));
    assert!(table.exploitability_watched(&note).is_continue());
    assert_eq!(told(), (all, all));
}

/// Stops at the first word of progress, and counts how many words came.
#[test]
fn whoever_looks_on_may_stop_it() {
    let words = AtomicUsize::new(0);
    let stop = |_: SolveProgress| {
        words.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    let setting = Setting::buzzard(7, Pot::Carry).unwrap();
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let stopped = alone.install(|| solve(&setting, &Limits::default(), &stop));
    assert_eq!(stopped.unwrap_err(), SolveError::Stopped);
    assert_eq!(words.swap(0, Ordering::Relaxed), 1);
    let table = solved(&setting);
    assert!(alone.install(|| table.exploitability_watched(&stop)).is_break());
    assert_eq!(words.load(Ordering::Relaxed), 1);
}

/// How often the policy ties, by plain recursion over real hands.
fn ties(table: &SolvedTable, state: &State) -> f64 {
    let turned = |&turned: &i32| {
        let policy = table.policy(state, turned).expect("reached");
        let pair = |(a, x): (u8, f64)| {
            policy.b.iter().map(move |(b, y)| x * y * ties_after(table, state, turned, (a, b))).sum::<f64>()
        };
        policy.a.iter().map(pair).sum::<f64>() / state.rounds() as f64
    };
    state.prizes().list().iter().map(turned).sum()
}

fn ties_after(table: &SolvedTable, state: &State, turned: i32, (a, b): (u8, u8)) -> f64 {
    let hands = [state.hands()[0].without(a), state.hands()[1].without(b)];
    let waits = a == b && table.setting().pot == Pot::Carry;
    let carry = if waits { state.carry() + turned } else { 0 };
    let rest = State::new(hands, state.prizes().without(turned), carry);
    f64::from(u8::from(a == b)) + rest.map_or(0.0, |rest| ties(table, &rest))
}

#[test]
fn ties_are_counted_as_they_happen() {
    let lopsided = setting(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], 1, Pot::Carry);
    for setting in
        [Setting::buzzard(4, Pot::Carry).unwrap(), Setting::buzzard(4, Pot::Discard).unwrap(), lopsided]
    {
        let table = solved(&setting);
        close(table.ties(), ties(&table, &setting.start), 1e-9);
        assert!(table.ties() > 0.1);
    }
}

/// A file that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("tefuda-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_saved_table_is_the_same() {
    let file = Scratch::new("same");
    let setting = Setting::buzzard(5, Pot::Carry).unwrap();
    let table = solved(&setting);
    table.save(&file.0).unwrap();
    let loaded = SolvedTable::load(&file.0, &setting).unwrap();
    assert_eq!(loaded.states(), table.states());
    assert_eq!(loaded.exploitability().to_bits(), table.exploitability().to_bits());
    every_state(&table, &setting.start, &mut |state| assert_eq!(table.value(state), loaded.value(state)));
    assert_eq!(loaded.policy(&setting.start, 3), table.policy(&setting.start, 3));
    table.save(&file.0).expect("over an old file");
}

/// Saves a small table, damages its bytes, and loads what is left.
fn damaged(name: &str, damage: impl Fn(&mut Vec<u8>)) -> LoadError {
    let file = Scratch::new(name);
    let setting = Setting::buzzard(4, Pot::Carry).unwrap();
    solved(&setting).save(&file.0).unwrap();
    let mut bytes = fs::read(&file.0).unwrap();
    damage(&mut bytes);
    fs::write(&file.0, bytes).unwrap();
    SolvedTable::load(&file.0, &setting).expect_err("damaged")
}

#[test]
fn damaged_files_are_refused() {
    assert!(matches!(damaged("cut", |bytes| bytes.truncate(bytes.len() - 8)), LoadError::Length { .. }));
    assert!(matches!(damaged("long", |bytes| bytes.push(0)), LoadError::Length { .. }));
    assert!(matches!(damaged("stub", |bytes| bytes.truncate(20)), LoadError::Length { .. }));
    assert!(matches!(damaged("none", Vec::clear), LoadError::Io(_) | LoadError::Foreign));
    assert!(matches!(damaged("magic", |bytes| bytes[0] ^= 1), LoadError::Foreign));
    assert!(matches!(damaged("version", |bytes| bytes[8] += 1), LoadError::Version(2)));
    assert!(matches!(damaged("carry", |bytes| bytes[16] = 1), LoadError::Setting(Some(_))));
    assert!(matches!(damaged("hand", |bytes| bytes[12] = 0), LoadError::Setting(None)));
    assert!(matches!(damaged("promise", |bytes| bytes[88] ^= 1), LoadError::Length { .. }));
    assert!(matches!(damaged("sum", |bytes| bytes[96] ^= 1), LoadError::Checksum));
    assert!(matches!(damaged("value", |bytes| bytes[1000] ^= 1), LoadError::Checksum));
    assert!(matches!(damaged("turn", |bytes| bytes[128..].rotate_left(8)), LoadError::Checksum));
}

#[test]
fn tables_of_other_games_are_refused() {
    let file = Scratch::new("other");
    solved(&Setting::buzzard(4, Pot::Carry).unwrap()).save(&file.0).unwrap();
    for other in [
        Setting::buzzard(4, Pot::Discard),
        Setting::goofspiel(4, Pot::Carry),
        Setting::buzzard(5, Pot::Carry),
    ] {
        let error = SolvedTable::load(&file.0, &other.unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a table of another game: hands 1,2,3,4/1,2,3,4, prizes -1,1,2,3, a pot nobody takes waits"
        );
    }
    assert!(matches!(
        SolvedTable::load(&file.0.with_extension("gone"), &Setting::buzzard(4, Pot::Carry).unwrap()),
        Err(LoadError::Io(_))
    ));
}

#[test]
fn an_endgame_agrees_with_the_whole_table() {
    for pot in [Pot::Carry, Pot::Discard] {
        let table = solved(&Setting::buzzard(5, pot).unwrap());
        let mut endgame = Endgame::new(pot, Utility::Points, 5, 600);
        let mut rare = 0u32;
        every_state(&table, &table.setting().start.clone(), &mut |state| {
            rare += 1;
            if rare % 997 == 1 {
                let turned = state.prizes().list()[rare as usize % state.rounds()];
                assert_eq!(endgame.policy(state, turned).unwrap(), table.policy(state, turned).unwrap());
                assert_eq!(endgame.value(state).ok(), table.value(state));
            }
        });
    }
}

#[test]
fn an_endgame_keeps_within_its_room() {
    let mut endgame = Endgame::new(Pot::Carry, Utility::Points, 4, 1_000);
    for carry in 0..20 {
        let state = setting(&[1, 5, 9, 12], &[2, 5, 9, 15], &[-3, 4, 7, 10], carry, Pot::Carry).start;
        let fresh = Endgame::new(Pot::Carry, Utility::Points, 4, 0).policy(&state, 7).unwrap();
        assert_eq!(endgame.policy(&state, 7).unwrap(), fresh);
        assert!(endgame.remembered() <= 1_000);
    }
}

#[test]
fn an_endgame_refuses_what_it_cannot_do() {
    let state = Setting::buzzard(5, Pot::Carry).unwrap().start;
    let mut endgame = Endgame::new(Pot::Carry, Utility::Points, 4, 1_000);
    assert_eq!(endgame.value(&state), Err(EndgameError::Rounds { left: 5, most: 4 }));
    assert_eq!(
        Endgame::new(Pot::Carry, Utility::Points, 5, 1_000).policy(&state, 9),
        Err(EndgameError::Prize(9))
    );
}

#[test]
fn equal_neighbours_are_one_choice() {
    let start = setting(&[4, 5, 6], &[1, 2, 9], &[1, 2, 3], 0, Pot::Carry).start;
    let pattern = Pattern::of(start.hands());
    assert_eq!(pattern.choices().collect::<Vec<_>>(), [2]);
    assert_eq!(pattern.swapped().choices().collect::<Vec<_>>(), [0, 5]);
    assert_eq!((pattern.rounds(), pattern.lone()), (3, 3));
}

#[test]
fn equal_hands_are_played_alike() {
    let table = solved(&Setting::buzzard(5, Pot::Carry).unwrap());
    let policy = table.policy(&table.setting().start, -2).unwrap();
    assert_eq!(policy.a, policy.b);
    assert!(policy.a.iter().count() > 1);
}
