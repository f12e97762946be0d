//! A table in memory: the host's side of it, how much is on disk, the number of each seat's next command, and the clock.
//!
//! Nothing here waits. The caller writes the new lines of the log to disk before anybody else sees a change.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use catalog::TableFacts;
use table::{
    Advising, Entry, Host, Lang, LogLine, Occupant, OpenError, Opening, Pending, PlayError, Seat, SeatSet,
    Thinking,
};
use tokio::time::Instant;

use crate::command::Command;
use crate::health::Health;
use crate::host_agents::HostAgents;
use crate::opening;
use crate::pace::{Beat, Pace, PaceCounts};
use crate::refusal::Refusal;
use crate::state::Pictures;
use crate::store::{KeptLine, now};
use crate::thinking::Effort;

/// Whether a command that was accepted is a new one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Accepted {
    /// It took effect now.
    New,
    /// It is the seat's last command, sent once more.
    Repeated,
}

/// A table in memory.
pub(crate) struct LiveTable {
    pub(crate) host: Box<dyn Host>,
    pub(crate) facts: TableFacts,
    host_agents: Arc<HostAgents>,
    /// Who sits on each seat now.
    pub(crate) places: Vec<Occupant>,
    /// The seats that people may sit on.
    pub(crate) people: SeatSet,
    /// What each seat has sent.
    sent: Vec<Sent>,
    /// How many lines of the log are on disk.
    kept: usize,
    /// The number of the question that each agent has been asked and not replaced over.
    asked: Vec<Option<u64>>,
    /// The number of questions there were.
    questions: u64,
    /// The answers of agents that came before their time; nothing if the agent panicked.
    held: BTreeMap<Seat, Option<Thinking>>,
    /// What is taken for people who must choose, at the time at which an agent's answer would be.
    in_advance: BTreeMap<Seat, String>,
    /// The turn at its time.
    pub(crate) beat: Beat,
    /// Whether the game can go on, but for the host's own fault; see [`LiveTable::health`].
    health: Health,
    pub(crate) clock: Clock,
    /// Counts changes; a picture is drawn for one of them.
    pub(crate) revision: u64,
    /// The last version that [`LiveTable::stamp`] gave.
    version: u64,
    /// When the table came into memory, and how many milliseconds after its opening that was.
    loaded: (Instant, u64),
    pub(crate) pictures: Pictures,
    /// A planted leak: a seat with one action is not waited for.
    #[cfg(test)]
    pub(crate) leaks_waiting: bool,
    #[cfg(test)]
    pub(crate) unasked: SeatSet,
}

/// The commands of one seat that were accepted.
#[derive(Clone, Default)]
struct Sent {
    count: usize,
    /// The last of them: a client that did not hear of it sends it again.
    last: Option<Command>,
    /// How many of this game's commands took a choice back or changed who sits at the table.
    seat_changes: usize,
}

impl Sent {
    fn add(&mut self, command: Command) {
        self.count += 1;
        self.seat_changes += usize::from(command.is_seat_change());
        self.last = Some(command);
    }
}

/// Upper limit on commands per game and seat that take a choice back, leave, return or restart a player: each is kept.
const MAX_SEAT_CHANGES: usize = 100;

/// The time limit for each choice of a person.
#[derive(Default)]
pub(crate) struct Clock {
    pub(crate) seconds: Option<u32>,
    pub(crate) deadline: Option<Instant>,
    /// The turn that the deadline belongs to: game and events.
    turn: (u32, usize),
}

