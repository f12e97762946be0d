//! A table in memory: the host's side of it, what is on disk, whose turn number is next, and the clock.
//!
//! Nothing here waits. Whoever changes it writes the new lines of the log down before anybody else looks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use table::{
    Advising, Entry, Host, Lang, LogLine, OpenError, Opening, Pending, Place, PlayError, Seat, SeatSet,
    Thinking,
};
use tokio::time::Instant;

use crate::opening::{self, Kind};
use crate::refusal::Refusal;
use crate::residents::Residents;
use crate::state::Pictures;
use crate::store::{KeptLine, now};
use crate::thinking::Effort;

/// What a seat asks of its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    Choice(String),
    Withdraw,
    Next,
    Leave,
    Sit,
    /// Another player takes the seat of the one who cannot go on.
    Substitute,
    /// The one who cannot go on begins anew.
    Again,
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Granted {
    /// It was done.
    Now,
    /// It had been done before.
    Before,
}

/// A table in memory.
pub(crate) struct Live {
    pub(crate) host: Box<dyn Host>,
    pub(crate) kind: Kind,
    residents: Arc<Residents>,
    /// Who sits where now, and who may sit where.
    pub(crate) places: Vec<Place>,
    pub(crate) people: SeatSet,
    /// What each seat asked for itself.
    asked: Vec<Asked>,
    /// How many lines of the log are on disk.
    kept: usize,
    /// How many questions are out.
    pub(crate) thinking: usize,
    /// Who broke down or is not here, so that the game cannot go on.
    broken: Option<Seat>,
    /// Who broke down while it thought, and did not come back.
    lost: SeatSet,
    /// Whether a panic left the host in the middle of something.
    half_done: bool,
    pub(crate) clock: Clock,
    /// Counts changes; what is drawn holds for one of them.
    pub(crate) revision: u64,
    /// The last version that was given; see [`Live::stamp`].
    version: u64,
    created: u64,
    pub(crate) pictures: Pictures,
}

/// What a seat asked for itself, and was given.
#[derive(Clone, Default)]
struct Asked {
    entries: usize,
    /// The last of them: whoever did not hear of it sends it again.
    last: Option<Entry>,
    /// How many of this game were no choice.
    whims: usize,
}

impl Asked {
    fn add(&mut self, entry: &Entry) {
        self.entries += 1;
        self.whims += usize::from(matches!(entry, Entry::Withdrawal(_) | Entry::Replacement(..)));
        self.last = Some(entry.clone());
    }
}

/// So often in a game a seat may take a choice back, leave, return or let a player begin anew: each is kept for ever.
const MOST_WHIMS: usize = 100;

/// The time that people have for a choice.
#[derive(Default)]
pub(crate) struct Clock {
    pub(crate) seconds: Option<u32>,
    pub(crate) deadline: Option<Instant>,
    /// The turn that the deadline belongs to: game and events.
    turn: (u32, usize),
}

impl Live {
    /// The table of an opening, where its lines end.
    pub(crate) fn restore(
        opening: &Opening,
        lines: &[KeptLine],
        clock: Option<u32>,
        created: u64,
        residents: &Arc<Residents>,
    ) -> Result<Live, OpenError> {
        let log: Vec<LogLine> = lines.iter().map(|kept| kept.line.clone()).collect();
        let (host, kind) = opening::restore(opening, &log, residents)?;
        let is_person = |seat: &Seat| matches!(opening.seats[seat.index()], Place::Outside(_));
        let mut live = Live {
            places: host.places(),
            people: Seat::all(opening.seats.len()).filter(is_person).collect(),
            host,
            kind,
            residents: residents.clone(),
            asked: vec![Asked::default(); opening.seats.len()],
            kept: 0,
            thinking: 0,
            lost: SeatSet::default(),
            broken: None,
            half_done: false,
            clock: Clock { seconds: clock, ..Clock::default() },
            revision: 0,
            version: 0,
            created,
            pictures: Pictures::default(),
        };
        lines.iter().for_each(|kept| live.count(&kept.line.entry, kept.by));
        live.all_kept();
        live.broken = live.lacking();
        Ok(live)
    }

    /// Notes whose entry it was.
    fn count(&mut self, entry: &Entry, by: Option<Seat>) {
        if *entry == Entry::Next {
            self.asked.iter_mut().for_each(|asked| asked.whims = 0);
        }
        if let Some(asked) = by.and_then(|seat| self.asked.get_mut(seat.index())) {
            asked.add(entry);
        }
    }

    /// The number of this seat's next entry.
    pub(crate) fn turn(&self, seat: Seat) -> usize {
        self.asked[seat.index()].entries
    }

    /// The people who sit at the table now.
    pub(crate) fn sitting(&self) -> SeatSet {
        let sits = |seat: &Seat| matches!(self.places[seat.index()], Place::Outside(_));
        Seat::all(self.places.len()).filter(sits).collect()
    }

