//! Saved tables: a header of 128 bytes, then the values, little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0..8 | magic |
//! | 8..12 | version |
//! | 12..16 | hand A, hand B |
//! | 16..20 | carry |
//! | 20, 21 | pot rule, number of prizes |
//! | 22 | what is played for: 0 points, 1 the win |
//! | 24..84 | prizes |
//! | 84..88 | for the win, how many points A is ahead |
//! | 88..96 | number of values |
//! | 96..104 | checksum of the header before it and of the values |

use super::map::Map;
use super::setting::{BidSet, Pot, Prizes, Setting, Utility};
use super::space::{Root, Space};
use super::table::{Solved, SolvedTable};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{fmt, process};

const MAGIC: [u8; 8] = *b"TFDBUZ\r\n";

/// Raise it whenever the numbering of the states or the meaning of a value changes.
const VERSION: u32 = 1;

pub(super) const HEADER: usize = 128;

/// Where the header's own checksum stands; what lies before it is covered.
const SUM: usize = 96;

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

    fn words(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len()).map(|at| self.get(at).to_bits())
    }
}

impl SolvedTable {
    /// Saves the table; the file appears under its name only when it is whole.
    ///
    /// # Errors
    /// If the file cannot be written; nothing is left behind then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let part = part(path)?;
        let saved = self.write(&part).and_then(|()| fs::rename(&part, path));
        if saved.is_err() {
            let _ = fs::remove_file(&part);
        }
        saved
    }

    /// Opens a saved table of this game; the values stay in the file and are read when asked for.
    ///
    /// # Errors
    /// If the file is unreadable, foreign, of another version or game, cut short or damaged.
    pub fn load(path: &Path, setting: &Setting) -> Result<Self, LoadError> {
        let map = Map::open(&File::open(path)?)?;
        // The promise first: the index of the states is dear to build.
        let promised = check_header(map.bytes(), setting)?;
        check_length(map.bytes(), promised)?;
        let space = Space::new(&Root::of(setting));
        check_length(map.bytes(), space.len() as u64)?;
        let sum = word(map.bytes(), SUM);
        let values = Values::Mapped(map);
        if sum != checksum(&header(setting, values.len()), &values) {
            return Err(LoadError::Checksum);
        }
        Ok(Self { setting: setting.clone(), solved: Solved { space, values } })
    }

    fn write(&self, part: &Path) -> io::Result<()> {
        let values = &self.solved.values;
        let mut header = header(&self.setting, values.len());
        let sum = checksum(&header, values);
        header[SUM..SUM + 8].copy_from_slice(&sum.to_le_bytes());
        let mut file = BufWriter::with_capacity(1 << 20, File::create(part)?);
        file.write_all(&header)?;
        values.words().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
        file.into_inner()?.sync_all()
    }
}

/// A name beside the final one that no other process uses.
pub(super) fn part(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), process::id())))
}

fn header(setting: &Setting, length: usize) -> [u8; HEADER] {
    frame(MAGIC, VERSION, setting, length)
}

/// What the headers of all files share.
pub(super) fn frame(magic: [u8; 8], version: u32, setting: &Setting, length: usize) -> [u8; HEADER] {
    let start = &setting.start;
    let prizes = start.prizes().list();
    let mut header = [0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &magic);
    put(8, &version.to_le_bytes());
    put(12, &start.hands()[0].bits().to_le_bytes());
    put(14, &start.hands()[1].bits().to_le_bytes());
    put(16, &start.carry().to_le_bytes());
    put(20, &[u8::from(setting.pot == Pot::Discard), prizes.len() as u8]);
    put(22, &[u8::from(setting.utility == Utility::Win)]);
    put(84, &setting.lead().to_le_bytes());
    for (k, prize) in prizes.iter().enumerate() {
        put(24 + 4 * k, &prize.to_le_bytes());
    }
    put(88, &(length as u64).to_le_bytes());
    header
}

/// Refuses foreign, other-version and other-setting files; gives the number of values promised.
fn check_header(bytes: &[u8], setting: &Setting) -> Result<u64, LoadError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(LoadError::Foreign);
    }
    if bytes.len() < HEADER {
        return Err(LoadError::Length { expected: HEADER as u64, found: bytes.len() as u64 });
    }
    match int(bytes, 8) as u32 {
        VERSION => {}
        other => return Err(LoadError::Version(other)),
    }
    match read_setting(bytes) {
        Some(found) if found == *setting => Ok(word(bytes, 88)),
        found => Err(LoadError::Setting(found.map(Box::new))),
    }
}

fn check_length(bytes: &[u8], values: u64) -> Result<(), LoadError> {
    let (expected, found) = (values.saturating_mul(8).saturating_add(HEADER as u64), bytes.len() as u64);
    if found == expected { Ok(()) } else { Err(LoadError::Length { expected, found }) }
}

pub(super) fn read_setting(bytes: &[u8]) -> Option<Setting> {
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

pub(super) fn int(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn checksum(header: &[u8; HEADER], values: &Values) -> u64 {
    let head = header[..SUM].chunks_exact(8).map(|bytes| word(bytes, 0));
    let mut digest = Digest::new();
    head.chain(values.words()).for_each(|word| digest.add(word));
    digest.finish()
}

/// Against damage, not against malice. Two lanes, because one would wait for its own multiplications.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest {
    even: u64,
    odd: u64,
}

impl Digest {
    pub(super) fn new() -> Self {
        Self { even: 0x243F_6A88_85A3_08D3, odd: 0x1319_8A2E_0370_7344 }
    }

    pub(super) fn add(&mut self, word: u64) {
        (self.even, self.odd) = (self.odd, mix(self.even ^ word));
    }

    pub(super) fn finish(self) -> u64 {
        mix(self.even ^ self.odd.rotate_left(32))
    }
}

fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}
