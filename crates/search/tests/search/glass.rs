//! What if a later seat saw an earlier bid? The flaw is planted, and the searchers exploit it: so the tests
//! that find no advantage in honest games would find this one.

use games::Buzzard;
use games::buzzard::{Bid, Rules, Seen, TurnUp};
use search::decoupled::Uct;
use search::{Budget, Decoupled, Scale, ScaleFor, Searcher};
use serde::{Serialize, Serializer};
use table::{
    Agent, Event, EventOf, Game, Hidden, Payoffs, Player, PublicState, Referee, Rng, Seat, SeatSet, Seeds,
    Turn, View,
};

use crate::common::{A, B, after, legal, mice, points};

/// The buzzard with envelopes of glass, filled one after another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Glass(Buzzard);

impl Serialize for Glass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}

impl Game for Glass {
    type Rules = Rules;
    type Action = Bid;
    type Public = Glass;
    type Private = ();
    type Seen = Seen;
    const NAME: &'static str = "glass";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Rules) -> Glass {
        Glass(Buzzard::new(rules))
    }
    fn public(&self) -> &Glass {
        self
    }
    fn private(&self, _: Seat) -> &() {
        &()
    }
    fn legal(view: View<'_, Glass>, out: &mut Vec<Bid>) {
        Buzzard::legal(view.public.0.view(view.seat), out);
    }
    fn apply(&mut self, event: &EventOf<Buzzard>) {
        self.0.apply(event);
    }
    fn seen(&self, event: &EventOf<Buzzard>, observer: Option<Seat>) -> Seen {
        self.0.seen(event, observer)
    }
    fn as_spectator(seen: &Seen) -> Seen {
        Buzzard::as_spectator(seen)
    }
    fn payoffs(&self) -> Payoffs {
        self.0.payoffs()
    }
    fn check(&self) {
        self.0.check();
    }
}

impl PublicState for Glass {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        self.0.public().rules()
    }

    fn seats(&self) -> usize {
        self.0.public().seats()
    }

    fn turn(&self) -> Turn {
        match self.0.public().turn() {
            Turn::Seats(set) => Turn::Seats(set.take(1).collect::<SeatSet>()),
            turn => turn,
        }
    }
}

impl Hidden for Glass {
    type Chance = TurnUp;

    fn draw(&self, rng: &mut Rng) -> TurnUp {
        self.0.draw(rng)
    }

    fn drawable(&self, outcome: &TurnUp) -> bool {
        self.0.drawable(outcome)
    }

    fn imagine(view: View<'_, Glass>, _: &mut Rng) -> Glass {
        *view.public
    }
}

fn glass_points(public: &Glass) -> Scale {
    points(public.0.public())
}

const BUDGET: Budget = Budget::simulations(400);

fn answer<G: Game>(game: &G, aim: ScaleFor<G>) -> G::Action {
    let view = game.view(B);
    Searcher::new(Decoupled::new(Uct::basic(0.7)), BUDGET, aim).act(view, &legal(view), &mut Rng::new(1))
}

/// B's answers to each bid that A may have made for the prize 5.
fn answers<G: Game<Action = Bid>>(game: impl Fn(Buzzard) -> G, aim: ScaleFor<G>) -> Vec<u8> {
    let before = after(&mice(2, 6), &[], 5);
    let to = |bid| {
        let mut after = before;
        after.apply(&Event::Act(A, bid));
        answer(&game(after), aim).value()
    };
    legal(before.view(A)).into_iter().map(to).collect()
}

#[test]
fn only_through_glass_is_an_earlier_bid_answered() {
    let honest = answers(|game| game, points);
    assert_eq!(honest, [honest[0]; 6]);
    let glass = answers(Glass, glass_points);
    assert!((1..=5).zip(&glass).all(|(bid, &answer)| answer > bid), "B outbids A where it can: {glass:?}");
}

/// The mean of what B earned in many games of like players, in standard errors.
fn advantage_of_b<G: Game<Rules = Rules>>(aim: ScaleFor<G>) -> f64 {
    const GAMES: u64 = 150;
    let player =
        || Player::<G>::agent(Searcher::new(Decoupled::new(Uct::basic(0.7)), Budget::simulations(60), aim));
    let (rules, mut players) = (mice(2, 5), [player(), player()]);
    let earned: Vec<f64> = (0..GAMES)
        .map(|seed| {
            let payoffs = Referee::<G>::new(&rules, Seeds::new(seed)).play(&mut players, &mut ());
            payoffs.expect("searches do not break down").points[B]
        })
        .collect();
    let mean = earned.iter().sum::<f64>() / GAMES as f64;
    let variance = earned.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / (GAMES - 1) as f64;
    mean / (variance / GAMES as f64).sqrt()
}

#[test]
fn only_through_glass_is_the_later_seat_better() {
    let (honest, glass) = (advantage_of_b::<Buzzard>(points), advantage_of_b::<Glass>(glass_points));
    assert!(honest.abs() < 3.0, "{honest}");
    assert!(glass > 10.0, "{glass}");
}
