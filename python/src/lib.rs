//! The engines from Python. No logic lives here: every function calls the crates and turns what they say into
//! Python's own values.

mod agent;
mod batch;
mod errors;
mod experiments;
mod kept;
mod lists;
mod matches;
mod records;
mod solve;
mod state;
mod table;
#[cfg(debug_assertions)]
mod trap;
mod values;
mod work;

/// The compiled half of the package `tefuda`; import that one instead.
#[pyo3::pymodule]
mod _tefuda {
    use pyo3::prelude::*;

    use crate::errors::{Broken, Refused};

    #[pymodule_export]
    use crate::batch::{PyBatch, figures};
    #[pymodule_export]
    use crate::experiments::{PyRun, PyWorker, collect, experiments_list};
    #[pymodule_export]
    use crate::lists::{
        agents_list, estimators_list, fewest_seats, games_list, rulebook, spec_read, spec_write,
    };
    #[pymodule_export]
    use crate::matches::{arena_play, match_play};
    #[pymodule_export]
    use crate::records::{PyRecorded, records_load, records_read};
    #[pymodule_export]
    use crate::solve::solve_game;
    #[pymodule_export]
    use crate::state::PyState;
    #[pymodule_export]
    use crate::table::PySession;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        studies::register();
        let py = module.py();
        module.add("Refused", py.get_type::<Refused>())?;
        module.add("Broken", py.get_type::<Broken>())?;
        #[cfg(debug_assertions)]
        {
            module.add_function(wrap_pyfunction!(crate::trap::set_trap, module)?)?;
            module.add_function(wrap_pyfunction!(crate::trap::stumble, module)?)?;
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
