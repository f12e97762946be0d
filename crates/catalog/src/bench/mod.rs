//! How fast games, searches and batches are, and the signature of what happens in them.

mod batch;
mod signature;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Duration;

use games::{Buzzard, GAMES, find_game};
use rustix::time::{ClockId, clock_gettime};
use search::decoupled::Uct;
use search::{Budget, Decoupled, Searcher};
use serde::Serialize;
use table::{
    Event, EventOf, Game, Hidden, Notation, Player, PublicState, Referee, Rng, Seat, Seeds, Spec, SpecError,
    Turn, derive_seed,
};

use crate::registry::{Playable, Visitor, measured_tables, seat, visit};

pub use batch::{OBSERVED, STEPPED};
pub use signature::{Signed, sign_at_random, sign_players};

/// How speed is measured.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// How long each row is measured.
    pub time: Duration,
    /// How many allocations this thread has made.
    pub allocations: fn() -> u64,
}

/// How fast something is.
#[derive(Clone, Debug, Serialize)]
pub struct Speed {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The number of players at the table.
    pub players: usize,
    /// Who sits on every seat, where it is not chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<&'static str>,
    /// What is counted.
    pub what: &'static str,
    /// The rate per second.
    pub per_second: f64,
    /// Allocations per game, or per step or search, rounded up.
    pub allocations: u64,
    /// The size of a state.
    pub state_bytes: usize,
    /// What an observation and its mask take, where they are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row_bytes: Option<usize>,
}

/// What is measured, each table once, sorted by game, rules and seats.
pub fn tables() -> Result<Vec<(Spec, usize)>, SpecError> {
    let extremes = GAMES.iter().flat_map(|game| [(game.name, game.seats.0), (game.name, game.seats.1)]);
    let named = measured_tables();
    let canonical = |(text, seats): (&str, usize)| {
        let spec: Spec = text.parse()?;
        let game = find_game(&spec)?;
        Ok((game.name, game.canonical(&spec, seats)?, seats))
    };
    let tables: BTreeSet<_> = extremes.chain(named).map(canonical).collect::<Result<_, SpecError>>()?;
    tables.into_iter().map(|(_, rules, seats)| Ok((rules.parse()?, seats))).collect()
}

/// Plays one game at random and shows every event to `each` just after it was applied.
#[inline]
fn random_game<G: Game>(
    rules: &G::Rules,
    rng: &mut Rng,
    scratch: &mut Vec<G::Action>,
    mut each: impl FnMut(&G, &EventOf<G>),
) -> G {
    let mut game = G::new(rules);
    // By hand and turn by turn: what is measured is the game, and `random_event` asks after every event whose turn it
    // is (4 % more instructions in the buzzard, 17 % in Kuhn poker).
    loop {
        match game.public().turn() {
            Turn::Over => return game,
            Turn::Chance => {
                let event = Event::Chance(game.draw(rng));
                game.apply(&event);
                each(&game, &event);
            }
            // Who chooses at random may be asked after another has committed.
            Turn::Seats(set) => set.for_each(|seat| {
                let event = Event::Act(seat, G::random_action(game.view(seat), rng, scratch));
                game.apply(&event);
                each(&game, &event);
            }),
        }
    }
}

/// Simulations of a search, counted.
pub const SEARCH: &str = "simulations";
/// Games of players who are asked by the referee.
pub const REFEREED: &str = "games_refereed";

/// Simulations of one search, as many as the peer it is compared with makes (docs/speed.md).
const SIMULATIONS: u32 = 20_000;

impl Bench {
    /// Random games at a table: games, actions, and games seen by all seats.
    ///
    /// # Errors
    /// Games and options that do not exist.
    pub fn games(&self, spec: &Spec, seats: usize) -> Result<Vec<Speed>, SpecError> {
        visit(spec, seats, Measure(self))
    }

    /// `uct` at the first decision of goofspiel for two, with random playouts.
    ///
    /// # Errors
    /// None that could be met.
    pub fn simulations(&self) -> Result<Speed, SpecError> {
        let rules = Buzzard::read_rules(&Spec::named("goofspiel"), 2)?;
        let mut game = Buzzard::new(&rules);
        game.apply(&Event::Chance(game.draw(&mut Rng::new(derive_seed(&[1])))));
        let mut uct =
            Searcher::new(Decoupled::new(Uct::basic(1.4)), Budget::simulations(SIMULATIONS), Buzzard::scale);
        let (view, mut legal) = (game.view(Seat::new(0)), Vec::new());
        Buzzard::legal(view, &mut legal);
        let run = self.run_in_batches(3, 1, |rng| uct.search(view, &legal, rng));
        Ok(Speed { agent: Some("uct"), ..run.row::<Buzzard>(&rules, 2, SEARCH, f64::from(SIMULATIONS)) })
    }

