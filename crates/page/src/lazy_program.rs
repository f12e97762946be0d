//! A program that plays at a table of the page. It is started when it is first asked, so that looking at a table starts
//! nothing, and its faults show on the thread where it thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use catalog::{ExecOptions, Outside, TextAgent};
use serde::Deserialize;
use table::{Fault, Seat};

/// Upper limit on programs that play at once.
pub(crate) const MAX_PROGRAMS: usize = 16;

/// Counts the programs that run or have a seat and were not started yet.
#[derive(Default)]
pub(crate) struct Slots(AtomicUsize);

/// The right of one program to run, until it has ended.
struct Slot(Arc<Slots>);

impl Slots {
    /// The number of programs that may still be seated.
    pub(crate) fn free(&self) -> usize {
        MAX_PROGRAMS - self.0.load(Ordering::Relaxed)
    }

    fn take(self: &Arc<Self>) -> Option<Slot> {
        let more = |taken| (taken < MAX_PROGRAMS).then_some(taken + 1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok().map(|_| Slot(self.clone()))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Something that a program is told and does not answer.
enum Notice {
    Hello(Seat, String),
    Seen(String),
    End(String),
}

/// A program that runs. The slot is free once it has ended.
struct Running {
    program: Outside,
    _slot: Slot,
}

impl Running {
    /// Tells the program something, unless it broke down: that would start it again.
    fn tell(&mut self, notice: &Notice) {
        match notice {
            _ if self.program.fault().is_some() => {}
            Notice::Hello(seat, json) => self.program.hello(*seat, json),
            Notice::Seen(json) => self.program.seen(json),
            Notice::End(json) => self.program.end(json),
        }
    }

    fn act(&mut self, json: &str) -> Result<String, Fault> {
        match self.program.fault() {
            Some(fault) => Err(fault),
            None => self.program.act(json).ok_or_else(|| self.fault()),
        }
    }

    fn fault(&self) -> Fault {
        self.program.fault().expect("a program without an answer has a fault")
    }
}

/// A program on a seat that is started when it is first asked. A breakdown shows when it is asked: a game that does not
/// need it any more ends without it.
pub(crate) struct LazyProgram {
    /// How it is started; nothing where the server does not have it.
    options: Option<ExecOptions>,
    slots: Arc<Slots>,
    slot: Option<Slot>,
    /// What it was not told yet; until it is first asked, of this game alone.
    untold: Vec<Notice>,
    /// Whether this is the last game of the series.
    is_last: bool,
    running: Option<Running>,
    fault: Option<Fault>,
}

impl LazyProgram {
    /// A program that is started with these options; without options, one whose seat is kept for it.
    pub(crate) fn new(options: Option<ExecOptions>, slots: &Arc<Slots>) -> LazyProgram {
        let slot = options.as_ref().and_then(|_| slots.take());
        let (slots, untold) = (slots.clone(), Vec::new());
        LazyProgram { options, slots, slot, untold, is_last: false, running: None, fault: None }
    }

    /// The running program, which has been told everything. Starts it if need be.
    fn start(&mut self) -> Result<&mut Running, Fault> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.spawn()?,
        };
        self.untold.drain(..).for_each(|notice| running.tell(&notice));
        Ok(self.running.insert(running))
    }

    fn spawn(&mut self) -> Result<Running, Fault> {
        let broken = |why: String| Fault::Broken(why);
        let options =
            self.options.clone().ok_or_else(|| broken("the server does not have it".to_string()))?;
        let full = || broken(format!("{MAX_PROGRAMS} programs play already, and no more may"));
        let slot = self.slot.take().or_else(|| self.slots.take()).ok_or_else(full)?;
        Ok(Running { program: Outside::new(options), _slot: slot })
    }

    fn break_down(&mut self, fault: Fault) {
        self.fault = Some(fault);
        self.leave();
    }

    /// Ends the program. That may take a second or two; nobody waits for it.
    fn leave(&mut self) {
        self.slot = None;
        let untold = std::mem::take(&mut self.untold);
        if let Some(mut running) = self.running.take() {
            // If no thread can be started, the program is ended here.
            let _ =
                thread::Builder::new().spawn(move || untold.iter().for_each(|notice| running.tell(notice)));
        }
    }
}

impl TextAgent for LazyProgram {
    fn hello(&mut self, seat: Seat, json: &str) {
        if self.running.is_none() {
            self.untold.clear();
        }
        self.is_last = is_last(json);
        self.untold.push(Notice::Hello(seat, json.to_string()));
    }

