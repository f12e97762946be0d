//! The two-player buzzard solved exactly, by backward induction over order-reduced states.
//!
//! Four facts make the tables small; each is a proof, not a guess.
//! * With two players the higher bid gains the size of the pot on the other, whatever its sign: it takes the
//!   mice, or the lower bid takes the vulture. So a round pays `+|pot|` or `-|pot|`.
//! * Only comparisons between bids matter: two hands are their joint order pattern, see [`Pattern`].
//! * Swapping the players negates the value: of a pattern and its mirror one is kept.
//! * After a prize is turned up, only the pot and the prizes left matter, not how the pot came about: one
//!   matrix game serves every (carry, prize) with the same sum.
//!
//! `pattern` is the order reduction, `space` numbers the states, `induction` fills the values, `table` answers
//! questions, `file` keeps a table on disk, `exploit` checks one, `endgame` solves small ends on demand.

mod board;
mod endgame;
mod estimate;
mod exploit;
mod file;
mod induction;
mod map;
mod opening;
mod pattern;
mod progress;
mod reach;
mod setting;
mod space;
mod stream;
mod table;
mod ties;

#[cfg(test)]
mod tests;

pub use endgame::{Endgame, EndgameError};
pub use estimate::{Limits, SolveCost, estimate, estimate_levels, plain_states};
pub use file::LoadError;
pub use opening::OpeningValues;
pub use pattern::Pattern;
pub use progress::{OnProgress, SolveProgress, nobody};
pub use setting::{BidSet, Pot, Prizes, Setting, SettingError, State};
pub use stream::{
    Audit, BidRule, Cores, Device, DeviceError, LevelReport, LevelTask, LevelsJob, Raised, SpaceLevels, Step,
    StreamError, TopLevels, Turned, solve_levels,
};
pub use table::{Mix, RoundPolicy, SolveError, SolvedTable, solve, solve_apart};