    /// Whole games as experiments play them: the same player on every seat, through the referee.
    ///
    /// # Errors
    /// Games, options and players that do not exist.
    pub fn refereed(&self, spec: &Spec, seats: usize, agent: &'static str) -> Result<Speed, SpecError> {
        visit(spec, seats, Refereed { bench: self, agent })?
    }

    /// Many tables stepped together with random ids: without observations, and with rows and masks.
    ///
    /// # Errors
    /// Games and options that do not exist.
    pub fn batched(&self, spec: &Spec, seats: usize) -> Result<[Speed; 2], SpecError> {
        visit(spec, seats, batch::Measure(self))
    }

    /// Plays games for so long, in time of this thread, after some that only warm up.
    fn run(&self, play: impl FnMut(&mut Rng)) -> Run {
        self.run_in_batches(WARM_UP, BATCH, play)
    }

    fn run_in_batches(&self, warm_up: u64, batch: u64, mut play: impl FnMut(&mut Rng)) -> Run {
        let mut rng = Rng::new(derive_seed(&[1]));
        (0..warm_up).for_each(|_| play(&mut rng));
        let (start, before, mut games) = (thread_time(), (self.allocations)(), 0);
        while thread_time() - start < self.time {
            (0..batch).for_each(|_| play(&mut rng));
            games += batch;
        }
        let (allocations, seconds) = ((self.allocations)() - before, (thread_time() - start).as_secs_f64());
        Run { games, all_games: games + warm_up, seconds, allocations }
    }
}

struct Refereed<'a> {
    bench: &'a Bench,
    agent: &'static str,
}

impl Visitor for Refereed<'_> {
    type Out = Result<Speed, SpecError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let (seats, spec) = (G::new(&rules).public().seats(), self.agent.parse()?);
        let players = (0..seats).map(|_| seat::<G>(&spec, &rules));
        let mut players = players.collect::<Result<Vec<Player<G>>, _>>()?;
        let mut referee = Referee::<G>::new(&rules, Seeds::new(0));
        let run = self.bench.run(|rng| {
            referee.restart(&rules, Seeds::new(rng.bits()));
            let played = referee.play(&mut players, &mut ());
            black_box(played.expect("players of the catalog break no rule"));
        });
        Ok(Speed { agent: Some(self.agent), ..run.row::<G>(&rules, seats, REFEREED, 1.0) })
    }
}

/// Measures a table for so long.
struct Measure<'a>(&'a Bench);

impl Visitor for Measure<'_> {
    type Out = Vec<Speed>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<Speed> {
        let seats = G::new(&rules).public().seats();
        let (mut scratch, mut actions) = (Vec::with_capacity(MOST_ACTIONS), 0_u64);
        let plain = self.0.run(|rng| {
            black_box(random_game::<G>(&rules, rng, &mut scratch, |_, event| {
                actions += u64::from(matches!(event, Event::Act(..)));
            }));
        });
        let seen = self.0.run(|rng| {
            black_box(random_game::<G>(&rules, rng, &mut scratch, |game, event| {
                Seat::all(seats).for_each(|seat| _ = black_box(game.seen(event, Some(seat))));
            }));
        });
        let actions_per_game = actions as f64 / plain.all_games as f64;
        vec![
            plain.row::<G>(&rules, seats, "games", 1.0),
            plain.row::<G>(&rules, seats, "actions", actions_per_game),
            seen.row::<G>(&rules, seats, "games_seen", 1.0),
        ]
    }
}

/// What was measured of one way to play.
struct Run {
    games: u64,
    /// With those that only warmed up.
    all_games: u64,
    seconds: f64,
    allocations: u64,
}

/// Games between two looks at the clock.
const BATCH: u64 = 32;
const WARM_UP: u64 = 200;
/// No turn of any game offers more: the caller's buffer does not grow when a long list comes late.
const MOST_ACTIONS: usize = 4096;

impl Run {
    fn row<G: Notation>(&self, rules: &G::Rules, players: usize, what: &'static str, per_game: f64) -> Speed {
        Speed {
            game: G::NAME,
            rules: G::write_rules(rules),
            players,
            agent: None,
            what,
            per_second: self.games as f64 * per_game / self.seconds,
            // Rounded up: 0 means none at all.
            allocations: self.allocations.div_ceil(self.games),
            state_bytes: size_of::<G>(),
            row_bytes: None,
        }
    }
}

/// The time this thread has computed.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
