//! Small networks that have learned nothing, for tests.

use table::{ActionIds, Encode, Game, PublicState, Rng};

use crate::forward::{
    CountOf, Dense, PolicyBy, PolicyFile, PolicyHead, PolicyLayer, PolicyValue, Tensors, WidthOf,
};

/// How actions are scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scored {
    /// By an output for each id.
    ById,
    /// By the figures that describe them.
    ByFeatures,
}

/// The number of values the hidden layer has.
const HIDDEN: usize = 20;

/// How long a query is.
const QUERY: usize = 5;

/// A network for tables with these rules, its weights drawn from this seed.
pub fn untrained<G: Game, E: Encode<G>>(rules: &G::Rules, scored: Scored, seed: u64) -> PolicyFile {
    let (mut rng, mut tensors) = (Rng::new(seed), Tensors::new());
    let (width, count) = (E::new(rules).width(), E::Ids::ids(rules));
    let features = E::Ids::features(rules).len();
    let mut layer = |name: &str, inputs: usize, outputs: usize| {
        let spread = 3.0 / (inputs as f64).sqrt();
        let mut draw = |count: usize| (0..count).map(|_| ((rng.f64() - 0.5) * spread) as f32).collect();
        let dense = Dense { inputs, outputs, weights: draw(inputs * outputs), bias: draw(outputs) };
        tensors.extend(dense.tensors(name));
        PolicyLayer::Dense(name.to_string())
    };
    let layers = vec![layer("hidden", width, HIDDEN), PolicyLayer::Relu(true)];
    let policy = match scored {
        Scored::ById => {
            layer("policy", HIDDEN, count as usize);
            PolicyBy::Ids { dense: "policy".to_string() }
        }
        Scored::ByFeatures => {
            layer("query", HIDDEN, QUERY);
            let layers = vec![layer("key", features, QUERY + 1)];
            PolicyBy::Features { query: "query".to_string(), layers, width: features }
        }
    };
    layer("value", HIDDEN, 1);
    let head = PolicyHead {
        game: G::NAME.to_string(),
        rules_version: G::RULES_VERSION,
        rules: G::NAME.to_string(),
        seats: G::new(rules).public().seats(),
        rows: WidthOf { version: E::VERSION, width },
        ids: CountOf { version: E::Ids::VERSION, count },
        layers,
        policy,
        value: Some(PolicyValue { dense: "value".to_string(), scale: 1.0 }),
        about: [("how".to_string(), "drawn, not trained".to_string())].into(),
    };
    PolicyFile { head, tensors }
}
