//! `tefuda bench`: how fast each game is, that it plays without allocating, and one signature.

mod batch;
mod signature;

use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Duration;

use agents::{Playable, Visitor, visit};
use games::{Buzzard, GAMES, Raiders, Saboteur, find_game};
use rustix::time::{ClockId, clock_gettime};
use search::decoupled::Uct;
use search::{Budget, Decoupled, Searcher};
use serde::Serialize;
use table::{
    Event, EventOf, Game, Hidden, Notation, Player, PublicState, Referee, Rng, Seat, Seeds, Spec, SpecError,
    Turn, derive_seed,
};

use crate::counting::allocations;
use crate::failure::Failure;
use crate::text::columns;
use crate::{output, progress};

/// Measure the speed of every game, and print one signature of what happens in it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda bench                      random games a second of one thread, by game and seats
  tefuda bench --seconds 2          the same, measured longer
  tefuda bench --seconds 0.05 --json
                                    one JSON document, measured briefly
  tefuda bench --signature          what the signature is made of: a digest a game and player

Time is the thread's own, so other programs disturb little. `allocations` is a game's, after warming up, and \
must be 0. The signature fingerprints fixed games, some played at random and one of every player (but `exec`): \
it changes only when the behaviour of games or players does.")]
pub(crate) struct Args {
    /// Print one JSON document and nothing else
    #[arg(long)]
    json: bool,
    /// How long each row is measured
    #[arg(long, value_name = "S", default_value_t = 0.4, value_parser = seconds)]
    seconds: f64,
    /// Print what the signature is made of, and measure nothing
    #[arg(long, conflicts_with = "seconds")]
    signature: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=60.0).contains(seconds));
    seconds.ok_or_else(|| "a number from 0.001 to 60".to_string())
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if args.signature {
        let signature = signature::signature(&tables()?)?;
        return if args.json { output::print_json(&signature) } else { output::print(&signature.text()) };
    }
    let report = report(Duration::from_secs_f64(args.seconds))?;
    if args.json { output::print_json(&report) } else { output::print(&text(&report)) }
}

#[derive(Serialize)]
struct Report {
    signature: String,
    rows: Vec<Row>,
}

#[derive(Clone, Serialize)]
struct Row {
    game: &'static str,
    rules: String,
    players: usize,
    /// Who sits on every seat, where it is not chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'static str>,
    what: &'static str,
    per_second: f64,
    allocations: u64,
    state_bytes: usize,
    /// What an observation and its mask take, where they are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    row_bytes: Option<usize>,
}

fn report(time: Duration) -> Result<Report, SpecError> {
    let (mut rows, tables) = (Vec::new(), tables()?);
    let signature = signature::signature(&tables)?.signature;
    let bar = progress::bar(tables.len() as u64, "tables", "measuring".to_string());
    for (spec, seats) in tables {
        rows.extend(visit(&spec, seats, Measure(time))?);
        bar.inc(1);
    }
    rows.push(simulations(time)?);
    rows.push(refereed::<Raiders>("raiders-modified", 5, "heuristic", time)?);
    rows.push(refereed::<Saboteur>("saboteur-collusion", 6, "papers", time)?);
    rows.extend(batch::rows(time)?);
    bar.finish_and_clear();
    Ok(Report { signature, rows })
}

