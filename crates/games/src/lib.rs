//! The rulebooks: one folder a game, the same files in each.
//!
//! `mod.rs` the rules in short, `options.rs` what can be set, `cards.rs` the pieces, `events.rs` what can happen and
//! what is seen of it, `public.rs` what lies face up, `private.rs` what one seat knows, `rules.rs` what may be done
//! and what it does, `deal.rs` chance and imagined worlds, `notation.rs` text in and out, `terms.rs` what the
//! pieces are called where they have names, `phrases.rs` what the rows say in Japanese, `picture.rs` a view drawn, `tests.rs` the
//! exams. A file that grows has a folder of the same name, and a part has the same name in every game (`picture/svg.rs`, `rules/legal.rs`).

/// Calls a macro with the folder and the type of every game: the one list of games.
#[macro_export]
macro_rules! with_games {
    ($then:ident) => {
        $then! { buzzard::Buzzard, daihinmin::Daihinmin, kuhn::Kuhn, leduc::Leduc, raiders::Raiders, saboteur::Saboteur }
    };
}

mod bag;
pub mod buzzard;
pub mod daihinmin;
pub mod kuhn;
pub mod leduc;
pub mod raiders;
mod registry;
pub mod saboteur;
mod svg;
mod text;

pub use bag::{Bag, CardKind};
pub use registry::{GAMES, GameInfo, exam_tables, find_game, playthroughs, text, unknown_game};

macro_rules! types {
    ($($module:ident::$game:ident),*) => {
        $(pub use $module::$game;)*
    };
}

with_games!(types);
