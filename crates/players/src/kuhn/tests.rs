//! Posteriors against closed forms: Kuhn poker is small enough to work them out by hand.

use super::*;
use crate::beliefs::EstimatorBelief;
use crate::beliefs::Prior;
use crate::roles::probability;
use games::kuhn::Deal;
use table::{Belief, Event, Game, HiddenRoles, PublicState, Spec};

/// The estimator of this spec, as the catalog makes it.
fn estimator(spec: &Spec, rules: &Rules) -> Box<dyn Estimator<Kuhn>> {
    match spec.name.as_str() {
        "bayes" => bayes(&mut Params::new(spec), rules).unwrap(),
        "uniform" => Box::new(Prior::<Kuhn>::default()),
        other => panic!("no estimator {other}"),
    }
}

const J: Card = Card::ALL[0];
const Q: Card = Card::ALL[1];
const K: Card = Card::ALL[2];

/// Plays a line with these cards, and asks the estimator on this seat about the other's chances of J, Q, K.
fn guess(spec: &str, cards: [Card; 2], line: &[Action], seat: usize) -> [f64; 3] {
    let rules = Rules { seats: 2 };
    let mut estimator = estimator(&spec.parse().unwrap(), &rules);
    let (seat, mut game) = (Seat::new(seat), Kuhn::new(&rules));
    estimator.begin(game.view(seat));
    let deals = Seat::all(2).zip(cards).map(|(seat, card)| Event::Chance(Deal(seat, card)));
    let acts = line.iter().enumerate().map(|(i, &action)| Event::Act(Seat::new(i % 2), action));
    for event in deals.chain(acts) {
        game.apply(&event);
        estimator.see(game.view(seat), &game.seen(&event, Some(seat)));
    }
    let posterior = estimator.assignments(game.view(seat));
    let total: f64 = posterior.iter().map(|(_, chance)| chance).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    let other = seat.next(2);
    [J, Q, K].map(|card| probability(posterior, other, card))
}

#[track_caller]
fn near(actual: [f64; 3], expected: [f64; 3]) {
    let off = actual.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(off < 1e-12, "{actual:?} is not {expected:?}");
}

/// With Q, B thinks of a bet: J bets with alpha, K with three times that, so it is J with 1/4 whatever alpha.
#[test]
fn a_bet_against_the_queen_is_a_bluff_one_time_in_four() {
    for alpha in ["0.05", "0.2", "0.33"] {
        let spec = format!("bayes(alpha={alpha})");
        near(guess(&spec, [K, Q], &[Action::Bet], 1), [0.25, 0.0, 0.75]);
    }
}

#[test]
fn a_pass_says_what_the_equilibrium_says() {
    // J passes with 1 - alpha, K with 1 - 3 alpha.
    near(guess("bayes(alpha=0.2)", [K, Q], &[Action::Pass], 1), [0.8 / 1.2, 0.0, 0.4 / 1.2]);
    // Q never bets: against the jack a pass is the queen's with 1 / (2 - 3 alpha).
    near(guess("bayes(alpha=0.2)", [K, J], &[Action::Pass], 1), [0.0, 1.0 / 1.4, 0.4 / 1.4]);
    // A passed with Q; B bets J with 1/3 and K always.
    near(guess("bayes", [Q, K], &[Action::Pass, Action::Bet], 0), [0.25, 0.0, 0.75]);
    // A has K and bets: Q calls with 1/3, J never; so a pass is J with 1 / (1 + 2/3).
    near(guess("bayes", [K, J], &[Action::Bet, Action::Pass], 0), [0.6, 0.4, 0.0]);
    // Two actions of A: passed, then called: with J never, so against Q it is K.
    near(guess("bayes", [K, Q], &[Action::Pass, Action::Bet, Action::Bet], 1), [0.0, 0.0, 1.0]);
}

#[test]
fn nothing_is_read_into_careless_play() {
    for spec in ["uniform", "bayes(play=uniform)"] {
        near(guess(spec, [K, Q], &[Action::Bet, Action::Bet], 1), [0.5, 0.0, 0.5]);
    }
}

/// What the model calls impossible whatever the cards is passed over: a queen that faces a bluffing queen.
#[test]
fn the_impossible_leaves_a_guess() {
    // With alpha = 0 nobody bets first at all.
    near(guess("bayes(alpha=0)", [K, Q], &[Action::Bet], 1), [0.5, 0.0, 0.5]);
}

/// Says that kings act three times as often as others, and that nobody acts twice.
struct Stubborn;

impl Model<Kuhn> for Stubborn {
    fn weigh(
        &mut self,
        view: View<'_, Kuhn>,
        _seen: &Seen,
        assignments: &[Assignment<Kuhn>],
        likely: &mut [f64],
    ) {
        for ((cards, _), likely) in assignments.iter().zip(likely) {
            *likely = match view.public.actions {
                0 => 1.0,
                1 if cards[Seat::new(0)] == K => 0.3,
                1 => 0.1,
                _ => 0.0,
            }
        }
    }
}

