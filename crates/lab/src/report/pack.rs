//! A run as one file to send: its report, its figures, its games and its config.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use super::publish::FILES;
use crate::error::LabError;
use crate::experiment::RUN_FILE;
use crate::whole::WholeFile;

/// What is compressed already.
const COMPRESSED: [&str; 2] = ["parquet", "zst"];

/// Packs these runs into a zip file, a folder a run: all that a run leaves but its chunks, so that `report` works on what
/// is unpacked. Equal runs give equal bytes.
///
/// # Errors
/// A folder that cannot be read, two folders of one name, or a file that cannot be written.
pub fn pack<'a>(folders: impl IntoIterator<Item = &'a Path>, to: &Path) -> Result<(), LabError> {
    let mut packed = ZipWriter::new_stream(WholeFile::create(to)?);
    let mut names: Vec<String> = Vec::new();
    for folder in folders {
        let name = folder_name(folder)?;
        if names.contains(&name) {
            return Err(LabError::disk(folder, "a second folder of this name: rename one of them"));
        }
        add(&mut packed, folder, &name)?;
        names.push(name);
    }
    let written = packed.finish().map_err(io::Error::from).map_err(LabError::file(to))?;
    written.into_inner().finish()
}

/// What the folder is called, also where it was named `.`.
fn folder_name(folder: &Path) -> Result<String, LabError> {
    let path = fs::canonicalize(folder).map_err(LabError::file(folder))?;
    Ok(path.file_name().map_or_else(|| "run".to_string(), |name| name.to_string_lossy().into_owned()))
}

fn add(packed: &mut ZipWriter<StreamWriter<WholeFile>>, folder: &Path, name: &str) -> Result<(), LabError> {
    for file in ["report.html", RUN_FILE].iter().chain(FILES) {
        let path = folder.join(file);
        if !path.is_file() {
            continue;
        }
        let is_small = COMPRESSED.iter().any(|ending| file.ends_with(ending));
        let method = if is_small { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        // Games of a long run may be larger than 4 GiB.
        let options = SimpleFileOptions::default().compression_method(method).large_file(true);
        let written = packed.start_file(format!("{name}/{file}"), options).map_err(io::Error::from);
        let copied = written.and_then(|()| io::copy(&mut File::open(&path)?, packed));
        copied.map_err(LabError::file(&path))?;
    }
    Ok(())
}
