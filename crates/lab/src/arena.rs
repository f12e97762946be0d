//! An arena: many agents, every company, one list of ratings.

use std::path::PathBuf;

use catalog::{FinishedGame, Games, Lots, Seating, check_agent, is_repeatable, seatings, shown_name};
use serde::Serialize;
use table::{BySeat, Payoffs, Rng, Seat, Spec, SpecError, Stream};

use crate::error::LabError;
use crate::matches::{RecordsFile, is_zero};
use crate::scheduler::{self, GameMonitor, Keep};
use crate::stats::{self, Figure, LEVEL, PlackettLuce, cross_table};
use crate::tally::{Breakdown, Tallies};

/// Who meets whom, at what.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The game with its options.
    pub game: Spec,
    /// Who takes part: at least two.
    pub agents: Vec<Spec>,
    /// The number of players at a table; the fewest the game has if not given.
    pub seats: Option<usize>,
    /// How many games at least; rounded up to whole deals, and so that every agent sits equally often.
    pub games: u64,
    /// The number of games a series has; as many as is usual for the game if not given.
    pub series: Option<u32>,
    /// What all randomness derives from.
    pub seed: u64,
    /// Where to write the records, if anywhere.
    pub records: Option<PathBuf>,
}

/// What came of it. No clock in it: equal seeds, equal bytes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The game with its options.
    pub rules: String,
    /// How many sat at a table.
    pub seats: usize,
    /// How many games were played.
    pub games: u64,
    /// How many were to be played: more, if the arena was cut short.
    pub asked: u64,
    /// The number of games a series had.
    pub series: u32,
    /// Over how many deals.
    pub deals: u64,
    /// What all randomness derived from.
    pub seed: u64,
    /// Whether equal seeds give equal results: no clock and no program outside has a say.
    pub repeatable: bool,
    /// The agents, in the order given.
    pub agents: Vec<AgentResult>,
    /// How often the agent of the row wins at tables where the agent of the column sits too: of each such table the mean
    /// over its seats of the row, then the mean over tables.
    pub cross: Vec<Vec<Option<Figure>>>,
    /// How many games are counted apart, because somebody forfeited a game of their deal; no figure counts them.
    #[serde(skip_serializing_if = "is_zero")]
    pub apart: u64,
    /// The first games that somebody forfeited, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<Breakdown>,
}

/// What one agent achieved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentResult {
    /// Its spec.
    pub agent: String,
    /// Elo points above the mean of all, by who scored more points than whom.
    pub rating: Figure,
    /// The share of games won.
    pub win_rate: Figure,
    /// Mean points.
    pub mean: Figure,
    /// The number of games it forfeited.
    #[serde(skip_serializing_if = "is_zero")]
    pub forfeits: u64,
}

/// An arena that was played, to its end or to where it was cut.
#[derive(Debug)]
pub struct PlayedArena {
    /// What came of the deals that were played.
    pub standings: Standings,
    /// Why there are fewer than were asked for, if there are.
    pub cut: Option<LabError>,
}

/// A share with its interval cut at none and at all.
fn share(figure: Figure) -> Figure {
    let figure = figure.or_open();
    let cut = |end: f64| if end.is_finite() { end.clamp(0.0, 1.0) } else { end };
    Figure { low: cut(figure.low), high: cut(figure.high), ..figure }
}

impl Arena {
    /// Plays it on all cores of the current pool.
    ///
    /// # Errors
    /// Names that do not exist, tables that cannot be; and, before the first deal was played to its end, players
    /// that break down or an end called by the watch. After that the same cuts the arena short.
    pub fn play(&self, watch: &GameMonitor<'_>) -> Result<PlayedArena, LabError> {
        self.play_or_leave(watch, &|_| ())
    }

