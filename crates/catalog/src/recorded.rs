//! Records that were read back, whatever game they are of: each as frames that can be stepped through, as one seat saw
//! the game or with everything face up.

use std::io::BufRead;

use table::{
    Digest, Event, EventOf, Header, LONGEST_LABEL, Lang, Notes, Payoffs, PublicState, Record, RecordError,
    RecordReader, RecordWriter, Scene, Seat, SeriesPlace, Shape, Spec, SpecError, face_up, face_up_svg,
    label,
};

use crate::estimators::Estimated;
use crate::notes::{noter, rank_noter};
use crate::registry::{Playable, Visitor, visit};

/// One game of a record. It is over, so the owner of the record may see everything.
pub trait Recorded: Send + Sync {
    /// What stands above the record.
    fn header(&self) -> &Header;

    /// The number of events there were.
    fn events(&self) -> usize;

    /// What happened, in order, in notation.
    fn notation(&self) -> Vec<String>;

    /// What each seat earned.
    fn payoffs(&self) -> &Payoffs;

    /// The record as a file of its own, of a single game.
    fn file(&self) -> Vec<u8>;

    /// Who each seat was, where everybody keeps one hidden role for the whole game.
    fn roles(&self) -> Option<Vec<&'static str>>;

    /// What each seat began the game with that the series carried over, where it carried anything.
    fn ranks(&self) -> Option<Vec<&'static str>>;

    /// The game drawn event by event. A seat that the table does not have is passed over.
    ///
    /// # Errors
    /// An estimator that does not exist.
    fn drawing(&self, look: &Look<'_>) -> Result<Drawing, SpecError>;

    /// The table after this many events; after all of them if there are fewer.
    ///
    /// # Errors
    /// An estimator that does not exist.
    fn picture(&self, after: usize, look: &Look<'_>) -> Result<String, SpecError>;
}

/// A game drawn event by event.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The table before the first event.
    pub opening: String,
    /// One frame an event.
    pub frames: Vec<Frame>,
}

/// The table after one event.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What happened, as the observer saw it; without one, in full.
    pub told: String,
    /// The seat that chose it, unless chance did.
    pub chosen_by: Option<Seat>,
    /// The table as the observer sees it then.
    pub picture: String,
}

/// For whom a game is drawn, and how.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The seat that looks; without one everything is face up.
    pub observer: Option<Seat>,
    /// An estimator's notes from that seat, beside the seats.
    pub notes: Option<&'a Spec>,
    /// What the pictures are for.
    pub ink: Ink,
    /// The language of what happened and of the pictures.
    pub lang: Lang,
}

/// What pictures are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// A terminal of this many columns.
    Text(usize),
    /// A page.
    Svg(Shape),
}

/// The games of a file of records, one after the other, each verified.
///
/// The file is an object, not a type: generic in it, what reads each game would be compiled again by every crate that has a file.
pub struct RecordedGames<'f> {
    reader: RecordReader<Box<dyn BufRead + 'f>>,
    /// How many whole games were read.
    games: u64,
    /// The line that the next one begins at, counted from 1.
    line: usize,
    cut: Option<String>,
    /// Whether a file may end before its first game does.
    may_be_short: bool,
}