impl LiveTable {
    /// Restores the table of an opening as it is after these lines.
    pub(crate) fn restore(
        opening: &Opening,
        lines: &[KeptLine],
        clock: Option<u32>,
        created: u64,
        host_agents: &Arc<HostAgents>,
        pace: Pace,
    ) -> Result<LiveTable, OpenError> {
        let log: Vec<LogLine> = lines.iter().map(|kept| kept.line.clone()).collect();
        let (host, facts) = opening::restore(opening, &log, host_agents)?;
        let mut live = LiveTable::new(host, facts, clock, created, host_agents, pace);
        lines.iter().for_each(|kept| live.count_kept(kept));
        live.all_kept();
        live.health = Health::of(live.absent());
        if !live.host.asks_all() && !live.is_series_over() {
            // A table of an earlier version: what was forced so far is not in its log, what is from now on will be.
            let asked = live.host.ask_all();
            debug_assert!(asked.is_ok(), "a table that does not ask for all choices can begin to: {asked:?}");
        }
        Ok(live)
    }

    /// A table that has just come into memory.
    pub(crate) fn new(
        host: Box<dyn Host>,
        facts: TableFacts,
        clock: Option<u32>,
        created: u64,
        host_agents: &Arc<HostAgents>,
        pace: Pace,
    ) -> LiveTable {
        let opening = host.opening();
        let is_person = |seat: &Seat| matches!(opening.seats[seat.index()], Occupant::External(_));
        let seats = opening.seats.len();
        LiveTable {
            places: host.places(),
            people: Seat::all(seats).filter(is_person).collect(),
            host,
            facts,
            host_agents: host_agents.clone(),
            sent: vec![Sent::default(); seats],
            kept: 0,
            asked: vec![None; seats],
            questions: 0,
            held: BTreeMap::new(),
            in_advance: BTreeMap::new(),
            beat: Beat::new(pace),
            health: Health::Sound,
            clock: Clock { seconds: clock, ..Clock::default() },
            revision: 0,
            version: 0,
            loaded: (Instant::now(), now().saturating_sub(created)),
            pictures: Pictures::default(),
            #[cfg(test)]
            leaks_waiting: false,
            #[cfg(test)]
            unasked: SeatSet::NONE,
        }
    }

    /// Counts the command that a line on disk came from.
    fn count_kept(&mut self, kept: &KeptLine) {
        let entry = &kept.line.entry;
        if let Some(seat) = kept.by.filter(|seat| seat.index() < self.sent.len()) {
            self.count(seat, Command::of(entry, seat, |name| self.host_agents.has(name)));
        } else if *entry == Entry::Next {
            self.begin_game();
        }
    }

    /// Counts a command that was accepted.
    fn count(&mut self, seat: Seat, command: Command) {
        if command == Command::Next {
            self.begin_game();
        }
        self.sent[seat.index()].add(command);
    }

    /// A new game begins: seat changes are limited per game.
    fn begin_game(&mut self) {
        self.sent.iter_mut().for_each(|sent| sent.seat_changes = 0);
    }

    /// The number of this seat's next command.
    pub(crate) fn turn(&self, seat: Seat) -> usize {
        self.sent[seat.index()].count
    }

    /// The people who sit at the table now.
    pub(crate) fn sitting(&self) -> SeatSet {
        let sits = |seat: &Seat| matches!(self.places[seat.index()], Occupant::External(_));
        Seat::all(self.places.len()).filter(sits).collect()
    }

    /// Carries out the command of this number of a seat, exactly once.
    pub(crate) fn enter(&mut self, seat: Seat, turn: usize, command: Command) -> Result<Accepted, Refusal> {
        let sent = &self.sent[seat.index()];
        let next = sent.count;
        if turn < next {
            let is_same = turn + 1 == next && sent.last.as_ref() == Some(&command);
            return if is_same { Ok(Accepted::Repeated) } else { Err(Refusal::Taken { turn, next }) };
        }
        if turn > next {
            return Err(Refusal::Ahead { turn, next });
        }
        // A seat with no changes left can still let the game go on.
        let is_limited = command.is_seat_change() && command != Command::Substitute;
        if is_limited && sent.seat_changes >= MAX_SEAT_CHANGES {
            return Err(Refusal::TooManyChanges);
        }
        self.changing(|live| live.carry_out(seat, &command))?;
        self.count(seat, command);
        Ok(Accepted::New)
    }

