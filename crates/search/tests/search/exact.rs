//! Exact answers are the known ones.
//!
//! Counts and values of uniform policies: OpenSpiel 2.0.2; the value of Kuhn poker and its equilibria: Kuhn 1950;
//! the rest in closed form, as said where it stands.

use std::ops::ControlFlow;

use games::buzzard::{self, Buzzard};
use games::kuhn::{self, Action, Kuhn};
use games::leduc::{self, Leduc};
use search::exact::{CfrPlus, Opaque, Policy, Stakes, TooLarge, Tree, TreeNode};
use table::{Agent, Enumerable, Game, Mixed, Notation, Rng, Seat, SeatSet, View};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);

fn tree<G: Enumerable>(rules: &G::Rules, stakes: Stakes) -> Tree<G> {
    Tree::build(rules, stakes, 100_000).expect("small enough")
}

fn kuhn(seats: u8) -> Tree<Kuhn> {
    tree(&kuhn::Rules { seats }, Stakes::Points)
}

fn leduc() -> Tree<Leduc> {
    tree(&leduc::Rules, Stakes::Points)
}

fn rules(spec: &str, seats: usize) -> buzzard::Rules {
    Buzzard::read_rules(&spec.parse().expect("a spec"), seats).expect("rules")
}

fn buzzard(spec: &str) -> Tree<Buzzard> {
    tree(&rules(spec, 2), Stakes::Points)
}

/// Nothing but rounding between them: known values have ten digits.
#[track_caller]
fn same(found: f64, known: f64) {
    within(found, known, 1e-9);
}

#[track_caller]
fn within(found: f64, known: f64, tolerance: f64) {
    assert!((found - known).abs() < tolerance, "{found} is not {known} within {tolerance}");
}

fn solve<G: Game>(tree: &Tree<G>, iterations: u64) -> Policy {
    let mut cfr = CfrPlus::new(tree);
    cfr.run(iterations, iterations, |_| ControlFlow::Continue(()));
    cfr.average()
}

/// Nodes, ends, and information sets of the first seat and of all.
fn counts<G: Game>(tree: &Tree<G>) -> [usize; 4] {
    let ends = tree.nodes().filter(|&id| matches!(tree.node(id), TreeNode::End { .. })).count();
    [tree.len(), ends, tree.infosets_of(A).count(), tree.infosets().count()]
}

#[test]
fn trees_are_as_large_as_counted() {
    assert_eq!(counts(&kuhn(2)), [58, 30, 6, 12]);
    assert_eq!(counts(&kuhn(3)), [617, 312, 16, 48]);
    assert_eq!(counts(&leduc()), [9_457, 5_520, 468, 936]);
    assert_eq!(counts(&buzzard("goofspiel(cards=3)")), [418, 216, 57, 114]);
    // OpenSpiel has 3,028 sets a seat here: its states forget in which order the bids were made. Ours recall all:
    // 4 + 12 * 4^2 + 24 * (4 * 3)^2 = 3,652.
    assert_eq!(counts(&buzzard("goofspiel(cards=4)")), [26_773, 13_824, 3_652, 7_304]);
    let three = tree::<Buzzard>(&rules("goofspiel(cards=3)", 3), Stakes::Points);
    assert_eq!(counts(&three), [2_551, 1_296, 165, 495]);
}

#[test]
fn a_tree_that_is_too_large_is_refused() {
    let build = |limit| Tree::<Kuhn>::build(&kuhn::Rules { seats: 2 }, Stakes::Points, limit);
    assert_eq!(build(57).unwrap_err(), TooLarge { limit: 57 });
    assert_eq!(build(58).unwrap().len(), 58);
}

#[test]
fn uniform_kuhn_earns_what_is_known() {
    let tree = kuhn(2);
    let uniform = Policy::uniform(&tree);
    let values = tree.values(&uniform);
    same(values[A], 0.125);
    same(values[B], -0.125);
    same(tree.best_response(&uniform, A).value - values[A], 0.375);
    same(tree.best_response(&uniform, B).value - values[B], 0.541_666_666_7);
    same(tree.nash_conv(&uniform), 0.916_666_666_7);
    same(tree.exploitability(&uniform), 0.916_666_666_7 / 2.0);
}

#[test]
fn three_seats_earn_what_is_known() {
    let tree = kuhn(3);
    let uniform = Policy::uniform(&tree);
    let values = tree.values(&uniform);
    [0.234_375, -0.046_875, -0.1875].iter().zip(values.as_slice()).for_each(|(&known, &v)| same(v, known));
    same(tree.nash_conv(&uniform), 2.0625);
    same(tree.exploitability(&uniform), 0.6875);
}

