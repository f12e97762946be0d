//! How long a learned policy takes for a decision, in microseconds of one thread: `cargo run --release -p players --example policy`.
//!
//! Networks of so many hidden layers of so many values, drawn and not trained, at Daihinmin's table for five. Actions are scored by
//! features (a query of 64) or by id. Positions are those of random games with about fifty legal actions; a decision is a row
//! observed, the trunk, the scores of the legal actions, and a draw. Then the search one round deep in the first round of the
//! buzzard for two: 225 pairs of bids, 14 prizes that may follow, both seats asked. The best round counts: other work on the
//! machine only slows down.
#![allow(clippy::print_stdout, reason = "a measurement that is run by hand")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use games::daihinmin::{Action, Rules};
use games::{Buzzard, Daihinmin};
use players::buzzard::BuzzardRow;
use players::daihinmin::DaihinminRow;
use players::forward::{
    CountOf, Dense, PolicyBy, PolicyFile, PolicyHead, PolicyLayer, PolicyNetwork, PolicyValue, Tensors,
    WidthOf,
};
use players::learned::{Learned, LearnedValues};
use search::{Horizon, Lookahead, Scale};
use table::{ActionIds, Agent, Encode, Game, Notation, PublicState, Rng, Seat, Spec, Turn, random_event};

const QUERY: usize = 64;
const POSITIONS: usize = 64;
const ROUNDS: usize = 100;

fn network<G: Game, E: Encode<G>>(
    rules: &G::Rules,
    (width, layers): (usize, usize),
    by_features: bool,
) -> Arc<PolicyNetwork> {
    let (mut rng, mut tensors) = (Rng::new(1), Tensors::new());
    let rows = E::new(rules).width();
    let (count, features) = (E::Ids::ids(rules), E::Ids::features(rules).len());
    let mut dense = |name: &str, inputs: usize, outputs: usize| {
        let spread = (12.0 / inputs as f64).sqrt();
        let mut draw = |count: usize| (0..count).map(|_| ((rng.f64() - 0.5) * spread) as f32).collect();
        let layer = Dense { inputs, outputs, weights: draw(inputs * outputs), bias: draw(outputs) };
        let [weight, bias] =
            [("weight", vec![inputs, outputs]), ("bias", vec![outputs])].map(|(what, shape)| {
                let figures = if what == "bias" { layer.bias.clone() } else { layer.weights.clone() };
                (format!("{name}.{what}"), players::forward::Tensor { shape, figures })
            });
        tensors.extend([weight, bias]);
        PolicyLayer::Dense(name.to_string())
    };
    let mut steps = Vec::new();
    for at in 0..layers {
        steps.push(dense(&format!("hidden{at}"), if at == 0 { rows } else { width }, width));
        steps.push(PolicyLayer::Relu(true));
    }
    let policy = match by_features {
        false => {
            dense("policy", width, count as usize);
            PolicyBy::Ids { dense: "policy".to_string() }
        }
        true => {
            dense("query", width, QUERY);
            let first = dense("key0", features, 128);
            let layers = vec![first, PolicyLayer::Relu(true), dense("key1", 128, QUERY + 1)];
            PolicyBy::Features { query: "query".to_string(), layers, width: features }
        }
    };
    dense("value", width, 1);
    let head = PolicyHead {
        game: G::NAME.to_string(),
        rules_version: G::RULES_VERSION,
        rules: G::NAME.to_string(),
        seats: G::new(rules).public().seats(),
        rows: WidthOf { version: E::VERSION, width: rows },
        ids: CountOf { version: E::Ids::VERSION, count },
        layers: steps,
        policy,
        value: Some(PolicyValue { dense: "value".to_string(), scale: 1.0 }),
        about: [("how".to_string(), "drawn, not trained".to_string())].into(),
    };
    Arc::new(PolicyNetwork::new(&PolicyFile { head, tensors }).expect("its parts follow from each other"))
}

/// Positions of random games in which the seat that is asked has between 35 and 80 legal actions.
fn positions(rules: &Rules) -> Vec<(Daihinmin, Seat, Vec<Action>)> {
    let (mut found, mut rng, mut scratch) = (Vec::new(), Rng::new(2), Vec::new());
    while found.len() < POSITIONS {
        let mut game = Daihinmin::new(rules);
        while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
            game.apply(&event);
            let Turn::Seats(set) = game.public().turn() else { continue };
            for seat in set {
                let mut legal = Vec::new();
                Daihinmin::legal(game.view(seat), &mut legal);
                if (35..=80).contains(&legal.len()) && rng.below(8) == 0 {
                    found.push((game, seat, legal));
                }
            }
        }
    }
    found.truncate(POSITIONS);
    found
}

/// The best time of some rounds of work, in seconds.
fn best(rounds: usize, mut work: impl FnMut()) -> f64 {
    let timed = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    (0..rounds).map(timed).fold(f64::INFINITY, f64::min)
}

fn decisions() {
    let rules = Daihinmin::read_rules(&Spec::named("daihinmin"), 5).expect("the usual rules");
    let positions = positions(&rules);
    let mean =
        positions.iter().map(|(_, _, legal)| legal.len()).sum::<usize>() as f64 / positions.len() as f64;
    println!("daihinmin, {POSITIONS} positions with {mean:.1} legal actions each");
    for (width, layers, by_features) in
        [(256, 2, true), (512, 2, true), (512, 3, true), (1024, 2, true), (512, 2, false)]
    {
        let network = network::<Daihinmin, DaihinminRow>(&rules, (width, layers), by_features);
        let mut player =
            Learned::<Daihinmin, DaihinminRow>::new(network, &rules, 1.0).expect("it is for this table");
        let mut rng = Rng::new(3);
        let all = best(ROUNDS, || {
            for (game, seat, legal) in &positions {
                black_box(player.act(game.view(*seat), black_box(legal), &mut rng));
            }
        });
        let by = if by_features { "features" } else { "ids" };
        println!("  {width} x {layers} by {by}: {:.0} µs a decision", all / positions.len() as f64 * 1e6);
    }
}

fn search() {
    let rules = Buzzard::read_rules(&Spec::named("buzzard"), 2).expect("the usual rules");
    let (mut game, mut rng) = (Buzzard::new(&rules), Rng::new(1));
    game.apply(&random_event(&game, &mut rng, &mut Vec::new()).expect("a prize is turned up"));
    for (width, layers) in [(256, 2), (512, 2), (512, 3)] {
        let network = network::<Buzzard, BuzzardRow>(&rules, (width, layers), false);
        let values =
            LearnedValues::<Buzzard, BuzzardRow>::new(network, &rules, 0.0).expect("it tells a value");
        let horizon = Horizon { depth: 1, outcomes: 16, leaves: 20_000 };
        let mut player = Lookahead::new(values, horizon, 0.0, Scale::wins::<Buzzard>);
        let all = best(5, || _ = black_box(player.search(game.view(Seat::new(0)), &mut rng)));
        println!("buzzard, {width} x {layers}, {} leaves: {:.0} ms a search", player.leaves(), all * 1e3);
    }
}

fn main() {
    decisions();
    search();
}
