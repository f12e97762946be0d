//! Games for the win: known answers, and a slow oracle on plain states that knows neither patterns nor decided leads.

use super::*;
use crate::{Cores, LevelReport, LevelTask, LevelsJob, OpeningValues, solve_levels};

/// The worth of a lead when the game is over.
fn result(lead: i32) -> f64 {
    f64::from(lead.signum())
}

/// The value of a state by plain recursion over real hands, with the rules as they are written.
fn oracle(hands: [BidSet; 2], prizes: &[i32], (carry, lead): (i32, i32), pot: Pot) -> f64 {
    if prizes.is_empty() {
        return result(lead);
    }
    let turns = prizes
        .iter()
        .map(|&turned| Solver::new().value(&oracle_game(hands, prizes, (carry, lead), turned, pot)));
    turns.sum::<f64>() / prizes.len() as f64
}

fn oracle_game(
    hands: [BidSet; 2],
    prizes: &[i32],
    (carry, lead): (i32, i32),
    turned: i32,
    pot: Pot,
) -> PayoffMatrix {
    let left: Vec<i32> = prizes.iter().copied().filter(|&prize| prize != turned).collect();
    let at_stake = carry + turned;
    let cell = |a: u8, b: u8| {
        let hands = [hands[0].without(a), hands[1].without(b)];
        match gain(a, b, at_stake) {
            Some(points) => oracle(hands, &left, (0, lead + points), pot),
            None => oracle(hands, &left, (if pot == Pot::Carry { at_stake } else { 0 }, lead), pot),
        }
    };
    let row = |a| hands[1].cards().map(|b| cell(a, b)).collect::<Vec<_>>();
    PayoffMatrix::from_rows(&hands[0].cards().map(row).collect::<Vec<_>>())
}

fn winning(a: &[u8], b: &[u8], prizes: &[i32], (carry, lead): (i32, i32), pot: Pot) -> Setting {
    setting(a, b, prizes, carry, pot).for_the_win(lead).unwrap()
}

fn whole(n: usize, pot: Pot) -> Setting {
    Setting::buzzard(n, pot).unwrap().for_the_win(0).unwrap()
}

/// Walks every real state below one, unreduced, with its lead.
fn every_lead(setting: &Setting, state: &State, visit: &mut impl FnMut(&State)) {
    visit(state);
    for &turned in state.prizes().list() {
        for (a, b) in state.hands()[0].cards().flat_map(|a| state.hands()[1].cards().map(move |b| (a, b))) {
            let pot = state.carry() + turned;
            let carry = if a == b && setting.pot == Pot::Carry { pot } else { 0 };
            let hands = [state.hands()[0].without(a), state.hands()[1].without(b)];
            if let Ok(next) = State::new(hands, state.prizes().without(turned), carry) {
                every_lead(setting, &next.led_by(state.lead() + gain(a, b, pot).unwrap_or(0)), visit);
            }
        }
    }
}

/// The last card decides: whoever bids more is ahead. One behind takes at most the share.
#[test]
fn one_card_wins_or_shares() {
    let value = |a, b, carry, lead| solved(&winning(&[a], &[b], &[2], (carry, lead), Pot::Carry)).root();
    close(value(5, 3, 0, 0), 1.0, 1e-12);
    close(value(3, 5, 0, 2), 0.0, 1e-12);
    close(value(3, 5, 0, 1), -1.0, 1e-12);
    close(value(3, 5, -3, 2), 1.0, 1e-12);
    close(value(4, 4, 9, 0), 0.0, 1e-12);
    close(value(4, 4, 9, -1), -1.0, 1e-12);
}

/// Prizes 1 and 2 for equal hands 1, 2: whoever takes the 2 wins, so both bid 2 for it and 1 for the other.
#[test]
fn two_cards_are_shared() {
    let table = solved(&winning(&[1, 2], &[1, 2], &[1, 2], (0, 0), Pot::Discard));
    close(table.root(), 0.0, 1e-12);
    assert_eq!(table.policy(&table.setting().start, 2).unwrap().a.of(2), 1.0);
    assert_eq!(table.policy(&table.setting().start, 1).unwrap().a.of(1), 1.0);
}