#[test]
fn uniform_leduc_is_as_exploitable_as_known() {
    let tree = leduc();
    same(tree.nash_conv(&Policy::uniform(&tree)), 4.747_222_222_2);
}

/// OpenSpiel counts half of the true difference, and a win as 1 to -1 where we count 1 to 0.
#[test]
fn uniform_goofspiel_is_as_exploitable_as_known() {
    let conv = |spec, stakes| {
        let tree = tree::<Buzzard>(&rules(spec, 2), stakes);
        tree.nash_conv(&Policy::uniform(&tree))
    };
    same(conv("goofspiel(cards=3)", Stakes::Points), 2.0 * 1.333_333_333_3);
    same(conv("goofspiel(cards=4)", Stakes::Points), 2.0 * 2.5);
    same(conv("goofspiel(cards=4)", Stakes::Wins), 1.493_055_555_6 / 2.0);
}

/// Closed form: against a uniform bidder of 1..K, bidding the prize's own value is best and earns (K² - 1) / 6.
#[test]
fn bidding_the_prize_is_best_against_the_uniform_bidder() {
    for (spec, earns) in [("goofspiel(cards=3)", 8.0 / 6.0), ("goofspiel(cards=4)", 2.5)] {
        let tree = buzzard(spec);
        let uniform = Policy::uniform(&tree);
        let prize = Policy::of_player(&tree, &mut BidsPrize, &mut Rng::forbidden()).unwrap();
        for seat in [A, B] {
            let mut policy = uniform.clone();
            policy.replace(&tree, seat, &prize);
            same(tree.values(&policy)[seat], earns);
            same(tree.best_response(&uniform, seat).value, earns);
        }
    }
}

/// Goofspiel for who knows one trick: bid what the prize is worth, and the lowest where that is spent.
struct BidsPrize;

impl Agent<Buzzard> for BidsPrize {
    fn act(&mut self, _: View<'_, Buzzard>, _: &[buzzard::Bid], _: &mut Rng) -> buzzard::Bid {
        unreachable!("only its distribution is asked for")
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        Some(self)
    }
}

impl Mixed<Buzzard> for BidsPrize {
    fn mix(&mut self, view: View<'_, Buzzard>, legal: &[buzzard::Bid], _: &mut Rng, out: &mut [f64]) {
        assert_eq!(view.public.committed, SeatSet::NONE, "{} is asked before anybody has chosen", view.seat);
        let prize = view.public.prize.expect("bids are made for a prize").value();
        out.fill(0.0);
        let place = legal.iter().position(|bid| i16::from(bid.value()) == i16::from(prize));
        out[place.unwrap_or(0)] = 1.0;
    }
}

#[test]
fn a_best_response_earns_what_it_says() {
    let tree = leduc();
    let uniform = Policy::uniform(&tree);
    for seat in [A, B] {
        let response = tree.best_response(&uniform, seat);
        same(tree.values(&response.policy)[seat], response.value);
        same(tree.best_response(&response.policy, seat).value, response.value);
    }
}

/// A policy at random, so that the nodes of a set are not equally likely.
fn random_policy<G: Game>(tree: &Tree<G>, rng: &mut Rng) -> Policy {
    let mut policy = Policy::uniform(tree);
    for id in tree.infosets() {
        let weights: Vec<f64> = policy[id].iter().map(|_| rng.f64()).collect();
        let sum: f64 = weights.iter().sum();
        policy.set(id, &weights.iter().map(|weight| weight / sum).collect::<Vec<_>>());
    }
    policy
}

