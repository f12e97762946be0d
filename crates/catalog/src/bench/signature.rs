//! The parts of the signature: digests of fixed games, played at random and by every player.

use serde::Serialize;
use table::{
    Digest, EventOf, Notation, Payoffs, Player, PublicState, Referee, Rng, Seeds, Spec, SpecError, Witness,
    derive_seed,
};

use super::random_game;
use crate::registry::{Playable, Visitor, quick_agents, seat, visit};

/// What happened in fixed games of one player, or of chance.
#[derive(Clone, Debug, Serialize)]
pub struct Signed {
    /// The game with its options.
    pub rules: String,
    /// The number of players at the table.
    pub seats: usize,
    /// Who plays, on every seat.
    pub player: String,
    /// The digest of the games.
    pub digest: String,
}

/// How many games of a table nobody thinks about, and how they are named.
const AT_RANDOM: u64 = 20;
const CHANCE: &str = "20 games at random";

/// Signs random games at a table.
///
/// # Errors
/// Games and options that do not exist.
pub fn sign_at_random(spec: &Spec, seats: usize) -> Result<Signed, SpecError> {
    visit(spec, seats, SignRandom)
}

/// Signs this many games of every player that accepts a table, against itself.
///
/// # Errors
/// Games and options that do not exist.
pub fn sign_players(spec: &Spec, seats: usize, games: u64) -> Result<Vec<Signed>, SpecError> {
    visit(spec, seats, SignPlayers(games))
}

fn signed<G: Notation>(rules: &G::Rules, player: String, digest: Digest) -> Signed {
    let seats = G::new(rules).public().seats();
    Signed { rules: G::write_rules(rules), seats, player, digest: digest.to_string() }
}

/// Signs random games of a table.
struct SignRandom;

impl Visitor for SignRandom {
    type Out = Signed;

    fn visit<G: Playable>(self, rules: G::Rules) -> Signed {
        let mut ink = Ink::new();
        for game in 0..AT_RANDOM {
            let mut rng = Rng::new(derive_seed(&[game]));
            let over = random_game::<G>(&rules, &mut rng, &mut Vec::new(), |_, event| ink.event::<G>(event));
            ink.payoffs(&over.payoffs());
        }
        signed::<G>(&rules, CHANCE.to_string(), ink.0)
    }
}

/// Signs this many games of every player that accepts a table.
struct SignPlayers(u64);

impl Visitor for SignPlayers {
    type Out = Vec<Signed>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<Signed> {
        let of_player = |spec: &Spec| of_player::<G>(spec, &rules, self.0);
        let sign = |spec: Spec| Some(signed::<G>(&rules, spec.to_string(), of_player(&spec)?));
        quick_agents(G::NAME).into_iter().filter_map(sign).collect()
    }
}

/// Games with one player on every seat; none if it refuses such a table.
fn of_player<G: Playable>(spec: &Spec, rules: &G::Rules, games: u64) -> Option<Digest> {
    let (mut referee, mut ink) = (Referee::<G>::new(rules, Seeds::new(0)), Ink::new());
    let players = (0..referee.seats()).map(|_| seat::<G>(spec, rules).ok());
    let mut players = players.collect::<Option<Vec<Player<G>>>>()?;
    for game in 0..games {
        referee.restart(rules, Seeds::new(derive_seed(&[1, game])));
        let payoffs = referee.play(&mut players, &mut ink);
        ink.payoffs(&payoffs.expect("players of the catalog break no rule"));
    }
    Some(ink.0)
}

/// Writes what happens into a digest.
struct Ink(Digest);

impl Ink {
    const fn new() -> Ink {
        Ink(Digest::new())
    }

    fn event<G: Notation>(&mut self, event: &EventOf<G>) {
        self.0.write(format!("{event}\n").as_bytes());
    }

    fn payoffs(&mut self, payoffs: &Payoffs) {
        self.0.write(format!("{:?}\n", payoffs.points).as_bytes());
    }
}

impl<G: Notation> Witness<G> for Ink {
    fn see(&mut self, _truth: &G, event: &EventOf<G>) {
        self.event::<G>(event);
    }
}