    /// The same; as soon as the watch is in a hurry, `leave` receives what was played so far, while games still go on at
    /// the tables.
    ///
    /// # Errors
    /// As [`Arena::play`].
    pub fn play_or_leave(
        &self,
        watch: &GameMonitor<'_>,
        leave: &(dyn Fn(Result<PlayedArena, LabError>) + Sync),
    ) -> Result<PlayedArena, LabError> {
        let game = games::find_game(&self.game)?;
        self.agents.iter().try_for_each(|agent| check_agent(agent, game.name).map(drop))?;
        if self.agents.len() < 2 {
            return Err(SpecError::bad("an arena needs at least two agents").into());
        }
        let seats = self.seats.unwrap_or(game.seats.0);
        // Seatings can only be made for a table that there is.
        game.canonical(&self.game, seats)?;
        let series = self.series.unwrap_or(game.series);
        let schedule = Schedule::new(self, seats, series);
        let sittings = schedule.seatings.len() as u64;
        let entrants = schedule.entrants(&self.agents);
        let Schedule { seatings, per_deal, .. } = schedule.clone();
        let asked = sittings * u64::from(series);
        let (game, seed, records) = (self.game.clone(), self.seed, self.records.as_ref().map(|_| asked));
        let games = Lots { game, seats, entrants, series, seed, seatings, per_deal, records }.open()?;
        let games_per_deal = per_deal * u64::from(series);
        let scores = Scores::new(self.agents.len(), games_per_deal);
        let records = self.records.as_deref().map(RecordsFile::create).transpose()?;
        let (arena, games) = (self, &*games);
        let mut going = GoingArena { arena, games, schedule, seats, asked, scores, records, leave };
        let cut = scheduler::play(games, 0..sittings, watch, &mut going);
        let kept = going.records.take().map_or(Ok(()), RecordsFile::finish);
        going.played(cut.and(kept).err())
    }
}

/// An arena under way.
struct GoingArena<'a> {
    arena: &'a Arena,
    games: &'a dyn Games,
    schedule: Schedule,
    seats: usize,
    asked: u64,
    scores: Scores,
    records: Option<RecordsFile>,
    leave: &'a (dyn Fn(Result<PlayedArena, LabError>) + Sync),
}

impl Keep for GoingArena<'_> {
    fn keep(&mut self, finished: Vec<FinishedGame>) -> Result<(), LabError> {
        for game in &finished {
            let sitting = self.scores.tallies.added() / u64::from(self.games.series());
            self.scores.add(sitting / self.schedule.per_deal, &self.schedule.agents_at(sitting), game);
        }
        self.records.as_mut().map_or(Ok(()), |records| records.write(&finished))
    }

    fn leave(&mut self, cut: LabError) {
        let kept = self.records.take().map_or(Ok(()), RecordsFile::finish);
        let played = self.played(kept.err().or(Some(cut)));
        (self.leave)(played);
    }
}

impl GoingArena<'_> {
    /// What came of it, if anything did.
    fn played(&mut self, cut: Option<LabError>) -> Result<PlayedArena, LabError> {
        self.scores.end();
        let tallies = &self.scores.tallies;
        match cut {
            Some(error) if tallies.games() == 0 => Err(error),
            cut => Ok(PlayedArena { standings: self.standings(), cut }),
        }
    }

    fn standings(&self) -> Standings {
        let (Arena { agents, seed, .. }, tallies) = (self.arena, &self.scores.tallies);
        Standings {
            rules: self.games.rules(),
            seats: self.seats,
            games: tallies.games(),
            asked: self.asked,
            series: self.games.series(),
            deals: tallies.deals(),
            seed: *seed,
            repeatable: agents.iter().all(is_repeatable),
            agents: self.scores.standings(agents),
            cross: self.scores.cross(agents.len()),
            apart: tallies.apart(),
            breakdowns: tallies.breakdowns(),
        }
    }
}

/// What was earned in all games: by deal, and by game for the ratings (points) and the cross table (wins).
struct Scores {
    tallies: Tallies,
    points: Vec<stats::Played>,
    wins: Vec<stats::Played>,
}

impl Scores {
    fn new(agents: usize, games_per_deal: u64) -> Scores {
        Scores { tallies: Tallies::new(agents, games_per_deal), points: Vec::new(), wins: Vec::new() }
    }

    fn add(&mut self, deal: u64, table: &[usize], game: &FinishedGame) {
        let Payoffs { points, wins } = &game.payoffs;
        let told = |values: &BySeat<f64>| {
            let seats = table.iter().enumerate().map(|(seat, &agent)| (agent, values[Seat::new(seat)]));
            stats::Played { deal, seats: seats.collect() }
        };
        self.points.push(told(points));
        self.wins.push(told(wins));
        self.tallies.add(table, game);
    }

    /// Forgets the deal that was not played to its end, and those that are counted apart.
    fn end(&mut self) {
        let games = self.tallies.games() as usize;
        for games_of in [&mut self.points, &mut self.wins] {
            games_of.truncate(games);
            let mut game = 0..;
            games_of.retain(|_| !self.tallies.is_apart(game.next().unwrap_or_default()));
        }
    }

    fn standings(&self, agents: &[Spec]) -> Vec<AgentResult> {
        let ratings = PlackettLuce::default().rate(agents.len(), &self.points);
        let standing = |(agent, (spec, rating)): (usize, (&Spec, Figure))| AgentResult {
            agent: shown_name(spec),
            rating: rating.or_open(),
            win_rate: self.tallies.win_rate(agent),
            mean: self.tallies.mean(agent),
            forfeits: self.tallies.forfeits(agent),
        };
        agents.iter().zip(ratings).enumerate().map(standing).collect()
    }

