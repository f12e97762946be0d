//! Words of values in a file: a level to go on from, or the first two rounds of a game.
//!
//! A header of 128 bytes as in saved tables, then the words, little-endian. From byte 96 on the header has:
//!
//! | bytes | content |
//! | --- | --- |
//! | 96..104 | digest of the header without it and of the words |
//! | 104..112 | how far a value may be off |
//! | 112, 113 | the rounds left at the level, what was asked |

use super::rule::LevelTask;
use crate::file::{Digest, HEADER, LoadError, frame, part, read_setting, word};
use crate::setting::Setting;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// Raise it whenever the numbering of the states or the meaning of a value changes.
const VERSION: u32 = 1;

/// Words read or written at once.
const CHUNK: usize = 1 << 22;

/// Where the digest stands.
const SUM: usize = 96;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One level of a solution under way.
    Level,
    /// The values after one round and after two.
    Opening,
}

impl Kind {
    fn magic(self) -> [u8; 8] {
        match self {
            Self::Level => *b"TFDLVL\r\n",
            Self::Opening => *b"TFDOPN\r\n",
        }
    }
}

/// What a file says about its words.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Saved {
    pub kind: Kind,
    pub setting: Setting,
    pub task: LevelTask,
    /// The rounds left at the level; at the lowest of several.
    pub rounds: usize,
    /// How far a value may be off.
    pub bound: f64,
    pub words: usize,
}

impl Saved {
    /// Writes a file; it appears under its name only when it is whole. `fill` is asked for the words in order.
    pub(crate) fn write<E: From<io::Error>>(
        &self,
        path: &Path,
        fill: impl FnMut(usize, &mut [u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let part = part(path)?;
        let written = self.write_part(&part, fill);
        let written = written.and_then(|()| Ok(fs::rename(&part, path)?));
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written
    }

    fn write_part<E: From<io::Error>>(
        &self,
        part: &Path,
        mut fill: impl FnMut(usize, &mut [u32]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut header = self.header();
        let mut file = BufWriter::with_capacity(1 << 20, File::create(part)?);
        file.write_all(&header)?;
        let mut digest = self.digest();
        for from in (0..self.words).step_by(CHUNK) {
            let mut words = vec![0; CHUNK.min(self.words - from)];
            fill(from, &mut words)?;
            add(&mut digest, &words);
            file.write_all(&bytes(&words))?;
        }
        header[SUM..SUM + 8].copy_from_slice(&digest.finish().to_le_bytes());
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        io::Seek::rewind(&mut file)?;
        file.write_all(&header)?;
        Ok(file.sync_all()?)
    }

    /// Reads a file of this kind and setting; `take` receives its words in order. The words are to be believed
    /// only if no error follows.
    pub(crate) fn read<E: From<LoadError>>(
        kind: Kind,
        setting: &Setting,
        mut source: impl Read,
        length: u64,
        mut take: impl FnMut(&Self, usize, &[u32]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut header = [0; HEADER];
        source.read_exact(&mut header).map_err(|_| LoadError::Foreign)?;
        let saved = Self::parse(kind, setting, &header, length)?;
        let mut digest = saved.digest();
        for from in (0..saved.words).step_by(CHUNK) {
            let mut bytes = vec![0; 4 * CHUNK.min(saved.words - from)];
            source.read_exact(&mut bytes).map_err(LoadError::Io)?;
            let words = words(&bytes);
            add(&mut digest, &words);
            take(&saved, from, &words)?;
        }
        if digest.finish() == word(&header, SUM) { Ok(saved) } else { Err(LoadError::Checksum.into()) }
    }

    /// As `read`, from a file on disk.
    pub(crate) fn open<E: From<LoadError>>(
        kind: Kind,
        setting: &Setting,
        path: &Path,
        take: impl FnMut(&Self, usize, &[u32]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let file = File::open(path).map_err(LoadError::Io)?;
        let length = file.metadata().map_err(LoadError::Io)?.len();
        Self::read(kind, setting, BufReader::with_capacity(1 << 20, file), length, take)
    }

    fn parse(kind: Kind, setting: &Setting, header: &[u8; HEADER], length: u64) -> Result<Self, LoadError> {
        if header[..8] != kind.magic() {
            return Err(LoadError::Foreign);
        }
        match u32::from_le_bytes([header[8], header[9], header[10], header[11]]) {
            VERSION => {}
            other => return Err(LoadError::Version(other)),
        }
        match read_setting(header) {
            Some(found) if found == *setting => {}
            found => return Err(LoadError::Setting(found.map(Box::new))),
        }
        let tasks =
            super::rule::BidRule::ALL.map(LevelTask::Price).into_iter().chain([LevelTask::Equilibrium]);
        let task = tasks.into_iter().find(|task| task.code() == header[113]).ok_or(LoadError::Foreign)?;
        let words = word(header, 88);
        let expected = words.saturating_mul(4).saturating_add(HEADER as u64);
        if expected != length {
            return Err(LoadError::Length { expected, found: length });
        }
        let bound = f64::from_bits(word(header, 104));
        let (rounds, setting) = (usize::from(header[112]), setting.clone());
        Ok(Self { kind, setting, task, rounds, bound, words: words as usize })
    }

    fn header(&self) -> [u8; HEADER] {
        let mut header = frame(self.kind.magic(), VERSION, &self.setting, self.words);
        header[104..112].copy_from_slice(&self.bound.to_bits().to_le_bytes());
        (header[112], header[113]) = (self.rounds as u8, self.task.code());
        header
    }

    fn digest(&self) -> Digest {
        let mut digest = Digest::new();
        self.header().chunks_exact(8).for_each(|bytes| digest.add(word(bytes, 0)));
        digest
    }
}

fn add(digest: &mut Digest, words: &[u32]) {
    let pairs = words.chunks(2);
    pairs.for_each(|pair| digest.add(u64::from(pair[0]) | u64::from(*pair.get(1).unwrap_or(&0)) << 32));
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}
