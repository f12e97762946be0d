//! Any program as a player: it reads JSON lines on its standard input and answers on its standard output.
//!
//! `docs/exec.md` describes the lines for authors of programs, with an example to copy.

mod program;

use std::marker::PhantomData;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{
    Agent, BySeat, Fault, Notation, Param, Params, Payoffs, Rng, Seat, Spec, SpecError, View, view_json,
};

use program::{GRACE, Line, Program, Silence};

/// The version of the lines. It changes when a program written for the old lines could no longer play.
const PROTOCOL: u32 = 1;

/// As much of a foreign text as an error quotes.
const QUOTED_CHARS: usize = 200;

/// Which program plays, and how long it may think.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecOptions {
    /// The command, as one would type it in a shell.
    pub command: String,
    /// How long an answer may take.
    pub limit: Duration,
    /// How long the first answer may take, which waits for the program to load.
    pub first_limit: Duration,
}

impl ExecOptions {
    /// What can be set in `exec(cmd="..")`.
    pub const PARAMS: &[Param] = &[
        Param { key: "cmd", default: "", about: "the command, e.g. \"python3 my_agent.py\"" },
        Param { key: "seconds", default: "10", about: "how long an answer may take, 0.01 to 86400" },
        Param { key: "start", default: "30", about: "how long the first answer may take, 0.01 to 86400" },
    ];

    /// This command, with the limits that hold where none are given.
    pub fn new(command: &str) -> ExecOptions {
        let (limit, first_limit) = (Duration::from_secs(10), Duration::from_secs(30));
        ExecOptions { command: command.to_string(), limit, first_limit }
    }

    /// The options of a spec such as `exec(cmd="python3 my_agent.py",seconds=2)`.
    ///
    /// # Errors
    /// If there is no command, or a number is none.
    pub fn read(spec: &Spec) -> Result<ExecOptions, SpecError> {
        let mut params = Params::new(spec);
        let command = params.text("cmd").filter(|command| !command.trim().is_empty());
        let limit = Duration::from_secs_f64(params.number("seconds", 10.0, 0.01..=86400.0)?);
        let first_limit = Duration::from_secs_f64(params.number("start", 30.0, 0.01..=86400.0)?);
        params.finish()?;
        let wanted = "exec needs a command: write exec(cmd=\"python3 my_agent.py\")";
        let command = command.ok_or_else(|| SpecError::bad(wanted))?.to_string();
        Ok(ExecOptions { command, limit, first_limit })
    }
}

/// A player that is a program of its own. It works for every game that can be written down.
///
/// The program is started at its first game and plays all further ones; it is ended when the player is
/// dropped. It receives one JSON document a line and answers `act` alone:
///
/// ```text
/// -> {"type":"hello","protocol":1,"game":"kuhn","spec":"kuhn","seat":"A","seats":2,"rules":{"seats":2}}
/// -> {"type":"seen","text":"A is dealt K","seen":{"Dealt":["A",2]}}
/// -> {"type":"act","view":{..},"legal":["passes","bets"],"seed":2850174411}
/// <- {"action":"bets"}
/// -> {"type":"end","points":[1.0,-1.0],"wins":[1.0,0.0]}
/// ```
///
/// `view` is described at [`view_json`]. A program that crashes, answers late, unreadably, illegally or
/// without being asked is ended, and the player is broken for good: [`Agent::fault`] says what the program
/// did and what would have been right.
pub struct Exec<G: Notation> {
    options: ExecOptions,
    program: Option<Program>,
    has_answered: bool,
    fault: Option<Fault>,
    game: PhantomData<fn() -> G>,
}

/// A line to the program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase", bound = "")]
enum Told<'a, G: Notation> {
    /// A game begins.
    Hello { protocol: u32, game: &'static str, spec: String, seat: Seat, seats: usize, rules: &'a G::Rules },
    /// Something happened, as this seat saw it.
    Seen { text: String, seen: &'a G::Seen },
    /// Choose. The seed is the program's share of the table's luck: who uses no other plays the same again.
    Act { view: Value, legal: Vec<String>, seed: u32 },
    /// The game is over.
    End { points: &'a BySeat<f64>, wins: &'a BySeat<f64> },
}

/// A line of the program. Further fields are its own business.
#[derive(Deserialize)]
struct Answer {
    action: String,
}

/// What a program did wrong.
enum Trouble {
    Ended,
    Did(String),
}

impl<G: Notation> Exec<G> {
    /// A player that starts this program when its first game begins.
    pub fn new(options: ExecOptions) -> Exec<G> {
        Exec { options, program: None, has_answered: false, fault: None, game: PhantomData }
    }

    /// Sends a line, starting the program if need be.
    fn tell(&mut self, told: &Told<'_, G>) -> Result<(), Trouble> {
        if self.program.is_none() {
            let start = Program::start(&self.options.command);
            self.program = Some(start.map_err(|e| Trouble::Did(format!("could not be started: {e}")))?);
        }
        let program = self.running();
        match program.unasked() {
            None => {}
            Some(Ok(line)) => return Err(unasked(&line.text)),
            Some(Err(_)) => return Err(Trouble::Ended),
        }
        program.tell(serde_json::to_string(told).expect("plain data has a JSON form") + "\n");
        Ok(())
    }