impl<'f> RecordedGames<'f> {
    /// Begins a file.
    pub fn new(input: impl BufRead + 'f) -> RecordedGames<'f> {
        RecordedGames {
            reader: RecordReader::new(Box::new(input)),
            games: 0,
            line: 1,
            cut: None,
            may_be_short: false,
        }
    }

    /// Begins a file that may have ended before its first game did.
    pub fn of_any_length(input: impl BufRead + 'f) -> RecordedGames<'f> {
        RecordedGames { may_be_short: true, ..RecordedGames::new(input) }
    }

    /// The number of bytes the games have that were read, and their digest: there another one may follow.
    pub fn place(&self) -> (u64, Digest) {
        self.reader.place()
    }

    /// How many whole games were read.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The place where the file ends too early, if it does: its writer was interrupted.
    pub fn cut(&self) -> Option<&str> {
        self.cut.as_deref()
    }

    /// The next game; nothing at the end of the file, also where it merely ends too early.
    ///
    /// # Errors
    /// Says which line is wrong, and how.
    pub fn next_game(&mut self) -> Result<Option<Box<dyn Recorded>>, String> {
        let header = match self.reader.header() {
            Ok(Some(header)) => header,
            Ok(None) => return Ok(None),
            Err(error) => return self.end(error),
        };
        let (game, seats) = (header.game.parse::<Spec>(), header.seats.len());
        let read = game.and_then(|game| visit(&game, seats, ReadRecord(&mut self.reader)));
        match read.map_err(|error| format!("line {}: {error}", self.line))? {
            Err(error) => self.end(error),
            Ok(game) => {
                self.games += 1;
                self.line += game.events() + 2;
                Ok(Some(game))
            }
        }
    }

    /// A file that merely ends too early is good for the games it has.
    fn end(&mut self, error: RecordError) -> Result<Option<Box<dyn Recorded>>, String> {
        if !error.ends || (self.games == 0 && !self.may_be_short) {
            return Err(error.to_string());
        }
        self.cut = Some(error.to_string());
        Ok(None)
    }
}

/// Reads one record.
struct ReadRecord<'a, 'f>(&'a mut RecordReader<Box<dyn BufRead + 'f>>);

impl ReadRecord<'_, '_> {
    fn read<G: Playable>(
        self,
        rules: G::Rules,
        notes: TakeNotes<G>,
        roles: TellRoles<G>,
    ) -> Result<Box<dyn Recorded>, RecordError> {
        let record = self.0.read::<G>()?.expect("its header was just read");
        Ok(Box::new(Game { rules, record, notes, roles }))
    }
}

impl Visitor for ReadRecord<'_, '_> {
    type Out = Result<Box<dyn Recorded>, RecordError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        self.read::<G>(rules, rank_noter::<G>, |_, _| None)
    }

    fn visit_roles<G: Estimated>(self, rules: G::Rules) -> Self::Out {
        self.read::<G>(rules, noter::<G>, roles_of::<G>)
    }
}

/// How a record tells who was who.
type TellRoles<G> = fn(&<G as table::Game>::Rules, &[EventOf<G>]) -> Option<Vec<&'static str>>;

/// Who was who, once all roles are dealt.
fn roles_of<G: Estimated>(rules: &G::Rules, events: &[EventOf<G>]) -> Option<Vec<&'static str>> {
    if !G::keeps_roles(rules) {
        return None;
    }
    let (mut truth, mut events) = (G::new(rules), events.iter());
    while !G::roles_dealt(truth.public()) {
        truth.apply(events.next()?);
    }
    let seats = Seat::all(truth.public().seats());
    seats.map(|seat| Some(G::role_name(truth.role(seat)?, Lang::English))).collect()
}

/// How the name of an estimator becomes one who takes notes.
pub(crate) type TakeNotes<G> = fn(&Spec, &<G as table::Game>::Rules) -> Result<Box<dyn Notes<G>>, SpecError>;

struct Game<G: Playable> {
    rules: G::Rules,
    record: Record<G>,
    notes: TakeNotes<G>,
    roles: TellRoles<G>,
}

impl<G: Playable> Game<G> {
    /// The table before the first event, and who draws it.
    fn begin(&self, look: &Look<'_>) -> Result<(G, Renderer<'_, G>), SpecError> {
        let notes = look.notes.map(|spec| (self.notes)(spec, &self.rules)).transpose()?;
        let names = &self.record.header.seats;
        let observer = look.observer.filter(|seat| seat.index() < names.len());
        let truth = G::new(&self.rules);
        let mut renderer = Renderer { observer, names, notes, ink: look.ink, lang: look.lang };
        renderer.begin(&truth);
        Ok((truth, renderer))
    }
}