    /// Does what a seat asks for as its entry of this number, exactly once.
    pub(crate) fn enter(&mut self, seat: Seat, turn: usize, wish: &Wish) -> Result<Granted, Refusal> {
        let next = self.turn(seat);
        if turn < next {
            let last = self.asked[seat.index()].last.as_ref().filter(|_| turn + 1 == next);
            let same = last.is_some_and(|entry| self.is_wish(entry, seat, wish));
            return if same { Ok(Granted::Before) } else { Err(Refusal::Taken { turn, next }) };
        }
        if turn > next {
            return Err(Refusal::Ahead { turn, next });
        }
        // What is in memory is not what is kept: nothing can be added to it.
        if self.half_done {
            return Err(Refusal::Broken);
        }
        // Whoever has no whims left can still let another player go on.
        let is_whim = !matches!(wish, Wish::Choice(_) | Wish::Next | Wish::Substitute);
        if is_whim && self.asked[seat.index()].whims >= MOST_WHIMS {
            return Err(Refusal::Whims);
        }
        self.changing(|live| live.grant(seat, wish))?;
        let entry = self.host.log().last().expect("it was granted").entry.clone();
        self.count(&entry, Some(seat));
        Ok(Granted::Now)
    }

    fn grant(&mut self, seat: Seat, wish: &Wish) -> Result<(), Refusal> {
        let sits = self.sitting().contains(seat);
        match wish {
            Wish::Sit if sits => Err(Refusal::Sitting),
            Wish::Sit => Ok(self.host.replace(seat, self.host.opening().seats[seat.index()].clone())?),
            _ if !sits => Err(Refusal::Away),
            Wish::Choice(action) => {
                self.check_turn(seat)?;
                Ok(self.host.commit(seat, action)?)
            }
            Wish::Withdraw => Ok(self.host.withdraw(seat)?),
            Wish::Next => Ok(self.host.next_game()?),
            Wish::Leave => Ok(self.substitute(seat)?),
            Wish::Substitute => Ok(self.substitute(self.broken.ok_or(Refusal::Sound)?)?),
            Wish::Again => self.begin_anew(self.broken.ok_or(Refusal::Sound)?),
        }
    }

    /// Lets a player of the host's own sit down anew where it broke down.
    fn begin_anew(&mut self, seat: Seat) -> Result<(), Refusal> {
        if !self.is_own(seat) {
            return Err(Refusal::NotAgain);
        }
        Ok(self.host.replace(seat, self.places[seat.index()].clone())?)
    }

