//! Which actions are worth a thought: dozens of placements shrink to a few.

use games::Saboteur;
use games::saboteur::{Action, Board, Phase};
use table::View;

use super::distance::{Distances, distance};

/// Leaves the tunnels that change the distance or lie on a nearest end, one break card and one repair card for
/// each who can be hit or helped, rockfalls that change the distance, maps of goals not known, and the discards.
pub fn narrow(view: View<'_, Saboteur>, actions: &mut Vec<Action>) {
    if !matches!(view.public.phase, Phase::Play(_)) {
        return;
    }
    let board = &view.public.board;
    let map = Distances::of(board);
    // In ascending order, so of the same deed with several cards the first one stays.
    let mut kept = 0;
    for i in 0..actions.len() {
        let action = actions[i];
        let known = &actions[..kept];
        if worth(view, board, &map, action) && !known.iter().any(|&other| same_deed(other, action)) {
            actions[kept] = action;
            kept += 1;
        }
    }
    actions.truncate(kept);
}

fn worth(view: View<'_, Saboteur>, board: &Board, map: &Distances, action: Action) -> bool {
    match action {
        Action::Dig(path, cell) => map.nearest().contains(cell) || map.after(board, path, cell) != map.now(),
        Action::Rockfall(cell) => {
            let mut fallen = *board;
            fallen.remove(cell);
            distance(&fallen) != map.now()
        }
        Action::Map(goal) => view.private.known(goal).is_none(),
        _ => true,
    }
}

/// Whether two cards do the same. Which tool is broken hardly matters.
fn same_deed(one: Action, other: Action) -> bool {
    match (one, other) {
        (Action::Break(_, whom), Action::Break(_, same)) => whom == same,
        (Action::Repair(_, tool, whom), Action::Repair(_, same, whose)) => tool == same && whom == whose,
        _ => false,
    }
}
