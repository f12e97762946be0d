//! Players that learned, by name: networks from a file, or those that come along.

use std::path::Path;
use std::sync::Arc;

use players::forward::{PolicyHead, PolicyNetwork};
use players::learned::{Learned, Shelved, check, load, shelved};
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
    let network = network::<G>(params, rules)?;
    let player = Learned::<G, G::Encoder>::new(network, rules, temperature);
    player.map(Player::agent).map_err(|error| SpecError::bad(format!("learned: {error}")))
}

/// The network that `weights` names, or the one that comes along for these rules.
///
/// # Errors
/// A file that cannot be read or is for something else; nothing comes along for these rules.
pub(crate) fn network<G: Playable>(
    params: &mut Params<'_>,
    rules: &G::Rules,
) -> Result<Arc<PolicyNetwork>, SpecError> {
    match params.given(&WEIGHTS) {
        Some(file) => from_file::<G>(file, rules),
        None => along::<G>(shelved(), rules).ok_or_else(|| nothing_along::<G>(rules)),
    }
}

fn from_file<G: Playable>(file: &str, rules: &G::Rules) -> Result<Arc<PolicyNetwork>, SpecError> {
    let name = file.escape_debug();
    let network =
        load(Path::new(file)).map_err(|error| SpecError::bad(format!("learned: {name}: {error}")))?;
    match check::<G, G::Encoder>(network.head(), rules) {
        Ok(()) => Ok(network),
        Err(error) => {
            let PolicyHead { rules, seats, .. } = network.head();
            let trained = format!("it was trained for {} with {seats} seats", rules.escape_debug());
            Err(SpecError::bad(format!("learned: {name}: {error}; {trained}")))
        }
    }
}

/// The network of a shelf that fits these rules: one that was trained under them, or else the first that can read their rows.
fn along<G: Playable>(shelf: &[Shelved], rules: &G::Rules) -> Option<Arc<PolicyNetwork>> {
    let networks = || shelf.iter().map(Shelved::network);
    let fits = |network: &&Arc<PolicyNetwork>| check::<G, G::Encoder>(network.head(), rules).is_ok();
    let (text, seats) = (G::write_rules(rules), G::new(rules).public().seats());
    let same =
        |network: &&Arc<PolicyNetwork>| (&network.head().rules, network.head().seats) == (&text, seats);
    networks().filter(fits).find(same).or_else(|| networks().find(fits)).cloned()
}

fn nothing_along<G: Playable>(rules: &G::Rules) -> SpecError {
    let (text, seats) = (G::write_rules(rules), G::new(rules).public().seats());
    SpecError::bad(format!(
        "learned: no weights come along for {text} with {seats} seats; name a file, `learned(weights=FILE)`, that \
         `python -m tefuda.learn` wrote (`tefuda docs learning`)"
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
        Shelved::new(Box::leak(file.to_bytes().into_boxed_slice()))
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

    #[test]
    fn where_nothing_comes_along_it_says_what_to_do() {
        let error = nothing_along::<Kuhn>(&Rules { seats: 2 }).to_string();
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
