//! `tefuda replay`: a record, event by event.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use table::{Seat, Spec};

use crate::console::{self, Console};
use crate::failure::Failure;
use crate::film::{self, Film, Frame, Reel};
use crate::{output, text};

/// Verify a record and step through a game of it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tefuda replay games.jsonl              the first game, everything face up; Enter, b and q step
  tefuda replay games.jsonl --game 3     the third game of the file
  tefuda replay games.jsonl --seat B     only what seat B saw
  tefuda replay games.jsonl --seat B --notes uniform
                                         what an estimator thinks of the others from there
  tefuda replay games.jsonl | less       the whole game at once

Every line of the file is verified: an edited, moved or missing one is an error that names the line. A file whose match
was interrupted is good for its whole games.
Records come from `tefuda match --records FILE` and `tefuda play --record FILE`.")]
pub(crate) struct Args {
    /// The record
    file: PathBuf,
    /// Show only what this seat saw; otherwise everything is told
    #[arg(long, value_name = "A")]
    seat: Option<Seat>,
    /// Beside the seats, what this estimator thinks of them from that seat's view, e.g. `uniform`
    #[arg(long, value_name = "ESTIMATOR", requires = "seat")]
    notes: Option<Spec>,
    /// Which game of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let (film, cut) = read(&args)?;
    let show = Show { film: &film, cut: cut.as_deref(), file: &args.file, seat: args.seat };
    if console::is_there() { show.step(&mut Console::here()) } else { output::print(&show.everything()) }
}

/// The film that was asked for and, where the file ends too early, how; after the whole file has been verified.
fn read(args: &Args) -> Result<(Film, Option<String>), Failure> {
    let file = File::open(&args.file).map_err(Failure::file(&args.file))?;
    let Reel { film, games, cut } =
        film::read(BufReader::new(file), args.game, args.seat, args.notes.as_ref())
            .map_err(|why| Failure::Failed(format!("{}: {why}", args.file.display())))?;
    let (name, wanted) = (args.file.display(), args.game);
    let short = cut.as_ref().map_or(String::new(), |cut| format!(" (cut short, {cut})"));
    let film = film.ok_or_else(|| {
        Failure::Usage(format!("no game {wanted} in {name}; its games are 1 to {games}{short}"))
    })?;
    let seats = film.header.seats.len();
    match args.seat {
        Some(seat) if seat.index() >= seats => {
            let last = Seat::new(seats - 1);
            Err(Failure::Usage(format!("no seat {seat} in {name}; its seats are A to {last}")))
        }
        _ => Ok((
            film,
            cut.map(|cut| format!("{}, then the file ends ({cut})", text::counted(games, "whole game"))),
        )),
    }
}

/// A film being shown.
struct Show<'a> {
    film: &'a Film,
    /// Where the file ends too early, if it does.
    cut: Option<&'a str>,
    file: &'a Path,
    seat: Option<Seat>,
}

impl Show<'_> {
    fn title(&self) -> String {
        let header = &self.film.header;
        let seats: Vec<String> =
            Seat::all(header.seats.len()).zip(&header.seats).map(|(s, name)| format!("{s} {name}")).collect();
        let seen = self.seat.map_or(String::new(), |seat| format!(" · as seat {seat} saw it"));
        let of = format!("game {} of {}", header.index + 1, header.of);
        let cut = self.cut.map_or(String::new(), |cut| format!(" · {cut}"));
        format!("{} · {} · {}, {of}{seen}{cut}", header.game, seats.join(", "), self.file.display())
    }

    /// What is told of an event: all of it, or what the seat saw.
    fn line<'b>(&self, frame: &'b Frame) -> &'b str {
        if self.seat.is_some() { &frame.seen } else { &frame.event }
    }

    fn result(&self) -> String {
        text::result(&self.film.header.seats, &self.film.payoffs, self.seat)
    }

    /// The whole game, the table drawn whenever it has changed.
    fn everything(&self) -> String {
        let mut out = format!("{}\n\n{}\n", self.title(), self.film.opening);
        let mut shown = &self.film.opening;
        for (i, frame) in self.film.frames.iter().enumerate() {
            out += &format!("{} {}\n", self.place(i + 1), self.line(frame));
            if frame.picture != *shown {
                out += &format!("{}\n", frame.picture);
                shown = &frame.picture;
            }
        }
        out + &self.result() + "\n"
    }

    fn place(&self, frame: usize) -> String {
        format!("{frame}/{}", self.film.frames.len())
    }

    /// Forwards and backwards, as the person likes.
    fn step(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        console.say(&console.bold(&self.title()))?;
        let (mut at, last) = (0, self.film.frames.len());
        loop {
            self.show(at, console)?;
            let keys = console.dim(&format!("{} · Enter next · b back · q quit> ", self.place(at)));
            match console.ask(&keys)?.as_deref() {
                None | Some("q") => return Ok(()),
                Some("b") => at = at.saturating_sub(1),
                Some(_) if at == last => return Ok(()),
                Some(_) => at += 1,
            }
        }
    }

    /// The table after so many events.
    fn show(&self, at: usize, console: &mut Console<'_>) -> Result<(), Failure> {
        let frame = at.checked_sub(1).map(|i| &self.film.frames[i]);
        if let Some(frame) = frame {
            console.say(&console.bold(&format!("\n  {}", self.line(frame))))?;
        }
        console.say(&format!("\n{}", frame.map_or(&self.film.opening, |frame| &frame.picture)))?;
        if at == self.film.frames.len() { console.say(&format!("{}\n", self.result())) } else { Ok(()) }
    }
}
