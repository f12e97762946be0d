//! `tefuda uecda convert`: between the official log, FujiGokoro's records and ours.

use std::path::PathBuf;

use uecda::{Format, convert, read_text};

use crate::failure::Failure;
use crate::{files, output, text};

/// Convert between the official log (.log), FujiGokoro's records (.dat) and ours (.jsonl)
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to read; its text says what it is, and it may be compressed with gzip
    input: PathBuf,
    /// The file to write; its ending says what it is to be
    output: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let to = format(args)?;
    files::check_new(&args.output, args.force)?;
    let read = read_text(&args.input).map_err(Failure::file(&args.input))?;
    let converted =
        convert(&read, to).map_err(|error| Failure::Failed(format!("{}: {error}", args.input.display())))?;
    files::write(&args.output, &converted.text)?;
    let games = text::counted(converted.games as u64, "game");
    let lost: String = converted.lost.iter().map(|what| format!("  lost: {what}\n")).collect();
    output::print(&format!("{games} in {}\n{lost}", args.output.display()))
}

fn format(args: &Args) -> Result<Format, Failure> {
    Format::of_name(&args.output.to_string_lossy()).ok_or_else(|| {
        let endings = Format::ALL.map(|(_, ending)| format!(".{ending}")).join(", ");
        Failure::Usage(format!("{}: the file to write must end in one of {endings}", args.output.display()))
    })
}
