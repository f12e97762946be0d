//! A record as frames that one eye can step through.

use std::io::BufRead;

use agents::{Seated, Visitor, visit};
use table::{Event, EventOf, Header, Payoffs, Record, RecordReader, Scene, Seat, Spec};

/// One game, drawn event by event.
pub(crate) struct Film {
    /// What stands above the record.
    pub(crate) header: Header,
    /// The table before the first event.
    pub(crate) opening: String,
    /// One frame an event.
    pub(crate) frames: Vec<Frame>,
    /// What each seat earned.
    pub(crate) payoffs: Payoffs,
}

/// The table after one event.
pub(crate) struct Frame {
    /// What happened, in full.
    pub(crate) event: String,
    /// What the eye saw of it.
    pub(crate) seen: String,
    /// The table as the eye sees it then.
    pub(crate) picture: String,
    /// Whether luck decided it and not everybody saw what.
    pub(crate) dealt_in_secret: bool,
}

/// The eyes that may look: one seat's, or a spectator's. A seat the table does not have sees nothing.
type Eye = Option<Seat>;

/// Reads and verifies a whole file of records; the film of game `wanted` (counted from 1), if there is one,
/// and how many games there are.
///
/// # Errors
/// Says which line is wrong, and how.
pub(crate) fn read(input: impl BufRead, wanted: u64, eye: Eye) -> Result<(Option<Film>, u64), String> {
    let mut reader = RecordReader::new(input);
    let (mut film, mut count, mut line) = (None, 0, 1);
    while let Some(header) = reader.header().map_err(|error| error.to_string())? {
        count += 1;
        let (game, seats) = (header.game.parse::<Spec>(), header.seats.len());
        let shoot = Shoot { reader: &mut reader, eye, wanted: count == wanted };
        let shot = game.and_then(|game| visit(&game, seats, shoot));
        let (lines, shot) = shot.map_err(|error| format!("line {line}: {error}"))??;
        line += lines;
        film = film.or(shot);
    }
    Ok((film, count))
}

/// Reads one record and, if it is wanted, films it.
struct Shoot<'a, R> {
    reader: &'a mut RecordReader<R>,
    eye: Eye,
    wanted: bool,
}

impl<R: BufRead> Visitor for Shoot<'_, R> {
    /// How many lines the record has, and its film.
    type Out = Result<(usize, Option<Film>), String>;

    fn visit<G: Seated>(self, rules: G::Rules) -> Self::Out {
        let record = self.reader.read::<G>().map_err(|error| error.to_string())?;
        let record = record.expect("its header was just read");
        let lines = record.events.len() + 2;
        Ok((lines, self.wanted.then(|| film(rules, record, self.eye))))
    }
}

fn film<G: Seated>(rules: G::Rules, record: Record<G>, eye: Eye) -> Film {
    let mut truth = G::new(&rules);
    let eye = eye.filter(|seat| seat.index() < record.header.seats.len());
    let opening = picture(&truth, eye, &record.header.seats);
    let frame = |event: &EventOf<G>| {
        truth.apply(event);
        frame(&truth, event, eye, &record.header.seats)
    };
    let frames = record.events.iter().map(frame).collect();
    Film { header: record.header, opening, frames, payoffs: record.payoffs }
}

fn frame<G: Seated>(truth: &G, event: &EventOf<G>, eye: Eye, names: &[String]) -> Frame {
    let mut seen = Seat::all(names.len()).map(|seat| truth.seen(event, Some(seat)));
    let first = seen.next();
    Frame {
        event: event.to_string(),
        seen: truth.seen(event, eye).to_string(),
        picture: picture(truth, eye, names),
        dealt_in_secret: matches!(event, Event::Chance(_)) && seen.any(|other| Some(other) != first),
    }
}

fn picture<G: Seated>(truth: &G, eye: Eye, names: &[String]) -> String {
    let scene = match eye {
        None => Scene::spectator(truth.public()),
        Some(seat) => Scene::of(truth.view(seat)),
    };
    G::text(&scene.with_names(names))
}
