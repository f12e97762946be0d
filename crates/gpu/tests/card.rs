//! The card against the processor. These need a card: `cargo test --release -p gpu -- --ignored`.

use gpu::Card;
use solve::{
    BidRule, Cores, Device, LevelTask, LevelsJob, Limits, Pot, Setting, SpaceLevels, solve, solve_levels,
};

fn settings(cards: std::ops::RangeInclusive<usize>) -> Vec<Setting> {
    let of = |n| {
        [
            Setting::buzzard(n, Pot::Carry),
            Setting::buzzard(n, Pot::Discard),
            Setting::goofspiel(n, Pot::Carry),
            Setting::goofspiel(n, Pot::Discard),
        ]
    };
    cards.flat_map(of).map(|setting| setting.expect("2 to 15 cards")).collect()
}

/// Every state of the game, level by level: the furthest that the card is off, and the bound.
fn furthest(card: &mut Card, setting: &Setting) -> (f64, f64) {
    let limits = Limits { bytes: 64 << 30, seconds: 1e6 };
    let (table, levels) =
        (solve(setting, &limits, &solve::nobody).expect("within the limits"), SpaceLevels::new(setting));
    let mut below = card.zeros(levels.states(0)).expect("room");
    let (mut bound, mut worst) = (0.0, 0.0f64);
    for rounds in 1..=levels.rounds() {
        let (here, raised) =
            card.raise(&levels.step(rounds, LevelTask::Equilibrium), &below).expect("raised");
        bound += raised.gap + raised.rounding;
        let mut words = vec![0; levels.states(rounds)];
        card.read(&here, 0, &mut words).expect("read");
        for (word, value) in words.iter().zip(table.level(rounds)) {
            let off = (f64::from(f32::from_bits(*word)) - value).abs();
            assert!(off <= bound, "{setting}: with {rounds} rounds left off by {off}, beyond {bound}");
            worst = worst.max(off);
        }
        below = here;
    }
    (worst, bound)
}

#[test]
#[ignore = "needs a card"]
fn every_state_is_within_the_bound() {
    let mut card = Card::open().expect("a card");
    for setting in settings(2..=10) {
        let (worst, bound) = furthest(&mut card, &setting);
        println!("{setting}: every state within {worst:.2e}, bound {bound:.2e}");
    }
}

/// Some minutes, most of them the processor's.
#[test]
#[ignore = "needs a card and 2 GB"]
fn every_state_of_larger_games_too() {
    let mut card = Card::open().expect("a card");
    for setting in settings(11..=11).into_iter().chain(Setting::buzzard(12, Pot::Carry)) {
        let (worst, bound) = furthest(&mut card, &setting);
        println!("{setting}: every state within {worst:.2e}, bound {bound:.2e}");
    }
}

fn price(device: &mut impl Device, setting: &Setting, rule: BidRule) -> ([f64; 2], f64) {
    let (setting, task) = (setting.clone(), LevelTask::Price(rule));
    let job = LevelsJob { setting, task, checkpoints: None, largest: 0, audit: 0 };
    let top = solve_levels(&job, device, &mut |_| ()).expect("done");
    (top.priced(&job.setting), top.bound)
}

#[test]
#[ignore = "needs a card"]
fn rules_cost_what_the_processor_says() {
    let (mut card, mut cores) = (Card::open().expect("a card"), Cores { room: 64 << 30 });
    for setting in settings(3..=8) {
        for rule in BidRule::ALL {
            let ((found, bound), (wanted, _)) =
                (price(&mut card, &setting, rule), price(&mut cores, &setting, rule));
            let off = (0..2).map(|side| (found[side] - wanted[side]).abs()).fold(0.0, f64::max);
            assert!(off <= 2.0 * bound, "{setting}, {rule}: {found:?} for {wanted:?}, bound {bound}");
        }
    }
}
