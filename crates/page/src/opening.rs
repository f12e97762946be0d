//! Tables of any game: what a visitor may ask for, and how a table is opened again.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use catalog::{TableFacts, open_table, opening};
use games::find_game;
use serde::Deserialize;
use table::{Entry, Host, Lang, LogLine, Occupant, OpenError, Opening, Seat, Seeds, Spec, label};

use crate::host_agents::HostAgents;
use crate::refusal::Refusal;
use crate::store::{KeptLine, KeptTable};

/// The most games a visitor's series may have.
pub(crate) const MOST_GAMES: u32 = 100;

/// The seconds that a person may have for a choice.
const CLOCK: std::ops::RangeInclusive<u32> = 5..=3_600;

/// What a seat is called that nobody has named.
pub(crate) const PERSON: &str = "person";

/// A table as a visitor asks for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    game: String,
    seats: Vec<String>,
    series: Option<u32>,
    clock: Option<u32>,
    name: Option<String>,
}

impl Wanted {
    /// What is opened, and the seconds on its clock; what strangers may not ask for is refused.
    pub(crate) fn checked(
        &self,
        seed: u64,
        host_agents: &HostAgents,
    ) -> Result<(Opening, Option<u32>), Refusal> {
        let spec: Spec = self.game.parse()?;
        let game = find_game(&spec)?;
        let places = self.places(game.name, host_agents)?;
        let games = self.series.unwrap_or(game.series);
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(Refusal::Opening(format!("a series has 1 to {MOST_GAMES} games here")));
        }
        if self.clock.is_some_and(|seconds| !CLOCK.contains(&seconds)) {
            let (least, most) = (CLOCK.start(), CLOCK.end());
            return Err(Refusal::Opening(format!(
                "a clock has {least} to {most} seconds a choice, or is null"
            )));
        }
        let opening = opening(&spec, Seeds::new(seed), Some(games), places)?;
        Ok((Opening { asks_all: true, ..opening }, self.clock))
    }

    fn places(&self, game: &str, host_agents: &HostAgents) -> Result<Vec<Occupant>, Refusal> {
        if self.seats.len() > table::MAX_SEATS {
            return Err(Refusal::Opening(format!("a table has at most {} seats", table::MAX_SEATS)));
        }
        if !self.seats.iter().any(|seat| seat == PERSON) {
            return Err(Refusal::Opening("at least one of the seats is a `person`'s".to_string()));
        }
        let mut name = Some(clean(self.name.as_deref().unwrap_or_default())).filter(|name| !name.is_empty());
        let mut place = |seat: &String| match seat.as_str() {
            PERSON => Ok(Occupant::External(name.take().unwrap_or_else(|| PERSON.to_string()))),
            agent => {
                let spec: Spec = agent.parse()?;
                host_agents.check(&spec, game).map(|()| Occupant::Agent(spec.to_string()))
            }
        };
        Ok(self.seats.iter().map(&mut place).collect::<Result<_, _>>()?)
    }
}

/// A name as everybody may see it: one short line without tricks.
fn clean(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(4 * table::LONGEST_LABEL).collect();
    label(plain.trim(), table::LONGEST_LABEL)
}

/// The table of an opening, as it stands after its log.
pub(crate) fn restore(
    opening: &Opening,
    log: &[LogLine],
    host_agents: &Arc<HostAgents>,
) -> Result<(Box<dyn Host>, TableFacts), OpenError> {
    let work = || open_table(opening, log, host_agents.clone());
    // A player that panics while it is told what happened ends its own table, not the server.
    let broken = || Err(OpenError::Bad("a player broke down".to_string()));
    let table = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| broken())?;
    let facts = table.facts();
    Ok((table.into_host(), facts))
}

/// The agent that takes the seat of a person who left: the first of the game's usual company at this table.
pub(crate) fn substitute(opening: &Opening) -> String {
    let spec: Option<Spec> = opening.game.parse().ok();
    let company = spec.and_then(|spec| catalog::company(&spec).ok()).unwrap_or_default();
    company.first().map_or_else(|| "random".to_string(), ToString::to_string)
}

/// A table of the same opening without players: nobody thinks, only the log speaks.
fn unmanned(opening: &Opening, log: &[LogLine]) -> Option<Box<dyn Host>> {
    let opening = Opening { seats: opening.seats.iter().map(outside).collect(), ..opening.clone() };
    Some(restore(&opening, log, &Arc::default()).ok()?.0)
}

fn outside(place: &Occupant) -> Occupant {
    Occupant::External(place.name().to_string())
}

/// The record of a series, once it is over. The games are played again without players.
pub(crate) fn record(kept: &KeptTable) -> Option<String> {
    let line = |KeptLine { line, .. }: &KeptLine| match &line.entry {
        Entry::Replacement(seat, place) => {
            LogLine { entry: Entry::Replacement(*seat, outside(place)), ..line.clone() }
        }
        _ => line.clone(),
    };
    let log: Vec<LogLine> = kept.lines.iter().map(line).collect();
    unmanned(&kept.opening, &log)?.record()
}

/// What an observer saw of these games of a series, which are over: for those who were away meanwhile.
/// The games are played again without players.
pub(crate) fn earlier(
    kept: &KeptTable,
    games: Range<u32>,
    observer: Option<Seat>,
    lang: Lang,
) -> Vec<Vec<String>> {
    let Some(mut again) = unmanned(&kept.opening, &[]) else { return Vec::new() };
    let mut told = Vec::new();
    for KeptLine { line, .. } in &kept.lines {
        let game = again.series().0;
        if game >= games.end {
            break;
        }
        let done = match &line.entry {
            Entry::Next => {
                if game >= games.start {
                    told.push(again.events_since(observer, 0, lang));
                }
                again.next_game()
            }
            Entry::Choice(seat, action) => again.commit(*seat, action),
            Entry::Withdrawal(seat) => again.withdraw(*seat),
            Entry::AskAll => again.ask_all(),
            Entry::Replacement(..) | Entry::Standing(..) => Ok(()),
        };
        debug_assert!(done.is_ok(), "the log has been accepted before: {done:?}");
    }
    told
}
