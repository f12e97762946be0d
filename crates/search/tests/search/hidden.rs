//! Searches over imagined worlds: what they find in Kuhn poker, and that they know only what their seat knows.

use games::buzzard::Bid;
use games::kuhn::{Action, Card, Deal, Rules};
use games::{Buzzard, Kuhn};
use search::decoupled::{Rm, Uct};
use search::playout::{Guide, GuidedPlayout, RandomPlayout};
use search::{
    Budget, Decoupled, Flat, Halving, HalvingRule, Ismcts, Pimc, PimcRule, Poll, Scale, ScaleFor, Searcher,
    Thought,
};
use table::{Agent, Belief, Event, EventOf, Game, Player, Referee, Rng, Seat, Seeds, Uniform, View};

use crate::common::{A, B, Duel, Matrix, after, buzzard, legal, mice, points, tenths};

const BUDGET: Budget = Budget::simulations(2000);
const PIMC: PimcRule = PimcRule { worlds: 20, c: 1.0, poll: Poll::Visits };
const VOTES: PimcRule = PimcRule { poll: Poll::Votes, ..PIMC };

/// Kuhn pays at most 2.
fn chips(_: &games::kuhn::Public) -> Scale {
    Scale::Points { low: -2.0, high: 2.0 }
}

fn players<G: Game>(aim: ScaleFor<G>) -> Vec<Box<dyn Agent<G>>> {
    vec![
        Box::new(Searcher::new(Flat::default(), BUDGET, aim)),
        Box::new(Searcher::new(Halving::default(), BUDGET, aim)),
        Box::new(Searcher::new(Pimc::new(PIMC), BUDGET, aim)),
        Box::new(Searcher::new(Pimc::new(VOTES), BUDGET, aim)),
        Box::new(Searcher::new(Ismcts::new(0.7), BUDGET, aim)),
        Box::new(Searcher::new(Decoupled::new(Uct::basic(0.7)), BUDGET, aim)),
        Box::new(Searcher::new(Decoupled::new(Rm::default()), BUDGET, aim)),
    ]
}

/// The cards of A and B, then what happened.
fn kuhn(cards: &str, acts: &[Action]) -> Kuhn {
    let mut game = Kuhn::new(&Rules { seats: 2 });
    let deal = |(seat, card): (usize, char)| -> EventOf<Kuhn> {
        let card: Card = card.to_string().parse().expect("a card is J, Q, K or A");
        Event::Chance(Deal(Seat::new(seat), card))
    };
    cards.chars().enumerate().for_each(|card| game.apply(&deal(card)));
    acts.iter().enumerate().for_each(|(i, &act)| game.apply(&Event::Act(Seat::new(i % 2), act)));
    game
}

#[test]
fn dominated_actions_are_not_played() {
    use Action::{Bet, Pass};
    // With the king one calls, with the jack one does not; with the king one bets after a check.
    let cases = [("QK", vec![Bet], Bet), ("QJ", vec![Bet], Pass), ("QK", vec![Pass], Bet)];
    let more = [("KQ", vec![Pass, Bet], Bet), ("JQ", vec![Pass, Bet], Pass)];
    for (cards, acts, wanted) in cases.into_iter().chain(more) {
        let game = kuhn(cards, &acts);
        let view = game.view(Seat::new(acts.len() % 2));
        for (i, player) in players(chips).iter_mut().enumerate() {
            let chosen = player.act(view, &legal(view), &mut Rng::new(3));
            assert_eq!(chosen, wanted, "player {i}, {cards} after {acts:?}");
        }
    }
}

/// For a state and a world that the seat cannot tell from it, every search with the same seed is the same.
fn knows_only_its_view<G: Game>(game: &G, seat: Seat, aim: ScaleFor<G>) {
    let (view, mut worlds) = (game.view(seat), Rng::new(7));
    let other = (0..100).map(|_| G::imagine(view, &mut worlds)).find(|world| world != game);
    let other = other.expect("something is hidden");
    let mixes = |game: &G| -> Vec<Vec<f64>> {
        let (view, mut mix) = (game.view(seat), vec![0.0; legal(game.view(seat)).len()]);
        let mut ask = |player: &mut Box<dyn Agent<G>>| {
            let mixed = player.mixed().expect("searches show their distribution");
            mixed.mix(view, &legal(view), &mut Rng::new(1), &mut mix);
            mix.clone()
        };
        players(aim).iter_mut().map(&mut ask).collect()
    };
    assert_eq!(mixes(game), mixes(&other));
}