/// The most that any of the 64 ways to play without chance earns.
fn best_of_all(tree: &Tree<Kuhn>, policy: &Policy, seat: Seat) -> f64 {
    let earns = |plan: u32| {
        let mut policy = policy.clone();
        for (bit, id) in tree.infosets_of(seat).enumerate() {
            policy.set(id, if plan >> bit & 1 == 0 { &[1.0, 0.0] } else { &[0.0, 1.0] });
        }
        tree.values(&policy)[seat]
    };
    (0..64).map(earns).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn a_best_response_is_the_best_of_all() {
    let (tree, mut rng) = (kuhn(2), Rng::new(1));
    for _ in 0..20 {
        let policy = random_policy(&tree, &mut rng);
        for seat in [A, B] {
            same(tree.best_response(&policy, seat).value, best_of_all(&tree, &policy, seat));
        }
    }
}

#[test]
fn cfr_finds_the_value_of_kuhn() {
    let tree = kuhn(2);
    let policy = solve(&tree, 1_000);
    let off = tree.exploitability(&policy);
    assert!(off < 1e-4, "{off}");
    within(tree.values(&policy)[A], -1.0 / 18.0, 1e-4);
}

#[test]
fn cfr_approaches_the_value_of_leduc() {
    let tree = leduc();
    let policy = solve(&tree, 1_000);
    let off = tree.exploitability(&policy);
    assert!(off < 3e-4, "{off}");
    within(tree.values(&policy)[A], -0.085_606_424_1, 1e-4);
}

/// Both seats have the same, so neither can be worth more; the two policies need not be equal.
#[test]
fn cfr_finds_symmetric_games_fair() {
    let tree = buzzard("buzzard(cards=3)");
    let policy = solve(&tree, 300);
    let off = tree.exploitability(&policy);
    assert!(off < 1e-4, "{off}");
    within(tree.values(&policy)[A], 0.0, 1e-4);
}

/// With three seats nothing is promised, but here the average does come close to an equilibrium.
#[test]
fn cfr_comes_close_with_three_seats() {
    let tree = kuhn(3);
    let off = tree.nash_conv(&solve(&tree, 1_000));
    assert!(off < 1e-4, "{off}");
}

#[test]
fn cfr_can_be_watched_and_stopped() {
    let tree = kuhn(2);
    let mut cfr = CfrPlus::new(&tree);
    let mut seen = Vec::new();
    cfr.run(1_000, 10, |cfr| {
        seen.push(cfr.iterations());
        if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((seen, cfr.iterations()), (vec![10, 20, 30], 30));
}

/// Kuhn's equilibria, one for each `bluff` from 0 to 1/3: how often A bets a jack.
struct Kuhns {
    bluff: f64,
    /// How much it was told since the game began.
    told: usize,
}

impl Kuhns {
    fn policy(tree: &Tree<Kuhn>, bluff: f64) -> Policy {
        Policy::of_player(tree, &mut Kuhns { bluff, told: 0 }, &mut Rng::forbidden()).expect("it is mixed")
    }

    /// How often a seat bets this card, facing a bet or not.
    fn bets(&self, seat: Seat, card: &str, facing: bool) -> f64 {
        match (seat, card, facing) {
            (A, "J", false) => self.bluff,
            (A, "Q", true) => self.bluff + 1.0 / 3.0,
            (A, "K", false) => 3.0 * self.bluff,
            (B, "J", false) | (B, "Q", true) => 1.0 / 3.0,
            (_, "K", _) => 1.0,
            _ => 0.0,
        }
    }
}

impl Agent<Kuhn> for Kuhns {
    fn begin(&mut self, _: View<'_, Kuhn>, _: &mut Rng) {
        self.told = 0;
    }

    fn see(&mut self, view: View<'_, Kuhn>, _: &kuhn::Seen) {
        self.told += 1;
        assert_eq!(self.told, usize::from(view.public.dealt + view.public.actions), "told as it happens");
    }

    fn act(&mut self, _: View<'_, Kuhn>, _: &[Action], _: &mut Rng) -> Action {
        unreachable!("only its distribution is asked for")
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Kuhn>> {
        Some(self)
    }
}

impl Mixed<Kuhn> for Kuhns {
    fn mix(&mut self, view: View<'_, Kuhn>, legal: &[Action], _: &mut Rng, out: &mut [f64]) {
        assert_eq!(legal, [Action::Pass, Action::Bet]);
        assert_eq!(self.told, usize::from(view.public.dealt + view.public.actions), "told everything");
        let card = view.private.card.expect("bets come after the deal").to_string();
        let bet = self.bets(view.seat, &card, !view.public.bets.is_empty());
        out.copy_from_slice(&[1.0 - bet, bet]);
    }
}

#[test]
fn kuhns_own_equilibria_cannot_be_exploited() {
    let tree = kuhn(2);
    for bluff in [0.0, 0.1, 1.0 / 3.0] {
        let policy = Kuhns::policy(&tree, bluff);
        same(tree.nash_conv(&policy), 0.0);
        same(tree.values(&policy)[A], -1.0 / 18.0);
    }
}

#[test]
fn a_mean_policy_lies_between() {
    let tree = kuhn(2);
    let [none, some, more] = [0.0, 0.1, 0.2].map(|bluff| Kuhns::policy(&tree, bluff));
    let mean = Policy::mean(&[none, more]);
    tree.infosets().for_each(|id| same(mean[id][1], some[id][1]));
}

/// Plays, but does not say how.
struct Silent;

impl Agent<Kuhn> for Silent {
    fn act(&mut self, _: View<'_, Kuhn>, legal: &[Action], _: &mut Rng) -> Action {
        legal[0]
    }
}

#[test]
fn a_player_without_a_distribution_is_refused() {
    assert_eq!(Policy::of_player(&kuhn(2), &mut Silent, &mut Rng::forbidden()), Err(Opaque));
}