#[test]
fn every_state_of_a_game_for_the_win_is_in_its_table() {
    for setting in [
        whole(3, Pot::Carry),
        whole(4, Pot::Carry),
        whole(4, Pot::Discard),
        Setting::goofspiel(4, Pot::Discard).unwrap().for_the_win(0).unwrap(),
        winning(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], (1, -2), Pot::Carry),
        winning(&[2, 3, 4, 6], &[1, 3, 4, 5], &[-3, 1, 2, 4], (-2, 3), Pot::Carry),
        winning(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], (2, 1), Pot::Discard),
    ] {
        let table = solved(&setting);
        let mut decided = 0;
        every_lead(&setting, &setting.start, &mut |state| {
            let place = (state.carry(), state.lead());
            let expected = oracle(state.hands(), state.prizes().list(), place, setting.pot);
            close(table.value(state).expect("reached"), expected, 1e-9);
            decided += usize::from(expected.abs() == 1.0);
        });
        assert!(decided > 0, "{setting}");
    }
}

#[test]
fn the_oracle_agrees_on_five_cards_for_the_win() {
    let (a, b) = ([1, 2, 4, 5, 6], [1, 3, 4, 5, 7]);
    let prizes = Prizes::buzzard(5);
    for (place, pot) in [((1, -1), Pot::Carry), ((0, 2), Pot::Discard)] {
        let setting = winning(&a, &b, prizes.list(), place, pot);
        let expected = oracle(setting.start.hands(), prizes.list(), place, pot);
        assert!(expected.abs() > 0.01 && expected.abs() < 0.99, "{expected}");
        close(solved(&setting).root(), expected, 1e-9);
    }
}

#[test]
fn symmetric_games_are_shared() {
    for n in 1..=7 {
        for pot in [Pot::Carry, Pot::Discard] {
            close(solved(&whole(n, pot)).root(), 0.0, 1e-9);
            let goofspiel = Setting::goofspiel(n, pot).unwrap().for_the_win(0).unwrap();
            close(solved(&goofspiel).root(), 0.0, 1e-9);
        }
    }
}

/// The players swapped, the value negated.
#[test]
fn swapped_players_have_the_other_value() {
    let (a, b) = ([2, 3, 5, 9], [1, 3, 6, 7]);
    for lead in -4..=4 {
        let value =
            |a: &[u8], b: &[u8], lead| solved(&winning(a, b, &[-2, 1, 3, 4], (1, lead), Pot::Carry)).root();
        assert_eq!(value(&a, &b, lead), -value(&b, &a, -lead), "{lead}");
        // A lead is never a drawback.
        assert!(value(&a, &b, lead) <= value(&a, &b, lead + 1) + 1e-12, "{lead}");
    }
}

/// A vulture of 3 waits for the mice 1 and 2: taken with the 1 it is worth 2, and the mouse 2 as much again. So a lead
/// of 4 can be made up for, one of 5 cannot.
#[test]
fn what_waits_may_make_the_next_pot_smaller() {
    let value = |lead| solved(&winning(&[1, 2], &[3, 4], &[1, 2], (-3, lead), Pot::Carry)).root();
    close(value(5), 1.0, 1e-12);
    assert!(value(4) < 1.0, "{}", value(4));
    let table = solved(&winning(&[1, 2], &[3, 4], &[1, 2], (-3, 0), Pot::Carry));
    let most = |left, carry| table.solved.space.reach.most(left, carry);
    assert_eq!([most(3, -3), most(3, 0), most(3, 3), most(1, -3), most(0, 9)], [4, 3, 6, 2, 0]);
}

#[test]
fn a_decided_game_is_answered() {
    let setting = winning(&[1, 2, 5], &[3, 4, 5], &[1, 2, 3], (0, 7), Pot::Carry);
    let table = solved(&setting);
    assert_eq!((table.root(), table.exploitability(), table.ties()), (1.0, 0.0, 0.0));
    assert_eq!(table.policy(&setting.start, 2).unwrap().value, 1.0);
}

