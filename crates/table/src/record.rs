//! Writes a finished game down so that it replays to the byte, and reads it back with suspicion.
//!
//! A record is JSON lines: a header, an event a line, a result. Each line carries the digest of all the
//! lines before it in the file, so a line that was edited, moved or lost is noticed at the next one; the
//! result is computed again. A file may hold many records.

use std::fmt;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use crate::agent::Witness;
use crate::digest::Digest;
use crate::game::{Event, EventOf, Game, Payoffs, Turn};
use crate::notation::Notation;
use crate::spec::Spec;

/// The version of the line format.
const FORMAT: u32 = 1;

/// What stands above the events of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the line format.
    pub record: u32,
    /// The game with its options, e.g. `buzzard(cards=8)`.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// Who sat where.
    pub seats: Vec<String>,
    /// The seed of the game; a replay does not need it.
    pub seed: u64,
    /// Which record of its file it is, counted from 0.
    pub index: u64,
    /// How many records its file has.
    pub of: u64,
}

impl Header {
    /// The header of a file's only record.
    pub fn new<G: Notation>(rules: &G::Rules, seats: Vec<String>, seed: u64) -> Header {
        let (game, rules_version) = (G::write_rules(rules), G::RULES_VERSION);
        Header { record: FORMAT, game, rules_version, seats, seed, index: 0, of: 1 }
    }
}

/// One game, written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    /// What stands above.
    pub header: Header,
    /// What happened, in order.
    pub events: Vec<EventOf<G>>,
    /// What each seat earned.
    pub payoffs: Payoffs,
}

/// A witness that writes the events down.
#[derive(Clone, Debug)]
pub struct Replay<G: Game>(pub Vec<EventOf<G>>);

impl<G: Game> Default for Replay<G> {
    fn default() -> Self {
        Replay(Vec::new())
    }
}

impl<G: Game> Witness<G> for Replay<G> {
    fn see(&mut self, _truth: &G, event: &EventOf<G>) {
        self.0.push(*event);
    }
}

