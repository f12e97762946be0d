//! Players that learned, by name: networks from a file, or those that come along; and a search over what they expect.

use std::path::Path;
use std::sync::Arc;

use players::forward::{PolicyHead, PolicyNetwork};
use players::learned::{Learned, LearnedValues, Shelved, check, load, shelved};
use search::{Horizon, Lookahead};
use table::{Param, Params, Player, PublicState, SpecError, Values};

use crate::registry::Playable;
use crate::row::Row;

const WEIGHTS: Param =
    Param::new("weights", "", "a file of weights, instead of those that come along", Values::File);
const TEMPERATURE: Param = Param::number(
    "temperature",
    "1",
    "how far it strays from the best action; 0 always plays the best",
    0.0,
    100.0,
);

const DEPTH: Param = Param::number("depth", "1", "how many rounds it looks ahead", 1.0, 100.0);
const OUTCOMES: Param = Param::number(
    "outcomes",
    "16",
    "so many outcomes of each chance event are looked at; where there are more, that many are drawn",
    1.0,
    1_000.0,
);
const LEAVES: Param = Param::number(
    "leaves",
    "20000",
    "it looks fewer rounds ahead where there would be more leaves than this",
    1.0,
    100_000_000.0,
);

/// The row of networks, for any game.
pub(crate) fn row<G: Playable>() -> Row<G> {
    Row {
        name: "learned",
        about: "a network that learned the game by playing it",
        params: &[&[WEIGHTS, TEMPERATURE]],
        quick: &[],
        build: |params, rules| player::<G>(params, rules),
    }
}

fn player<G: Playable>(params: &mut Params<'_>, rules: &G::Rules) -> Result<Player<G>, SpecError> {
    let temperature = params.number(&TEMPERATURE)?;
    let network = network::<G>("learned", params, rules)?;
    let player = Learned::<G, G::Encoder>::new(network, rules, temperature);
    player.map(Player::agent).map_err(|error| SpecError::bad(format!("learned: {error}")))
}

/// The row of a search over the values of networks, for games in which nothing but the choices of the turn is hidden.
pub(crate) fn lookahead_row<G: Playable>() -> Row<G> {
    Row {
        name: "lookahead",
        about: "searches some rounds deep for two seats, each round a matrix game over the values of a network",
        params: &[&[WEIGHTS, DEPTH, OUTCOMES, LEAVES]],
        quick: &[],
        build: |params, rules| lookahead::<G>(params, rules),
    }
}

fn lookahead<G: Playable>(params: &mut Params<'_>, rules: &G::Rules) -> Result<Player<G>, SpecError> {
    let bad = |why: String| SpecError::bad(format!("lookahead: {why}"));
    let horizon = Horizon {
        depth: params.number(&DEPTH)?,
        outcomes: params.number(&OUTCOMES)?,
        leaves: params.number(&LEAVES)?,
    };
    let (network, seats) = (network::<G>("lookahead", params, rules), G::new(rules).public().seats());
    if seats != 2 {
        return Err(bad(format!("it takes a round for a matrix game, which has 2 seats, not {seats}")));
    }
    let Some(sum) = G::sum_of_points(rules) else {
        return Err(bad(format!("what one seat of {} earns need not be what the other loses", G::NAME)));
    };
    let values = LearnedValues::<G, G::Encoder>::new(network?, rules, sum);
    let values = values.map_err(|error| bad(error.to_string()))?;
    Ok(Player::agent(Lookahead::new(values, horizon, sum, G::scale)))
}

/// The network that `weights` names, or the one that comes along for these rules.
///
/// # Errors
/// A file that cannot be read or is for something else; nothing comes along for these rules.
fn network<G: Playable>(
    name: &str,
    params: &mut Params<'_>,
    rules: &G::Rules,
) -> Result<Arc<PolicyNetwork>, SpecError> {
    match params.given(&WEIGHTS) {
        Some(file) => from_file::<G>(name, file, rules),
        None => along::<G>(shelved(), rules).ok_or_else(|| nothing_along::<G>(name, rules)),
    }
}

fn from_file<G: Playable>(name: &str, file: &str, rules: &G::Rules) -> Result<Arc<PolicyNetwork>, SpecError> {
    let path = file.escape_debug();
    let network =
        load(Path::new(file)).map_err(|error| SpecError::bad(format!("{name}: {path}: {error}")))?;
    match check::<G, G::Encoder>(network.head(), rules) {
        Ok(()) => Ok(network),
        Err(error) => {
            let PolicyHead { rules, seats, .. } = network.head();
            let trained = format!("it was trained for {} with {seats} seats", rules.escape_debug());
            Err(SpecError::bad(format!("{name}: {path}: {error}; {trained}")))
        }
    }
}