impl<G: Playable> Recorded for Game<G> {
    fn header(&self) -> &Header {
        &self.record.header
    }

    fn events(&self) -> usize {
        self.record.events.len()
    }

    fn notation(&self) -> Vec<String> {
        self.record.events.iter().map(ToString::to_string).collect()
    }

    fn payoffs(&self) -> &Payoffs {
        &self.record.payoffs
    }

    fn file(&self) -> Vec<u8> {
        let mut record = self.record.clone();
        let Header { game, series, index, of, .. } = &mut record.header;
        *series = SeriesPlace { first: game.clone(), number: 0, of: 1 };
        (*index, *of) = (0, 1);
        let mut file = RecordWriter::new(Vec::new());
        file.write(&record).and_then(|()| file.finish()).expect("memory takes everything")
    }

    fn roles(&self) -> Option<Vec<&'static str>> {
        (self.roles)(&self.rules, &self.record.events)
    }

    fn ranks(&self) -> Option<Vec<&'static str>> {
        G::ranks(&self.rules)
    }

    fn drawing(&self, look: &Look<'_>) -> Result<Drawing, SpecError> {
        let (mut truth, mut renderer) = self.begin(look)?;
        let opening = renderer.picture(&truth);
        let frame = |event: &EventOf<G>| {
            truth.apply(event);
            renderer.see(&truth, event);
            renderer.frame(&truth, event)
        };
        Ok(Drawing { opening, frames: self.record.events.iter().map(frame).collect() })
    }

    fn picture(&self, after: usize, look: &Look<'_>) -> Result<String, SpecError> {
        let (mut truth, mut renderer) = self.begin(look)?;
        for event in self.record.events.iter().take(after) {
            truth.apply(event);
            renderer.see(&truth, event);
        }
        Ok(renderer.picture(&truth))
    }
}

/// Who looks, who sits where, and who takes notes, if anybody does.
struct Renderer<'a, G: Playable> {
    observer: Option<Seat>,
    names: &'a [String],
    notes: Option<Box<dyn Notes<G>>>,
    ink: Ink,
    lang: Lang,
}

impl<G: Playable> Renderer<'_, G> {
    fn begin(&mut self, truth: &G) {
        if let (Some(notes), Some(seat)) = (&mut self.notes, self.observer) {
            notes.begin(truth.view(seat));
        }
    }

    fn see(&mut self, truth: &G, event: &EventOf<G>) {
        if let (Some(notes), Some(seat)) = (&mut self.notes, self.observer) {
            notes.see(truth.view(seat), &truth.seen(event, Some(seat)));
        }
    }

    fn frame(&mut self, truth: &G, event: &EventOf<G>) -> Frame {
        let told = match self.observer {
            None => event.to_string(),
            Some(_) => G::tell(&truth.seen(event, self.observer), self.lang),
        };
        let chosen_by = match event {
            Event::Act(seat, _) => Some(*seat),
            Event::Chance(_) => None,
        };
        Frame { told, chosen_by, picture: self.picture(truth) }
    }

    fn picture(&mut self, truth: &G) -> String {
        let Some(seat) = self.observer else { return self.face_up(truth) };
        let (view, lang) = (truth.view(seat), self.lang);
        let notes = self.notes.as_mut().map_or(Vec::new(), |notes| notes.notes(view, lang));
        let names: Vec<String> = self.names.iter().map(|name| label(name, LONGEST_LABEL)).collect();
        let scene = Scene::of(view).with_names(&names).with_notes(&notes).in_lang(lang);
        match self.ink {
            Ink::Text(columns) => G::text(&scene.within(columns)),
            Ink::Svg(shape) => G::svg(&scene.shaped(shape)),
        }
    }

    fn face_up(&self, truth: &G) -> String {
        match self.ink {
            Ink::Text(columns) => face_up(truth, self.names, self.lang, columns),
            Ink::Svg(shape) => face_up_svg(truth, self.names, self.lang, shape),
        }
    }
}
