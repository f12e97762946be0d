//! Which program plays.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// The digest of a program: two builds of one version need not play alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build(String);

impl Build {
    /// The build of the program or library in this file; a constant if it cannot be read.
    pub fn of(program: &Path) -> Build {
        Build(words_digest(&fs::read(program).unwrap_or_default()))
    }

    /// The build of the running program.
    pub fn current() -> Build {
        static CURRENT: OnceLock<Build> = OnceLock::new();
        CURRENT.get_or_init(|| Build::of(&std::env::current_exe().unwrap_or_default())).clone()
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// FNV-1a by words instead of bytes: a program is too long to take byte by byte before every run.
fn words_digest(bytes: &[u8]) -> String {
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let mix = |digest: u64, bytes| (digest ^ word(bytes)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    format!("{:016x}", bytes.chunks(8).fold(bytes.len() as u64, mix))
}
