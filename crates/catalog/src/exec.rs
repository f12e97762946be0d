//! Any program as a player: it reads JSON lines on its standard input and answers on its standard output.
//!
//! `docs/exec.md` describes the lines for authors of programs, with an example to copy.

mod program;
mod running;

use std::time::Duration;

use serde_json::Value;
use table::{Fault, Param, Params, Player, Seat, Spec, SpecError, Values, WordParam};

use crate::registry::Playable;
use crate::row::Row;
use crate::text_agent::{TextAgent, TextPlayer, quoted};
use program::{GRACE, Line, Program, Silence};
pub use running::end_programs;

/// Which program plays, and how long it may think.
#[derive(Clone, Debug, PartialEq)]
pub struct ExecOptions {
    /// The command, as one would type it in a shell.
    pub command: String,
    /// How long an answer may take.
    pub limit: Duration,
    /// How long the first answer may take, which waits for the program to load.
    pub first_limit: Duration,
    /// Whether it is shown rows of figures and ids besides.
    pub rows: bool,
    /// Whether a breakdown costs it the game and no more.
    pub forfeits: bool,
}

impl ExecOptions {
    /// This command, with the limits that hold where none are given.
    pub fn new(command: &str) -> ExecOptions {
        let spec = Spec::named("exec");
        let limits = limits(&mut Params::new(&spec)).expect("the rows' defaults can be read");
        ExecOptions {
            command: command.to_string(),
            limit: limits.0,
            first_limit: limits.1,
            rows: false,
            forfeits: false,
        }
    }

    /// The options of a spec such as `exec(cmd="python3 my_agent.py",seconds=2)`.
    ///
    /// # Errors
    /// If there is no command, or a number is none.
    pub fn read(spec: &Spec) -> Result<ExecOptions, SpecError> {
        let mut params = Params::new(spec);
        let options = ExecOptions::of(&mut params)?;
        params.finish().map(|()| options)
    }

    fn of(params: &mut Params<'_>) -> Result<ExecOptions, SpecError> {
        // The code that draws a table reads it from the spec.
        params.given(&NAME);
        let command = params.given(&CMD).filter(|command| !command.trim().is_empty());
        let ((limit, first_limit), rows) = (limits(params)?, params.choice(&ROWS)?);
        let forfeits = params.choice(&ON_ERROR)?;
        let wanted = "exec needs a command: write exec(cmd=\"python3 my_agent.py\")";
        let command = command.ok_or_else(|| SpecError::bad(wanted))?.to_string();
        Ok(ExecOptions { command, limit, first_limit, rows, forfeits })
    }
}

/// How long an answer may take, and how long the first.
fn limits(params: &mut Params<'_>) -> Result<(Duration, Duration), SpecError> {
    let (limit, first) = (params.number(&SECONDS)?, params.number(&START)?);
    Ok((Duration::from_secs_f64(limit), Duration::from_secs_f64(first)))
}

const CMD: Param = Param::new("cmd", "", "the command, e.g. \"python3 my_agent.py\"", Values::Command);
const NAME: Param = Param::new("name", "", "what tables call it instead of its spec", Values::Text);
const SECONDS: Param = Param::number("seconds", "10", "how long an answer may take", 0.01, 86400.0);
const START: Param = Param::number("start", "30", "how long the first answer may take", 0.01, 86400.0);
const ROWS: WordParam<bool> = WordParam::new(
    "rows",
    "off",
    "on or off: whether it is shown the row of figures and the ids of each question, as networks read them",
    &[("off", false), ("on", true)],
);

const ON_ERROR: WordParam<bool> = WordParam::new(
    "on_error",
    "stop",
    "stop or forfeit: a breakdown ends the match, or costs the game alone; the seat is then played on by `random`, and such \
     games are counted apart",
    &[("stop", false), ("forfeit", true)],
);

/// The row of programs, for any game.
pub(crate) fn row<G: Playable>() -> Row<G> {
    Row {
        name: "exec",
        about: "any program that speaks our JSON lines (`tefuda docs exec`)",
        params: &[&[CMD, NAME, SECONDS, START, ROWS.param, ON_ERROR.param]],
        quick: &[],
        build: |params, _| Ok(Player::agent(Exec::<G>::new(ExecOptions::of(params)?))),
    }
}

