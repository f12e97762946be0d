//! Parameters that players of several games read.

use search::Budget;
use table::{Param, Params, SpecError, Values};

/// The number of simulations a choice takes.
pub const SIMS: Param = Param::number("sims", "1000", "simulations a choice", 1.0, 100_000_000.0);
/// How long a choice takes.
pub const MS: Param =
    Param::new("ms", "", "milliseconds a choice, in place of sims", Values::Millis(1.0, 86_400_000.0));

/// No and yes, as words.
pub const NO_YES: &[(&str, bool)] = &[("no", false), ("yes", true)];

/// The time that `ms` gives, or the simulations that this parameter gives.
///
/// # Errors
/// Both are given, or a value that cannot be.
pub fn budget(params: &mut Params<'_>, sims: &Param) -> Result<Budget, SpecError> {
    let (simulations, millis) = (params.number(sims)?, params.maybe_number(&MS)?);
    match (params.given(sims), millis) {
        (Some(_), Some(_)) => Err(SpecError::bad("give `sims` or `ms`, not both")),
        (_, None) => Ok(Budget::simulations(simulations)),
        (None, Some(millis)) => Ok(Budget::millis(millis)),
    }
}