    fn carry_out(&mut self, seat: Seat, command: &Command) -> Result<(), Refusal> {
        let sits = self.sitting().contains(seat);
        match command {
            Command::Sit if sits => Err(Refusal::Sitting),
            Command::Sit => Ok(self.host.replace(seat, self.host.opening().seats[seat.index()].clone())?),
            _ if !sits => Err(Refusal::Away),
            Command::Choice(action) => {
                self.check_turn(seat)?;
                Ok(self.host.commit(seat, action)?)
            }
            Command::Withdraw => Ok(self.host.withdraw(seat)?),
            Command::Next => Ok(self.host.next_game()?),
            Command::Stand(name) => Ok(self.host.stand(seat, name, true)?),
            Command::Lift(name) => Ok(self.host.stand(seat, name, false)?),
            Command::Leave => Ok(self.substitute(seat)?),
            Command::Substitute => Ok(self.substitute(self.seat_down()?)?),
            Command::Again => self.start_again(self.seat_down()?),
        }
    }

    /// The seat whose player is to be replaced or started again.
    fn seat_down(&self) -> Result<Seat, Refusal> {
        match self.health() {
            Health::SeatDown { seat, .. } => Ok(seat),
            Health::Sound => Err(Refusal::NothingBroken),
            Health::UnknownDown | Health::HalfDone => Err(Refusal::Broken),
        }
    }

    /// Starts a player of the host's own anew where it broke down.
    fn start_again(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.is_own(seat) {
            return Err(Refusal::NotAgain);
        }
        Ok(self.host.replace(seat, self.places[seat.index()].clone())?)
    }