/// What is measured, each table once, sorted by game, rules and seats.
fn tables() -> Result<Vec<(Spec, usize)>, SpecError> {
    let extremes = GAMES.iter().flat_map(|game| [(game.name, game.seats.0), (game.name, game.seats.1)]);
    let named = agents::measured_tables();
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

/// Measures a table for so long.
struct Measure(Duration);

impl Visitor for Measure {
    type Out = Vec<Row>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<Row> {
        let seats = G::new(&rules).public().seats();
        let (mut scratch, mut actions) = (Vec::with_capacity(MOST_ACTIONS), 0_u64);
        let plain = Run::of(self.0, |rng| {
            black_box(random_game::<G>(&rules, rng, &mut scratch, |_, event| {
                actions += u64::from(matches!(event, Event::Act(..)));
            }));
        });
        let seen = Run::of(self.0, |rng| {
            black_box(random_game::<G>(&rules, rng, &mut scratch, |game, event| {
                Seat::all(seats).for_each(|seat| _ = black_box(game.seen(event, Some(seat))));
            }));
        });
        let actions_a_game = actions as f64 / plain.all_games as f64;
        vec![
            plain.row::<G>(&rules, seats, "games", 1.0),
            plain.row::<G>(&rules, seats, "actions", actions_a_game),
            seen.row::<G>(&rules, seats, "games_seen", 1.0),
        ]
    }
}

/// What is measured of a search.
const SEARCH: &str = "simulations";
/// What is measured of players who are asked by the referee.
const REFEREED: &str = "games_refereed";

/// Simulations of one search, as many as the peer it is compared with makes (docs/speed.md).
const SIMULATIONS: u32 = 20_000;

/// Measures `uct` at the first decision of goofspiel for two, with random playouts.
fn simulations(time: Duration) -> Result<Row, SpecError> {
    let rules = Buzzard::read_rules(&Spec::named("goofspiel"), 2)?;
    let mut game = Buzzard::new(&rules);
    game.apply(&Event::Chance(game.draw(&mut Rng::new(derive_seed(&[1])))));
    let mut uct =
        Searcher::new(Decoupled::new(Uct::basic(1.4)), Budget::simulations(SIMULATIONS), Buzzard::scale);
    let (view, mut legal) = (game.view(Seat::new(0)), Vec::new());
    Buzzard::legal(view, &mut legal);
    let run = Run::in_batches(time, 3, 1, |rng| uct.search(view, &legal, rng));
    Ok(Row { agent: Some("uct"), ..run.row::<Buzzard>(&rules, 2, SEARCH, f64::from(SIMULATIONS)) })
}

/// Measures whole games as experiments play them: the same player on every seat, through the referee.
fn refereed<G: Playable>(
    spec: &str,
    seats: usize,
    agent: &'static str,
    time: Duration,
) -> Result<Row, SpecError> {
    let rules = G::read_rules(&spec.parse()?, seats)?;
    let sit = |_| agents::seat::<G>(&agent.parse()?, &rules);
    let mut players = (0..seats).map(sit).collect::<Result<Vec<Player<G>>, _>>()?;
    let mut referee = Referee::<G>::new(&rules, Seeds::new(0));
    let run = Run::of(time, |rng| {
        referee.restart(&rules, Seeds::new(rng.bits()));
        let played = referee.play(&mut players, &mut ());
        black_box(played.expect("players of the house break no rule"));
    });
    Ok(Row { agent: Some(agent), ..run.row::<G>(&rules, seats, REFEREED, 1.0) })
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
    /// Plays games for so long, in time of this thread, after some that only warm up.
    fn of(time: Duration, play: impl FnMut(&mut Rng)) -> Run {
        Run::in_batches(time, WARM_UP, BATCH, play)
    }

    fn in_batches(time: Duration, warm_up: u64, batch: u64, mut play: impl FnMut(&mut Rng)) -> Run {
        let mut rng = Rng::new(derive_seed(&[1]));
        (0..warm_up).for_each(|_| play(&mut rng));
        let (start, before, mut games) = (thread_time(), allocations(), 0);
        while thread_time() - start < time {
            (0..batch).for_each(|_| play(&mut rng));
            games += batch;
        }
        let (allocations, seconds) = (allocations() - before, (thread_time() - start).as_secs_f64());
        Run { games, all_games: games + warm_up, seconds, allocations }
    }

    fn row<G: Notation>(&self, rules: &G::Rules, players: usize, what: &'static str, a_game: f64) -> Row {
        Row {
            game: G::NAME,
            rules: G::write_rules(rules),
            players,
            agent: None,
            what,
            per_second: self.games as f64 * a_game / self.seconds,
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

fn text(report: &Report) -> String {
    let head = ["game", "seats", "games/s", "actions/s", "games seen/s", "allocations", "state"];
    let head = head.map(String::from).to_vec();
    let (lines, games): (Vec<&Row>, Vec<&Row>) = report.rows.iter().partition(|row| row.agent.is_some());
    let rows: Vec<_> = [head].into_iter().chain(games.chunks(3).map(table_row)).collect();
    let lines: String = lines.into_iter().map(line).collect();
    format!("{}\n{lines}\n  signature {}\n", columns(&rows, &[0]), report.signature)
}

/// What one kind of player does in a second.
fn line(row: &Row) -> String {
    let Row { rules, players, allocations, .. } = row;
    let (agent, speed) = (row.agent.unwrap_or_default(), grouped(row.per_second));
    let (what, each) = match row.what {
        REFEREED => ("games/s through the referee", "game"),
        batch::STEPPED => ("actions/s in a batch of 4,096 tables", "step"),
        batch::OBSERVED => ("actions/s in the same with a row and a mask a table", "step"),
        _ => ("simulations/s", "search"),
    };
    let bytes =
        row.row_bytes.map_or_else(String::new, |bytes| format!(" of {} bytes", grouped(bytes as f64)));
    format!(
        "  {agent} in {rules}, {players} seats: {speed} {what}{bytes}, {allocations} allocations a {each}\n"
    )
}

/// The three rows of a table side by side.
fn table_row(rows: &[&Row]) -> Vec<String> {
    let (first, most) = (rows[0], rows.iter().map(|row| row.allocations).max());
    let head = [first.rules.clone(), first.players.to_string()];
    let speeds = rows.iter().map(|row| grouped(row.per_second));
    let tail = [most.unwrap_or(0).to_string(), format!("{} B", first.state_bytes)];
    head.into_iter().chain(speeds).chain(tail).collect()
}

/// A whole number with thin gaps between thousands.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let gap = |i: usize| if i > 0 && (digits.len() - i).is_multiple_of(3) { " " } else { "" };
    digits.char_indices().map(|(i, digit)| format!("{}{digit}", gap(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([7.0, 999.6, 1234567.0].map(grouped), ["7", "1 000", "1 234 567"]);
    }
}
