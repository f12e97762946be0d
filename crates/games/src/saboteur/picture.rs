//! A view drawn: tunnels as tunnels, goals, tools, what happened lately, the own hand.

mod svg;
mod text;

use table::{Lang, Notation, Picture, Scene, Seat, View};

use super::{Cell, End, Goal, Path, Phase, Public, Role, Saboteur, Treasure, Window};

impl Picture for Saboteur {
    fn text(scene: &Scene<'_, Saboteur>) -> String {
        text::draw(scene)
    }

    fn svg(scene: &Scene<'_, Saboteur>) -> String {
        svg::draw(scene)
    }

    fn held(view: View<'_, Saboteur>, _lang: Lang) -> String {
        let role = view.private.role.map(|role| role.to_string());
        let hand = view.private.hand.cards().map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        let gold = Some(view.private.gold).filter(|gold| !gold.is_empty()).map(|gold| format!("gold {gold}"));
        let hand = Some(hand).filter(|hand| !hand.is_empty());
        [role, hand, gold].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    fn has_closed(public: &Public) -> bool {
        public.end().is_some()
    }
}

/// What lies in a cell, for this observer.
enum Place {
    Blank,
    /// Blank, and an open end leads here.
    End,
    /// A goal that is face down, and what this observer has seen there.
    Hidden(Option<Treasure>),
    Card(Lying),
}

/// A face-up card.
struct Lying {
    path: Path,
    /// Connected with the start, as dead ends never are.
    reached: bool,
    start: bool,
    treasure: Option<Treasure>,
}

fn place(scene: &Scene<'_, Saboteur>, cell: Cell) -> Place {
    let board = &scene.public.board;
    let goal = Goal::ALL.into_iter().find(|&goal| board.goal_cell(goal) == cell);
    match (board.at(cell), goal) {
        (Some(path), _) => Place::Card(Lying {
            path,
            reached: path.is_dead_end() || board.is_reached(cell),
            start: cell == Cell::START,
            treasure: goal.and_then(|goal| board.goal(goal)).map(|(treasure, _)| treasure),
        }),
        (None, Some(goal)) => Place::Hidden(scene.view.and_then(|view| view.private.known(goal))),
        (None, None) if board.ends().contains(cell) => Place::End,
        (None, None) => Place::Blank,
    }
}

/// The part of the board that is worth drawing: cards, goals and open ends.
fn frame(public: &Public) -> Window {
    let (board, window) = (&public.board, public.board.window());
    let goals = Goal::ALL.map(|goal| board.goal_cell(goal));
    let ends = board.ends();
    let tunnels = board.tunnels().map(|(cell, _)| cell);
    let cells: Vec<Cell> = tunnels.chain(window.iter(&ends)).chain(goals).chain([Cell::START]).collect();
    let span = |of: fn(&Cell) -> i8| (cells.iter().map(of).min(), cells.iter().map(of).max());
    let ((left, right), (top, bottom)) = (span(|cell| cell.x), span(|cell| cell.y));
    Window {
        left: left.unwrap_or(window.left),
        top: top.unwrap_or(window.top),
        right: right.unwrap_or(window.right),
        bottom: bottom.unwrap_or(window.bottom),
    }
}

/// `saboteur · round 1 of 3 · B is to play`
fn title(scene: &Scene<'_, Saboteur>) -> String {
    let public = scene.public;
    let rules = Saboteur::write_rules(&public.rules);
    match public.rules.rounds {
        1 => format!("{rules} · {}", public.doing()),
        rounds => format!("{rules} · round {} of {rounds} · {}", public.round + 1, public.doing()),
    }
}

/// What this observer is, and what it alone knows.
fn secrets(scene: &Scene<'_, Saboteur>) -> Vec<String> {
    let Some(view) = scene.view else { return Vec::new() };
    let role = match view.private.role {
        None => "without a role yet",
        Some(Role::Digger) => "a digger",
        Some(Role::Saboteur) => "a SABOTEUR",
    };
    let mut lines = vec![format!("you are {}, {role}", view.seat)];
    for goal in view.public.board.face_down().iter() {
        if let Some(treasure) = view.private.known(goal) {
            lines.push(format!("you saw {treasure} at the {goal}"));
        }
    }
    if let Phase::Take(seat) = view.public.phase
        && seat == view.seat
    {
        lines.push(format!("before you: {}", view.private.bundle(view.public.round)));
    }
    if !view.private.gold.is_empty() {
        lines.push(format!("your gold: {}", view.private.gold));
    }
    lines
}

/// Names longer than this are cut.
fn short(text: &str, most: usize) -> String {
    match text.chars().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
        None => text.to_string(),
    }
}

/// Whose turn it is.
fn is_acting(public: &Public, seat: Seat) -> bool {
    match public.phase {
        Phase::Play(acting) | Phase::Say(acting, _) | Phase::Draw(acting) | Phase::Take(acting) => {
            acting == seat
        }
        _ => false,
    }
}

/// What a seat is, once everybody knows.
fn shown_role(public: &Public, seat: Seat) -> Option<Role> {
    let role = |end: &End| if end.saboteurs.contains(seat) { Role::Saboteur } else { Role::Digger };
    public.end().map(role)
}

/// What happened in this round, the latest first.
fn lately(public: &Public) -> impl Iterator<Item = String> + '_ {
    let end = public.end().map(|end| end.to_string().trim_end_matches('.').to_string());
    let plays = public.log.iter().rev().map(|play| format!("{} {}", play.seat, play.deed));
    end.into_iter().chain(plays.map(|line| line.trim_end_matches('.').to_string()))
}
