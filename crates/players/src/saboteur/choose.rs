//! What every rule of these players comes down to: one of the legal actions of a kind, each equally likely.

use games::Saboteur;
use games::saboteur::{Action, Board, Phase, Public};
use table::{Rng, Seat, View};

use super::distance::{Distances, distance};

/// One of the actions that will do, each equally likely; none if there is none.
pub(super) fn any(legal: &[Action], rng: &mut Rng, fits: impl Fn(&Action) -> bool) -> Option<Action> {
    match legal.iter().filter(|action| fits(action)).count() {
        0 => None,
        count => {
            let place = rng.below(count as u32) as usize;
            legal.iter().filter(|action| fits(action)).nth(place).copied()
        }
    }
}

/// One of the placements that shorten the way to a goal most.
pub(super) fn nearer(board: &Board, map: &Distances, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    if !board.is_cut() {
        // No card gains more than one step, and only one that leads on from a nearest end gains it.
        return any(
            legal,
            rng,
            |action| matches!(action, Action::Dig(path, cell) if map.advances(*path, *cell)),
        );
    }
    let after = |action: &Action| distance_after(board, map, action);
    let best = legal.iter().filter_map(after).min().filter(|best| *best < map.now())?;
    any(legal, rng, |action| after(action) == Some(best))
}

/// One of the placements that make the way to a goal longest, if it gets longer at all.
pub(super) fn farther(board: &Board, map: &Distances, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    // Only on the one nearest end a card can be in the way, whatever lies cut off elsewhere.
    let here = map.alone()?;
    let after = |action: &Action| match action {
        Action::Dig(_, cell) if *cell == here => distance_after(board, map, action),
        _ => None,
    };
    let best = legal.iter().filter_map(after).max().filter(|best| *best > map.now())?;
    any(legal, rng, |action| after(action) == Some(best))
}

/// One of the rockfalls that make the way to a goal longest, if one makes it longer at all.
pub(super) fn cave_in(board: &Board, map: &Distances, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    let after = |action: &Action| match *action {
        Action::Rockfall(cell) => {
            let mut left = *board;
            left.remove(cell);
            Some(distance(&left))
        }
        _ => None,
    };
    let best = legal.iter().filter_map(after).max().filter(|best| *best > map.now())?;
    any(legal, rng, |action| after(action) == Some(best))
}

/// How far the goals are after a placement.
pub fn distance_after(board: &Board, map: &Distances, action: &Action) -> Option<u8> {
    match action {
        Action::Dig(path, cell) => Some(map.after(board, *path, *cell)),
        _ => None,
    }
}

/// One of the repairs of one's own tools.
pub(super) fn repair_self(seat: Seat, public: &Public, legal: &[Action], rng: &mut Rng) -> Option<Action> {
    if public.may_dig(seat) {
        return None;
    }
    any(legal, rng, |action| matches!(action, Action::Repair(_, _, whose) if *whose == seat))
}

/// Passes with any card of the hand, each equally likely.
pub(super) fn discard(view: View<'_, Saboteur>, rng: &mut Rng) -> Action {
    Action::Discard(view.private.hand.pick(rng))
}

/// What is to be decided besides the play of a card: one takes the most gold, and says nothing.
pub(super) fn aside(public: &Public, legal: &[Action]) -> Option<Action> {
    match public.phase {
        Phase::Play(_) => None,
        // Of claims silence is the greatest, of gold cards the one with the most gold.
        _ => legal.iter().max().copied(),
    }
}
