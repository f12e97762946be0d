//! The doors for crates that know a game's type: generic code over it is compiled here, once for every game.

use table::{Player, Spec, SpecError};

use crate::kinds::{CellSetting, Kind, KindRow, SeriesGame, kind_of, play_series};
use crate::registry::{Playable, seat};

/// A game of the catalog. Its methods are functions of their own for each game, not generic ones: a crate that calls them
/// compiles no loop over the game again.
pub trait Catalogued: Playable {
    /// The player a spec names, for a table with these rules.
    ///
    /// # Errors
    /// Names and parameters that do not exist, values that cannot be.
    fn seat(spec: &Spec, rules: &Self::Rules) -> Result<Player<Self>, SpecError>;

    /// A kind of work that knows this game, as an object.
    fn kind(row: &'static KindRow<Self>) -> Box<dyn Kind>;

    /// The games of one series between those who sit at the table of a cell, in order.
    ///
    /// # Errors
    /// Players that break down.
    fn play_series(
        setting: &CellSetting,
        rules: &Self::Rules,
        number: u64,
    ) -> Result<Vec<SeriesGame<Self>>, SpecError>;
}

macro_rules! catalogued {
    ($($module:ident::$game:ident),*) => {$(
        impl Catalogued for games::$game {
            #[inline(never)]
            fn seat(spec: &Spec, rules: &Self::Rules) -> Result<Player<Self>, SpecError> {
                seat(spec, rules)
            }

            #[inline(never)]
            fn kind(row: &'static KindRow<Self>) -> Box<dyn Kind> {
                kind_of(row)
            }

            #[inline(never)]
            fn play_series(
                setting: &CellSetting,
                rules: &Self::Rules,
                number: u64,
            ) -> Result<Vec<SeriesGame<Self>>, SpecError> {
                play_series(setting, rules, number)
            }
        }
    )*};
}

games::with_games!(catalogued);
