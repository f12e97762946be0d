//! A record as frames that can be stepped through, as one seat saw the game or with everything face up.

use std::io::BufRead;

use agents::{Playable, RoleGame, Visitor, noter, rank_noter, visit};
use table::{
    Event, EventOf, Header, LONGEST_LABEL, Lang, Notes, Payoffs, Record, RecordError, RecordReader, Scene,
    Seat, Spec, SpecError, face_up, label,
};

/// One game of a record, drawn event by event.
pub(crate) struct Recording {
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
    /// What happened, as the observer saw it; without one, in full.
    pub(crate) told: String,
    /// The seat that chose it, unless chance did.
    pub(crate) chosen_by: Option<Seat>,
    /// The table as the observer sees it then.
    pub(crate) picture: String,
}

/// Which game is drawn, and for whom.
#[derive(Clone, Copy)]
pub(crate) struct DrawOptions<'a> {
    /// Which game of the file, counted from 1.
    pub(crate) wanted: u64,
    /// The seat that looks; without one everything is face up.
    pub(crate) observer: Option<Seat>,
    /// An estimator's notes, beside the seats.
    pub(crate) notes: Option<&'a Spec>,
    /// How many columns a picture may have.
    pub(crate) columns: usize,
}

/// What a file of records holds.
pub(crate) struct RecordFile {
    /// The game that was wanted, if it is there.
    pub(crate) recording: Option<Recording>,
    /// How many whole games there are.
    pub(crate) games: u64,
    /// Where the file ends too early, if it does: whoever wrote it was interrupted.
    pub(crate) cut: Option<String>,
}

/// Reads and verifies a whole file of records, and draws the game that is wanted.
///
/// # Errors
/// Says which line is wrong, and how.
pub(crate) fn read(input: impl BufRead, options: DrawOptions<'_>) -> Result<RecordFile, String> {
    let mut reader = RecordReader::new(input);
    let (mut file, mut line) = (RecordFile { recording: None, games: 0, cut: None }, 1);
    loop {
        let header = match reader.header() {
            Ok(Some(header)) => header,
            Ok(None) => return Ok(file),
            Err(error) => return file.end(error),
        };
        let (game, seats) = (header.game.parse::<Spec>(), header.seats.len());
        let draws = file.games + 1 == options.wanted;
        let next = ReadRecord { reader: &mut reader, draw: draws.then_some(options) };
        let read = game.and_then(|game| visit(&game, seats, next));
        match read.map_err(|error| format!("line {line}: {error}"))? {
            Err(Unread::Record(error)) => return file.end(error),
            Err(Unread::Notes(error)) => return Err(error.to_string()),
            Ok((lines, recording)) => {
                let recording = file.recording.or(recording);
                file = RecordFile { recording, games: file.games + 1, cut: None };
                line += lines;
            }
        }
    }
}

impl RecordFile {
    /// A file that merely ends too early is good for the games it has.
    fn end(self, error: RecordError) -> Result<RecordFile, String> {
        if error.ends && self.games > 0 {
            Ok(RecordFile { cut: Some(error.to_string()), ..self })
        } else {
            Err(error.to_string())
        }
    }
}

/// Reads one record and, if it is wanted, draws it.
struct ReadRecord<'a, R> {
    reader: &'a mut RecordReader<R>,
    draw: Option<DrawOptions<'a>>,
}

impl<R: BufRead> ReadRecord<'_, R> {
    fn read<G: Playable>(self, rules: G::Rules, notes: Option<Box<dyn Notes<G>>>) -> OneRecord {
        let record = self.reader.read::<G>().map_err(Unread::Record)?;
        let record = record.expect("its header was just read");
        Ok((record.events.len() + 2, self.draw.map(|options| drawn(rules, record, &options, notes))))
    }
}

/// Why a record could not be read or drawn.
enum Unread {
    Record(RecordError),
    Notes(SpecError),
}

/// How many lines a record has and, if it was wanted, its recording.
type OneRecord = Result<(usize, Option<Recording>), Unread>;

impl<R: BufRead> Visitor for ReadRecord<'_, R> {
    type Out = OneRecord;

    fn visit<G: Playable>(self, rules: G::Rules) -> OneRecord {
        let notes = self.draw.and_then(|options| options.notes);
        let notes = notes.map(|spec| rank_noter::<G>(spec, &rules)).transpose();
        self.read(rules, notes.map_err(Unread::Notes)?)
    }

    fn visit_roles<G: RoleGame>(self, rules: G::Rules) -> OneRecord {
        let notes = self.draw.and_then(|options| options.notes);
        let notes = notes.map(|spec| noter::<G>(spec, &rules)).transpose();
        self.read(rules, notes.map_err(Unread::Notes)?)
    }
}

fn drawn<G: Playable>(
    rules: G::Rules,
    record: Record<G>,
    options: &DrawOptions<'_>,
    notes: Option<Box<dyn Notes<G>>>,
) -> Recording {
    let mut truth = G::new(&rules);
    // A seat the table does not have sees nothing; it is refused later, with those there are.
    let observer = options.observer.filter(|seat| seat.index() < record.header.seats.len());
    let mut renderer = Renderer { observer, names: &record.header.seats, notes, columns: options.columns };
    renderer.begin(&truth);
    let opening = renderer.picture(&truth);
    let frame = |event: &EventOf<G>| {
        truth.apply(event);
        renderer.frame(&truth, event)
    };
    let frames = record.events.iter().map(frame).collect();
    Recording { header: record.header, opening, frames, payoffs: record.payoffs }
}

/// Who looks, who sits where, and who takes notes, if anybody does.
struct Renderer<'a, G: Playable> {
    observer: Option<Seat>,
    names: &'a [String],
    notes: Option<Box<dyn Notes<G>>>,
    columns: usize,
}

impl<G: Playable> Renderer<'_, G> {
    fn begin(&mut self, truth: &G) {
        if let (Some(notes), Some(seat)) = (&mut self.notes, self.observer) {
            notes.begin(truth.view(seat));
        }
    }

    fn frame(&mut self, truth: &G, event: &EventOf<G>) -> Frame {
        if let (Some(notes), Some(seat)) = (&mut self.notes, self.observer) {
            notes.see(truth.view(seat), &truth.seen(event, Some(seat)));
        }
        let told = match self.observer {
            None => event.to_string(),
            Some(_) => G::tell(&truth.seen(event, self.observer), Lang::English),
        };
        let chosen_by = match event {
            Event::Act(seat, _) => Some(*seat),
            Event::Chance(_) => None,
        };
        Frame { told, chosen_by, picture: self.picture(truth) }
    }

    fn picture(&mut self, truth: &G) -> String {
        let Some(seat) = self.observer else {
            return face_up(truth, self.names, Lang::English, self.columns);
        };
        let view = truth.view(seat);
        let notes = self.notes.as_mut().map_or(Vec::new(), |notes| notes.notes(view, Lang::English));
        let names: Vec<String> = self.names.iter().map(|name| label(name, LONGEST_LABEL)).collect();
        G::text(&Scene::of(view).with_names(&names).with_notes(&notes).within(self.columns))
    }
}
