//! Finished chunks on disk: files that are whole or not there, and are read with suspicion.
//!
//! A file holds one or more chunks: a line of JSON that names the plan and each chunk with its checksum, then
//! for each chunk its rows as little-endian doubles and the games it wrote down. What a chunk covers follows
//! from its number and the plan. The format is our own because a file must cost little (one appears as often
//! as the disk can make it last) and must be taken apart again exactly; a program that wants to read the numbers
//! takes `games.parquet`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use table::{Digest, SpecError};

use super::kinds::Rows;
use super::plan::{Chunk, Plan};
use crate::error::LabError;
use crate::whole::{UNFINISHED, write_whole};
use catalog::kinds::Units;

/// The version of the file format.
const FORMAT: u32 = 1;
/// How the names of the files end.
const EXTENSION: &str = "chunks";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    tefuda_chunks: u32,
    plan: String,
    chunks: Vec<Entry>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    chunk: usize,
    /// The length of the games written down.
    records: u64,
    sum: String,
}

/// Where a chunk lies.
struct Place {
    file: PathBuf,
    offset: u64,
    entry: Entry,
}

/// All finished chunks of a plan, wherever they lie.
pub(super) struct Store<'a> {
    plan: &'a Plan,
    places: Vec<Option<Place>>,
}

impl<'a> Store<'a> {
    /// Finds and verifies the chunks in these folders.
    pub(super) fn open(plan: &'a Plan, folders: &[PathBuf]) -> Result<Store<'a>, LabError> {
        let mut store = Store { plan, places: plan.chunks.iter().map(|_| None).collect() };
        let fingerprint = plan.fingerprint().to_string();
        for folder in folders {
            for file in chunk_files(folder)? {
                store.add(&file, &fingerprint)?;
            }
        }
        Ok(store)
    }

    /// The chunks that are not there.
    pub(super) fn missing(&self) -> Vec<usize> {
        (0..self.places.len()).filter(|&chunk| self.places[chunk].is_none()).collect()
    }

    /// All rows of a cell.
    pub(super) fn rows(&self, cell: usize) -> Result<Rows, LabError> {
        self.rows_of(cell, self.chunks_of(cell).map(|chunk| self.whereabouts(chunk)))
    }

    /// The rows of a cell that are there.
    pub(super) fn rows_so_far(&self, cell: usize) -> Result<Rows, LabError> {
        self.rows_of(cell, self.chunks_of(cell).filter_map(|chunk| self.places[chunk].as_ref()))
    }

    fn chunks_of(&self, cell: usize) -> Range<usize> {
        let chunks = &self.plan.chunks;
        let first = chunks.partition_point(|chunk| chunk.cell < cell);
        first..chunks.partition_point(|chunk| chunk.cell <= cell)
    }

    fn rows_of<'s>(&'s self, cell: usize, places: impl Iterator<Item = &'s Place>) -> Result<Rows, LabError> {
        let (mut reader, mut values) = (Reader::default(), Vec::new());
        for place in places {
            let bytes = reader.read(&place.file, place.offset, rows_length(self.plan, place.entry.chunk))?;
            let double = |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            values.extend(bytes.chunks_exact(size_of::<f64>()).map(double));
        }
        Ok(Rows { width: self.plan.cells[cell].job.columns.len(), values })
    }

    /// The games that a chunk has written down.
    pub(super) fn records(&self, chunk: usize) -> Result<Vec<u8>, LabError> {
        let Place { file, offset, entry } = self.whereabouts(chunk);
        let rows = rows_length(self.plan, chunk) as u64;
        Reader::default().read(file, offset + rows, entry.records as usize)
    }

    fn whereabouts(&self, chunk: usize) -> &Place {
        self.places[chunk].as_ref().expect("only finished chunks are read")
    }

    fn add(&mut self, file: &Path, fingerprint: &str) -> Result<(), LabError> {
        let bytes = fs::read(file).map_err(LabError::file(file))?;
        let entries =
            self.entries(fingerprint, &bytes).map_err(|flaw| LabError::disk(file, flaw.in_file()))?;
        let mut places =
            entries.into_iter().map(|(offset, entry)| Place { file: file.into(), offset, entry });
        places.try_for_each(|place| self.place(place))
    }

