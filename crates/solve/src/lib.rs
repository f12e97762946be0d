//! The two-player buzzard solved exactly, by backward induction over order-reduced states.
//!
//! A game is solved for the difference in points, or for the win: then a state has the lead of A besides, and its value
//! is the chance to win less the chance to lose.
//!
//! Six facts make the tables small; each is a proof, not a guess.
//! * With two players the higher bid gains the size of the pot on the other, whatever its sign: it takes the
//!   mice, or the lower bid takes the vulture. So a round pays `+|pot|` or `-|pot|`.
//! * Only comparisons between bids matter: two hands are their joint order pattern, see [`Pattern`].
//! * Swapping the players negates the value: of a pattern and its mirror one is kept.
//! * After a prize is turned up, only the pot and the prizes left matter, not how the pot came about: one
//!   matrix game serves every (carry, prize) with the same sum.
//! * For the win, a lead greater than all that can still be gained decides, and such states are not kept.
//! * For the win, leads are only those that the prizes gone can make: of a set of prizes every second one, as long as
//!   no pot is lost.
//!
//! `pattern` is the order reduction, `reach` finds the carries and leads, `space` numbers the states, `step` lays a level
//! over the one below, `induction` fills the values, `table` answers questions, `file` keeps a table on disk, `exploit`
//! checks one, `both` compares the two utilities, `endgame` solves small ends on demand; `stream` goes level by level through games too large for a table.

mod board;
mod both;
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
mod step;
mod stream;
mod table;
mod ties;

#[cfg(test)]
mod tests;

pub use both::{BothUtilities, solve_both};
pub use endgame::{Endgame, EndgameError};
pub use estimate::{Limits, SolveCost, estimate, estimate_both, estimate_levels, plain_states};
pub use file::LoadError;
pub use opening::OpeningValues;
pub use pattern::Pattern;
pub use progress::{OnProgress, SolveProgress, nobody};
pub use setting::{BidSet, Pot, Prizes, Setting, SettingError, State, Utility};
pub use space::Turned;
pub use step::{Ruled, SpaceLevels, Step};
pub use stream::{
    Audit, BidRule, Cores, Device, DeviceError, LevelReport, LevelTask, LevelsJob, Raised, StreamError,
    TopLevels, solve_levels,
};
pub use table::{Mix, RoundPolicy, SolveError, SolvedTable, solve, solve_apart};
