//! Players that know Saboteur: those of the two papers.

mod breaker;
mod breaking;
mod choose;
mod code;
mod colluder;
mod distance;
mod encode;
mod estimating;
mod hands;
mod labels;
mod model;
mod narrow;
mod papers;
mod roles;
mod sideways;
mod signaller;
mod signs;
mod suspicion;
mod talk;
#[cfg(test)]
mod tests;

pub use breaker::{Breaker, Cheater};
pub use breaking::{BOARD, Blow, CHEATING, Cheat, HANDS, Normal, SCORING, Scoring, TURN, VETO, Veto};
pub use choose::distance_after;
pub use code::{Bend, Lexicon, PlacementOrder, RANKS, Ranking, rank_of};
pub use colluder::{CodeBy, Colluder, Fellows, GroupSide, PACT, Pact, Partners, RolesBy, seats_of};
pub use distance::{CLOSED, Distances, distance};
pub use encode::{SaboteurIds, SaboteurRow};
pub use estimating::suspects;
pub use labels::{SaboteurEvents, SaboteurTruth};
pub use model::{PapersModel, SUPPOSING};
pub use narrow::narrow;
pub use papers::{Cover, LITTERING, Papers, PlayStyle, STYLE, SUSPECTING};
pub use roles::{TRUSTING, suspicion};
pub use sideways::Sideways;
pub use signaller::{FindBy, Finder, SIGNALLING, Scheme, Signaller};
pub use signs::{Held, SIGNS, Signs, sign_of};
pub use suspicion::{Suspects, Suspicion};
pub use talk::{Bluff, Hears, Maps, TALKING, Talk};
