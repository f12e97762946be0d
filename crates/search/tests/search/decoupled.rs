//! Searches of joint choices: what they find, what they must not see, and how they keep to their budget.

use games::Buzzard;
use games::buzzard::Bid;
use search::decoupled::{Exp3, Rm, Select, Uct, UctChance};
use search::{Budget, Decoupled, Scale, Searcher, Thought};
use table::{Agent, Game, Mixed, Rng, Seat, View};

use crate::common::{A, B, Duel, Matrix, after, buzzard, legal, mice, points, tenths};

const BUDGET: Budget = Budget::simulations(600);

fn think<S: Select<Buzzard>>(select: S, view: View<'_, Buzzard>, seed: u64) -> Vec<Thought<Bid>> {
    let mut searcher = Searcher::new(Decoupled::new(select), BUDGET, points);
    searcher.search(view, &legal(view), &mut Rng::new(seed));
    searcher.thoughts(view)
}

fn mix<G: Game>(player: &mut impl Mixed<G>, view: View<'_, G>, seed: u64) -> Vec<f64> {
    let legal = legal(view);
    let mut mix = vec![0.0; legal.len()];
    player.mix(view, &legal, &mut Rng::new(seed), &mut mix);
    assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{mix:?}");
    mix
}

/// Prefers high bids.
fn high(_: View<'_, Buzzard>, bid: &Bid) -> f64 {
    f64::from(bid.value()) / 15.0
}

#[test]
fn a_bias_of_weight_0_is_uct() {
    let uct = Uct::basic(0.7);
    let mut changed = 0;
    for (seed, prize) in (0..).zip([1, -2, 5, 3]) {
        let game = after(&buzzard(3, 8), &[(2, &[8, 1, 3])], prize);
        let plain = think(uct, game.view(A), seed);
        let biased = |weight| think(UctChance { uct, bias: high, weight }, game.view(A), seed);
        assert_eq!(biased(0.0), plain);
        changed += u32::from(biased(0.3) != plain);
    }
    assert_eq!(changed, 4, "a weight is felt");
}

/// The table turned by one seat.
fn turned(rounds: &[(i8, Vec<u8>)]) -> Vec<(i8, Vec<u8>)> {
    let turn = |bids: &Vec<u8>| {
        let mut bids = bids.clone();
        bids.rotate_right(1);
        bids
    };
    rounds.iter().map(|(prize, bids)| (*prize, turn(bids))).collect()
}

fn seat_does_not_matter<S: Select<Buzzard>>(select: S) {
    for seats in 2..=3 {
        let bids = |bids: &[u8]| bids[..usize::from(seats)].to_vec();
        let rounds = vec![(4, bids(&[2, 7, 5])), (-1, bids(&[6, 6, 6]))];
        let play = |rounds: &[(i8, Vec<u8>)]| {
            let rounds: Vec<(i8, &[u8])> = rounds.iter().map(|(prize, bids)| (*prize, &bids[..])).collect();
            after(&buzzard(seats, 8), &rounds, 3)
        };
        let (here, there) = (play(&rounds), play(&turned(&rounds)));
        for seat in Seat::all(usize::from(seats)) {
            let next = seat.next(usize::from(seats));
            let found = think(select.clone(), here.view(seat), 5);
            assert_eq!(found, think(select.clone(), there.view(next), 5), "{seat} turned to {next}");
        }
    }
}

#[test]
fn a_turned_table_gives_the_turned_choice() {
    seat_does_not_matter(Uct::basic(1.0));
    seat_does_not_matter(Uct::mix(1.0));
    seat_does_not_matter(Rm::default());
    seat_does_not_matter(Exp3 { gamma: 0.2 });
}

#[test]
fn a_dominated_action_is_not_played() {
    // The first action of A is worse whatever B does; so B, who knows, answers with its second.
    let duel = Duel::new(&Matrix([[-5, -8], [5, 2]]));
    for seed in 0..5 {
        let uct = &mut Searcher::new(Decoupled::new(Uct::basic(1.0)), BUDGET, tenths);
        assert_eq!([mix(uct, duel.view(A), seed), mix(uct, duel.view(B), seed)], [[0.0, 1.0]; 2]);
        let rm = &mut Searcher::new(Decoupled::new(Rm::default()), Budget::simulations(3000), tenths);
        assert!(mix(rm, duel.view(A), seed)[0] < 0.01 && mix(rm, duel.view(B), seed)[0] < 0.01);
    }
}

