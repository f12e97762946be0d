//! Leduc poker as numbers, version 1.

use games::Leduc;
use games::leduc::{Action, Card, Rules};
use table::{ActionIds, Encode, Features, Seat, View};

use crate::figures::one_of_ids;

/// 0 is to fold, 1 to call, 2 to raise.
#[derive(Clone, Copy, Debug)]
pub struct LeducIds;

const ACTIONS: [Action; 3] = [Action::Fold, Action::Call, Action::Raise];
const NAMES: [&str; 3] = ["fold", "call", "raise"];
const RANKS: usize = 3;
/// The longest round of bets.
const LONGEST: usize = 4;

impl ActionIds<Leduc> for LeducIds {
    const VERSION: u32 = 1;

    fn ids(_rules: &Rules) -> u32 {
        ACTIONS.len() as u32
    }

    fn id(_rules: &Rules, action: &Action) -> Option<u32> {
        Some(*action as u32)
    }

    fn action(_rules: &Rules, id: u32) -> Option<Action> {
        ACTIONS.get(id as usize).copied()
    }

    fn features(_rules: &Rules) -> Vec<String> {
        NAMES.map(String::from).to_vec()
    }

    fn describe(rules: &Rules, action: &Action, out: &mut [f32]) {
        one_of_ids(LeducIds::id(rules, action), out);
    }
}

/// The own card and the card turned up (one figure a rank), both rounds of bets (one figure a turn and action),
/// and which seat one sits on.
#[derive(Clone, Copy, Debug)]
pub struct LeducRow;

impl Encode<Leduc> for LeducRow {
    type Ids = LeducIds;
    const VERSION: u32 = 1;

    fn new(_rules: &Rules) -> LeducRow {
        LeducRow
    }

    fn width(&self) -> usize {
        2 * RANKS + 2 * LONGEST * ACTIONS.len() + 2
    }

    fn features(&self) -> Features {
        let mut told = Features::new();
        ["card", "flop"].iter().for_each(|which| told.flags(which, ["J", "Q", "K"]));
        for turn in 0..2 * LONGEST {
            told.flags(&format!("round{}.turn{}", 1 + turn / LONGEST, 1 + turn % LONGEST), NAMES);
        }
        told.flags("seat", Seat::all(2));
        told
    }

    fn observe(&self, view: View<'_, Leduc>, out: &mut [f32]) {
        out.fill(0.0);
        let (cards, rest) = out.split_at_mut(2 * RANKS);
        let (bets, seat) = rest.split_at_mut(2 * LONGEST * ACTIONS.len());
        for (n, card) in [view.private.card, view.public.flop].into_iter().enumerate() {
            card.iter().for_each(|card: &Card| cards[n * RANKS + card.rank()] = 1.0);
        }
        for (round, row) in view.public.rounds.iter().zip(bets.chunks_exact_mut(LONGEST * ACTIONS.len())) {
            let turns = row.chunks_exact_mut(ACTIONS.len());
            round.actions().zip(turns).for_each(|(action, turn)| turn[action as usize] = 1.0);
        }
        seat[view.seat.index()] = 1.0;
    }
}