    fn seen(&mut self, json: &str) {
        self.untold.push(Notice::Seen(json.to_string()));
    }

    fn act(&mut self, json: &str) -> Option<String> {
        let answer = self.start().and_then(|running| running.act(json));
        answer.map_err(|fault| self.break_down(fault)).ok()
    }

    fn refuse(&mut self, why: &str) {
        if let Some(running) = &mut self.running {
            running.program.refuse(why);
            let fault = running.fault();
            self.break_down(fault);
        }
    }

    fn end(&mut self, json: &str) {
        self.untold.push(Notice::End(json.to_string()));
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

impl Drop for LazyProgram {
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

    fn echo(slots: &Arc<Slots>) -> LazyProgram {
        LazyProgram::new(Some(ExecOptions::new(ECHO)), slots)
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
    fn it_starts_when_it_is_asked_and_has_missed_nothing() {
        let slots = Arc::default();
        let mut program = echo(&slots);
        program.hello(Seat::new(1), "one");
        program.seen("two");
        assert!(
            program.running.is_none() && slots.free() == MAX_PROGRAMS - 1,
            "it has a slot and does not run"
        );
        assert_eq!(program.act("act"), Some("onetwo".to_string()));
        program.seen("three");
        assert_eq!(program.act("act"), Some("three".to_string()));
        program.end("four");
        program.hello(Seat::new(1), "five");
        assert_eq!(program.act("act"), Some("fourfive".to_string()), "it plays on in the same process");
        drop(program);
        wait_for_free(&slots, MAX_PROGRAMS);
    }

    #[test]
    fn a_game_without_a_question_is_not_told() {
        let mut program = echo(&Arc::default());
        ["one", "two"].iter().for_each(|hello| program.hello(Seat::new(0), hello));
        assert_eq!(program.act("act"), Some("two".to_string()));
    }

    #[test]
    fn after_the_last_game_it_leaves() {
        let slots = Arc::default();
        let mut program = echo(&slots);
        for (number, free) in [(0, MAX_PROGRAMS - 1), (1, MAX_PROGRAMS)] {
            program.hello(Seat::new(0), &format!("{{'number':{number},'games':2}}").replace('\'', "\""));
            program.seen("x");
            program.end("y");
            wait_for_free(&slots, free);
        }
    }

    #[test]
    fn what_went_wrong_is_noticed_when_it_is_asked() {
        let slots = Arc::default();
        let mut program = echo(&slots);
        program.hello(Seat::new(1), "one");
        assert!(program.act("act").is_some());
        for line in ["leave", "gone", "and", "forgotten"] {
            program.seen(line);
            thread::sleep(Duration::from_millis(50));
            assert_eq!(program.fault(), None);
        }
        assert_eq!(program.act("act"), None);
        let why = program.fault().expect("it was asked").to_string();
        assert!(
            why.starts_with("seat B: the program `while read") && why.contains("exit status: 3"),
            "{why}"
        );
        wait_for_free(&slots, MAX_PROGRAMS);
    }

    #[test]
    fn rows_are_for_programs_that_want_them() {
        let reads = |options| LazyProgram::new(options, &Arc::default()).reads_rows();
        let options = ExecOptions::new(ECHO);
        assert!(reads(Some(ExecOptions { rows: true, ..options.clone() })));
        assert!(!reads(Some(options)) && !reads(None));
    }

    #[test]
    fn no_more_than_so_many_play() {
        let slots = Arc::default();
        let idle: Vec<LazyProgram> = (0..MAX_PROGRAMS).map(|_| echo(&slots)).collect();
        let mut late = echo(&slots);
        late.hello(Seat::new(0), "one");
        assert_eq!(late.act("act"), None);
        assert_eq!(late.fault().unwrap().to_string(), "16 programs play already, and no more may");
        drop(idle);
        let mut later = echo(&slots);
        later.hello(Seat::new(0), "one");
        assert_eq!(later.act("act"), Some("one".to_string()));
    }
}
