//! `tefuda replay`: a record, event by event.

use std::path::{Path, PathBuf};

use catalog::{Drawing, Ink, Look, RecordedGames};
use lab::open_lines;
use table::{Header, Lang, Payoffs, Seat, Spec, label};

use crate::console::{self, Console};
use crate::failure::Failure;
use crate::screen::Screen;
use crate::{output, text};

/// Verify a record and step through a game of it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda replay games.jsonl              the first game, everything face up, step by step
  tefuda replay games.jsonl --game 3     the third game of the file
  tefuda replay games.jsonl --seat B     only what seat B saw
  tefuda replay games.jsonl --seat B --notes uniform
                                         what an estimator thinks of the others from there
  tefuda replay games.jsonl | less       the whole game at once

Every line of the file is verified: an edited, moved or missing one is an error that names the line. A file whose match \
was interrupted is good for its whole games. Records come from `tefuda match --records FILE`, `tefuda play --record FILE` \
and `tefuda run --records`, whose records.jsonl.zst is read as it is.")]
pub(crate) struct Args {
    /// The record, plain or compressed with zstd
    file: PathBuf,
    /// Show only what this seat saw; otherwise everything is face up
    #[arg(long, value_name = "A")]
    seat: Option<Seat>,
    /// Beside the seats, what this estimator thinks of them from that seat's view, e.g. `uniform`
    #[arg(long, value_name = "ESTIMATOR", requires = "seat")]
    notes: Option<Spec>,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = crate::names::up_to(u64::MAX))]
    game: u64,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (recording, cut) = read(&args)?;
    let notes = args.notes.map(|notes| notes.to_string());
    let (recording, cut, file, seat) = (&recording, cut.as_deref(), args.file.as_path(), args.seat);
    let view = ReplayView { recording, cut, file, seat, notes };
    if console::is_there() {
        view.step(&mut Console::here(Lang::English))
    } else {
        output::print(&view.everything())
    }
}

/// One game of a file, drawn.
struct Recording {
    header: Header,
    drawing: Drawing,
    payoffs: Payoffs,
}

/// The game that was asked for and, where the file ends too early, how; after the whole file has been verified.
fn read(args: &Args) -> Result<(Recording, Option<String>), Failure> {
    let (name, wanted) = (args.file.display(), args.game);
    let failed = |why: String| Failure::Failed(format!("{name}: {why}"));
    let mut file = RecordedGames::new(open_lines(&args.file).map_err(Failure::file(&args.file))?);
    let mut found = None;
    while let Some(game) = file.next_game().map_err(failed)? {
        found = if file.games() == wanted { Some(game) } else { found };
    }
    let (games, cut) = (file.games(), file.cut());
    let short = cut.map_or(String::new(), |cut| format!(" (cut short, {cut})"));
    let game = found.ok_or_else(|| {
        Failure::Usage(format!("no game {wanted} in {name}; its games are 1 to {games}{short}"))
    })?;
    let seats = game.header().seats.len();
    if let Some(seat) = args.seat.filter(|seat| seat.index() >= seats) {
        let last = Seat::new(seats - 1);
        return Err(Failure::Usage(format!("no seat {seat} in {name}; its seats are A to {last}")));
    }
    let drawing = game.drawing(&look(args)).map_err(|error| failed(error.to_string()))?;
    let whole = text::counted(games, "whole game");
    let cut = cut.map(|cut| format!("{whole}, then the file ends ({cut})"));
    Ok((Recording { header: game.header().clone(), drawing, payoffs: *game.payoffs() }, cut))
}

fn look(args: &Args) -> Look<'_> {
    let ink = Ink::Text(Screen::here().columns);
    Look { observer: args.seat, notes: args.notes.as_ref(), ink, lang: Lang::English }
}

/// A recorded game being shown.
struct ReplayView<'a> {
    recording: &'a Recording,
    /// Where the file ends too early, if it does.
    cut: Option<&'a str>,
    file: &'a Path,
    seat: Option<Seat>,
    /// The estimator whose notes stand beside the seats.
    notes: Option<String>,
}

/// As much of a player's name as a title has room for.
const LONGEST_NAME: usize = 60;

