//! Solutions in files: a whole table, a level to go on from, or the first two rounds of a game, for either utility.
//!
//! A header of 128 bytes, then the values, all little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 0..8 | magic: what the file holds |
//! | 8..12 | version |
//! | 12..16 | hand A, hand B |
//! | 16..20 | carry |
//! | 20, 21 | pot rule, number of prizes |
//! | 22 | what is played for: 0 points, 1 the win |
//! | 24..84 | prizes |
//! | 84..88 | for the win, how many points A is ahead |
//! | 88..96 | number of values |
//! | 96..104 | digest of the header without it and of the values |
//! | 104..112 | how far a value may be off; 0 for a table |
//! | 112, 113 | the rounds left at the lowest level, what was asked; 0 for a table |
//!
//! A value of a table has 64 bits, any other 32. The digest of a table covers the header as far as the digest itself, as
//! the rest of it is 0.

use super::map::Map;
use super::setting::{BidSet, Pot, Prizes, Setting, Utility};
use super::space::{Root, Space};
use super::stream::LevelTask;
use super::table::{Solved, SolvedTable};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::{fmt, process};

/// Raise it whenever the numbering of the states or the meaning of a value changes.
const VERSION: u32 = 1;

const HEADER: usize = 128;

/// Where the digest stands.
const SUM: usize = 96;

/// Words read or written at once; an even number.
const CHUNK: usize = 1 << 22;

/// Why a file is not loaded. Whatever the case, the table can be solved and saved again.
#[derive(Debug)]
pub enum LoadError {
    /// The file could not be read.
    Io(io::Error),
    /// It is no table at all.
    Foreign,
    /// It was written by another version.
    Version(u32),
    /// It holds another game, or a broken description of one.
    Setting(Option<Box<Setting>>),
    /// Its length is wrong.
    Length {
        /// The bytes a whole file has.
        expected: u64,
        /// The bytes that are there.
        found: u64,
    },
    /// Its content was damaged.
    Checksum,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the table cannot be read: {error}"),
            Self::Foreign => write!(f, "not a table of the buzzard"),
            Self::Version(version) => write!(f, "a table of version {version}, not {VERSION}"),
            Self::Setting(Some(other)) => write!(f, "a table of another game: {other}"),
            Self::Setting(None) => write!(f, "a table whose game makes no sense"),
            Self::Length { expected, found } => write!(f, "{found} bytes where {expected} belong"),
            Self::Checksum => write!(f, "the checksum does not agree: the table is damaged"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// All levels of a solution.
    Table,
    /// One level of a solution under way.
    Level,
    /// The values after one round and after two.
    Opening,
}

impl Kind {
    fn magic(self) -> [u8; 8] {
        match self {
            Self::Table => *b"TFDBUZ\r\n",
            Self::Level => *b"TFDLVL\r\n",
            Self::Opening => *b"TFDOPN\r\n",
        }
    }

    /// The words of 32 bits in a value.
    fn width(self) -> usize {
        match self {
            Self::Table => 2,
            Self::Level | Self::Opening => 1,
        }
    }

    /// The bytes of the header that the digest covers.
    fn covered(self) -> usize {
        match self {
            Self::Table => SUM,
            Self::Level | Self::Opening => HEADER,
        }
    }
}

/// What a file says about its values.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Saved {
    pub kind: Kind,
    pub setting: Setting,
    pub task: LevelTask,
    /// The rounds left at the level; at the lowest of several.
    pub rounds: usize,
    /// How far a value may be off.
    pub bound: f64,
    pub values: usize,
}