/// A player that is a program of its own. It works for every game that can be written down.
///
/// The program is started at its first game and plays all further ones; it is ended when the player is
/// dropped. It receives one JSON document a line and answers `act` alone:
///
/// ```text
/// -> {"type":"hello","protocol":1,"game":"kuhn","spec":"kuhn","seat":"A","seats":2,"number":0,"games":1,"rules":{"seats":2}}
/// -> {"type":"seen","text":"A is dealt K","seen":{"Dealt":["A",2]}}
/// -> {"type":"act","view":{..},"legal":["passes","bets"],"seed":2850174411}
/// <- {"action":"bets"}
/// -> {"type":"end","points":[1.0,-1.0],"wins":[1.0,0.0]}
/// ```
///
/// `view` is described at [`table::view_json`]. A program that crashes, answers late, unreadably, illegally or
/// without being asked is ended, and the player is broken for good: [`table::Agent::fault`] says what the program
/// did and what would have been right.
pub type Exec<G> = TextPlayer<G, Outside>;

impl<G: Playable> Exec<G> {
    /// A player that starts this program when its first game begins.
    pub fn new(options: ExecOptions) -> Exec<G> {
        TextPlayer::of(Outside::new(options))
    }
}

/// A program that is told and asked in lines.
pub struct Outside {
    options: ExecOptions,
    seat: Seat,
    program: Option<Program>,
    has_answered: bool,
    /// Its last answer, as it was sent.
    sent: String,
    fault: Option<Fault>,
}

/// What a program did wrong.
enum Trouble {
    Ended,
    Did(String),
}

impl Outside {
    /// One that starts this program when it is told something.
    pub fn new(options: ExecOptions) -> Outside {
        let (seat, sent) = (Seat::new(0), String::new());
        Outside { options, seat, program: None, has_answered: false, sent, fault: None }
    }

    /// Sends a line, starting the program if need be.
    fn tell(&mut self, json: &str) -> Result<(), Trouble> {
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
        program.tell(format!("{json}\n"));
        Ok(())
    }

    fn running(&self) -> &Program {
        self.program.as_ref().expect("told something, so started")
    }

    fn ask(&mut self, json: &str) -> Result<String, Trouble> {
        self.tell(json)?;
        let limit = if self.has_answered { self.options.limit } else { self.options.first_limit };
        let line = self.running().line(limit).map_err(|silence| match silence {
            Silence::Closed => Trouble::Ended,
            Silence::Late => late(limit),
        })?;
        self.has_answered = true;
        self.sent = quoted(&line.text);
        read_line(&line, &self.sent).map_err(Trouble::Did)
    }

    /// Ends the program and remembers why, naming it and the seat.
    fn break_down(&mut self, trouble: Trouble) {
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
        let (seat, command) = (self.seat, quoted(&self.options.command));
        self.fault = Some(Fault::Broken(format!("seat {seat}: the program `{command}` {did}{words}")));
    }

    /// Tells the program something it does not answer.
    fn inform(&mut self, json: &str) {
        if let Err(trouble) = self.tell(json) {
            self.break_down(trouble);
        }
    }
}

impl TextAgent for Outside {
    fn hello(&mut self, seat: Seat, json: &str) {
        self.seat = seat;
        self.inform(json);
    }

    fn seen(&mut self, json: &str) {
        self.inform(json);
    }

    fn act(&mut self, json: &str) -> Option<String> {
        self.ask(json).map_err(|trouble| self.break_down(trouble)).ok()
    }

    fn refuse(&mut self, why: &str) {
        let did = format!("answered `{}`{why}", self.sent);
        self.break_down(Trouble::Did(did));
    }

    fn end(&mut self, json: &str) {
        self.inform(json);
    }

    fn fault(&self) -> Option<Fault> {
        self.fault.clone()
    }

    fn forfeits(&self) -> bool {
        self.options.forfeits
    }

    fn begin_anew(&mut self) {
        (self.fault, self.has_answered) = (None, false);
    }

    fn reads_rows(&self) -> bool {
        self.options.rows
    }
}

const UNTIL_CLOSED: &str = "until its input is closed";

fn unasked(text: &str) -> Trouble {
    Trouble::Did(format!("wrote `{}` without being asked; each `act` wants one line", quoted(text)))
}

fn late(limit: Duration) -> Trouble {
    let seconds = limit.as_secs_f64();
    Trouble::Did(format!(
        "did not answer within {seconds} s; an answer is one line, ended by a line feed and flushed"
    ))
}

/// The text of the action a line names, or what the program did wrong.
fn read_line(line: &Line, sent: &str) -> Result<String, String> {
    if line.endless {
        return Err(format!("wrote a line without end, `{sent}`; an answer is short"));
    }
    if line.more {
        return Err(format!("wrote more than one line at once, the first `{sent}`; each `act` wants one"));
    }
    // Further fields are its own business.
    let wanted = "an answer reads {\"action\":\"..\"}, with one of the legal actions";
    let answer = serde_json::from_str(&line.text).ok().and_then(|answer: Value| match answer {
        Value::Object(mut fields) => fields.remove("action"),
        _ => None,
    });
    match answer {
        Some(Value::String(action)) => Ok(action),
        _ => Err(format!("answered `{sent}`: {wanted}")),
    }
}