    fn cross(&self, agents: usize) -> Vec<Vec<Option<Figure>>> {
        let table = cross_table(agents, &self.wins, LEVEL);
        let row = |row| (0..agents).map(move |column| (row, column));
        let cells = |row_of| row(row_of).map(|(row, column)| table.get(row, column).map(share)).collect();
        (0..agents).map(cells).collect()
    }
}

/// Who sits where in every sitting. Each agent has as many seats as any other, and every seat equally often.
#[derive(Clone)]
struct Schedule {
    /// By entrant; an agent that must sit on several seats of a table enters as often.
    seatings: Vec<Seating>,
    /// Sittings of a deal.
    per_deal: u64,
    /// How often every agent enters.
    copies: usize,
}

impl Schedule {
    fn new(arena: &Arena, seats: usize, series: u32) -> Schedule {
        let (agents, rotations) = (arena.agents.len(), seatings(seats));
        let per_deal = rotations.len() as u64;
        let mut rng = Rng::stream(arena.seed, Stream::Lab);
        let copies = if agents >= seats { 1 } else { seats.div_ceil(agents) + 1 };
        let mut schedule = Schedule { seatings: Vec::new(), per_deal, copies };
        let deals = arena.games.div_ceil(per_deal * u64::from(series)).max(1);
        for mut table in tables(agents, seats, deals, &mut rng) {
            // Rotations keep the neighbours, so who they are is drawn for every deal.
            shuffle(&mut table, &mut rng);
            let entrants = schedule.entrants_of(&table);
            schedule
                .seatings
                .extend(rotations.iter().map(|r| r.iter().map(|&i| entrants[i]).collect::<Seating>()));
        }
        schedule
    }

    /// Every agent as often as it enters.
    fn entrants(&self, agents: &[Spec]) -> Vec<Spec> {
        agents.iter().flat_map(|agent| vec![agent.clone(); self.copies]).collect()
    }

    /// A fresh copy for each seat an agent has at this table.
    fn entrants_of(&self, table: &[usize]) -> Vec<usize> {
        let earlier = |i: usize| table[..i].iter().filter(|&&agent| agent == table[i]).count();
        (0..table.len()).map(|i| table[i] * self.copies + earlier(i)).collect()
    }

    fn agents_at(&self, sitting: u64) -> Vec<usize> {
        self.seatings[sitting as usize].iter().map(|entrant| entrant / self.copies).collect()
    }
}