#[test]
fn mixtures_approach_the_equilibrium_of_a_duel() {
    // The first action has probability 3/10 for A and for B.
    let duel = Duel::new(&Matrix([[10, -4], [-4, 2]]));
    let off = |mix: Vec<f64>| (mix[0] - 0.3).abs();
    for (seed, seat) in [(1, A), (2, B), (3, A), (4, B)] {
        let view = duel.view(seat);
        let rm = &mut Searcher::new(Decoupled::new(Rm::default()), Budget::simulations(20_000), tenths);
        assert!(off(mix(rm, view, seed)) < 0.02, "rm: {:?}", mix(rm, view, seed));
        let exp3 =
            &mut Searcher::new(Decoupled::new(Exp3 { gamma: 0.02 }), Budget::simulations(50_000), tenths);
        assert!(off(mix(exp3, view, seed)) < 0.05, "exp3: {:?}", mix(exp3, view, seed));
    }
}

#[test]
fn regret_matching_finds_a_known_value() {
    // Hands 2, 3 against 1, 3 for the prizes 2 and 3, of which chance turns one up: +25/14 to the first.
    let (rules, rounds): (_, &[(i8, &[u8])]) = (mice(2, 3), &[(1, &[1, 2])]);
    let value = |next| {
        let game = after(&rules, rounds, next);
        let view = game.view(A);
        let mut rm = Searcher::new(Decoupled::new(Rm::default()), Budget::simulations(20_000), points);
        let mix = mix(&mut rm, view, 1);
        let reward: f64 =
            rm.thoughts(view).iter().zip(mix).map(|(thought, share)| share * thought.value).sum();
        // B has already taken 1, and rewards run over twice six points.
        12.0 * reward - 6.0 + 1.0
    };
    let value = (value(2) + value(3)) / 2.0;
    assert!((value - 25.0 / 14.0).abs() < 0.05, "{value}");
}

#[test]
fn scores_are_those_of_the_formula() {
    let game = after(&buzzard(2, 8), &[], 3);
    for thought in think(Uct::basic(0.7), game.view(A), 1) {
        let formula = thought.value + 0.7 * (600f64.ln() / f64::from(thought.visits)).sqrt();
        assert!((thought.score - formula).abs() < 1e-5, "{thought:?} {formula}");
    }
}

#[test]
fn a_full_tree_stops_growing_and_the_search_goes_on() {
    let game = after(&buzzard(2, 8), &[], 3);
    let visits = |budget| {
        let mut searcher = Searcher::new(Decoupled::new(Uct::basic(1.0)), budget, points);
        searcher.search(game.view(A), &legal(game.view(A)), &mut Rng::new(1));
        let visits: u32 = searcher.thoughts(game.view(A)).iter().map(|thought| thought.visits).sum();
        (visits, searcher.algorithm().nodes())
    };
    assert_eq!(visits(BUDGET), (600, 601));
    assert_eq!(visits(BUDGET.with_nodes(50)), (600, 50));
}

#[test]
fn time_ends_a_search() {
    let game = after(&buzzard(2, 8), &[], 3);
    let mut searcher = Searcher::new(Decoupled::new(Uct::basic(1.0)), Budget::millis(2), points);
    searcher.search(game.view(A), &legal(game.view(A)), &mut Rng::new(1));
    assert!(searcher.thoughts(game.view(A)).iter().all(|thought| thought.visits > 0));
}

#[test]
fn the_same_seed_gives_the_same_thoughts() {
    let game = after(&buzzard(4, 9), &[(3, &[9, 1, 2, 2])], -2);
    let again = |seed| think(Rm::default(), game.view(A), seed);
    assert_eq!(again(1), again(1));
    assert_ne!(again(1), again(2));
}

#[test]
fn a_sure_win_is_found_by_who_aims_for_it() {
    // A has 3 points against 2 and both hold 3 and 4 for the prizes 1 and 4: whoever keeps the 4 for the end wins.
    let game = after(&mice(2, 4), &[(3, &[2, 1]), (2, &[1, 2])], 1);
    let mut searcher = Searcher::new(Decoupled::new(Uct::basic(1.0)), BUDGET, Scale::wins::<Buzzard>);
    assert_eq!(mix(&mut searcher, game.view(A), 1), [1.0, 0.0]);
    assert_eq!(searcher.thoughts(game.view(A))[0].value, 1.0);
}