    /// The name of the player on a seat.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.places[seat.index()].name()
    }

    fn is_agent(&self, seat: Seat) -> bool {
        matches!(self.places[seat.index()], Occupant::Agent(_))
    }

    /// Whether a player of the host's own sits there.
    pub(crate) fn is_own(&self, seat: Seat) -> bool {
        self.is_agent(seat) && self.host_agents.has(self.name(seat))
    }

    /// Whether a player sits there that the server was started without.
    pub(crate) fn is_absent(&self, seat: Seat) -> bool {
        self.is_agent(seat) && self.host_agents.lacks(self.name(seat))
    }

    /// Whether the game can go on, and if not, what stopped it.
    pub(crate) fn health(&self) -> Health {
        match self.health {
            Health::Sound if self.host.fault().is_some() => Health::UnknownDown,
            health => health,
        }
    }

    /// The seats whose players are not at this server, while the game may have to wait for them.
    fn absent(&self) -> SeatSet {
        if self.is_series_over() {
            return SeatSet::NONE;
        }
        Seat::all(self.places.len()).filter(|&seat| self.is_absent(seat)).collect()
    }

    /// How long a question to this seat is expected to take, if the last one at this table took so long.
    pub(crate) fn effort(&self, seat: Seat, last: Duration) -> Effort {
        let is_program = self.is_agent(seat) && self.host_agents.is_program(self.name(seat));
        if is_program { Effort::External } else { Effort::after(last) }
    }

    /// Refuses a choice that nobody asked for. The refusal does not say whom the table really waits for: that may tell
    /// what others hold.
    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if self.health() != Health::Sound {
            return Err(Refusal::Broken);
        }
        match self.host.waiting().contains(seat) {
            true => Ok(()),
            false if self.host.payoffs().is_some() => Err(Refusal::Over),
            false if self.host.is_chosen_by_agent(seat) => Err(Refusal::AgentChose),
            false if self.host.turn().contains(seat) => Err(Refusal::Chosen),
            false => Err(Refusal::NotYourTurn(seat)),
        }
    }

    /// Lets the game's usual agent take a seat, or `random` where that one cannot.
    fn substitute(&mut self, seat: Seat) -> Result<(), PlayError> {
        let usual = opening::substitute(self.host.opening());
        let seated = self.host.replace(seat, Occupant::Agent(usual));
        seated.or_else(|_| self.host.replace(seat, Occupant::Agent("random".to_string())))
    }

    /// An agent that advises this seat: the game's adviser, or the agent that would take the seat.
    pub(crate) fn adviser(&mut self, seat: Seat, lang: Lang) -> Result<(String, Box<dyn Advising>), Refusal> {
        if !self.may_hint(seat) {
            return Err(if self.sitting().contains(seat) { Refusal::NotAlone } else { Refusal::Away });
        }
        self.check_turn(seat)?;
        let names = [self.facts.adviser.to_string(), opening::substitute(self.host.opening())];
        let mut refused = Refusal::Broken;
        for name in names {
            match self.host.adviser(seat, &name, lang) {
                Ok(adviser) => return Ok((name, adviser)),
                Err(error) => refused = error.into(),
            }
        }
        Err(refused)
    }

    /// Holds the answer of an agent until its time; `None` says that the agent panicked. Somebody else may sit there by now:
    /// then the answer is dropped.
    pub(crate) fn hold(&mut self, seat: Seat, question: u64, answer: Option<Thinking>) {
        if self.asked[seat.index()] == Some(question) {
            self.held.insert(seat, answer);
        }
    }

    /// Whether an agent of this turn has not answered yet.
    fn is_agent_thinking(&self) -> bool {
        let mut agents = self.host.choosing().minus(self.sitting());
        agents.any(|seat| !self.held.contains_key(&seat))
    }

    /// Whether something waits for the end of the delay.
    pub(crate) fn is_anything_held(&self) -> bool {
        !self.held.is_empty() || !self.in_advance.is_empty()
    }

    /// Brings about what agents chose and what is taken for people, once the delay is over and nobody thinks any more: all of
    /// it together, in the order of the seats. Returns whether anything has changed.
    pub(crate) fn play(&mut self, counts: &PaceCounts) -> bool {
        let has_agents = !self.host.choosing().minus(self.sitting()).is_empty();
        if self.health() != Health::Sound || !self.beat.is_over() || !(has_agents || self.is_anything_held())
        {
            return false;
        }
        let is_thinking = self.is_agent_thinking();
        if has_agents {
            self.beat.count(is_thinking, counts);
        }
        if is_thinking {
            return false;
        }
        let (before, entries) = (self.health(), self.host.log().len());
        for (seat, action) in std::mem::take(&mut self.in_advance) {
            // Refused only if it came too late: the person has just chosen.
            let _ = self.changing(|live| Ok(live.host.commit(seat, &action)?));
        }
        for (seat, answer) in std::mem::take(&mut self.held) {
            self.asked[seat.index()] = None;
            self.answer(seat, answer);
        }
        self.health() != before || self.host.log().len() > entries
    }

    /// Takes the answer of an agent.
    fn answer(&mut self, seat: Seat, answer: Option<Thinking>) {
        let Some(thinking) = answer else { return self.lose(seat) };
        let before = self.health();
        let taken = self.changing(|live| Ok(live.host.answer(thinking)?));
        // Once one player is down, the others are asked again when the game goes on.
        if taken.is_err() && before == Health::Sound {
            self.health = self.health.after_loss(seat);
        }
    }

    /// Loses the agent of a seat that panicked.
    fn lose(&mut self, seat: Seat) {
        // Otherwise a person has sat down again meanwhile.
        if self.is_agent(seat) {
            self.health = self.health().after_loss(seat);
        }
    }

    /// The questions that agents have to answer now, each with its number.
    pub(crate) fn questions(&mut self) -> Vec<(u64, Box<dyn Pending>)> {
        let is_sound = self.health() == Health::Sound;
        let questions = if is_sound { self.host.pending() } else { Vec::new() };
        let mut numbered = Vec::with_capacity(questions.len());
        for question in questions {
            self.questions += 1;
            self.asked[question.seat().index()] = Some(self.questions);
            numbered.push((self.questions, question));
        }
        numbered
    }

    /// What is taken for this seat in advance, if it must choose.
    pub(crate) fn is_in_advance(&self, seat: Seat) -> bool {
        self.in_advance.contains_key(&seat)
    }

    /// Replaces every person whom the table waits for by an agent: their time is over.
    pub(crate) fn time_out(&mut self) {
        for seat in self.host.waiting() {
            // An agent that cannot sit down leaves the person where it is; the clock starts anew.
            let _ = self.changing(|live| Ok(live.substitute(seat)?));
        }
        self.clock.deadline = None;
    }

    /// Lets the host work. An entry that was accepted stays, even if a player broke down over it. If a player panics while
    /// it is told what happened, the table breaks, not the server, and what it left half done is not written down.
    fn changing(&mut self, work: impl FnOnce(&mut LiveTable) -> Result<(), Refusal>) -> Result<(), Refusal> {
        if self.health == Health::HalfDone {
            return Err(Refusal::Broken);
        }
        let before = self.host.log().len();
        let Ok(done) = catch_unwind(AssertUnwindSafe(|| work(self))) else {
            self.health = Health::HalfDone;
            return Err(Refusal::Broken);
        };
        let Some(line) = self.host.log().get(before) else { return done };
        if let Entry::Replacement(seat, place) = &line.entry {
            let (seat, place) = (*seat, place.clone());
            self.places[seat.index()] = place;
            // The player who sits there now thinks anew, with its full time.
            (self.asked[seat.index()], self.beat.anew) = (None, true);
            self.held.remove(&seat);
            self.health = self.health.after_replacement(seat, self.absent());
        }
        Ok(())
    }

    /// The lines that are not on disk yet, with the number of the first. The first comes from a command of seat `by`.
    pub(crate) fn unkept(&self, by: Option<Seat>) -> (usize, Vec<KeptLine>) {
        let lines = if self.health == Health::HalfDone { &[] } else { self.host.log() };
        let lines = lines.iter().cloned().enumerate();
        (self.kept, lines.map(|(i, line)| KeptLine { line, by: by.filter(|_| i == 0) }).collect())
    }

    /// Frees the lines of the log: they are on disk, or need not be.
    pub(crate) fn all_kept(&mut self) {
        self.kept += self.host.log().len();
        self.host.forget();
    }

    /// Whether the last game of the series is over.
    pub(crate) fn is_series_over(&self) -> bool {
        let (number, of) = self.host.series();
        number + 1 == of && self.host.payoffs().is_some()
    }

    /// Notes that the table may look different now. Returns whether a delay begins.
    pub(crate) fn changed(&mut self) -> bool {
        self.revision += 1;
        let is_sound = self.health() == Health::Sound;
        let asked = if is_sound { self.host.waiting() } else { SeatSet::NONE };
        let answers = asked.filter_map(|seat| Some((seat, self.host.answer_in_advance(seat)?)));
        self.in_advance = answers.collect();
        #[cfg(test)]
        if self.leaks_waiting {
            self.unasked = asked.filter(|&seat| self.host.legal(seat).len() == 1).collect();
        }
        self.set_clock();
        self.beat.begin((self.host.series().0, self.host.events()))
    }

    /// The version of what is shown now: milliseconds since the table was opened. A count of entries would tell more.
    pub(crate) fn stamp(&mut self) -> u64 {
        let (loaded, then) = self.loaded;
        let since = u64::try_from(loaded.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.version = then.saturating_add(since).max(self.version);
        self.version
    }

    /// Starts the clock when a new turn waits for people, as everybody sees it, and stops it when it waits for nobody.
    fn set_clock(&mut self) {
        let turn = (self.host.series().0, self.host.events());
        let seconds =
            self.clock.seconds.filter(|_| self.sitting().len() > 1 && !self.waiting(None).is_empty());
        self.clock.deadline = match (seconds, self.clock.deadline) {
            (None, _) => None,
            (Some(_), Some(deadline)) if turn == self.clock.turn => Some(deadline),
            (Some(seconds), _) => Some(Instant::now() + Duration::from_secs(seconds.into())),
        };
        self.clock.turn = turn;
    }
}
#[cfg(test)]
mod tests;