/// A line with the digest of those before it.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    #[serde(flatten)]
    content: T,
    sum: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventLine {
    event: String,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct ResultLine {
    points: Vec<f64>,
    wins: Vec<f64>,
}

impl ResultLine {
    fn of(payoffs: &Payoffs) -> ResultLine {
        ResultLine { points: payoffs.points.as_slice().to_vec(), wins: payoffs.wins.as_slice().to_vec() }
    }
}

/// Writes records, one after the other.
pub struct RecordWriter<W> {
    out: W,
    digest: Digest,
}

impl<W: Write> RecordWriter<W> {
    /// Begins a file.
    pub fn new(out: W) -> RecordWriter<W> {
        RecordWriter { out, digest: Digest::new() }
    }

    /// Adds a record.
    pub fn write<G: Notation>(&mut self, record: &Record<G>) -> io::Result<()> {
        self.line(&record.header)?;
        for event in &record.events {
            self.line(&EventLine { event: event.to_string() })?;
        }
        self.line(&ResultLine::of(&record.payoffs))
    }

    /// Ends the file and gives back what it was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn line<T: Serialize>(&mut self, content: &T) -> io::Result<()> {
        let mut text = serde_json::to_string(&Line { content, sum: self.digest.to_string() })?;
        text.push('\n');
        self.digest.write(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }
}

/// Where a record file is wrong, and how. Nothing of the record it stands in may be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for RecordError {}

/// Reads records back and verifies them event by event.
pub struct RecordReader<R> {
    input: R,
    line: usize,
    digest: Digest,
    next: Option<Header>,
    read: u64,
    of: u64,
}

impl<R: BufRead> RecordReader<R> {
    /// Begins a file.
    pub fn new(input: R) -> RecordReader<R> {
        RecordReader { input, line: 0, digest: Digest::new(), next: None, read: 0, of: 0 }
    }

    /// The header of the next record, or `None` at a proper end of the file.
    pub fn header(&mut self) -> Result<Option<&Header>, RecordError> {
        if self.next.is_none() {
            self.next = match self.raw_line()? {
                None if self.read == 0 => return Err(self.error("the file is empty: no record stands here")),
                None if self.read < self.of => {
                    return Err(
                        self.error(format!("the file ends after {} of {} records", self.read, self.of))
                    );
                }
                None => return Ok(None),
                Some(text) => Some(self.read_header(&text)?),
            };
        }
        Ok(self.next.as_ref())
    }

    /// The next record, replayed and verified; `None` at a proper end of the file.
    pub fn read<G: Notation>(&mut self) -> Result<Option<Record<G>>, RecordError> {
        if self.header()?.is_none() {
            return Ok(None);
        }
        let header = self.next.take().expect("just peeked");
        let rules = self.rules::<G>(&header)?;
        let mut truth = G::new(&rules);
        let mut events = Vec::new();
        while G::turn(truth.public()) != Turn::Over {
            let event = self.read_event(&truth)?;
            truth.apply(&event);
            events.push(event);
        }
        let payoffs = self.read_result(&truth)?;
        self.read += 1;
        Ok(Some(Record { header, events, payoffs }))
    }

    fn error(&self, why: impl Into<String>) -> RecordError {
        RecordError { line: self.line, why: why.into() }
    }

    /// The next line, its digest already compared.
    fn raw_line(&mut self) -> Result<Option<String>, RecordError> {
        let mut bytes = Vec::new();
        self.line += 1;
        let read = self.input.read_until(b'\n', &mut bytes).map_err(|error| self.error(error.to_string()))?;
        if read == 0 {
            return Ok(None);
        }
        let text = String::from_utf8(bytes).map_err(|_| self.error("not UTF-8 text"))?;
        if !text.ends_with('\n') {
            return Err(self.error("the line is cut off"));
        }
        let line: Line<serde_json::Value> = self.parse(&text)?;
        if line.sum != self.digest.to_string() {
            return Err(self.error("the lines before this one were edited, moved or lost (checksum differs)"));
        }
        self.digest.write(text.as_bytes());
        Ok(Some(text))
    }

    fn wanted_line(&mut self) -> Result<String, RecordError> {
        self.raw_line()?.ok_or_else(|| self.error("the file ends in the middle of a game"))
    }

    fn parse<T: for<'a> Deserialize<'a>>(&self, text: &str) -> Result<T, RecordError> {
        serde_json::from_str(text).map_err(|error| self.error(format!("not a line of a record: {error}")))
    }

    /// What a line says besides its digest, which is compared already.
    fn content<T: for<'a> Deserialize<'a>>(&self, text: &str) -> Result<T, RecordError> {
        let mut fields: serde_json::Map<String, serde_json::Value> = self.parse(text)?;
        fields.remove("sum");
        serde_json::from_value(fields.into())
            .map_err(|error| self.error(format!("not the line wanted here: {error}")))
    }

    fn read_header(&mut self, text: &str) -> Result<Header, RecordError> {
        let header: Header = self.content(text)?;
        if header.record != FORMAT {
            return Err(self.error(format!("record format {}, this program reads {FORMAT}", header.record)));
        }
        if header.index != self.read || (self.read > 0 && header.of != self.of) || header.of <= header.index {
            return Err(self.error(format!("record {} of {} does not belong here", header.index, header.of)));
        }
        self.of = header.of;
        Ok(header)
    }

    fn rules<G: Notation>(&self, header: &Header) -> Result<G::Rules, RecordError> {
        if header.rules_version != G::RULES_VERSION {
            let (theirs, ours) = (header.rules_version, G::RULES_VERSION);
            return Err(
                self.error(format!("rules version {theirs} of {}, this program plays {ours}", G::NAME))
            );
        }
        let spec: Spec = header.game.parse().map_err(|error| self.error(format!("{error}")))?;
        G::read_rules(&spec, header.seats.len()).map_err(|error| self.error(error.to_string()))
    }

    fn read_event<G: Notation>(&mut self, truth: &G) -> Result<EventOf<G>, RecordError> {
        let text = self.wanted_line()?;
        let line: EventLine = self.content(&text)?;
        let event: EventOf<G> = line.event.parse().map_err(|error| self.error(format!("{error}")))?;
        self.verify(truth, &event)?;
        Ok(event)
    }

    fn verify<G: Notation>(&self, truth: &G, event: &EventOf<G>) -> Result<(), RecordError> {
        let right = match (event, G::turn(truth.public())) {
            (Event::Chance(outcome), Turn::Chance) => truth.drawable(outcome),
            (Event::Act(seat, action), Turn::Seats(set)) if set.first() == Some(*seat) => {
                let mut legal = Vec::new();
                G::legal(truth.view(*seat), &mut legal);
                legal.contains(action)
            }
            _ => {
                return Err(
                    self.error(format!("`{event}` is not whose turn it is (commits stand in seat order)"))
                );
            }
        };
        if right { Ok(()) } else { Err(self.error(format!("`{event}` cannot happen here"))) }
    }

    fn read_result<G: Notation>(&mut self, truth: &G) -> Result<Payoffs, RecordError> {
        let text = self.wanted_line()?;
        let payoffs = truth.payoffs();
        if self.content::<ResultLine>(&text)? != ResultLine::of(&payoffs) {
            return Err(self.error("the result is not the one this game has"));
        }
        Ok(payoffs)
    }
}
