//! Games as numbers, for networks and Python: actions with fixed ids, views as rows of figures.

use crate::features::Features;
use crate::game::{Game, View};

/// Fixed numbers for the actions of a game, from 0 on.
pub trait ActionIds<G: Game>: Send + Sync + 'static {
    /// Raised whenever a number comes to mean something else.
    const VERSION: u32;

    /// The number of numbers there are under these rules.
    fn ids(rules: &G::Rules) -> u32;

    /// The number of an action; `None` if it has none under these rules, so that it is not offered.
    fn id(rules: &G::Rules, action: &G::Action) -> Option<u32>;

    /// The action of a number; `None` if there is no such number.
    fn action(rules: &G::Rules, id: u32) -> Option<G::Action>;

    /// The names of the figures by which actions are described, for networks that score an action by what it is. They and
    /// what [`ActionIds::describe`] writes are part of the [`ActionIds::VERSION`].
    fn features(rules: &G::Rules) -> Vec<String>;

    /// Writes the figures of an action over `out`, which has a place for each of [`ActionIds::features`]. They are the same
    /// whatever the position, and between -1 and 1.
    fn describe(rules: &G::Rules, action: &G::Action, out: &mut [f32]);
}

/// Turns what one seat sees into a row of figures: an observer, told what the seat sees.
///
/// One that reads the view alone says so by [`Encode::watches`], and nobody computes what it would see.
pub trait Encode<G: Game>: Clone + Send + Sync + 'static {
    /// The numbers of the actions that go with it.
    type Ids: ActionIds<G>;

    /// Raised whenever a figure comes to mean something else.
    const VERSION: u32;

    /// An observer for tables with these rules.
    fn new(rules: &G::Rules) -> Self;

    /// The number of figures a row has.
    fn width(&self) -> usize;

    /// What each figure of a row is: one for each of [`Encode::width`], in their order.
    fn features(&self) -> Features;

    /// Whether it must be told what happens.
    fn watches(&self) -> bool {
        false
    }

    /// A game begins: forget the last one.
    fn begin(&mut self, _view: View<'_, G>) {}

    /// Something happened, as this seat saw it.
    fn see(&mut self, _view: View<'_, G>, _seen: &G::Seen) {}

    /// Writes the row of this view over `out`, which has [`Encode::width`] places.
    fn observe(&self, view: View<'_, G>, out: &mut [f32]);
}
