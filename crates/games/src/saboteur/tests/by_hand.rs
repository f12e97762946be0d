//! The rules of the board, against a person who checks them card by card.

use std::collections::{BTreeMap, VecDeque};

use super::super::*;
use super::{play, rules};
use table::Game;

/// The rules of the board as a person would check them: card by card, on a plain list.
struct ByHand<'a> {
    board: &'a Board,
    rules: &'a Rules,
    cards: BTreeMap<Cell, Path>,
    reached: Vec<Cell>,
}

impl<'a> ByHand<'a> {
    fn new(board: &'a Board, rules: &'a Rules) -> ByHand<'a> {
        let mut cards: BTreeMap<Cell, Path> = board.tunnels().collect();
        cards.insert(Cell::START, Path::passage(Edges::ALL));
        for goal in Goal::ALL {
            board.goal(goal).map(|(_, path)| cards.insert(board.goal_cell(goal), path));
        }
        let mut by_hand = ByHand { board, rules, cards, reached: Vec::new() };
        by_hand.reached = by_hand.walk();
        by_hand
    }

    fn open(&self, cell: Cell, side: Side) -> bool {
        self.cards.get(&cell).is_some_and(|path| path.edges().contains(side))
    }

    /// The cards that are connected with the start and lead on.
    fn walk(&self) -> Vec<Cell> {
        let (mut found, mut next) = (vec![Cell::START], VecDeque::from([Cell::START]));
        while let Some(cell) = next.pop_front() {
            for side in Side::ALL {
                let there = cell.beside(side);
                let joined = self.open(cell, side) && self.open(there, side.opposite());
                if joined && !found.contains(&there) && !self.cards[&there].is_dead_end() {
                    found.push(there);
                    next.push_back(there);
                }
            }
        }
        found.sort();
        found
    }

    fn is_goal(&self, cell: Cell) -> bool {
        Goal::ALL.into_iter().any(|goal| self.board.goal_cell(goal) == cell)
    }

    fn is_blank(&self, cell: Cell) -> bool {
        let last = self.board.goal_cell(Goal::Top).x + 1;
        let inside = (0..=last).contains(&cell.x) && (0..=6).contains(&cell.y);
        let on_board = self.rules.board == Extent::Open || inside;
        on_board && !self.cards.contains_key(&cell) && !self.is_goal(cell)
    }

    /// Whether a card may be placed like this.
    fn fits(&self, path: Path, cell: Cell) -> bool {
        let matches = |side: Side| {
            let there = self.cards.get(&cell.beside(side));
            there.is_none_or(|there| there.edges().contains(side.opposite()) == path.edges().contains(side))
        };
        let joins = |side: Side| {
            let there = cell.beside(side);
            self.reached.contains(&there) && path.edges().contains(side) && self.open(there, side.opposite())
        };
        self.is_blank(cell) && Side::ALL.into_iter().all(matches) && Side::ALL.into_iter().any(joins)
    }
}

/// Demands that a board answers what a person would.
fn examine(board: &Board, rules: &Rules) {
    let by_hand = ByHand::new(board, rules);
    let reached: Vec<Cell> = board.window().iter(board.reached()).collect();
    assert_eq!(reached, by_hand.reached);
    for path in Path::all() {
        let placements = board.placements(path);
        let (rows, columns) = (board.window().rows(), board.window().columns());
        for cell in rows.flat_map(|y| columns.clone().map(move |x| Cell::at(x, y))) {
            assert_eq!(placements.contains(cell), by_hand.fits(path, cell), "{path} in {cell} of {board:?}");
        }
    }
}

#[test]
fn boards_are_as_found_by_hand() {
    let (mut cut, mut wide) = (0, 0);
    for (spec, seed) in [("saboteur(rounds=1)", 1), ("saboteur-break", 2), ("saboteur-break", 3)] {
        let (rules, mut last) = (rules(spec, 3), None);
        play(&rules, seed, |game| {
            let board = &game.public().board;
            if last.replace(*board) != Some(*board) {
                cut += usize::from(board.is_cut());
                wide += usize::from(board.window().rows().count() > 8);
                examine(board, &rules);
            }
        });
    }
    assert!(cut > 5 && wide > 10, "{cut} cut boards, {wide} wide");
}

/// The longest tunnel to the left: seven steps down and up with all cards that turn, then all that lead straight on.
#[test]
fn the_longest_tunnel_meets_nothing() {
    let rules = rules("saboteur", 3);
    let mut board = rules.new_board();
    let mut place = |path: &str, x: i8, y: i8| {
        let path: Path = path.parse().unwrap();
        assert!(board.placements(path).contains(Cell::at(x, y)), "{path} {x},{y}");
        board.place(path, Cell::at(x, y));
        assert_eq!(board.at(Cell::at(x, y)), Some(path));
        board
    };
    let steps = [("DR", "UL", 1), ("DR", "UL", 1), ("UR", "DL", -1), ("UR", "DL", -1), ("UDR", "UDL", 1)];
    let steps = steps.into_iter().chain([("UDR", "UDL", 1), ("UR", "UDL", -1)]);
    let (mut x, mut y) = (0, 3);
    for (first, second, down) in steps {
        place(first, x, y);
        place(second, x, y + down);
        (x, y) = (x - 1, y + down);
    }
    for passage in ["UDLR", "ULR", "LR"] {
        let copies = passage.parse::<Path>().unwrap().card().copies();
        for _ in 0..copies {
            place(passage, x, y);
            x -= 1;
        }
    }
    let board = place("xR", x, y);
    assert_eq!((x, board.window().columns().count()), (-20, 32), "21 columns left of the start");
    examine(&board, &rules);
}
