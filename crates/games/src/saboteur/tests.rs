//! Saboteur sits the exams.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use table::testing::check;
use table::{Event, Game, Notation, Rng, Turn};

use super::*;

fn rules(spec: &str, seats: usize) -> Rules {
    Saboteur::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

#[test]
fn conforms() {
    for seats in 3..=10 {
        check::<Saboteur>(&rules("saboteur", seats), 0..1).unwrap();
    }
    for spec in ["saboteur-break", "saboteur-collusion", "saboteur(talk=on)"] {
        check::<Saboteur>(&rules(spec, 6), 0..2).unwrap();
    }
}

/// Plays at random and shows every state.
fn play(rules: &Rules, seed: u64, mut each: impl FnMut(&Saboteur)) -> Saboteur {
    let (mut rng, mut game) = (Rng::new(seed), Saboteur::new(rules));
    loop {
        each(&game);
        let event = match Saboteur::turn(game.public()) {
            Turn::Over => return game,
            Turn::Chance => Event::Chance(game.draw(&mut rng)),
            Turn::Seats(set) => {
                let seat = set.first().unwrap();
                Event::Act(seat, Saboteur::random_action(game.view(seat), &mut rng, &mut Vec::new()))
            }
        };
        game.apply(&event);
    }
}

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
        cards.insert(Cell::START, Path::passage(Edges::CROSS));
        for goal in Goal::ALL {
            board.goal(goal).map(|(_, path)| cards.insert(board.goal_cell(goal), path));
        }
        let mut by_hand = ByHand { board, rules, cards, reached: Vec::new() };
        by_hand.reached = by_hand.walk();
        by_hand
    }

    fn open(&self, cell: Cell, side: Side) -> bool {
        self.cards.get(&cell).is_some_and(|path| path.edges().has(side))
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
            there.is_none_or(|there| there.edges().has(side.opposite()) == path.edges().has(side))
        };
        let joins = |side: Side| {
            let there = cell.beside(side);
            self.reached.contains(&there) && path.edges().has(side) && self.open(there, side.opposite())
        };
        self.is_blank(cell) && Side::ALL.into_iter().all(matches) && Side::ALL.into_iter().any(joins)
    }

    /// The fewest blank cells from an open end to a face-down goal, by walking.
    fn distance(&self) -> u8 {
        let ends = self.reached.iter().flat_map(|&cell| Side::ALL.map(|side| (cell, side)));
        let ends = ends.filter(|&(cell, side)| self.open(cell, side));
        let mut steps: VecDeque<(Cell, u8)> = ends.map(|(cell, side)| (cell.beside(side), 1)).collect();
        let mut been = BTreeSet::new();
        while let Some((cell, step)) = steps.pop_front() {
            if self.is_goal(cell) && !self.cards.contains_key(&cell) {
                return step - 1;
            }
            let near = cell.x.abs() < 20 && cell.y.abs() < 20;
            if near && self.is_blank(cell) && been.insert(cell) {
                Side::ALL.into_iter().for_each(|side| steps.push_back((cell.beside(side), step + 1)));
            }
        }
        CLOSED
    }
}

/// Demands that a board answers what a person would; how many cards would move the goal away.
fn examine(board: &Board, rules: &Rules) -> usize {
    let by_hand = ByHand::new(board, rules);
    let reached: Vec<Cell> = board.window().iter(board.reached()).collect();
    assert_eq!(reached, by_hand.reached);
    let (distances, mut blocked) = (board.distances(), 0);
    assert_eq!(distances.now(), by_hand.distance());
    assert_eq!(distances.now(), board.distance());
    for path in Path::all() {
        let placements = board.placements(path);
        for cell in (-5..16).flat_map(|y| (-5..16).map(move |x| Cell::at(x, y))) {
            let fits = by_hand.fits(path, cell);
            assert_eq!(placements.has(cell), fits, "{path} in {cell} of {board:?}");
            if fits {
                let mut next = *board;
                next.place(path, cell);
                let touches = !board.touched(path, cell).is_empty();
                let after = if touches { 0 } else { ByHand::new(&next, rules).distance() };
                assert_eq!(distances.after(board, path, cell), after, "{path} {cell} on {board:?}");
                blocked += usize::from(after > distances.now());
            }
        }
    }
    blocked
}

#[test]
fn boards_are_as_found_by_hand() {
    let (mut cut, mut blocked) = (0, 0);
    for (spec, seed) in [("saboteur(rounds=1)", 1), ("saboteur-break", 2), ("saboteur-break", 3)] {
        let (rules, mut last) = (rules(spec, 3), None);
        play(&rules, seed, |game| {
            let board = &game.public().board;
            if last.replace(*board) != Some(*board) {
                cut += usize::from(board.is_cut());
                blocked += examine(board, &rules);
            }
        });
    }
    assert!(cut > 5 && blocked > 50, "{cut} cut boards, {blocked} cards that move the goal away");
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Action>() <= 4);
    assert!(size_of::<Saboteur>() <= 3200, "{} bytes", size_of::<Saboteur>());
}