    /// The chunks in the bytes of a file, each with its place, once all of them are found sound.
    fn entries(&self, fingerprint: &str, bytes: &[u8]) -> Result<Vec<(u64, Entry)>, Flaw> {
        let (head, mut rest) = read_head(bytes)?;
        if head.plan != fingerprint {
            return Err(Flaw::Foreign(format!("{}, not {fingerprint}", head.plan)));
        }
        let mut entries = Vec::new();
        for entry in head.chunks {
            let length = self.verify(&entry, rest).map_err(Flaw::Damaged)?;
            entries.push(((bytes.len() - rest.len()) as u64, entry));
            rest = &rest[length..];
        }
        if rest.is_empty() { Ok(entries) } else { Err(Flaw::Damaged("it is too long")) }
    }

    /// The length of a chunk whose checksum holds.
    fn verify(&self, entry: &Entry, rest: &[u8]) -> Result<usize, &'static str> {
        if entry.chunk >= self.plan.chunks.len() {
            return Err("it names a chunk that the plan does not have");
        }
        let length = body_length(self.plan, entry);
        let body = rest.get(..length).ok_or("it is cut off")?;
        if checksum(entry.chunk, body) == entry.sum { Ok(length) } else { Err("a checksum differs") }
    }

    /// A chunk may lie in two folders, if it is the same in both.
    fn place(&mut self, place: Place) -> Result<(), LabError> {
        let known = &mut self.places[place.entry.chunk];
        match known {
            Some(other) if other.entry.sum != place.entry.sum => {
                let why = format!(
                    "differs from the same chunk in {}: one of the two was not made by this program from this \
                     plan; delete it",
                    other.file.display()
                );
                Err(LabError::disk(place.file, why))
            }
            Some(_) => Ok(()),
            None => {
                *known = Some(place);
                Ok(())
            }
        }
    }
}

/// Why chunks are not taken.
enum Flaw {
    Damaged(&'static str),
    Format(u32),
    /// The fingerprint of their plan, and that of this one.
    Foreign(String),
}

impl Flaw {
    /// What is said of a file, with the way out.
    fn in_file(&self) -> String {
        match self {
            Flaw::Damaged(why) => {
                format!("damaged: {why}; delete this file and resume, and its games are played anew")
            }
            Flaw::Format(format) => format!(
                "chunk format {format}, this program reads {FORMAT}: go on with the program that wrote it, or delete this \
                 file and resume, and its games are played anew"
            ),
            Flaw::Foreign(plans) => format!(
                "a chunk of another plan ({plans}): games of two configs do not mix; run into another folder, or \
                 delete this one's `chunks`"
            ),
        }
    }

    /// What is said of bytes that came from elsewhere.
    fn on_the_way(&self) -> String {
        match self {
            Flaw::Damaged(why) => {
                format!("what a worker sent is damaged: {why}; have these chunks played again")
            }
            Flaw::Format(format) => {
                format!("a worker sent chunk format {format}, this program reads {FORMAT}")
            }
            Flaw::Foreign(plans) => {
                format!("a worker sent chunks of another plan ({plans}): give it the order of this run")
            }
        }
    }
}

fn read_head(bytes: &[u8]) -> Result<(Head, &[u8]), Flaw> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(Flaw::Damaged("it is cut off"))?;
    let head: Head = serde_json::from_slice(&bytes[..end])
        .map_err(|_| Flaw::Damaged("its first line is not that of a chunk"))?;
    if head.tefuda_chunks == FORMAT {
        Ok((head, &bytes[end + 1..]))
    } else {
        Err(Flaw::Format(head.tefuda_chunks))
    }
}

/// The rows of a chunk, in bytes.
fn rows_length(plan: &Plan, chunk: usize) -> usize {
    let Chunk { cell, units } = &plan.chunks[chunk];
    (units.end - units.start) as usize * plan.cells[*cell].job.columns.len() * size_of::<f64>()
}

/// Rows and games of a chunk, in bytes.
fn body_length(plan: &Plan, entry: &Entry) -> usize {
    // A damaged length must not overflow; it will not fit the file either.
    (entry.records as usize).saturating_add(rows_length(plan, entry.chunk))
}

/// Reads from files, many pieces of which are often wanted one after the other.
#[derive(Default)]
struct Reader<'a> {
    open: Option<(&'a Path, File)>,
}

impl<'a> Reader<'a> {
    fn read(&mut self, path: &'a Path, offset: u64, length: usize) -> Result<Vec<u8>, LabError> {
        let mut bytes = vec![0; length];
        let file = self.file(path).map_err(LabError::file(path))?;
        let read = file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut bytes));
        read.map_err(LabError::file(path))?;
        Ok(bytes)
    }

    fn file(&mut self, path: &'a Path) -> io::Result<&mut File> {
        match &self.open {
            Some((open, _)) if *open == path => {}
            _ => self.open = Some((path, File::open(path)?)),
        }
        Ok(&mut self.open.as_mut().expect("just opened").1)
    }
}