#[test]
fn states_for_the_win() {
    let counts = [4, 5, 6, 7].map(|n| {
        let (table, told) = (solved(&whole(n, Pot::Carry)), estimate(&whole(n, Pot::Carry)));
        assert_eq!((told.states, told.games), (table.states() as u64, table.games() as u64), "{n}");
        table.states()
    });
    let points = [4, 5, 6, 7].map(|n| solved(&Setting::buzzard(n, Pot::Carry).unwrap()).states());
    assert_eq!(counts, [357, 2_405, 17_334, 129_936]);
    assert_eq!(points, [176, 870, 4_645, 25_720]);
    // Where pots are lost, a lead may take ties, and not every pattern can lie behind them.
    assert_eq!([4, 5, 6].map(|n| solved(&whole(n, Pot::Discard)).states()), [285, 1_642, 10_469]);
}

#[test]
fn the_policy_for_the_win_cannot_be_exploited() {
    for setting in [whole(5, Pot::Carry), whole(6, Pot::Carry), whole(6, Pot::Discard)] {
        let found = solved(&setting).exploitability();
        assert!((-1e-12..1e-6).contains(&found), "{found}");
    }
}

/// What A's policy secures, or B's gives away, against a best response: plain recursion over real hands.
fn response(table: &SolvedTable, state: &State, of_a: bool) -> f64 {
    let mean = |&turned: &i32| {
        let policy = table.policy(state, turned).expect("reached");
        let [a, b] = state.hands();
        let play = |a, b| response_after(table, state, turned, (a, b), of_a);
        let best = if of_a {
            let against = |b| policy.a.iter().map(|(a, share)| share * play(a, b)).sum();
            b.cards().map(against).fold(f64::INFINITY, f64::min)
        } else {
            let against = |a| policy.b.iter().map(|(b, share)| share * play(a, b)).sum();
            a.cards().map(against).fold(f64::NEG_INFINITY, f64::max)
        };
        best / state.rounds() as f64
    };
    state.prizes().list().iter().map(mean).sum()
}

fn response_after(table: &SolvedTable, state: &State, turned: i32, (a, b): (u8, u8), of_a: bool) -> f64 {
    let pot = state.carry() + turned;
    let hands = [state.hands()[0].without(a), state.hands()[1].without(b)];
    let gained = gain(a, b, pot);
    let carry = if gained.is_none() && table.setting().pot == Pot::Carry { pot } else { 0 };
    let lead = state.lead() + gained.unwrap_or(0);
    match State::new(hands, state.prizes().without(turned), carry) {
        Ok(rest) => response(table, &rest.led_by(lead), of_a),
        Err(_) => result(lead),
    }
}

#[test]
fn the_bounds_for_the_win_agree_with_plain_best_responses() {
    let lopsided = winning(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], (1, -1), Pot::Carry);
    let mirror = winning(&[2, 3, 4, 6], &[1, 3, 4, 5], &[-2, 1, 2, 3], (1, 1), Pot::Carry);
    for setting in [whole(4, Pot::Carry), whole(4, Pot::Discard), lopsided, mirror] {
        let mut table = solved(&setting);
        close(table.bounds().0, table.root(), 1e-9);
        // A table whose values, and so whose policy, are wrong; still the value of swapped players is the negative.
        let file::Values::Owned(values) = &mut table.solved.values else { panic!("just solved") };
        values.iter_mut().for_each(|value| *value = (5.0 * *value).sin());
        let (low, high) = table.bounds();
        close(response(&table, &setting.start, true), low, 1e-9);
        close(response(&table, &setting.start, false), high, 1e-9);
        assert!(high - low > 0.1, "{setting}: {low} {high}");
    }
}

