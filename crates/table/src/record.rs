//! Writes a finished game down so that it replays to the byte, and reads it back with suspicion.
//!
//! A record is JSON lines: a header, an event a line, a result. Each line carries the digest of all the
//! lines before it in the file, so a line that was edited, moved or lost is noticed at the next one; the
//! result is computed again. A file may hold many records, and the games of a series follow one another: the
//! rules of each must be what the one before it carries over.
//!
//! There is one way to write a record, and no other is read: a line must be, byte for byte, what
//! [`RecordWriter`] writes for its content. So no edit goes unnoticed, not even of a space in the last line.
//! The digests guard against accidents; a forger can recompute them, but can only forge a game
//! that could have been played, because every event and the result are checked against the rules.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::agent::Witness;
use crate::digest::Digest;
use crate::game::{Event, EventOf, Game, Payoffs, PublicState, Turn};
use crate::notation::Notation;
use crate::rng::Seeds;
use crate::seat::Seat;
use crate::spec::Spec;

/// The version of the line format.
const FORMAT: u32 = 2;

/// No line is longer, so that a file which is no record cannot fill the memory.
const LONGEST_LINE: u64 = 1 << 20;

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
    /// What chance derived from; a replay does not need it.
    pub deal: u64,
    /// What the players' own streams derived from; a replay does not need it.
    pub players: u64,
    /// Its place in a series; a single game is a series of one.
    pub series: SeriesPlace,
    /// Which record of its file it is, counted from 0.
    pub index: u64,
    /// The number of records its file has.
    pub of: u64,
    /// The seats that broke down and were played on at random, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<Seat>,
}

/// Where a game stands in its series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesPlace {
    /// The game with its options as the series began; what is carried over stands in [`Header::game`].
    pub first: String,
    /// Its number, counted from 0.
    pub number: u32,
    /// The number of games the series has.
    pub of: u32,
}

impl Header {
    /// The header of a file's only record, of a single game.
    pub fn new<G: Notation>(rules: &G::Rules, seats: Vec<String>, seeds: Seeds) -> Header {
        let (game, rules_version) = (G::write_rules(rules), G::RULES_VERSION);
        let (Seeds { deal, players }, first) = (seeds, game.clone());
        let series = SeriesPlace { first, number: 0, of: 1 };
        Header {
            record: FORMAT,
            game,
            rules_version,
            seats,
            deal,
            players,
            series,
            index: 0,
            of: 1,
            forfeits: Vec::new(),
        }
    }

    /// The same header at another place of a series.
    pub fn in_series(self, series: SeriesPlace) -> Header {
        Header { series, ..self }
    }

