//! What each paper adds to the laboratory: its measures and its kinds of work, one folder a game.
//!
//! A study hands its kinds over as rows; a program that runs experiments registers them first: [`register`].
#![warn(missing_docs)]

mod buzzard;
pub mod daihinmin;
mod saboteur;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::Once;

use catalog::kinds::{Kind, KindRow};

/// The kinds of work of all studies.
pub fn kinds() -> Vec<Box<dyn Kind>> {
    let buzzard = buzzard::KINDS.iter().map(KindRow::kind);
    let daihinmin = daihinmin::KINDS.iter().map(KindRow::kind);
    buzzard.chain(daihinmin).chain(saboteur::KINDS.iter().map(KindRow::kind)).collect()
}

/// Lets experiments ask for these kinds of work. It may be called again.
pub fn register() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| lab::experiment::register(kinds()));
}