#[test]
fn what_is_impossible_whatever_the_roles_takes_nothing_back() {
    let (seat, mut game) = (Seat::new(1), Kuhn::new(&Rules { seats: 2 }));
    let mut posterior = Posterior::<Kuhn, _>::new(Stubborn).with_floor(0.0);
    let line = [
        Event::Chance(Deal(Seat::new(0), J)),
        Event::Chance(Deal(seat, Q)),
        Event::Act(Seat::new(0), Action::Pass),
        Event::Act(seat, Action::Bet),
        Event::Act(Seat::new(0), Action::Pass),
    ];
    for event in line {
        game.apply(&event);
        posterior.see(game.view(seat), &game.seen(&event, Some(seat)));
    }
    let king = probability(posterior.assignments(game.view(seat)), Seat::new(0), K);
    assert!((king - 0.75).abs() < 1e-12, "{king}");
}

#[test]
fn a_floor_keeps_every_assignment_possible() {
    let rules = Rules { seats: 2 };
    let model = EquilibriumModel(Equilibrium { alpha: 0.2 });
    let mut posterior = Posterior::<Kuhn, _>::new(model).with_floor(0.01);
    let mut game = Kuhn::new(&rules);
    let (seat, line) = (Seat::new(1), [Event::Act(Seat::new(0), Action::Bet)]);
    let deals = [Event::Chance(Deal(Seat::new(0), K)), Event::Chance(Deal(seat, J))];
    for event in deals.into_iter().chain(line) {
        game.apply(&event);
        posterior.see(game.view(seat), &game.seen(&event, Some(seat)));
    }
    let queen = probability(posterior.assignments(game.view(seat)), Seat::new(0), Q);
    assert!((queen - 0.01 / 1.01).abs() < 1e-12, "{queen}");
}

#[test]
fn nobody_is_anybody_until_the_cards_are_dealt() {
    let rules = Rules { seats: 3 };
    for spec in ["uniform", "bayes(play=uniform)"] {
        let mut estimator = estimator(&spec.parse().unwrap(), &rules);
        let (seat, mut game) = (Seat::new(0), Kuhn::new(&rules));
        estimator.begin(game.view(seat));
        let listed = [K, Q, J].into_iter().enumerate().map(|(i, card)| {
            let event = Event::Chance(Deal(Seat::new(i), card));
            game.apply(&event);
            estimator.see(game.view(seat), &game.seen(&event, Some(seat)));
            estimator.assignments(game.view(seat)).len()
        });
        assert_eq!(listed.collect::<Vec<_>>(), [0, 0, 6], "{spec}");
    }
}

/// Worlds come in proportion to the posterior, not to the deal.
#[test]
fn the_belief_of_an_estimator_imagines_in_proportion() {
    let rules = Rules { seats: 2 };
    let mut belief = EstimatorBelief(estimator(&"bayes".parse().unwrap(), &rules));
    let (seat, mut game) = (Seat::new(1), Kuhn::new(&rules));
    belief.begin(game.view(seat));
    let mut rng = Rng::new(5);
    assert_eq!(belief.imagine(game.view(seat), &mut rng), game, "before the deal there is one world");
    let line = [
        Event::Chance(Deal(Seat::new(0), K)),
        Event::Chance(Deal(seat, Q)),
        Event::Act(Seat::new(0), Action::Bet),
    ];
    for event in line {
        game.apply(&event);
        belief.see(game.view(seat), &game.seen(&event, Some(seat)));
    }
    let mut counts = [0.0; 2];
    for _ in 0..4000 {
        let world = belief.imagine(game.view(seat), &mut rng);
        assert_eq!(world.view(seat), game.view(seat));
        counts[usize::from(world.role(Seat::new(0)) == Some(K))] += 1.0;
    }
    assert!(exams::chi_square_p(&counts, &[1000.0, 3000.0]) > 1e-4, "{counts:?}");
}

/// The equilibrium earns A -1/18 a game against itself (Kuhn 1950), for every alpha.
#[test]
fn the_equilibrium_has_the_value_of_the_game() {
    for alpha in [0.0, 0.2, 1.0 / 3.0] {
        let value = value(&Kuhn::new(&Rules { seats: 2 }), Equilibrium { alpha });
        assert!((value + 1.0 / 18.0).abs() < 1e-12, "{alpha}: {value}");
    }
}

fn value(game: &Kuhn, player: Equilibrium) -> f64 {
    let after = |event: Event<Action, Deal>| {
        let mut next = *game;
        next.apply(&event);
        value(&next, player)
    };
    match game.public().turn() {
        table::Turn::Over => game.payoffs().points[Seat::new(0)],
        table::Turn::Chance => {
            let mut outcomes = Vec::new();
            table::Enumerable::outcomes(game, &mut outcomes);
            outcomes.iter().map(|(deal, chance)| chance * after(Event::Chance(*deal))).sum()
        }
        table::Turn::Seats(set) => {
            let seat = set.first().unwrap();
            let mut mix = [0.0; 2];
            { player }.mix(game.view(seat), &[Action::Pass, Action::Bet], &mut Rng::new(0), &mut mix);
            [Action::Pass, Action::Bet]
                .iter()
                .zip(mix)
                .map(|(&action, chance)| chance * after(Event::Act(seat, action)))
                .sum()
        }
    }
}