fn checksum(chunk: usize, body: &[u8]) -> String {
    let mut digest = Digest::of(&format!("{chunk} "));
    digest.write(body);
    digest.to_string()
}

/// The chunk files of a folder, in order. What does not belong there is named, not passed over.
pub(super) fn chunk_files(folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut files: Vec<PathBuf> = entries.map_err(LabError::file(folder))?;
    files.retain(|file| !is_unfinished(file) && !is_hidden(file));
    files.sort();
    match files.iter().find(|file| file.extension().is_none_or(|end| end != EXTENSION)) {
        Some(stranger) => Err(LabError::disk(stranger, "does not belong among the chunks; move it away")),
        None => Ok(files),
    }
}

/// How many chunks lie in a folder, by what the first lines of its files say.
pub(super) fn count_chunks(folder: &Path) -> Result<usize, LabError> {
    let mut known = BTreeSet::new();
    for file in chunk_files(folder)? {
        let (mut line, opened) = (Vec::new(), File::open(&file).map_err(LabError::file(&file))?);
        BufReader::new(opened).read_until(b'\n', &mut line).map_err(LabError::file(&file))?;
        let (head, _) = read_head(&line).map_err(|flaw| LabError::disk(&file, flaw.in_file()))?;
        known.extend(head.chunks.into_iter().map(|entry| entry.chunk));
    }
    Ok(known.len())
}

fn is_unfinished(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == UNFINISHED)
}

fn is_hidden(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Removes what interrupted runs left half written. Only for folders nobody writes to any more.
pub(super) fn sweep_up(folder: &Path) -> Result<(), LabError> {
    for entry in fs::read_dir(folder).map_err(LabError::file(folder))? {
        let path = entry.map_err(LabError::file(folder))?.path();
        if is_unfinished(&path) {
            fs::remove_file(&path).map_err(LabError::file(path))?;
        }
    }
    Ok(())
}

/// Writes finished chunks into one file.
pub(super) fn write_chunks(
    folder: &Path,
    fingerprint: &str,
    batches: &[(usize, Units)],
) -> Result<(), LabError> {
    let (name, bytes) = chunks_file(fingerprint, batches);
    write_whole(&folder.join(name), &bytes)
}

/// Finished chunks as a file: its name and its bytes.
pub(super) fn chunks_file(fingerprint: &str, batches: &[(usize, Units)]) -> (String, Vec<u8>) {
    let (mut entries, mut bodies) = (Vec::new(), Vec::new());
    for (chunk, batch) in batches {
        let body =
            [batch.values.iter().flat_map(|value| value.to_le_bytes()).collect(), batch.records.clone()]
                .concat();
        entries.push(Entry {
            chunk: *chunk,
            records: batch.records.len() as u64,
            sum: checksum(*chunk, &body),
        });
        bodies.push(body);
    }
    let head = Head { tefuda_chunks: FORMAT, plan: fingerprint.into(), chunks: entries };
    let head = serde_json::to_string(&head).expect("plain data") + "\n";
    (file_name(batches[0].0, &head), [head.into_bytes(), bodies.concat()].concat())
}

/// The digest keeps apart what two runs of the same plan cut differently.
fn file_name(first: usize, head: &str) -> String {
    format!("{first:07}-{}.{EXTENSION}", Digest::of(head))
}

/// Keeps the bytes of a file of chunks that came from elsewhere, and says which chunks they are.
pub(super) fn keep_chunks(plan: &Plan, folder: &Path, bytes: &[u8]) -> Result<Vec<usize>, LabError> {
    let entries = Store { plan, places: Vec::new() }.entries(&plan.fingerprint().to_string(), bytes);
    let refuse = |flaw: Flaw| LabError::from(SpecError::bad(flaw.on_the_way()));
    let chunks: Vec<usize> = entries.map_err(refuse)?.iter().map(|(_, entry)| entry.chunk).collect();
    let Some(&first) = chunks.first() else { return Err(refuse(Flaw::Damaged("there is no chunk in it"))) };
    let head = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
    write_whole(&folder.join(file_name(first, &String::from_utf8_lossy(head))), bytes)?;
    Ok(chunks)
}
