//! The memory map of a saved table: the only unsafe line of the solver.
#![allow(unsafe_code)]

use memmap2::Mmap;
use std::{fs::File, io};

/// The bytes of a file, read as they are asked for.
#[derive(Debug)]
pub(super) struct Map(Mmap);

impl Map {
    pub(super) fn open(file: &File) -> io::Result<Self> {
        // SAFETY: tables are written under another name and renamed, never changed in place, so the bytes
        // stay as they are while mapped; only a foreign program that rewrites or cuts the file could break that.
        unsafe { Mmap::map(file) }.map(Self)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
