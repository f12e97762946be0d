//! The toy game of series has players too, so that the lab can be tried with it. It is in no list.

use exams::HighCard;
use exams::high_card::{Action, Public, Rules};
use search::Scale;
use table::{ActionIds, Encode, View};

use crate::registry::Playable;
use crate::row::Row;

/// 0 is to fold, 1 to play.
#[derive(Clone, Copy, Debug)]
pub struct HighCardIds;

impl ActionIds<HighCard> for HighCardIds {
    const VERSION: u32 = 1;

    fn ids(_rules: &Rules) -> u32 {
        2
    }

    fn id(_rules: &Rules, action: &Action) -> Option<u32> {
        Some(*action as u32)
    }

    fn action(_rules: &Rules, id: u32) -> Option<Action> {
        [Action::Fold, Action::Play].get(id as usize).copied()
    }
}

/// The own card.
#[derive(Clone, Copy, Debug)]
pub struct HighCardRow;

impl Encode<HighCard> for HighCardRow {
    type Ids = HighCardIds;
    const VERSION: u32 = 1;

    fn new(_rules: &Rules) -> HighCardRow {
        HighCardRow
    }

    fn width(&self) -> usize {
        1
    }

    fn observe(&self, view: View<'_, HighCard>, out: &mut [f32]) {
        out[0] = view.private.map_or(0.0, f32::from);
    }
}

impl Playable for HighCard {
    type Encoder = HighCardRow;

    const PLAYERS: &'static [Row<HighCard>] = &[];

    /// One point is lost at most, and won from each of the others.
    fn scale(public: &Public) -> Scale {
        Scale::Points { low: -1.0, high: f64::from(public.rules.seats) - 1.0 }
    }

    fn most_outcomes(_rules: &Rules) -> Option<u32> {
        Some(9)
    }

    fn most_choices(rules: &Rules) -> u32 {
        u32::from(rules.seats)
    }
}