/// The network of a shelf that fits these rules: one that was trained under them, or else the first that can read their rows.
fn along<G: Playable>(shelf: &[Shelved], rules: &G::Rules) -> Option<Arc<PolicyNetwork>> {
    let fits = |policy: &&Shelved| check::<G, G::Encoder>(policy.head(), rules).is_ok();
    let (text, seats) = (G::write_rules(rules), G::new(rules).public().seats());
    let same = |policy: &&Shelved| (&policy.head().rules, policy.head().seats) == (&text, seats);
    let found = shelf.iter().filter(fits).find(same).or_else(|| shelf.iter().find(fits));
    found.map(|policy| Arc::clone(policy.network()))
}

fn nothing_along<G: Playable>(name: &str, rules: &G::Rules) -> SpecError {
    let (text, seats) = (G::write_rules(rules), G::new(rules).public().seats());
    SpecError::bad(format!(
        "{name}: no weights come along for {text} with {seats} seats; name a file, `{name}(weights=FILE)`, that \
         `python -m tefuda.learn` wrote (`tefuda docs policies`)"
    ))
}

#[cfg(test)]
mod tests {
    use games::Kuhn;
    use games::kuhn::Rules;
    use players::learned::testing::{Scored, untrained};
    use table::Spec;

    use super::*;

    /// A small network for this many seats.
    fn shelf(seats: u8, rules: &str, seed: u64) -> Shelved {
        let mut file = untrained::<Kuhn, <Kuhn as Playable>::Encoder>(&Rules { seats }, Scored::ById, seed);
        file.head.rules = rules.to_string();
        Shelved::new("made up", Box::leak(file.to_bytes().into_boxed_slice()))
    }

    #[test]
    fn the_network_of_the_table_comes_along() {
        let shelf = [shelf(3, "kuhn", 1), shelf(2, "kuhn(other)", 2), shelf(2, "kuhn", 3)];
        let found = |shelf: &[Shelved], seats| along::<Kuhn>(shelf, &Rules { seats });
        assert!(Arc::ptr_eq(&found(&shelf, 3).unwrap(), shelf[0].network()));
        assert!(Arc::ptr_eq(&found(&shelf, 2).unwrap(), shelf[2].network()), "trained under these rules");
        assert!(Arc::ptr_eq(&found(&shelf[..2], 2).unwrap(), shelf[1].network()), "the rows are the same");
        assert!(found(&shelf[..1], 2).is_none());
    }

    /// Holds a policy that comes along against the table it was trained at.
    struct Fits<'a>(&'a PolicyHead);

    impl crate::Visitor for Fits<'_> {
        type Out = (String, Option<String>);

        fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
            let error = check::<G, G::Encoder>(self.0, &rules).err();
            (G::write_rules(&rules), error.map(|error| error.to_string()))
        }
    }

    #[test]
    fn what_comes_along_fits_the_table_it_was_trained_at() {
        for policy in shelved() {
            let (name, head) = (policy.name(), policy.head());
            let spec = head.rules.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let fits = crate::visit(&spec, head.seats, Fits(head));
            assert_eq!(fits, Ok((head.rules.clone(), None)), "{name}");
            assert_eq!(policy.network().head(), head, "{name}");
        }
    }

    #[test]
    fn where_nothing_comes_along_it_says_what_to_do() {
        let error = nothing_along::<Kuhn>("learned", &Rules { seats: 2 }).to_string();
        assert!(
            error.contains("for kuhn with 2 seats") && error.contains("learned(weights=FILE)"),
            "{error}"
        );
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_the_name_of_the_file() {
        let refused = |spec: &str| {
            let spec: Spec = spec.parse().unwrap();
            crate::seat::<Kuhn>(&spec, &Rules { seats: 2 }).err().unwrap().to_string()
        };
        let error = refused("learned(weights=no-such.safetensors)");
        assert!(error.starts_with("learned: no-such.safetensors: "), "{error}");
        let leduc = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/data/policy-leduc.safetensors");
        let error = refused(&format!("learned(weights={leduc})"));
        assert!(
            error.ends_with(
                "its game is `leduc`, where `kuhn` is needed; it was trained for leduc with 2 seats"
            ),
            "{error}"
        );
        let rank = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/weights/rank.safetensors");
        let error = refused(&format!("learned(weights={rank})"));
        assert!(error.contains("it is no learned policy"), "{error}");
        assert!(refused("learned(temperature=-1)").contains("a number from 0 to 100"));
    }
}