impl Saved {
    /// Writes a file; it appears under its name only when it is whole. `fill` is asked for the words in order.
    pub(super) fn write<E: From<io::Error>>(
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
        for from in (0..self.words()).step_by(CHUNK) {
            let mut words = vec![0; CHUNK.min(self.words() - from)];
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
    pub(super) fn read<E: From<LoadError>>(
        kind: Kind,
        setting: &Setting,
        mut source: impl Read,
        length: u64,
        mut take: impl FnMut(&Self, usize, &[u32]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut header = [0; HEADER];
        let there = length.min(HEADER as u64) as usize;
        source.read_exact(&mut header[..there]).map_err(LoadError::Io)?;
        let saved = Self::parse(kind, setting, &header, length)?;
        let mut digest = saved.digest();
        for from in (0..saved.words()).step_by(CHUNK) {
            let mut bytes = vec![0; 4 * CHUNK.min(saved.words() - from)];
            source.read_exact(&mut bytes).map_err(LoadError::Io)?;
            let words = words(&bytes);
            add(&mut digest, &words);
            take(&saved, from, &words)?;
        }
        if digest.finish() == word(&header, SUM) { Ok(saved) } else { Err(LoadError::Checksum.into()) }
    }

    /// As `read`, from a file on disk.
    pub(super) fn open<E: From<LoadError>>(
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
        if length < HEADER as u64 {
            return Err(LoadError::Length { expected: HEADER as u64, found: length });
        }
        match int(header, 8) as u32 {
            VERSION => {}
            other => return Err(LoadError::Version(other)),
        }
        match read_setting(header) {
            Some(found) if found == *setting => {}
            found => return Err(LoadError::Setting(found.map(Box::new))),
        }
        let task = LevelTask::of(header[113]).ok_or(LoadError::Foreign)?;
        let values = word(header, 88);
        let expected = values.saturating_mul(4 * kind.width() as u64).saturating_add(HEADER as u64);
        if expected != length {
            return Err(LoadError::Length { expected, found: length });
        }
        let bound = f64::from_bits(word(header, 104));
        let (rounds, setting) = (usize::from(header[112]), setting.clone());
        Ok(Self { kind, setting, task, rounds, bound, values: values as usize })
    }

    fn words(&self) -> usize {
        self.values * self.kind.width()
    }

    fn header(&self) -> [u8; HEADER] {
        let start = &self.setting.start;
        let prizes = start.prizes().list();
        let mut header = [0; HEADER];
        let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &self.kind.magic());
        put(8, &VERSION.to_le_bytes());
        put(12, &start.hands()[0].bits().to_le_bytes());
        put(14, &start.hands()[1].bits().to_le_bytes());
        put(16, &start.carry().to_le_bytes());
        put(20, &[u8::from(self.setting.pot == Pot::Discard), prizes.len() as u8]);
        put(22, &[u8::from(self.setting.utility == Utility::Win)]);
        for (k, prize) in prizes.iter().enumerate() {
            put(24 + 4 * k, &prize.to_le_bytes());
        }
        put(84, &self.setting.lead().to_le_bytes());
        put(88, &(self.values as u64).to_le_bytes());
        put(104, &self.bound.to_bits().to_le_bytes());
        put(112, &[self.rounds as u8, self.task.code()]);
        header
    }

    fn digest(&self) -> Digest {
        let mut digest = Digest::new();
        let covered = self.kind.covered();
        self.header()[..covered].chunks_exact(8).for_each(|bytes| digest.add(word(bytes, 0)));
        digest
    }
}

/// Values in memory or in a file.
#[derive(Debug)]
pub(super) enum Values {
    Owned(Vec<f64>),
    Mapped(Map),
}

impl Values {
    pub(super) fn get(&self, at: usize) -> f64 {
        match self {
            Self::Owned(values) => values[at],
            Self::Mapped(map) => f64::from_bits(word(map.bytes(), HEADER + 8 * at)),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Owned(values) => values.len(),
            Self::Mapped(map) => (map.bytes().len() - HEADER) / 8,
        }
    }
}

impl SolvedTable {
    /// Saves the table; the file appears under its name only when it is whole.
    ///
    /// # Errors
    /// If the file cannot be written; nothing is left behind then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let values = &self.solved.values;
        let (setting, task) = (self.setting.clone(), LevelTask::Equilibrium);
        let saved = Saved { kind: Kind::Table, setting, task, rounds: 0, bound: 0.0, values: values.len() };
        saved.write(path, |from, words| {
            for (at, halves) in (from / 2..).zip(words.as_chunks_mut().0) {
                let bits = values.get(at).to_bits();
                *halves = [bits as u32, (bits >> 32) as u32];
            }
            Ok(())
        })
    }

    /// Opens a saved table of this game; the values stay in the file and are read when asked for.
    ///
    /// # Errors
    /// If the file is unreadable, foreign, of another version or game, cut short or damaged.
    pub fn load(path: &Path, setting: &Setting) -> Result<Self, LoadError> {
        let look = |_: &Saved, _: usize, _: &[u32]| -> Result<(), LoadError> { Ok(()) };
        let saved = Saved::open(Kind::Table, setting, path, look)?;
        let space = Space::new(&Root::of(setting));
        if space.len() != saved.values {
            let [expected, found] = [space.len(), saved.values].map(|values| (8 * values + HEADER) as u64);
            return Err(LoadError::Length { expected, found });
        }
        let values = Values::Mapped(Map::open(&File::open(path)?)?);
        if values.len() != saved.values {
            return Err(LoadError::Checksum);
        }
        Ok(Self { setting: setting.clone(), solved: Solved { space, values } })
    }
}

/// A name beside the final one that no other process uses.
fn part(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), process::id())))
}

fn read_setting(bytes: &[u8]) -> Option<Setting> {
    let hands = [12, 14].map(|at| BidSet::from_bits(u16::from_le_bytes([bytes[at], bytes[at + 1]])));
    let pot = match bytes[20] {
        0 => Pot::Carry,
        1 => Pot::Discard,
        _ => return None,
    };
    let count = usize::from(bytes[21]).min(15);
    let prizes: Vec<i32> = (0..count).map(|k| int(bytes, 24 + 4 * k)).collect();
    let setting = Setting::new(hands, Prizes::new(&prizes).ok()?, int(bytes, 16), pot).ok()?;
    match bytes[22] {
        0 => Some(setting),
        1 => setting.for_the_win(int(bytes, 84)).ok(),
        _ => None,
    }
}

fn int(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
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

/// Against damage, not against malice. Two lanes, because one would wait for its own multiplications.
#[derive(Clone, Copy, Debug)]
struct Digest {
    even: u64,
    odd: u64,
}

impl Digest {
    fn new() -> Self {
        Self { even: 0x243F_6A88_85A3_08D3, odd: 0x1319_8A2E_0370_7344 }
    }

    fn add(&mut self, word: u64) {
        (self.even, self.odd) = (self.odd, mix(self.even ^ word));
    }

    fn finish(self) -> u64 {
        mix(self.even ^ self.odd.rotate_left(32))
    }
}

fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
