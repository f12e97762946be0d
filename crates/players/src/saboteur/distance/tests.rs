//! Distances against those found by walking, cell by cell.

use std::collections::{BTreeSet, VecDeque};

use games::Saboteur;
use games::saboteur::{Extent, Goal, Goals, Rules};
use table::{Game, Notation, Rng, random_event};

use super::*;

fn is_goal(board: &Board, cell: Cell) -> bool {
    Goal::ALL.into_iter().any(|goal| board.goal_cell(goal) == cell)
}

fn is_blank(board: &Board, rules: &Rules, cell: Cell) -> bool {
    let last = board.goal_cell(Goal::Top).x + 1;
    let inside = (0..=last).contains(&cell.x) && (0..=6).contains(&cell.y);
    (rules.board == Extent::Open || inside) && board.at(cell).is_none() && !is_goal(board, cell)
}

/// The fewest blank cells from an open end to a face-down one of these goals, by walking.
fn by_hand(board: &Board, rules: &Rules, goals: Goals) -> u8 {
    let sought = |cell| goals.iter().any(|goal| board.goal_cell(goal) == cell);
    let reached = board.window().iter(board.reached()).flat_map(|cell| Side::ALL.map(|side| (cell, side)));
    let ends = reached.filter(|&(cell, side)| board.at(cell).is_some_and(|path| path.edges().contains(side)));
    let mut steps: VecDeque<(Cell, u8)> = ends.map(|(cell, side)| (cell.beside(side), 1)).collect();
    let mut been = BTreeSet::new();
    while let Some((cell, step)) = steps.pop_front() {
        if sought(cell) && board.at(cell).is_none() {
            return step - 1;
        }
        // A free ring around all cards is enough for any way around them.
        if board.window().contains(cell) && is_blank(board, rules, cell) && been.insert(cell) {
            Side::ALL.into_iter().for_each(|side| steps.push_back((cell.beside(side), step + 1)));
        }
    }
    CLOSED
}

/// Demands what a person would find, of a board and after every card that fits; how many cards would move the goal away.
fn examine(board: &Board, rules: &Rules, goals: Goals) -> usize {
    let (distances, mut blocked) = (Distances::towards(board, goals), 0);
    assert_eq!(distances.now(), by_hand(board, rules, goals));
    assert_eq!(distances.now(), distance_to(board, goals));
    for path in Path::all() {
        for cell in board.window().iter(&board.placements(path)) {
            let mut next = *board;
            next.place(path, cell);
            let touches = board.touched(path, cell).iter().any(|goal| goals.contains(goal));
            let after = if touches { 0 } else { by_hand(&next, rules, goals) };
            assert_eq!(distances.after(board, path, cell), after, "{path} {cell} on {board:?}");
            blocked += usize::from(after > distances.now());
        }
    }
    blocked
}

#[test]
fn distances_are_as_found_by_hand() {
    let (mut cut, mut blocked, mut wide) = (0, 0, 0);
    for (spec, seed) in [("saboteur(rounds=1)", 1), ("saboteur-break", 2), ("saboteur-break", 3)] {
        let rules = Saboteur::read_rules(&spec.parse().unwrap(), 3).unwrap();
        let (mut rng, mut game, mut last) = (Rng::new(seed), Saboteur::new(&rules), None);
        loop {
            let board = game.public().board;
            if last.replace(board) != Some(board) {
                cut += usize::from(board.is_cut());
                wide += usize::from(board.window().rows().count() > 8);
                blocked += examine(&board, &rules, Goals::ALL);
                for goal in Goal::ALL {
                    examine(&board, &rules, Goals::only(goal));
                    examine(&board, &rules, Goals::ALL.without(goal));
                }
            }
            let Some(event) = random_event(&game, &mut rng, &mut Vec::new()) else { break };
            game.apply(&event);
        }
    }
    assert!(
        cut > 5 && blocked > 50 && wide > 10,
        "{cut} cut boards, {blocked} cards that block, {wide} wide"
    );
}
