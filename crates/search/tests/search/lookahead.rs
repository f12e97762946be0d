//! Searches some rounds deep: their mixtures and values are the known ones, and what they must not ask is not asked.

use games::Buzzard;
use search::{Horizon, LeafValues, Lookahead, Scale};
use table::{Agent, Fault, Game, Mixed, Rng, Seat, View};

use crate::common::coin::{Bent, Coin, Thrown};
use crate::common::{A, B, after, buzzard, legal, mice, points};

const WHOLE: Horizon = Horizon { depth: 9, outcomes: 99, leaves: u64::MAX };

fn deep(depth: u32) -> Horizon {
    Horizon { depth, ..WHOLE }
}

/// Values by a function of the state.
struct By<F>(F);

impl<G: Game, F: Fn(&G) -> f64 + Send> LeafValues<G> for By<F> {
    fn write_values(&mut self, states: &[G], out: &mut [f64]) -> Result<(), Fault> {
        out.iter_mut().zip(states).for_each(|(out, state)| *out = self.0(state));
        Ok(())
    }
}

/// Where nothing is to be valued.
fn nobody<G: Game>() -> By<fn(&G) -> f64> {
    By(|state| panic!("{state:?} is valued"))
}

fn mix<G: Game>(player: &mut impl Mixed<G>, view: View<'_, G>) -> Vec<f64> {
    let legal = legal(view);
    let mut mix = vec![0.0; legal.len()];
    player.mix(view, &legal, &mut Rng::new(1), &mut mix);
    mix
}

#[track_caller]
fn near(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} is not {wanted:?}");
}

fn coin_points(_: &Thrown) -> Scale {
    Scale::Points { low: -100.0, high: 100.0 }
}

/// On average A earns 10, 0, 5 with its first action and -4, 2, 5 with its second, if the coin falls on its first side in a
/// quarter of all throws: the means of these sides are far from it, and B's third action is never good.
const BENT: Bent =
    Bent { earns: [[[40, 9, 5], [-16, -1, 5]], [[0, -3, 5], [0, 3, 5]]], percent: 25, rounds: 1 };

/// What `BENT` is worth: A plays its first action 3/8 of the time, B its first 1/8 of the time.
const WORTH: f64 = 1.25;

#[test]
fn both_seats_mix_as_the_matrix_of_means_has_it() {
    let game = Coin::new(&BENT);
    let player = &mut Lookahead::new(nobody(), WHOLE, 0.0, coin_points);
    near(&mix(player, game.view(A)), &[0.375, 0.625]);
    near(&mix(player, game.view(B)), &[0.125, 0.875, 0.0]);
    for seat in [A, B] {
        let value = player.search(game.view(seat), &mut Rng::new(1)).unwrap();
        assert!((value - WORTH).abs() < 1e-9, "to the first seat, whoever asks: {value}");
        let sign = if seat == A { 1.0 } else { -1.0 };
        let thoughts = player.thoughts(game.view(seat));
        let mean: f64 = thoughts.iter().map(|thought| thought.score * thought.value).sum();
        assert!((200.0 * mean - 100.0 - sign * WORTH).abs() < 1e-4, "in the seat's own eyes: {mean}");
    }
}

#[test]
fn rounds_below_are_worth_what_both_make_of_them() {
    for rounds in 1..=3 {
        let game = Coin::new(&Bent { rounds, ..BENT });
        let mut player = Lookahead::new(nobody(), deep(u32::from(rounds)), 0.0, coin_points);
        let value = player.search(game.view(B), &mut Rng::new(1)).unwrap();
        assert!((value - f64::from(rounds) * WORTH).abs() < 1e-9, "{rounds} rounds: {value}");
        assert_eq!(player.leaves(), 0);
    }
}

#[test]
fn leaves_are_believed_beyond_the_horizon_alone() {
    let game = Coin::new(&Bent { rounds: 3, ..BENT });
    let told = By(|state: &Coin| f64::from(state.public().points) + 7.0 * f64::from(state.public().left));
    let mut player = Lookahead::new(told, deep(2), 0.0, coin_points);
    let value = player.search(game.view(A), &mut Rng::new(1)).unwrap();
    assert!((value - 2.0 * WORTH - 7.0).abs() < 1e-9, "two rounds are searched, the third is told: {value}");
    // Six pairs and two sides a round.
    assert_eq!(player.leaves(), 144);
}

#[test]
fn no_more_leaves_are_valued_than_allowed_unless_one_round_has_more() {
    let game = Coin::new(&Bent { rounds: 3, ..BENT });
    let valued = |leaves| {
        let horizon = Horizon { leaves, ..deep(3) };
        let mut player = Lookahead::new(By(|_: &Coin| 0.0), horizon, 0.0, coin_points);
        player.search(game.view(A), &mut Rng::new(1)).unwrap();
        player.leaves()
    };
    assert_eq!([1, 12, 143, 144, 863].map(valued), [12, 12, 12, 144, 144]);
    // The third round has 864 ends, and nothing is to be valued.
    assert_eq!(valued(864), 0);
}