#[test]
fn a_table_for_the_win_is_kept_and_not_taken_for_another() {
    let file = Scratch::new("win");
    let setting = winning(&[1, 3, 4, 5], &[2, 3, 4, 6], &[-2, 1, 2, 3], (1, -2), Pot::Carry);
    let table = solved(&setting);
    table.save(&file.0).unwrap();
    let loaded = SolvedTable::load(&file.0, &setting).unwrap();
    every_lead(&setting, &setting.start, &mut |state| assert_eq!(table.value(state), loaded.value(state)));
    for other in [setting.clone().for_points(), setting.clone().for_the_win(2).unwrap()] {
        let error = SolvedTable::load(&file.0, &other).unwrap_err().to_string();
        assert!(error.ends_with("waits, for the win, A leads by -2"), "{error}");
    }
    let mut bytes = fs::read(&file.0).unwrap();
    bytes[22] = 2;
    fs::write(&file.0, bytes).unwrap();
    assert!(matches!(SolvedTable::load(&file.0, &setting), Err(LoadError::Setting(None))));
}

#[test]
fn an_endgame_for_the_win_agrees_with_the_whole_table() {
    for pot in [Pot::Carry, Pot::Discard] {
        let setting = whole(5, pot);
        let table = solved(&setting);
        // Each question is asked of one who remembers nothing, so that every root is solved by itself.
        let fresh = || Endgame::new(pot, Utility::Win, 5, 0);
        let mut rare = 0u32;
        every_lead(&setting, &setting.start, &mut |state| {
            rare += 1;
            if rare % 3_001 == 1 {
                let turned = state.prizes().list()[rare as usize % state.rounds()];
                let (found, wanted) =
                    (fresh().policy(state, turned).unwrap(), table.policy(state, turned).unwrap());
                assert_eq!(found, wanted, "{state:?}");
                assert_eq!(fresh().value(state).ok(), table.value(state));
            }
        });
    }
}

fn levels(setting: &Setting, audit: usize) -> LevelsJob {
    let (setting, task) = (setting.clone(), LevelTask::Equilibrium);
    LevelsJob { setting, task, checkpoints: None, largest: 0, audit }
}

#[test]
fn levels_for_the_win_are_within_their_bound() {
    let lopsided = winning(&[1, 3, 4, 5, 8], &[2, 3, 4, 6, 7], &[-2, -1, 1, 2, 4], (1, -1), Pot::Carry);
    for setting in [whole(6, Pot::Carry), whole(6, Pot::Discard), lopsided] {
        let table = solved(&setting);
        let mut audits = Vec::new();
        let watch = &mut |report: &LevelReport| audits.push((report.audit.unwrap(), report.raised));
        let top = solve_levels(&levels(&setting, 300), &mut Cores { room: 1 << 30 }, watch).unwrap();
        for (audit, raised) in audits {
            assert!(audit.worst <= raised.rounding + raised.gap + 1e-9 && audit.planted > 9e-4, "{audit:?}");
        }
        let opening = OpeningValues::new(&setting, top);
        assert!((opening.root() - table.root()).abs() <= opening.bound() && opening.bound() < 1e-6);
        for &prize in setting.start.prizes().list() {
            let wanted = table.policy(&setting.start, prize).unwrap();
            let mix: Vec<f64> = setting.start.hands()[0].cards().map(|card| wanted.a.of(card)).collect();
            let loss = opening.loss(&setting.start, prize, &mix).unwrap();
            assert!(loss.abs() <= 2.0 * opening.bound() + 1e-9, "{loss}");
            for (a, b) in [(3, 4), (4, 3), (4, 4)] {
                let second = opening.after(prize, (a, b)).unwrap();
                let gained = gain(a, b, setting.start.carry() + prize).unwrap_or(0);
                assert_eq!(second.lead(), setting.start.lead() + gained);
                let off = opening.value(&second).unwrap() - table.value(&second).unwrap();
                assert!(off.abs() <= opening.bound(), "{second:?}");
            }
        }
    }
}

/// How a state is bid in by the equilibrium of one game that is played for another: for the win only until the lead
/// decides, then for points.
fn crossed(tables: &[SolvedTable; 2], state: &State, turned: i32, of_the_win: bool) -> RoundPolicy {
    match of_the_win && !state.is_decided(turned) {
        true => tables[1].policy(state, turned).expect("reached"),
        false => tables[0].policy(&state.clone().led_by(0), turned).expect("reached"),
    }
}

