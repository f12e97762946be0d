//! `records.jsonl.zst`: every game of an experiment as it was played, in the order of cells and units.

use std::io;
use std::path::{Path, PathBuf};

use catalog::kinds::ReadBackError;
use table::{AnyRecord, RecordWriter};
use zstd::Encoder;

use super::plan::Plan;
use super::store::Store;
use crate::error::LabError;
use crate::whole::WholeFile;

/// The file of all records, while it is being written.
pub struct RecordFile {
    path: PathBuf,
    writer: RecordWriter<Encoder<'static, WholeFile>>,
    index: u64,
    of: u64,
}

impl RecordFile {
    fn create(path: &Path, of: u64) -> Result<RecordFile, LabError> {
        let encoder = Encoder::new(WholeFile::create(path)?, zstd::DEFAULT_COMPRESSION_LEVEL);
        let writer = RecordWriter::new(encoder.map_err(LabError::file(path))?);
        Ok(RecordFile { path: path.into(), writer, index: 0, of })
    }

    /// Adds a game under its number in the whole file.
    pub(super) fn write(&mut self, record: &mut dyn AnyRecord) -> io::Result<()> {
        let header = record.header_mut();
        (header.index, header.of) = (self.index, self.of);
        self.index += 1;
        self.writer.write(record)
    }

    /// What went wrong. A record that was read from a chunk whose checksum held can be wrong only if its rules changed
    /// since.
    pub(super) fn broken(&self, error: ReadBackError) -> LabError {
        match error {
            ReadBackError::Record(error) => {
                LabError::disk(&self.path, format!("a game in the chunks does not replay: {error}"))
            }
            ReadBackError::Io(error) => LabError::file(&self.path)(error),
        }
    }

    fn finish(self) -> Result<(), LabError> {
        let file = self.writer.finish().and_then(Encoder::finish);
        file.map_err(LabError::file(&self.path))?.finish()
    }
}

/// Writes the records of a finished run.
pub(super) fn write_records(path: &Path, plan: &Plan, store: &Store<'_>) -> Result<(), LabError> {
    let of = plan.cells.iter().map(|cell| cell.units * cell.job.records()).sum();
    let mut file = RecordFile::create(path, of)?;
    for (chunk, work) in plan.chunks.iter().enumerate() {
        plan.cells[work.cell].job.copy_records(&store.records(chunk)?, &mut file)?;
    }
    file.finish()
}