    /// The two seeds of the game.
    pub fn seeds(&self) -> Seeds {
        Seeds { deal: self.deal, players: self.players }
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

/// A record of any game, for code that only stores it.
pub trait AnyRecord: Send {
    /// What stands above.
    fn header(&self) -> &Header;

    /// The same, to be changed: its place in a file.
    fn header_mut(&mut self) -> &mut Header;

    /// Calls this with each event in notation, in order.
    ///
    /// # Errors
    /// What the call gives.
    fn each_event(&self, call: &mut dyn FnMut(String) -> io::Result<()>) -> io::Result<()>;

    /// What each seat earned.
    fn payoffs(&self) -> &Payoffs;
}

impl<G: Notation> AnyRecord for Record<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn header_mut(&mut self) -> &mut Header {
        &mut self.header
    }

    fn each_event(&self, call: &mut dyn FnMut(String) -> io::Result<()>) -> io::Result<()> {
        self.events.iter().try_for_each(|event| call(event.to_string()))
    }

    fn payoffs(&self) -> &Payoffs {
        &self.payoffs
    }
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
#[derive(Serialize)]
struct Line<'a, T> {
    #[serde(flatten)]
    content: &'a T,
    sum: String,
}

/// The one way to write a line that follows lines of this digest.
fn written<T: Serialize>(content: &T, before: Digest) -> String {
    json(&Line { content, sum: before.to_string() }) + "\n"
}

fn json<T: Serialize>(content: &T) -> String {
    serde_json::to_string(content).expect("plain text and numbers have a JSON form")
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventLine {
    event: String,
}

#[derive(Serialize, Deserialize)]
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

/// Writes records, one after the other; their headers count them ([`Header::index`], [`Header::of`]).
pub struct RecordWriter<W> {
    out: W,
    digest: Digest,
}

impl<W: Write> RecordWriter<W> {
    /// Begins a file.
    pub fn new(out: W) -> RecordWriter<W> {
        RecordWriter { out, digest: Digest::new() }
    }

    /// Goes on with a file whose lines so far have this digest.
    pub fn resume(out: W, digest: Digest) -> RecordWriter<W> {
        RecordWriter { out, digest }
    }

    /// Adds a record.
    pub fn write(&mut self, record: &dyn AnyRecord) -> io::Result<()> {
        self.line(record.header())?;
        record.each_event(&mut |event| self.line(&EventLine { event }))?;
        self.line(&ResultLine::of(record.payoffs()))
    }

    /// Sees to it that what was written can be read by others.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the file and gives back what it was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn line<T: Serialize>(&mut self, content: &T) -> io::Result<()> {
        let text = written(content, self.digest);
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
    /// Whether the file merely ends here, as one does whose writer was interrupted. The records before it are whole.
    pub ends: bool,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for RecordError {}

/// Reads records back and verifies them line by line.
///
/// A record that was read is whole and could have been played. That all the records of a file are there is
/// known once the last one was read: nothing may follow it.
pub struct RecordReader<R> {
    input: R,
    line: usize,
    /// How many bytes were read.
    bytes: u64,
    digest: Digest,
    next: Option<Header>,
    /// What must stand above the next record, if a series goes on there.
    chain: Option<Link>,
    read: u64,
    of: u64,
}

/// What the next game of a series must be called, and who plays it.
struct Link {
    game: String,
    seats: Vec<String>,
    series: SeriesPlace,
}

impl<R: BufRead> RecordReader<R> {
    /// Begins a file.
    pub fn new(input: R) -> RecordReader<R> {
        let (line, bytes, digest) = (0, 0, Digest::new());
        RecordReader { input, line, bytes, digest, next: None, chain: None, read: 0, of: 0 }
    }

    /// How many bytes were read, and their digest: after a record, where another one may follow.
    pub fn place(&self) -> (u64, Digest) {
        (self.bytes, self.digest)
    }

    /// The header of the next record, or `None` at a proper end of the file.
    pub fn header(&mut self) -> Result<Option<&Header>, RecordError> {
        if self.next.is_none() {
            self.next = match self.line()? {
                None if self.read == 0 => return Err(self.error("the file is empty: no record stands here")),
                None if self.read < self.of => {
                    return Err(self.end(format!("the file ends after {} of {} records", self.read, self.of)));
                }
                None => return Ok(None),
                Some(header) => Some(self.checked(header)?),
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
        while truth.public().turn() != Turn::Over {
            let event = self.read_event(&truth)?;
            truth.apply(&event);
            events.push(event);
        }
        let payoffs = self.read_result(&truth)?;
        self.chain = self.link(&header, &truth)?;
        self.count_record()?;
        Ok(Some(Record { header, events, payoffs }))
    }

    fn error(&self, why: impl Into<String>) -> RecordError {
        RecordError { line: self.line, why: why.into(), ends: false }
    }

    /// The file ends here, too early.
    fn end(&self, why: impl Into<String>) -> RecordError {
        RecordError { ends: true, ..self.error(why) }
    }

    /// The next line, if it follows the lines before it and is written as we write it.
    fn line<T: Serialize + DeserializeOwned>(&mut self) -> Result<Option<T>, RecordError> {
        let Some(text) = self.text()? else { return Ok(None) };
        let content = self.content(&text)?;
        let wanted = written(&content, self.digest);
        if text != wanted {
            return Err(self.error(format!(
                "not as records are written; `{}` and a line feed are wanted here",
                wanted.trim_end()
            )));
        }
        self.digest.write(text.as_bytes());
        Ok(Some(content))
    }

    fn wanted_line<T: Serialize + DeserializeOwned>(&mut self) -> Result<T, RecordError> {
        self.line()?.ok_or_else(|| self.end("the file ends in the middle of a game"))
    }

    /// The text of the next line, with its line feed.
    fn text(&mut self) -> Result<Option<String>, RecordError> {
        let mut bytes = Vec::new();
        self.line += 1;
        let mut input = (&mut self.input).take(LONGEST_LINE);
        let read = input.read_until(b'\n', &mut bytes);
        self.bytes += bytes.len() as u64;
        match read {
            Err(error) => Err(self.error(error.to_string())),
            Ok(0) => Ok(None),
            Ok(_) if bytes.len() as u64 == LONGEST_LINE => Err(self.error("the line is too long")),
            Ok(_) if !bytes.ends_with(b"\n") => Err(self.end("the line is cut off")),
            Ok(_) => String::from_utf8(bytes).map(Some).map_err(|_| self.error("not UTF-8 text")),
        }
    }

    /// What a line says besides its digest, which must be that of the lines before it.
    fn content<T: DeserializeOwned>(&self, text: &str) -> Result<T, RecordError> {
        let mut fields = self.fields(text)?;
        // Another format may differ in everything else, so this is looked at first.
        if let Some(format) = fields.get("record").filter(|&format| format != &Value::from(FORMAT)) {
            return Err(self.error(format!("record format {format}, this program reads {FORMAT}")));
        }
        match fields.remove("sum") {
            None => return Err(self.error("not a line of a record: it has no checksum `sum`")),
            Some(sum) if sum.as_str() == Some(&self.digest.to_string()) => {}
            Some(_) => {
                return Err(
                    self.error("the lines before this one were edited, moved or lost (checksum differs)")
                );
            }
        }
        serde_json::from_value(fields.into())
            .map_err(|error| self.error(format!("not the line wanted here: {error}")))
    }

    fn fields(&self, text: &str) -> Result<Map<String, Value>, RecordError> {
        serde_json::from_str(text.trim_end_matches('\n')).map_err(|error| {
            // The place within the line; which line of the file it is, we know better.
            let why = error.to_string().replace(" at line 1 column ", " at column ");
            self.error(format!("not a line of a record: {why}"))
        })
    }

    /// The header, if it is the one to follow the records that were read.
    fn checked(&mut self, header: Header) -> Result<Header, RecordError> {
        if header.index != self.read || (self.read > 0 && header.of != self.of) || header.of <= header.index {
            return Err(self.error(format!("record {} of {} does not belong here", header.index, header.of)));
        }
        self.of = header.of;
        let seated = |seat: &Seat| seat.index() < header.seats.len();
        if !header.forfeits.iter().all(seated) || !header.forfeits.is_sorted_by(|one, next| one < next) {
            return Err(self.error("`forfeits` names seats of the table, each once, in order"));
        }
        self.check_link(&header)?;
        Ok(header)
    }

    /// Refuses a game that does not continue the series it stands in.
    fn check_link(&mut self, header: &Header) -> Result<(), RecordError> {
        let SeriesPlace { number, of, .. } = header.series;
        let place = format!("game {} of a series of {of}", u64::from(number) + 1);
        match self.chain.take() {
            _ if number >= of => Err(self.error(format!("there is no {place}"))),
            None if number > 0 => Err(self.error(format!("{place} stands where a series should begin"))),
            None => Ok(()),
            Some(link) if link.series != header.series => {
                let SeriesPlace { number, of, .. } = link.series;
                let wanted = u64::from(number) + 1;
                Err(self.error(format!(
                    "{place} stands where game {wanted} of {of} of the series before goes on"
                )))
            }
            Some(link) if link.seats != header.seats => {
                Err(self
                    .error(format!("other players than in the game before it ({})", link.seats.join(", "))))
            }
            Some(link) if link.game != header.game => Err(self.error(format!(
                "the series is broken: after the game before it, this one is `{}`, not `{}`",
                link.game, header.game
            ))),
            Some(_) => Ok(()),
        }
    }

    /// What must follow a record that was read, if its series goes on.
    fn link<G: Notation>(&self, header: &Header, truth: &G) -> Result<Option<Link>, RecordError> {
        let SeriesPlace { first, number, of } = header.series.clone();
        if number + 1 >= of {
            return Ok(None);
        }
        let rules = self.rules_of::<G>(&first, header.seats.len())?;
        let rules = G::next_rules(&rules, number + 1, Some(truth.public()));
        let series = SeriesPlace { first, number: number + 1, of };
        Ok(Some(Link { game: G::write_rules(&rules), seats: header.seats.clone(), series }))
    }

    fn rules<G: Notation>(&self, header: &Header) -> Result<G::Rules, RecordError> {
        if header.rules_version != G::RULES_VERSION {
            let (theirs, ours) = (header.rules_version, G::RULES_VERSION);
            return Err(
                self.error(format!("rules version {theirs} of {}, this program plays {ours}", G::NAME))
            );
        }
        let (rules, first) = (
            self.rules_of::<G>(&header.game, header.seats.len())?,
            self.rules_of::<G>(&header.series.first, header.seats.len())?,
        );
        match header.series.number {
            0 if G::next_rules(&first, 0, None) != rules => {
                let first = G::write_rules(&G::next_rules(&first, 0, None));
                Err(self.error(format!("the series begins with `{first}`, not `{}`", header.game)))
            }
            _ => Ok(rules),
        }
    }

    /// The rules that a text names, if it is the one way to write them.
    fn rules_of<G: Notation>(&self, game: &str, seats: usize) -> Result<G::Rules, RecordError> {
        let spec: Spec = game.parse().map_err(|error| self.error(format!("{error}")))?;
        let rules = G::read_rules(&spec, seats).map_err(|error| self.error(error.to_string()))?;
        match G::write_rules(&rules) {
            wanted if wanted == game => Ok(rules),
            wanted => Err(self.error(format!("the game is written `{game}`, not `{wanted}`"))),
        }
    }

    fn read_event<G: Notation>(&mut self, truth: &G) -> Result<EventOf<G>, RecordError> {
        let line: EventLine = self.wanted_line()?;
        let event: EventOf<G> = line.event.parse().map_err(|error| self.error(format!("{error}")))?;
        if event.to_string() != line.event {
            return Err(self.error(format!("`{}` is written `{event}`", line.event.escape_debug())));
        }
        self.verify(truth, &event)?;
        Ok(event)
    }

    fn verify<G: Notation>(&self, truth: &G, event: &EventOf<G>) -> Result<(), RecordError> {
        match (event, truth.public().turn()) {
            (Event::Chance(outcome), Turn::Chance) if truth.drawable(outcome) => Ok(()),
            (Event::Chance(_), Turn::Chance) => Err(self.error(format!("luck cannot decide `{event}` here"))),
            (Event::Act(..), Turn::Chance) => Err(self.error(format!("`{event}` stands where luck decides"))),
            (Event::Act(seat, action), Turn::Seats(set)) if set.first() == Some(*seat) => {
                self.verify_action(truth, *seat, action)
            }
            (_, Turn::Seats(set)) => Err(self.error(format!(
                "`{event}` stands where it is the turn of {set} (commits of one turn stand in seat order)"
            ))),
            (_, Turn::Over) => Err(self.error(format!("`{event}` stands after the end of the game"))),
        }
    }

    fn verify_action<G: Notation>(
        &self,
        truth: &G,
        seat: Seat,
        action: &G::Action,
    ) -> Result<(), RecordError> {
        let mut legal = Vec::new();
        G::legal(truth.view(seat), &mut legal);
        if legal.contains(action) {
            return Ok(());
        }
        let list: Vec<String> = legal.iter().map(ToString::to_string).collect();
        Err(self.error(format!("`{seat} {action}` is not legal here; legal: {}", list.join(", "))))
    }

    fn read_result<G: Notation>(&mut self, truth: &G) -> Result<Payoffs, RecordError> {
        let found: ResultLine = self.wanted_line()?;
        let payoffs = truth.payoffs();
        let wanted = json(&ResultLine::of(&payoffs));
        // As text, because -0.0 equals 0.0 as a number.
        if json(&found) != wanted {
            return Err(self.error(format!("this game has another result: {wanted}")));
        }
        Ok(payoffs)
    }

    /// Counts a record that was read; nothing may follow the last one.
    fn count_record(&mut self) -> Result<(), RecordError> {
        self.read += 1;
        if self.read < self.of {
            return Ok(());
        }
        let more = self.input.fill_buf().map(|left| !left.is_empty());
        if more.map_err(|error| self.error(error.to_string()))? {
            self.line += 1;
            return Err(self.error(format!("something follows the last of {} records", self.of)));
        }
        Ok(())
    }
}