/// The agents of every table: all combinations equally often if there are not too many, else those who have sat
/// least, by lot.
fn tables(agents: usize, seats: usize, deals: u64, rng: &mut Rng) -> Vec<Vec<usize>> {
    match combinations(agents, seats, deals as usize) {
        Some(all) => {
            let deals = deals.next_multiple_of(all.len() as u64) as usize;
            all.into_iter().cycle().take(deals).collect()
        }
        None => {
            let mut sat = vec![0; agents];
            let round = (agents / gcd(agents, seats)) as u64;
            (0..deals.next_multiple_of(round)).map(|_| least_used(&mut sat, seats, rng)).collect()
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Every set of `size` out of `from`, unless there are none or more than `most`.
fn combinations(from: usize, size: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for place in 0..size {
        let grow = |set: &Vec<usize>| {
            let next = set.last().map_or(0, |last| last + 1)..(from + place + 1).saturating_sub(size);
            let set = set.clone();
            next.map(move |agent| [&set[..], &[agent]].concat())
        };
        sets = sets.iter().flat_map(grow).take(most + 1).collect();
    }
    (1..=most).contains(&sets.len()).then_some(sets)
}

/// Takes those who have sat least; where there are fewer agents than seats, some of them again.
fn least_used(sat: &mut [u64], seats: usize, rng: &mut Rng) -> Vec<usize> {
    let mut table = Vec::with_capacity(seats);
    while table.len() < seats {
        let mut order: Vec<(u64, u64, usize)> =
            sat.iter().enumerate().map(|(agent, &times)| (times, rng.bits(), agent)).collect();
        order.sort_unstable();
        let taken: Vec<usize> = order.iter().take(seats - table.len()).map(|&(_, _, agent)| agent).collect();
        taken.iter().for_each(|&agent| sat[agent] += 1);
        table.extend(taken);
    }
    table
}

fn shuffle(items: &mut [usize], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena(agents: usize, games: u64) -> Arena {
        let agents = vec![Spec::named("random"); agents];
        Arena { game: Spec::named("kuhn"), agents, seats: None, games, series: None, seed: 5, records: None }
    }

    /// (games, games on each seat) of every agent.
    fn seats_of(schedule: &Schedule, agents: usize, seats: usize) -> Vec<Vec<u64>> {
        let mut counts = vec![vec![0; seats]; agents];
        for game in 0..schedule.seatings.len() as u64 {
            let table = schedule.agents_at(game);
            table.iter().enumerate().for_each(|(seat, &agent)| counts[agent][seat] += 1);
        }
        counts
    }

    #[test]
    fn every_agent_has_every_seat_equally_often() {
        // All combinations; too many of them; fewer agents than seats.
        for (agents, seats, games) in
            [(4, 2, 60), (6, 3, 200), (20, 5, 300), (40, 4, 37), (29, 2, 10), (2, 5, 50), (3, 4, 12)]
        {
            let schedule = Schedule::new(&arena(agents, games), seats, 1);
            assert!(schedule.seatings.len() as u64 >= games);
            let counts = seats_of(&schedule, agents, seats);
            let least = counts.iter().map(|seats| seats.iter().sum::<u64>()).min().unwrap();
            for (agent, count) in counts.iter().enumerate() {
                assert!(
                    count.iter().all(|&c| c == count[0]),
                    "{agents}/{seats}: agent {agent} sat {count:?}"
                );
                assert_eq!(count.iter().sum::<u64>(), least, "{agents}/{seats}: {counts:?}");
            }
            for seating in &schedule.seatings {
                let mut unique = seating.clone();
                unique.sort_unstable();
                unique.dedup();
                assert_eq!(unique.len(), seats, "nobody sits twice: {seating:?}");
                assert!(seating.iter().all(|&entrant| entrant < agents * schedule.copies));
            }
        }
    }

    #[test]
    fn all_tables_are_played_equally_often_where_they_can_be() {
        assert_eq!(combinations(4, 2, 6).unwrap(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(combinations(4, 2, 5), None);
        assert_eq!(combinations(2, 3, 100), None);
        assert_eq!(combinations(5, 5, 1).unwrap(), [[0, 1, 2, 3, 4]]);
        let schedule = Schedule::new(&arena(4, 50), 2, 1);
        assert_eq!(schedule.seatings.len(), 60, "25 deals become 30: five of each of six tables");
    }

    #[test]
    fn everybody_follows_everybody() {
        let schedule = Schedule::new(&arena(4, 200), 4, 1);
        let after_first = |game: u64| {
            let table = schedule.agents_at(game);
            table[(table.iter().position(|&agent| agent == 0).unwrap() + 1) % 4]
        };
        let mut followers: Vec<usize> = (0..200).map(after_first).collect();
        followers.sort_unstable();
        followers.dedup();
        assert_eq!(followers, [1, 2, 3]);
    }

    #[test]
    fn better_players_are_rated_higher_and_threads_do_not_matter() {
        let arena = Arena {
            game: "goofspiel(cards=5)".parse().unwrap(),
            agents: Spec::list("random,first,match-prize").unwrap(),
            seats: None,
            games: 1200,
            series: None,
            seed: 1,
            records: None,
        };
        let play = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| arena.play(&GameMonitor::NOBODY)).unwrap().standings
        };
        let standings = play(1);
        assert_eq!(standings, play(2));
        assert_eq!((standings.games, standings.deals, standings.seats), (1200, 600, 2));
        let [random, first, matching] = &standings.agents[..] else { panic!("three agents") };
        assert!(matching.rating.low > random.rating.high && matching.rating.low > first.rating.high);
        assert!(matching.win_rate.value > 0.5 && matching.mean.value > 0.0);
        assert_eq!(matching.mean.n, 400);
        let (win, loss) = (standings.cross[2][0].unwrap(), standings.cross[0][2].unwrap());
        assert!((win.value + loss.value - 1.0).abs() < 1e-12, "two seats share one win");
        assert_eq!(standings.cross[1][1], None);
    }

    #[test]
    fn arenas_that_cannot_be_are_refused() {
        let error = |arena: Arena| arena.play(&GameMonitor::NOBODY).unwrap_err().to_string();
        assert_eq!(error(arena(1, 10)), "an arena needs at least two agents");
        for seats in [0, 9, 100_000] {
            let why = error(Arena { seats: Some(seats), ..arena(3, 10) });
            assert!(why.contains(&format!("kuhn is for 2 to 3 seats, not {seats}")), "{why}");
        }
        let stranger = Arena { agents: Spec::list("random,rnadom").unwrap(), ..arena(2, 10) };
        assert!(error(stranger).contains("did you mean `random`?"));
    }
}
