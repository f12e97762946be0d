//! What goes wrong, as Python's exceptions: whose it is to mend decides the class.

use std::io;

use lab::LabError;
use pyo3::exceptions::{
    PyFileNotFoundError, PyKeyboardInterrupt, PyOSError, PyPermissionError, PyRuntimeError, PyValueError,
};
use pyo3::{PyErr, create_exception};

create_exception!(
    tefuda,
    Refused,
    PyValueError,
    "What was asked for is not possible. Nothing has changed, and the text says what would be right."
);
create_exception!(
    tefuda,
    Broken,
    PyRuntimeError,
    "A player broke down, a file is not what it should be, or tefuda made a mistake: the work cannot go on as it is."
);

/// Something from outside that cannot be, with what would be right.
pub(crate) fn refused(why: impl ToString) -> PyErr {
    Refused::new_err(why.to_string())
}

/// Work in the lab that stopped.
pub(crate) fn lab(error: LabError) -> PyErr {
    class_of(&error)(error.to_string())
}

/// The exception that fits; the lab's own sentence goes into it.
fn class_of(error: &LabError) -> fn(String) -> PyErr {
    match error {
        LabError::Spec(_) | LabError::Config { .. } => Refused::new_err,
        LabError::Interrupted { .. } | LabError::Stopped { .. } => PyKeyboardInterrupt::new_err,
        LabError::Cell { error, .. } => class_of(error),
        LabError::Cells { first, .. } => class_of(first),
        LabError::File { error, .. } => match error.kind() {
            io::ErrorKind::NotFound => PyFileNotFoundError::new_err,
            io::ErrorKind::PermissionDenied => PyPermissionError::new_err,
            _ => PyOSError::new_err,
        },
        LabError::Fault { .. } | LabError::Disk { .. } => Broken::new_err,
    }
}