#[test]
fn the_truth_makes_no_difference_where_the_view_is_the_same() {
    knows_only_its_view(&kuhn("KQ", &[]), A, chips);
    knows_only_its_view(&kuhn("KQ", &[Action::Bet]), B, chips);
    let mut game = after(&buzzard(2, 6), &[(2, &[6, 1])], 3);
    game.apply(&Event::Act(A, "2".parse().unwrap()));
    knows_only_its_view(&game, B, points);
}

fn think(view: View<'_, Kuhn>, budget: Budget) -> (Vec<Thought<Action>>, usize) {
    let mut ismcts = Searcher::new(Ismcts::new(0.7), budget, chips);
    ismcts.search(view, &legal(view), &mut Rng::new(1));
    (ismcts.thoughts(view), ismcts.algorithm().nodes())
}

#[test]
fn trees_of_what_is_seen_stay_small() {
    let game = kuhn("KQ", &[]);
    let visits = |thoughts: &[Thought<Action>]| thoughts.iter().map(|thought| thought.visits).sum::<u32>();
    // Nobody sees the cards in play, so both trees are that of passes and bets: 9 histories.
    let (thoughts, nodes) = think(game.view(A), BUDGET);
    assert_eq!((visits(&thoughts), nodes), (2000, 2 * 9));
    let (thoughts, nodes) = think(game.view(A), BUDGET.with_nodes(4));
    assert_eq!((visits(&thoughts), nodes), (2000, 2 * 4));
}

#[test]
fn the_value_of_a_known_showdown_is_found() {
    // The king calls and wins 2 for sure, or gives up 1: rewards 1 and 1/4.
    let game = kuhn("QK", &[Action::Bet]);
    let (thoughts, _) = think(game.view(B), BUDGET);
    assert_eq!(thoughts.iter().map(|thought| thought.value).collect::<Vec<_>>(), [0.25, 1.0]);
    let mut pimc = Searcher::new(Pimc::new(PIMC), BUDGET, chips);
    pimc.search(game.view(B), &legal(game.view(B)), &mut Rng::new(1));
    assert_eq!(
        pimc.thoughts(game.view(B)).iter().map(|thought| thought.value).collect::<Vec<_>>(),
        [0.25, 1.0]
    );
    // The queen meets the king as often as the jack.
    let game = kuhn("KQ", &[Action::Bet]);
    let (thoughts, _) = think(game.view(B), BUDGET);
    assert!((thoughts[1].value - 0.5).abs() < 0.05, "{thoughts:?}");
}

#[test]
fn nobody_in_a_tree_looks_into_envelopes() {
    // Matching pennies: if B saw what A has chosen, A would expect to lose every time.
    let duel = Duel::new(&Matrix([[10, -10], [-10, 10]]));
    let mut ismcts = Searcher::new(Ismcts::new(1.0), BUDGET, tenths);
    ismcts.search(duel.view(A), &legal(duel.view(A)), &mut Rng::new(1));
    let mut decoupled = Searcher::new(Decoupled::new(Uct::basic(1.0)), BUDGET, tenths);
    decoupled.search(duel.view(A), &legal(duel.view(A)), &mut Rng::new(1));
    for thought in ismcts.thoughts(duel.view(A)).iter().chain(&decoupled.thoughts(duel.view(A))) {
        assert!((0.4..0.6).contains(&thought.value), "{thought:?}");
    }
}

/// Bids its lowest card, and counts what it has seen.
#[derive(Clone)]
struct Counting(usize);

impl Guide<Buzzard> for Counting {
    fn see(&mut self, _: &games::buzzard::Public, _: &games::buzzard::Seen) {
        self.0 += 1;
    }

    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _: &mut Rng) -> Bid {
        let public = view.public;
        let events = public.log.len() * (view.seats() + 1) + 1 + public.committed.len();
        assert_eq!(self.0, events, "a guide sees every event once");
        legal[0]
    }
}