    fn running(&self) -> &Program {
        self.program.as_ref().expect("told something, so started")
    }

    fn ask(&mut self, told: &Told<'_, G>, legal: &[G::Action]) -> Result<G::Action, Trouble> {
        self.tell(told)?;
        let limit = if self.has_answered { self.options.limit } else { self.options.first_limit };
        let line = self.running().line(limit).map_err(|silence| match silence {
            Silence::Closed => Trouble::Ended,
            Silence::Late => late(limit),
        })?;
        self.has_answered = true;
        read_answer::<G>(&line, legal).map_err(Trouble::Did)
    }

    /// Ends the program and remembers why, naming it and the seat.
    fn break_down(&mut self, seat: Seat, trouble: Trouble) {
        let grace = if matches!(trouble, Trouble::Ended) { GRACE } else { Duration::ZERO };
        let mut program = self.program.take();
        let status = program.as_mut().and_then(|program| program.stop(grace));
        let did = match (trouble, status) {
            (Trouble::Did(what), _) => what,
            (Trouble::Ended, Some(status)) => format!("ended ({status}), but should run {UNTIL_CLOSED}"),
            (Trouble::Ended, None) => format!("closed its output, but should answer {UNTIL_CLOSED}"),
        };
        let words = program.and_then(|program| program.last_words());
        let words = words.map_or(String::new(), |words| format!("; it said on stderr: `{}`", quoted(&words)));
        let command = quoted(&self.options.command);
        self.fault = Some(Fault::Broken(format!("seat {seat}: the program `{command}` {did}{words}")));
    }

    /// Tells the program something it does not answer.
    fn inform(&mut self, seat: Seat, told: &Told<'_, G>) {
        if self.fault.is_none()
            && let Err(trouble) = self.tell(told)
        {
            self.break_down(seat, trouble);
        }
    }
}

const UNTIL_CLOSED: &str = "until its input is closed";

/// A foreign text as a short piece of one line, JSON as it was sent.
fn quoted(text: &str) -> String {
    let mut quote = String::new();
    for c in text.chars().take(QUOTED_CHARS) {
        match c {
            '"' | '\'' | '\\' => quote.push(c),
            _ => quote.extend(c.escape_debug()),
        }
    }
    let dots = if text.chars().nth(QUOTED_CHARS).is_some() { ".." } else { "" };
    quote + dots
}

fn unasked(text: &str) -> Trouble {
    Trouble::Did(format!("wrote `{}` without being asked; each `act` wants one line", quoted(text)))
}

fn late(limit: Duration) -> Trouble {
    let seconds = limit.as_secs_f64();
    Trouble::Did(format!(
        "did not answer within {seconds} s; an answer is one line, ended by a line feed and flushed"
    ))
}

/// The action a line names, or what the program did wrong.
fn read_answer<G: Notation>(line: &Line, legal: &[G::Action]) -> Result<G::Action, String> {
    let sent = quoted(&line.text);
    if line.endless {
        return Err(format!("wrote a line without end, `{sent}`; an answer is short"));
    }
    if line.more {
        return Err(format!("wrote more than one line at once, the first `{sent}`; each `act` wants one"));
    }
    let action = read_action::<G>(&line.text).map_err(|why| format!("answered `{sent}`: {why}"))?;
    if legal.contains(&action) {
        return Ok(action);
    }
    let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
    Err(format!("answered `{sent}`, which is not legal now; legal: {}", quoted(&list.join(", "))))
}

fn read_action<G: Notation>(text: &str) -> Result<G::Action, String> {
    let answer: Answer = serde_json::from_str(text)
        .map_err(|_| "an answer reads {\"action\":\"..\"}, with one of the legal actions".to_string())?;
    answer.action.parse().map_err(|error| format!("{error}"))
}

impl<G: Notation> Agent<G> for Exec<G> {
    fn begin(&mut self, view: View<'_, G>, _rng: &mut Rng) {
        let rules = G::rules(view.public);
        let (spec, seats) = (G::write_rules(rules), view.seats());
        let hello = Told::Hello { protocol: PROTOCOL, game: G::NAME, spec, seat: view.seat, seats, rules };
        self.inform(view.seat, &hello);
    }

    fn see(&mut self, view: View<'_, G>, seen: &G::Seen) {
        self.inform(view.seat, &Told::Seen { text: seen.to_string(), seen });
    }

    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], rng: &mut Rng) -> G::Action {
        if self.fault.is_some() {
            return legal[0];
        }
        let texts = legal.iter().map(ToString::to_string).collect();
        let (public, seed) = (view.public, (rng.bits() >> 32) as u32);
        let question = Told::Act { view: view_json(public, Some(view)), legal: texts, seed };
        self.ask(&question, legal).unwrap_or_else(|trouble| {
            self.break_down(view.seat, trouble);
            legal[0]
        })
    }

    fn end(&mut self, view: View<'_, G>, payoffs: &Payoffs) {
        self.inform(view.seat, &Told::End { points: &payoffs.points, wins: &payoffs.wins });
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.clone()
    }
}
