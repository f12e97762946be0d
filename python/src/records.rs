//! Records of games that are over, read back and verified.

use std::io::BufRead;
use std::path::PathBuf;

use catalog::{Ink, Look, Recorded, RecordedGames};
use lab::{LabError, open_lines};
use pyo3::prelude::*;
use table::{Seat, Shape, Spec};

use crate::errors::{self, Broken, refused};
use crate::lists::{read_lang, read_spec};
use crate::values::written;
use crate::work::aside;

/// One recorded game. Use `tefuda.load_records`.
#[pyclass(frozen, name = "Recorded", module = "tefuda._tefuda")]
pub(crate) struct PyRecorded(Box<dyn Recorded>);

/// The games of a file, and how it ends too early if it does.
type Games = (Vec<PyRecorded>, Option<String>);

/// Reads the records of a file, plain or compressed with zstd.
#[pyfunction]
pub(crate) fn records_load(py: Python<'_>, path: PathBuf) -> PyResult<Games> {
    aside(py, || {
        let input = open_lines(&path).map_err(|error| errors::lab(LabError::file(&path)(error)))?;
        read(input).map_err(|why| Broken::new_err(format!("{}: {why}", path.display())))
    })?
}

/// Reads the records of a text.
#[pyfunction]
pub(crate) fn records_read(py: Python<'_>, text: &str) -> PyResult<Games> {
    aside(py, || read(text.as_bytes()))?.map_err(Broken::new_err)
}

fn read(input: impl BufRead) -> Result<Games, String> {
    let (mut file, mut games) = (RecordedGames::new(input), Vec::new());
    while let Some(game) = file.next_game()? {
        games.push(PyRecorded(game));
    }
    Ok((games, file.cut().map(str::to_string)))
}

impl PyRecorded {
    fn seat(&self, text: Option<&str>) -> PyResult<Option<Seat>> {
        let seats = self.0.header().seats.len();
        let read = |text: &str| {
            let seat = text.parse().ok().filter(|seat: &Seat| seat.index() < seats);
            let last = Seat::new(seats - 1);
            seat.ok_or_else(|| {
                refused(format!("no seat `{}`; its seats are A to {last}", text.escape_debug()))
            })
        };
        text.map(read).transpose()
    }

    fn drawn(
        &self,
        py: Python<'_>,
        after: usize,
        (seat, notes): (Option<&str>, Option<&str>),
        ink: Ink,
        lang: &str,
    ) -> PyResult<String> {
        let notes = notes.map(read_spec).transpose()?;
        let look = self.look(seat, notes.as_ref(), ink, lang)?;
        aside(py, || self.0.picture(after, &look))?.map_err(refused)
    }

    fn look<'a>(
        &self,
        seat: Option<&str>,
        notes: Option<&'a Spec>,
        ink: Ink,
        lang: &str,
    ) -> PyResult<Look<'a>> {
        Ok(Look { observer: self.seat(seat)?, notes, ink, lang: read_lang(lang)? })
    }
}

#[pymethods]
impl PyRecorded {
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        written(py, self.0.header())
    }

    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        written(py, self.0.payoffs())
    }

    fn notation(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        aside(py, || self.0.notation())
    }

    fn file(&self, py: Python<'_>) -> PyResult<String> {
        let file = aside(py, || self.0.file())?;
        Ok(String::from_utf8(file).expect("records are JSON"))
    }

    fn told(&self, py: Python<'_>, seat: Option<&str>, lang: &str) -> PyResult<Vec<String>> {
        let look = self.look(seat, None, Ink::Text(table::USUAL_WIDTH), lang)?;
        let drawing = aside(py, || self.0.drawing(&look))?.map_err(refused)?;
        Ok(drawing.frames.into_iter().map(|frame| frame.told).collect())
    }

    fn text(
        &self,
        py: Python<'_>,
        after: usize,
        seat: Option<&str>,
        notes: Option<&str>,
        lang: &str,
        width: usize,
    ) -> PyResult<String> {
        self.drawn(py, after, (seat, notes), Ink::Text(width), lang)
    }

    fn svg(
        &self,
        py: Python<'_>,
        after: usize,
        seat: Option<&str>,
        notes: Option<&str>,
        lang: &str,
    ) -> PyResult<String> {
        self.drawn(py, after, (seat, notes), Ink::Svg(Shape::Wide), lang)
    }
}