#[test]
fn a_guide_sees_the_game_the_tree_and_the_playout() {
    let player = || {
        let playout = GuidedPlayout::new(Counting(0));
        Player::agent(Searcher::with(
            Decoupled::new(Uct::basic(1.0)),
            Budget::simulations(50),
            points,
            Uniform,
            playout,
        ))
    };
    let mut players = [player(), player()];
    for seed in 0..2 {
        let mut referee = Referee::<Buzzard>::new(&buzzard(2, 5), Seeds::new(seed));
        referee.play(&mut players, &mut ()).unwrap();
    }
}

#[test]
fn a_guide_guides() {
    // Against one who always bids the lowest card, 2 takes every mouse for the least.
    let game = after(&mice(2, 5), &[], 5);
    let flat = |playout| {
        let mut flat = Searcher::with(Flat::default(), BUDGET, points, Uniform, playout);
        flat.act(game.view(A), &legal(game.view(A)), &mut Rng::new(1)).value()
    };
    assert_eq!(flat(GuidedPlayout::new(Lowest)), 2);
}

/// Bids its lowest card.
#[derive(Clone)]
struct Lowest;

impl Guide<Buzzard> for Lowest {
    fn act(&mut self, _: View<'_, Buzzard>, legal: &[Bid], _: &mut Rng) -> Bid {
        legal[0]
    }
}

#[test]
fn the_better_actions_are_tried_longer() {
    // Eight cards to bid for the highest mouse: three rounds, in which 8, 4 and 2 actions share the budget.
    let game = after(&mice(2, 8), &[], 8);
    let mut halving = Searcher::new(Halving::default(), Budget::simulations(2400), points);
    halving.search(game.view(A), &legal(game.view(A)), &mut Rng::new(1));
    let mut visits: Vec<u32> = halving.thoughts(game.view(A)).iter().map(|thought| thought.visits).collect();
    visits.sort_unstable();
    assert_eq!(visits, [100, 100, 100, 100, 300, 300, 700, 700]);
}

/// What is played with so much doubt where the usual action is the lowest card and all others bid theirs.
fn doubting(doubt: f32) -> u8 {
    let game = after(&mice(2, 5), &[], 5);
    let rule = HalvingRule { doubt, ..HalvingRule::default() };
    let mut halving = Searcher::with(Halving::new(rule), BUDGET, points, Uniform, GuidedPlayout::new(Lowest));
    halving.act(game.view(A), &legal(game.view(A)), &mut Rng::new(1)).value()
}

#[test]
fn another_action_must_convince() {
    assert_eq!([doubting(0.0), doubting(2.0), doubting(f32::INFINITY)], [2, 2, 1]);
}

#[test]
fn what_is_not_worth_a_thought_is_not_played() {
    let game = after(&mice(2, 5), &[], 5);
    let bid = |narrow| {
        let rule = HalvingRule { narrow, ..HalvingRule::default() };
        let mut halving =
            Searcher::with(Halving::new(rule), BUDGET, points, Uniform, RandomPlayout::default());
        halving.act(game.view(A), &legal(game.view(A)), &mut Rng::new(1)).value()
    };
    assert_eq!([bid(|_, _| {}), bid(|_, bids| bids.truncate(2))], [5, 2]);
}

/// The playouts of one who is told which bid the belief expects of everybody.
#[derive(Clone)]
struct Informed(u8);

impl Guide<Buzzard> for Informed {
    fn act(&mut self, _: View<'_, Buzzard>, legal: &[Bid], _: &mut Rng) -> Bid {
        legal.iter().copied().find(|bid| bid.value() == self.0).unwrap_or(legal[0])
    }
}

/// A belief that expects everybody to bid this.
struct Expecting(u8);

impl Belief<Buzzard> for Expecting {}

#[test]
fn playouts_hear_what_the_belief_says_before_each_search() {
    // Whoever expects a 3 for the highest mouse takes it with a 4, whatever the playouts supposed before.
    let game = after(&mice(2, 5), &[], 5);
    let (view, playout) = (game.view(A), GuidedPlayout::new(Informed(1)));
    let deaf = || Searcher::with(Flat::default(), BUDGET, points, Expecting(3), playout.clone());
    let mut hears = deaf().preparing(|_, belief, playout| playout.guide().0 = belief.0);
    let bid = |searcher: &mut dyn Agent<Buzzard>| searcher.act(view, &legal(view), &mut Rng::new(1)).value();
    assert_eq!([bid(&mut deaf()), bid(&mut hears), bid(&mut hears)], [2, 4, 4]);
}