    /// The name of whoever sits there.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.places[seat.index()].name()
    }

    fn is_agent(&self, seat: Seat) -> bool {
        matches!(self.places[seat.index()], Place::Agent(_))
    }

    /// Whether a player of the host's own sits there.
    pub(crate) fn is_own(&self, seat: Seat) -> bool {
        self.is_agent(seat) && self.residents.has(self.name(seat))
    }

    /// Whether a player sits there that the server was started without.
    pub(crate) fn is_absent(&self, seat: Seat) -> bool {
        self.is_agent(seat) && self.residents.lacks(self.name(seat))
    }

    /// Who broke down or is not here, if others can do something about it.
    pub(crate) fn broken(&self) -> Option<Seat> {
        self.broken.filter(|_| !self.half_done)
    }

    /// Who is not here, while somebody may have to wait for them.
    fn lacking(&self) -> Option<Seat> {
        let is_away = |seat: &Seat| self.is_absent(*seat) || self.lost.contains(*seat);
        let absent = || Seat::all(self.places.len()).find(is_away);
        if self.is_series_over() { None } else { absent() }
    }

    /// How much a question to this seat is expected to take, after one that took so long.
    pub(crate) fn effort(&self, seat: Seat, last: Duration) -> Effort {
        let is_program = self.is_agent(seat) && self.residents.is_program(self.name(seat));
        if is_program { Effort::Outside } else { Effort::after(last) }
    }

    /// Refuses a choice that nobody asked for, without a word on whom the table really waits for: that may tell what
    /// others hold.
    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if self.is_broken() {
            return Err(Refusal::Broken);
        }
        match self.host.waiting().contains(seat) {
            true => Ok(()),
            false if self.host.payoffs().is_some() => Err(Refusal::Over),
            false if self.host.turn().contains(seat) => Err(Refusal::Chosen),
            false => Err(Refusal::NotYourTurn(seat)),
        }
    }

    /// Lets the game's usual agent sit down, or whoever can.
    fn substitute(&mut self, seat: Seat) -> Result<(), PlayError> {
        let usual = opening::substitute(self.host.opening());
        let seated = self.host.replace(seat, Place::Agent(usual));
        seated.or_else(|_| self.host.replace(seat, Place::Agent("random".to_string())))
    }

    /// Somebody who tells this seat what to do: the game's adviser, or who would take the seat.
    pub(crate) fn adviser(&mut self, seat: Seat, lang: Lang) -> Result<(String, Box<dyn Advising>), Refusal> {
        if !self.may_hint(seat) {
            return Err(if self.sitting().contains(seat) { Refusal::NotAlone } else { Refusal::Away });
        }
        self.check_turn(seat)?;
        let names = [self.kind.adviser.to_string(), opening::substitute(self.host.opening())];
        let mut refused = Refusal::Broken;
        for name in names {
            match self.host.adviser(seat, &name, lang) {
                Ok(adviser) => return Ok((name, adviser)),
                Err(error) => refused = error.into(),
            }
        }
        Err(refused)
    }

    /// Whether the game cannot go on.
    pub(crate) fn is_broken(&self) -> bool {
        self.half_done || self.broken.is_some() || self.host.fault().is_some()
    }

    /// Takes the answer of an agent, or learns that it broke down. Whether anything has changed.
    pub(crate) fn answer(&mut self, seat: Seat, answer: Option<Thinking>) -> bool {
        self.thinking -= 1;
        let (was_sound, before) = (!self.is_broken(), self.host.log().len());
        let taken = match answer {
            Some(thinking) => self.changing(|live| Ok(live.host.answer(thinking)?)),
            // A person has sat down again meanwhile.
            None if !self.is_agent(seat) => return false,
            None => {
                self.lost = self.lost.with(seat);
                Err(Refusal::Broken)
            }
        };
        // Once one has broken down, the others' answers are asked for again when the table goes on.
        if taken.is_err() && was_sound {
            self.broken = Some(seat);
        }
        taken.is_err() || self.host.log().len() > before
    }

    /// What agents have to think about now.
    pub(crate) fn questions(&mut self) -> Vec<Box<dyn Pending>> {
        let questions = if self.is_broken() { Vec::new() } else { self.host.pending() };
        self.thinking += questions.len();
        questions
    }

    /// Replaces everybody whom the table waits for by an agent: their time is over.
    pub(crate) fn time_out(&mut self) {
        for seat in self.host.waiting() {
            // An agent that cannot sit down leaves the person where it is; the clock starts anew.
            let _ = self.changing(|live| Ok(live.substitute(seat)?));
        }
        self.clock.deadline = None;
    }

    /// Lets the host work. An entry that was accepted stays, also where a player broke down over it. A panic of a player
    /// that is told what happened breaks the table, not the server; what it left half done is not written down.
    fn changing(&mut self, work: impl FnOnce(&mut Live) -> Result<(), Refusal>) -> Result<(), Refusal> {
        let before = self.host.log().len();
        let done = catch_unwind(AssertUnwindSafe(|| work(self)));
        self.half_done |= done.is_err();
        let done = done.unwrap_or(Err(Refusal::Broken));
        let Some(line) = self.host.log().get(before).filter(|_| !self.half_done) else { return done };
        if let Entry::Replacement(seat, place) = &line.entry {
            self.places[seat.index()] = place.clone();
            self.lost = self.lost.without(*seat);
            self.broken = self.broken.filter(|broken| broken != seat).or_else(|| self.lacking());
        }
        Ok(())
    }

    /// The lines that are not on disk yet, with the number of the first. The seat asked for the first of them.
    pub(crate) fn unkept(&self, by: Option<Seat>) -> (usize, Vec<KeptLine>) {
        let lines = if self.half_done { &[] } else { self.host.log() };
        let lines = lines.iter().cloned().enumerate();
        (self.kept, lines.map(|(i, line)| KeptLine { line, by: by.filter(|_| i == 0) }).collect())
    }

    /// Everything is on disk, or need not be: the memory lets go of it.
    pub(crate) fn all_kept(&mut self) {
        self.kept += self.host.log().len();
        self.host.forget();
    }

    /// Whether the last game of the series is over.
    pub(crate) fn is_series_over(&self) -> bool {
        let (number, of) = self.host.series();
        number + 1 == of && self.host.payoffs().is_some()
    }

    /// Notes that what can be seen may have changed.
    pub(crate) fn changed(&mut self) {
        self.revision += 1;
        self.set_clock();
    }

    /// The version of what is told now: milliseconds since the table was opened. A count of entries would tell who had a
    /// choice in a turn, and so what it holds.
    pub(crate) fn stamp(&mut self) -> u64 {
        self.version = now().saturating_sub(self.created).max(self.version);
        self.version
    }

    /// Whether this entry of a seat is what the wish asks for.
    fn is_wish(&self, entry: &Entry, seat: Seat, wish: &Wish) -> bool {
        match (entry, wish) {
            (Entry::Choice(_, action), Wish::Choice(wanted)) => action == wanted,
            (Entry::Withdrawal(_), Wish::Withdraw) | (Entry::Next, Wish::Next) => true,
            (Entry::Replacement(of, Place::Agent(_)), Wish::Leave) => *of == seat,
            (Entry::Replacement(of, Place::Agent(name)), Wish::Substitute) => {
                *of != seat && !self.residents.has(name)
            }
            (Entry::Replacement(of, Place::Agent(name)), Wish::Again) => {
                *of != seat && self.residents.has(name)
            }
            (Entry::Replacement(_, Place::Outside(_)), Wish::Sit) => true,
            _ => false,
        }
    }

    /// Starts the clock where a new turn waits for people, as everybody sees it, and stops it where it waits for nobody.
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
mod tests {
    use super::*;
    use crate::opening::Wanted;

