//! Daihinmin 大貧民 (also Daifugo 大富豪): get rid of your cards first, as it is played at the UECda tournament.

mod cards;
mod events;
mod melds;
mod notation;
mod options;
mod private;
#[cfg(test)]
mod tests;

pub use cards::{COLUMNS, Card, CardSet, Cards, Cell, EIGHT, JACK, Suit, SuitSet, THREE, TWO};
pub use events::{Action, Chance, Seen, Then};
pub use melds::{Joker, Kind, Meld, ROWS, Table};
pub use options::{Line, MOST_SEATS, Pair, Rules};
pub use private::Private;