/// What can be typed.
const KEYS: &str = "Enter next · b back · n next choice · 12 to event 12 · e end · q quit";

impl ReplayView<'_> {
    fn title(&self) -> String {
        let header = &self.recording.header;
        let name = |(seat, name): (Seat, &String)| format!("{seat} {}", label(name, LONGEST_NAME));
        let seats: Vec<String> = Seat::all(header.seats.len()).zip(&header.seats).map(name).collect();
        let seen = match (self.seat, &self.notes) {
            (None, _) => " · everything face up".to_string(),
            (Some(seat), None) => format!(" · as seat {seat} saw it"),
            (Some(seat), Some(notes)) => {
                format!(" · as seat {seat} saw it, beside the seats what {notes} thinks")
            }
        };
        let of = format!("game {} of {}", header.index + 1, header.of);
        let cut = self.cut.map_or(String::new(), |cut| format!(" · {cut}"));
        format!("{} · {} · {}, {of}{cut}{seen}", header.game, seats.join(", "), self.file.display())
    }

    fn result(&self, columns: usize) -> String {
        text::result(&self.recording.header.seats, &self.recording.payoffs, self.seat, columns, Lang::English)
    }

    /// The whole game, the table drawn whenever it has changed.
    fn everything(&self) -> String {
        let mut out = format!("{}\n\n{}\n", self.title(), self.recording.drawing.opening);
        let mut shown = &self.recording.drawing.opening;
        for (i, frame) in self.recording.drawing.frames.iter().enumerate() {
            out += &format!("{} {}\n", self.place(i + 1), frame.told);
            if frame.picture != *shown {
                out += &format!("{}\n", frame.picture);
                shown = &frame.picture;
            }
        }
        out + &self.result(Screen::FILE.columns) + "\n"
    }

    fn place(&self, frame: usize) -> String {
        format!("{frame}/{}", self.recording.drawing.frames.len())
    }

    /// Forwards, backwards and to and fro, as the person likes.
    fn step(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        console.say(&console.bold(&self.title()))?;
        console.say(&console.dim(KEYS))?;
        let mut at = 0;
        self.show(at, console)?;
        loop {
            let prompt = console.dim(&format!("{}> ", self.place(at)));
            let Some(typed) = console.ask(&prompt)? else { return Ok(()) };
            match self.leads_to(&typed, at) {
                Step::To(next) => {
                    at = next;
                    self.show(at, console)?;
                }
                Step::Away => return Ok(()),
                Step::Nowhere => console.say(&format!("  {KEYS}"))?,
            }
        }
    }

    /// The number of events to show next: the typed command applied to the present number.
    fn leads_to(&self, typed: &str, at: usize) -> Step {
        let last = self.recording.drawing.frames.len();
        let own = |seat: Seat| self.seat.is_none_or(|observer| observer == seat);
        let is_choice = |&frame: &usize| self.recording.drawing.frames[frame - 1].chosen_by.is_some_and(own);
        match typed {
            "q" => Step::Away,
            "" if at == last => Step::Away,
            "" => Step::To(at + 1),
            "b" => Step::To(at.saturating_sub(1)),
            "e" => Step::To(last),
            "n" => Step::To((at + 1..=last).find(is_choice).unwrap_or(last)),
            number => number.parse().ok().filter(|&to| to <= last).map_or(Step::Nowhere, Step::To),
        }
    }

    /// The table after this number of events.
    fn show(&self, at: usize, console: &mut Console<'_>) -> Result<(), Failure> {
        let frame = at.checked_sub(1).map(|i| &self.recording.drawing.frames[i]);
        if let Some(frame) = frame {
            console.say(&console.bold(&format!("\n  {}", frame.told)))?;
        }
        console
            .say(&format!("\n{}", frame.map_or(&self.recording.drawing.opening, |frame| &frame.picture)))?;
        if at < self.recording.drawing.frames.len() {
            return Ok(());
        }
        console.say(&format!("{}\n", self.result(console.columns())))
    }
}

/// Where somebody who steps through a game goes.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    /// Jumps to the table after this number of events.
    To(usize),
    Away,
    /// Nobody knows what was meant.
    Nowhere,
}
