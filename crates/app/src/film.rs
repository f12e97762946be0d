//! A record as frames that one eye can step through.

use std::io::BufRead;

use agents::{Guessed, Seated, Visitor, no_roles, noter, visit};
use table::{
    EventOf, Header, Lang, Notes, Payoffs, Record, RecordError, RecordReader, Scene, Seat, Spec, SpecError,
};

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

/// What a file of records holds.
pub(crate) struct Reel {
    /// The game that was wanted, if it is there.
    pub(crate) film: Option<Film>,
    /// How many whole games there are.
    pub(crate) games: u64,
    /// Where the file ends too early, if it does: whoever wrote it was interrupted.
    pub(crate) cut: Option<String>,
}

/// Reads and verifies a whole file of records, and films game `wanted` (counted from 1); notes are an estimator's,
/// beside the seats.
///
/// # Errors
/// Says which line is wrong, and how.
pub(crate) fn read(input: impl BufRead, wanted: u64, eye: Eye, notes: Option<&Spec>) -> Result<Reel, String> {
    let mut reader = RecordReader::new(input);
    let (mut reel, mut line) = (Reel { film: None, games: 0, cut: None }, 1);
    loop {
        let header = match reader.header() {
            Ok(Some(header)) => header,
            Ok(None) => return Ok(reel),
            Err(error) => return reel.end(error),
        };
        let (game, seats) = (header.game.parse::<Spec>(), header.seats.len());
        let is_wanted = reel.games + 1 == wanted;
        let shoot = Shoot { reader: &mut reader, eye, notes: notes.filter(|_| is_wanted), wanted: is_wanted };
        let shot = game.and_then(|game| visit(&game, seats, shoot));
        match shot.map_err(|error| format!("line {line}: {error}"))? {
            Err(Unread::Record(error)) => return reel.end(error),
            Err(Unread::Notes(error)) => return Err(error.to_string()),
            Ok((lines, film)) => {
                reel = Reel { film: reel.film.or(film), games: reel.games + 1, cut: None };
                line += lines;
            }
        }
    }
}

impl Reel {
    /// A file that merely ends too early is good for the games it has.
    fn end(self, error: RecordError) -> Result<Reel, String> {
        if error.ends && self.games > 0 {
            Ok(Reel { cut: Some(error.to_string()), ..self })
        } else {
            Err(error.to_string())
        }
    }
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
        let record = self.reader.read::<G>().map_err(Unread::Record)?;
        let record = record.expect("its header was just read");
        let lines = record.events.len() + 2;
        Ok((lines, self.wanted.then(|| film(rules, record, self.eye, notes))))
    }
}

/// Why a record could not be filmed.
enum Unread {
    Record(RecordError),
    Notes(SpecError),
}

/// How many lines a record has, and its film.
type Shot = Result<(usize, Option<Film>), Unread>;

impl<R: BufRead> Visitor for Shoot<'_, R> {
    type Out = Shot;

    fn visit<G: Seated>(self, rules: G::Rules) -> Shot {
        match self.notes {
            Some(_) => Err(Unread::Notes(no_roles(G::NAME))),
            None => self.shoot::<G>(rules, None),
        }
    }

    fn visit_roles<G: Guessed>(self, rules: G::Rules) -> Shot {
        let notes = self.notes.map(|spec| noter::<G>(spec, &rules)).transpose();
        self.shoot(rules, notes.map_err(Unread::Notes)?)
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