    /// A table of the buzzard, where all choose at once: a person, a program that ends at once, and somebody who does not.
    fn table() -> Live {
        let residents = Residents::read(&["mine=exec(cmd=\"exit 3\")".to_string()], true).unwrap();
        let residents = Arc::new(residents);
        let wanted = r#"{"game": "buzzard(cards=5)", "seats": ["person", "mine", "greedy"], "series": 1}"#;
        let wanted: Wanted = serde_json::from_str(wanted).unwrap();
        let (opening, clock) = wanted.checked(1, &residents).unwrap();
        Live::restore(&opening, &[], clock, 0, &residents).unwrap()
    }

    fn think(live: &mut Live) -> Vec<Seat> {
        let questions = live.questions();
        let seats = questions.iter().map(|question| question.seat()).collect();
        for question in questions {
            live.answer(question.seat(), Some(question.think()));
        }
        seats
    }

    #[test]
    fn the_one_who_broke_down_is_replaced_and_the_others_are_asked_again() {
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let mut live = table();
        assert_eq!(live.enter(a, 0, &Wish::Substitute), Err(Refusal::Sound));
        assert_eq!(think(&mut live), [b, c]);
        assert_eq!(live.broken, Some(b), "although the answer of {c} came later");
        assert_eq!((think(&mut live), live.waiting(Some(a))), (Vec::new(), SeatSet::NONE));
        assert_eq!(live.enter(a, 0, &Wish::Again), Ok(Granted::Now));
        assert_eq!((think(&mut live), live.broken), (vec![b, c], Some(b)), "it does the same again");
        assert_eq!(live.enter(a, 1, &Wish::Substitute), Ok(Granted::Now));
        assert_eq!((think(&mut live), live.broken), (vec![b, c], None));
        assert_eq!(live.waiting(Some(a)), SeatSet::only(a));
        assert!(live.name(b) != "mine" && live.name(c) == "greedy");
    }

    /// Asks everybody; nobody comes back from thinking.
    fn lose(live: &mut Live) {
        for question in live.questions() {
            live.answer(question.seat(), None);
        }
    }

    #[test]
    fn whoever_is_lost_while_another_is_broken_is_not_forgotten() {
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let mut live = table();
        lose(&mut live);
        for (turn, broken) in [(0, Some(b)), (1, Some(c)), (2, None)] {
            assert_eq!(live.broken(), broken);
            let wished = live.enter(a, turn, &Wish::Substitute);
            assert_eq!(wished, if broken.is_some() { Ok(Granted::Now) } else { Err(Refusal::Sound) });
        }
        assert_eq!(think(&mut live), [b, c]);
    }

    #[test]
    fn a_person_is_not_lost_with_the_agent_that_sat_there() {
        let mut live = table();
        live.thinking += 1;
        assert!(!live.answer(Seat::new(0), None) && live.broken().is_none());
    }

    #[test]
    fn nothing_is_offered_for_what_was_left_half_done() {
        let mut live = table();
        lose(&mut live);
        live.half_done = true;
        assert!(live.is_broken() && live.broken().is_none());
        assert_eq!(live.enter(Seat::new(0), 0, &Wish::Substitute), Err(Refusal::Broken));
    }

    #[test]
    fn what_is_sent_again_counts_once() {
        let a = Seat::new(0);
        let mut live = table();
        think(&mut live);
        for (turn, wish, others) in [
            (0, Wish::Again, [Wish::Substitute, Wish::Leave]),
            (1, Wish::Substitute, [Wish::Again, Wish::Leave]),
        ] {
            assert_eq!(live.enter(a, turn, &wish), Ok(Granted::Now));
            assert_eq!(live.enter(a, turn, &wish), Ok(Granted::Before));
            for other in others {
                assert_eq!(live.enter(a, turn, &other), Err(Refusal::Taken { turn, next: turn + 1 }));
            }
            think(&mut live);
        }
    }
}