/// What a best response leaves the side of an equilibrium in the other's game, by plain recursion over real hands.
fn loss(tables: &[SolvedTable; 2], state: &State, of_a: bool, of_the_win: bool) -> f64 {
    // Whoever plays for the win plays for points once it is decided, and so is answered in points.
    let mean = |&turned: &i32| {
        if of_the_win && state.is_decided(turned) {
            return tables[0].policy(&state.clone().led_by(0), turned).unwrap().value / state.rounds() as f64;
        }
        let policy = crossed(tables, state, turned, of_the_win);
        let [a, b] = state.hands();
        let play = |a, b| loss_after(tables, state, turned, (a, b), (of_a, of_the_win));
        let best = if of_a {
            let against = |b| policy.a.iter().map(|(a, share)| share * play(a, b)).sum();
            b.cards().map(against).fold(f64::INFINITY, f64::min)
        } else {
            let against = |a| policy.b.iter().map(|(b, share)| share * play(a, b)).sum();
            a.cards().map(against).fold(f64::NEG_INFINITY, f64::max)
        };
        best / state.rounds() as f64
    };
    state.prizes().list().iter().map(mean).sum()
}

fn loss_after(
    tables: &[SolvedTable; 2],
    state: &State,
    turned: i32,
    (a, b): (u8, u8),
    (of_a, of_the_win): (bool, bool),
) -> f64 {
    let pot = state.carry() + turned;
    let hands = [state.hands()[0].without(a), state.hands()[1].without(b)];
    let gained = gain(a, b, pot);
    let carry = if gained.is_none() && tables[0].setting().pot == Pot::Carry { pot } else { 0 };
    let lead = state.lead() + gained.unwrap_or(0);
    let now = if of_the_win { f64::from(gained.unwrap_or(0)) } else { 0.0 };
    match State::new(hands, state.prizes().without(turned), carry) {
        Ok(rest) => now + loss(tables, &rest.led_by(lead), of_a, of_the_win),
        Err(_) if of_the_win => now,
        Err(_) => result(lead),
    }
}

#[test]
fn what_each_equilibrium_loses_in_the_other_game() {
    let (a, b) = ([1, 3, 4, 5], [2, 3, 4, 6]);
    for setting in [
        whole(4, Pot::Carry),
        whole(4, Pot::Discard),
        winning(&a, &b, &[-2, 1, 2, 3], (1, -1), Pot::Carry),
        winning(&b, &a, &[-2, 1, 2, 3], (1, 1), Pot::Carry),
        Setting::goofspiel(4, Pot::Discard).unwrap().for_the_win(0).unwrap(),
    ] {
        let tables = [solved(&setting.clone().for_points()), solved(&setting)];
        let ControlFlow::Continue(both) = solve_both(&setting, &nobody).unwrap() else {
            panic!("nobody stops it")
        };
        close(both.points, tables[0].root(), 1e-5);
        close(both.win, tables[1].root(), 1e-5);
        let half = |of_the_win| {
            let [low, high] = [true, false].map(|of_a| loss(&tables, &setting.start, of_a, of_the_win));
            (high - low) / 2.0
        };
        close(both.lost_for_the_win, half(false), 1e-5);
        close(both.lost_in_points, half(true), 1e-5);
        assert_eq!(both.states, [tables[0].states() as u64, tables[1].states() as u64]);
        assert!(both.lost_for_the_win >= -1e-6 && both.lost_in_points >= -1e-6, "{both:?}");
    }
}

/// The two equilibria are not the same: with five cards each loses in the other's game.
#[test]
fn playing_for_points_is_not_playing_for_the_win() {
    let ControlFlow::Continue(both) = solve_both(&whole(5, Pot::Carry), &nobody).unwrap() else {
        panic!("stopped")
    };
    assert!(both.lost_for_the_win > 0.02 && both.lost_in_points > 0.1, "{both:?}");
    assert!(both.points.abs() < 1e-6 && both.win.abs() < 1e-6, "{both:?}");
}
