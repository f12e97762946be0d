//! A record as frames that one eye can step through.

use std::io::BufRead;

use agents::{Guessed, Seated, Visitor, no_roles, noter, visit};
use table::{EventOf, Header, Lang, Notes, Payoffs, Record, RecordReader, Scene, Seat, Spec};

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
}

/// The eyes that may look: one seat's, or a spectator's. A seat the table does not have sees nothing.
type Eye = Option<Seat>;

/// Reads and verifies a whole file of records; notes are an estimator's, beside the seats. The film of game `wanted` (counted from 1), if there is one,
/// and how many games there are.
///
/// # Errors
/// Says which line is wrong, and how.
pub(crate) fn read(
    input: impl BufRead,
    wanted: u64,
    eye: Eye,
    notes: Option<&Spec>,
) -> Result<(Option<Film>, u64), String> {
    let mut reader = RecordReader::new(input);
    let (mut film, mut count, mut line) = (None, 0, 1);
    while let Some(header) = reader.header().map_err(|error| error.to_string())? {
        count += 1;
        let (game, seats) = (header.game.parse::<Spec>(), header.seats.len());
        let notes = notes.filter(|_| count == wanted);
        let shoot = Shoot { reader: &mut reader, eye, notes, wanted: count == wanted };
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
    notes: Option<&'a Spec>,
    wanted: bool,
}

impl<R: BufRead> Shoot<'_, R> {
    fn shoot<G: Seated>(self, rules: G::Rules, notes: Option<Box<dyn Notes<G>>>) -> Shot {
        let record = self.reader.read::<G>().map_err(|error| error.to_string())?;
        let record = record.expect("its header was just read");
        let lines = record.events.len() + 2;
        Ok((lines, self.wanted.then(|| film(rules, record, self.eye, notes))))
    }
}

/// How many lines a record has, and its film.
type Shot = Result<(usize, Option<Film>), String>;

impl<R: BufRead> Visitor for Shoot<'_, R> {
    type Out = Shot;

    fn visit<G: Seated>(self, rules: G::Rules) -> Shot {
        match self.notes {
            Some(_) => Err(no_roles(G::NAME).to_string()),
            None => self.shoot::<G>(rules, None),
        }
    }

    fn visit_roles<G: Guessed>(self, rules: G::Rules) -> Shot {
        let notes = self.notes.map(|spec| noter::<G>(spec, &rules)).transpose();
        self.shoot(rules, notes.map_err(|error| error.to_string())?)
    }
}

fn film<G: Seated>(rules: G::Rules, record: Record<G>, eye: Eye, notes: Option<Box<dyn Notes<G>>>) -> Film {
    let mut truth = G::new(&rules);
    let eye = eye.filter(|seat| seat.index() < record.header.seats.len());
    let mut camera = Camera { eye, names: &record.header.seats, notes };
    camera.begin(&truth);
    let opening = camera.picture(&truth);
    let frame = |event: &EventOf<G>| {
        truth.apply(event);
        camera.frame(&truth, event)
    };
    let frames = record.events.iter().map(frame).collect();
    Film { header: record.header, opening, frames, payoffs: record.payoffs }
}

/// Whose eye it is, who sits where, and who takes notes, if anybody does.
struct Camera<'a, G: Seated> {
    eye: Eye,
    names: &'a [String],
    notes: Option<Box<dyn Notes<G>>>,
}

impl<G: Seated> Camera<'_, G> {
    fn begin(&mut self, truth: &G) {
        if let (Some(notes), Some(seat)) = (&mut self.notes, self.eye) {
            notes.begin(truth.view(seat));
        }
    }

    fn frame(&mut self, truth: &G, event: &EventOf<G>) -> Frame {
        if let (Some(notes), Some(seat)) = (&mut self.notes, self.eye) {
            notes.see(truth.view(seat), &truth.seen(event, Some(seat)));
        }
        Frame {
            event: event.to_string(),
            seen: G::tell(&truth.seen(event, self.eye), Lang::English),
            picture: self.picture(truth),
        }
    }

    fn picture(&mut self, truth: &G) -> String {
        let (scene, notes) = match (self.eye, &mut self.notes) {
            (None, _) => (Scene::spectator(truth.public()), Vec::new()),
            (Some(seat), None) => (Scene::of(truth.view(seat)), Vec::new()),
            (Some(seat), Some(notes)) => {
                (Scene::of(truth.view(seat)), notes.notes(truth.view(seat), Lang::English))
            }
        };
        G::text(&scene.with_names(self.names).with_notes(&notes))
    }
}