/// Hands 2, 3 against 1, 3 for the prizes 2 and 3, of which chance turns one up: +25/14 to the first.
#[test]
fn whole_games_have_their_known_value_whatever_leaves_would_say() {
    let (rules, rounds): (_, &[(i8, &[u8])]) = (mice(2, 3), &[(1, &[1, 2])]);
    let value = |next, seat| {
        let game = after(&rules, rounds, next);
        // B has already taken 1.
        Lookahead::new(nobody(), WHOLE, 0.0, points).search(game.view(seat), &mut Rng::new(1)).unwrap() + 1.0
    };
    for seat in [A, B] {
        let mean = (value(2, seat) + value(3, seat)) / 2.0;
        assert!((mean - 25.0 / 14.0).abs() < 1e-9, "{mean}");
    }
}

#[test]
fn a_turned_table_gives_the_turned_mixture() {
    let lead = |state: &Buzzard| {
        let public = state.public();
        // What is worth something to one seat is worth as much to the other.
        let hand = |seat| public.hands[seat].iter().map(|bid| f64::from(bid.value()).powf(1.3)).sum::<f64>();
        f64::from(public.points[A]) - f64::from(public.points[B]) + hand(A) - hand(B)
    };
    let (rules, bids) = (buzzard(2, 6), [[2, 6], [5, 4]]);
    let turned = bids.map(|[a, b]| [b, a]);
    let play = |bids: &[[u8; 2]; 2]| after(&rules, &[(4, &bids[0]), (-1, &bids[1])], 3);
    let mut player = Lookahead::new(By(lead), deep(1), 0.0, points);
    for (seat, other) in [(A, B), (B, A)] {
        let (here, there) =
            (mix(&mut player, play(&bids).view(seat)), mix(&mut player, play(&turned).view(other)));
        near(&here, &there);
        assert!(here.iter().filter(|share| **share > 0.01).count() > 1, "it mixes: {here:?}");
    }
}

#[test]
fn the_order_of_the_list_does_not_matter() {
    let game = Coin::new(&BENT);
    let mut player = Lookahead::new(nobody(), WHOLE, 0.0, coin_points);
    let mut out = [0.0; 3];
    player.mix(game.view(B), &[2, 0, 1], &mut Rng::new(1), &mut out);
    near(&out, &[0.0, 0.125, 0.875]);
}

#[test]
fn drawn_outcomes_are_right_on_average_and_the_same_for_the_same_stream() {
    let game = after(&buzzard(2, 6), &[(2, &[1, 2])], 3);
    let left = |state: &Buzzard| {
        let public = state.public();
        let prize = public.prize.map_or(0.0, |prize| f64::from(prize.value()));
        f64::from(public.points[A]) - f64::from(public.points[B]) + prize * (prize + 3.0)
    };
    let value = |outcomes, seed| {
        let horizon = Horizon { outcomes, ..deep(1) };
        let mut player = Lookahead::new(By(left), horizon, 0.0, points);
        let value = player.search(game.view(Seat::new(0)), &mut Rng::new(seed)).unwrap();
        (value, player.leaves())
    };
    let (all, leaves) = value(99, 1);
    assert_eq!((leaves, value(2, 1).1), (25 * 4, 25 * 2));
    assert_eq!(value(2, 1), value(2, 1));
    let drawn: Vec<f64> = (0..400).map(|seed| value(2, seed).0).collect();
    let mean = drawn.iter().sum::<f64>() / 400.0;
    let variance = drawn.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 399.0;
    assert!(variance > 0.01, "seeds differ");
    // The same prizes are drawn behind every pair of bids, so the matrix keeps its shape and only its height varies.
    assert!((mean - all).abs() < 4.0 * (variance / 400.0).sqrt(), "{mean} is not {all}");
}

#[test]
fn values_that_cannot_be_told_stop_the_match_with_their_reason() {
    struct Mute;
    impl LeafValues<Coin> for Mute {
        fn write_values(&mut self, _: &[Coin], _: &mut [f64]) -> Result<(), Fault> {
            Err(Fault::Broken("mute".to_string()))
        }
    }
    let game = Coin::new(&Bent { rounds: 2, ..BENT });
    let mut player = Lookahead::new(Mute, deep(1), 0.0, coin_points);
    player.act(game.view(A), &[0, 1], &mut Rng::new(1));
    assert_eq!(player.fault(), Some(Fault::Broken("mute".to_string())));
}
