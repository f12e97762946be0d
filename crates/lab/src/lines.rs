//! Files of lines, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// How a file begins that is compressed with zstd.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The lines of a file, whether it is compressed with zstd or not.
///
/// # Errors
/// What the system says.
pub fn open_lines(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    if file.fill_buf()?.starts_with(&ZSTD) {
        return Ok(Box::new(BufReader::new(zstd::Decoder::with_buffer(file)?)));
    }
    Ok(Box::new(file))
}
