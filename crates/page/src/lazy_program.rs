//! A program that plays at a table of the page. It sleeps until it is asked, so that looking at a table starts nothing, and
//! what goes wrong with it goes wrong where it thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use agents::{ExecOptions, Outside, TextAgent};
use serde::Deserialize;
use table::{Fault, Seat};

/// The most programs that play at once.
pub(crate) const MOST_PROGRAMS: usize = 16;

/// How many programs play, or have a seat and sleep.
#[derive(Default)]
pub(crate) struct Slots(AtomicUsize);

/// The right of one program to run, until it has ended.
struct Slot(Arc<Slots>);

impl Slots {
    /// How many more there may be.
    pub(crate) fn free(&self) -> usize {
        MOST_PROGRAMS - self.0.load(Ordering::Relaxed)
    }

    fn take(self: &Arc<Self>) -> Option<Slot> {
        let more = |taken| (taken < MOST_PROGRAMS).then_some(taken + 1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok().map(|_| Slot(self.clone()))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Something it was told and does not answer.
enum Told {
    Hello(Seat, String),
    Seen(String),
    End(String),
}

/// A program that runs. The slot is free once it has ended.
struct Awake {
    program: Outside,
    _slot: Slot,
}

impl Awake {
    /// Whoever broke down is told nothing more: that would start it again.
    fn hear(&mut self, told: &Told) {
        match told {
            _ if self.program.fault().is_some() => {}
            Told::Hello(seat, json) => self.program.hello(*seat, json),
            Told::Seen(json) => self.program.seen(json),
            Told::End(json) => self.program.end(json),
        }
    }

    fn act(&mut self, json: &str) -> Result<String, Fault> {
        match self.program.fault() {
            Some(fault) => Err(fault),
            None => self.program.act(json).ok_or_else(|| self.fault()),
        }
    }

    fn fault(&self) -> Fault {
        self.program.fault().expect("who does not answer has a fault")
    }
}

/// A program on a seat. That it broke down is noticed when it is asked: a game that needs it no more ends without it.
pub(crate) struct Sleeper {
    /// How it is started; nothing where the server does not have it.
    options: Option<ExecOptions>,
    slots: Arc<Slots>,
    slot: Option<Slot>,
    /// What has happened since it was asked; while it has not been, in this game.
    told: Vec<Told>,
    /// Whether this is the last game of the series.
    is_last: bool,
    awake: Option<Awake>,
    fault: Option<Fault>,
}

impl Sleeper {
    /// A program that is started like this; without that, one whose seat is kept for it.
    pub(crate) fn new(options: Option<ExecOptions>, slots: &Arc<Slots>) -> Sleeper {
        let slot = options.as_ref().and_then(|_| slots.take());
        let (slots, told) = (slots.clone(), Vec::new());
        Sleeper { options, slots, slot, told, is_last: false, awake: None, fault: None }
    }

    /// The program, started if need be and told what has happened since it was asked.
    fn wake(&mut self) -> Result<&mut Awake, Fault> {
        let mut awake = match self.awake.take() {
            Some(awake) => awake,
            None => self.start()?,
        };
        self.told.drain(..).for_each(|told| awake.hear(&told));
        Ok(self.awake.insert(awake))
    }

    fn start(&mut self) -> Result<Awake, Fault> {
        let broken = |why: String| Fault::Broken(why);
        let options =
            self.options.clone().ok_or_else(|| broken("the server does not have it".to_string()))?;
        let full = || broken(format!("{MOST_PROGRAMS} programs play already, and no more may"));
        let slot = self.slot.take().or_else(|| self.slots.take()).ok_or_else(full)?;
        Ok(Awake { program: Outside::new(options), _slot: slot })
    }

    fn break_down(&mut self, fault: Fault) {
        self.fault = Some(fault);
        self.leave();
    }

    /// Ends the program. That may take it a second or two, for which nobody waits.
    fn leave(&mut self) {
        self.slot = None;
        let told = std::mem::take(&mut self.told);
        if let Some(mut awake) = self.awake.take() {
            // Where no thread can be had it is ended here.
            let _ = thread::Builder::new().spawn(move || told.iter().for_each(|told| awake.hear(told)));
        }
    }
}

impl TextAgent for Sleeper {
    fn hello(&mut self, seat: Seat, json: &str) {
        if self.awake.is_none() {
            self.told.clear();
        }
        self.is_last = is_last(json);
        self.told.push(Told::Hello(seat, json.to_string()));
    }

    fn seen(&mut self, json: &str) {
        self.told.push(Told::Seen(json.to_string()));
    }

    fn act(&mut self, json: &str) -> Option<String> {
        let answer = self.wake().and_then(|awake| awake.act(json));
        answer.map_err(|fault| self.break_down(fault)).ok()
    }

    fn refuse(&mut self, why: &str) {
        if let Some(awake) = &mut self.awake {
            awake.program.refuse(why);
            let fault = awake.fault();
            self.break_down(fault);
        }
    }

    fn end(&mut self, json: &str) {
        self.told.push(Told::End(json.to_string()));
        if self.is_last {
            self.leave();
        }
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn reads_rows(&self) -> bool {
        self.options.as_ref().is_some_and(|options| options.rows)
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Whether a game that begins so is the last of its series.
fn is_last(hello: &str) -> bool {
    #[derive(Deserialize)]
    struct Hello {
        number: u32,
        games: u32,
    }
    serde_json::from_str(hello).is_ok_and(|Hello { number, games }| number + 1 == games)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// Answers every question with what it was told before, on one line; ends when it is told `leave`.
    const ECHO: &str = "while read -r line; do case $line in *act*) echo \"{\\\"action\\\":\\\"$said\\\"}\"; said=;; \
                        leave) exit 3;; *) said=$said$line;; esac; done";

    fn echo(slots: &Arc<Slots>) -> Sleeper {
        Sleeper::new(Some(ExecOptions::new(ECHO)), slots)
    }

    #[track_caller]
    fn wait_for_free(slots: &Slots, free: usize) {
        let begun = Instant::now();
        while slots.free() != free {
            assert!(begun.elapsed() < Duration::from_secs(60), "{} are free, not {free}", slots.free());
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn it_wakes_up_when_it_is_asked_and_has_missed_nothing() {
        let slots = Arc::default();
        let mut sleeper = echo(&slots);
        sleeper.hello(Seat::new(1), "one");
        sleeper.seen("two");
        assert!(sleeper.awake.is_none() && slots.free() == MOST_PROGRAMS - 1, "it has a slot and sleeps");
        assert_eq!(sleeper.act("act"), Some("onetwo".to_string()));
        sleeper.seen("three");
        assert_eq!(sleeper.act("act"), Some("three".to_string()));
        sleeper.end("four");
        sleeper.hello(Seat::new(1), "five");
        assert_eq!(sleeper.act("act"), Some("fourfive".to_string()), "it plays on in the same process");
        drop(sleeper);
        wait_for_free(&slots, MOST_PROGRAMS);
    }

    #[test]
    fn a_game_that_it_slept_through_is_not_told() {
        let mut sleeper = echo(&Arc::default());
        ["one", "two"].iter().for_each(|hello| sleeper.hello(Seat::new(0), hello));
        assert_eq!(sleeper.act("act"), Some("two".to_string()));
    }

    #[test]
    fn after_the_last_game_it_leaves() {
        let slots = Arc::default();
        let mut sleeper = echo(&slots);
        for (number, free) in [(0, MOST_PROGRAMS - 1), (1, MOST_PROGRAMS)] {
            sleeper.hello(Seat::new(0), &format!("{{'number':{number},'games':2}}").replace('\'', "\""));
            sleeper.seen("x");
            sleeper.end("y");
            wait_for_free(&slots, free);
        }
    }

    #[test]
    fn what_went_wrong_is_noticed_when_it_is_asked() {
        let slots = Arc::default();
        let mut sleeper = echo(&slots);
        sleeper.hello(Seat::new(1), "one");
        assert!(sleeper.act("act").is_some());
        for line in ["leave", "gone", "and", "forgotten"] {
            sleeper.seen(line);
            thread::sleep(Duration::from_millis(50));
            assert_eq!(sleeper.fault(), None);
        }
        assert_eq!(sleeper.act("act"), None);
        let why = sleeper.fault().expect("it was asked").to_string();
        assert!(
            why.starts_with("seat B: the program `while read") && why.contains("exit status: 3"),
            "{why}"
        );
        wait_for_free(&slots, MOST_PROGRAMS);
    }

    #[test]
    fn rows_are_for_programs_that_want_them() {
        let reads = |options| Sleeper::new(options, &Arc::default()).reads_rows();
        let options = ExecOptions::new(ECHO);
        assert!(reads(Some(ExecOptions { rows: true, ..options.clone() })));
        assert!(!reads(Some(options)) && !reads(None));
    }

    #[test]
    fn no_more_than_so_many_play() {
        let slots = Arc::default();
        let asleep: Vec<Sleeper> = (0..MOST_PROGRAMS).map(|_| echo(&slots)).collect();
        let mut late = echo(&slots);
        late.hello(Seat::new(0), "one");
        assert_eq!(late.act("act"), None);
        assert_eq!(late.fault().unwrap().to_string(), "16 programs play already, and no more may");
        drop(asleep);
        let mut later = echo(&slots);
        later.hello(Seat::new(0), "one");
        assert_eq!(later.act("act"), Some("one".to_string()));
    }
}
