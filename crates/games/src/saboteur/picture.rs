//! A view drawn: tunnels as tunnels, goals, tools, the latest events, the seat's own hand.

mod cards;
mod svg;
mod text;

use table::{Lang, Notation, Picture, Scene, Seat, View};

use super::{Cell, End, Goal, Path, Phase, Public, Role, Saboteur, Seen, Treasure, Window};
use crate::text::list;

impl Picture for Saboteur {
    fn text(scene: &Scene<'_, Saboteur>) -> String {
        text::draw(scene)
    }

    fn svg(scene: &Scene<'_, Saboteur>) -> String {
        svg::draw(scene)
    }

    fn held(view: View<'_, Saboteur>, lang: Lang) -> String {
        let role = view.private.role.map(|role| role.term(lang).to_string());
        let hand = Some(list(view.private.hand.cards(), " ")).filter(|hand| !hand.is_empty());
        let gold = Some(view.private.gold).filter(|gold| !gold.is_empty());
        let gold = gold.map(|gold| format!("{} {gold}", lang.either("gold", "金塊")));
        list([role, hand, gold].into_iter().flatten(), " · ")
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
    let (rules, lang) = (Saboteur::write_rules(&scene.public.rules), scene.lang);
    let (round, doing) = (scene.public.round + 1, scene.public.doing(lang));
    match scene.public.rules.rounds {
        1 => format!("{rules} · {doing}"),
        of => lang.either(
            format!("{rules} · round {round} of {of} · {doing}"),
            format!("{rules} · 第 {round} ラウンド / {of} · {doing}"),
        ),
    }
}

/// What this observer is.
fn own_role(scene: &Scene<'_, Saboteur>) -> Option<String> {
    let view = scene.view?;
    let role = match view.private.role {
        None => scene.lang.either("without a role yet", "役割はまだない"),
        Some(Role::Digger) => scene.lang.either("a digger", Role::Digger.term(scene.lang)),
        Some(Role::Saboteur) => scene.lang.either("a SABOTEUR", Role::Saboteur.term(scene.lang)),
    };
    let seat = view.seat;
    Some(scene.lang.either(format!("you are {seat}, {role}"), format!("あなたは {seat}、{role}")))
}

/// What this observer alone knows besides.
fn secrets(scene: &Scene<'_, Saboteur>) -> Vec<String> {
    let (Some(view), lang) = (scene.view, scene.lang) else { return Vec::new() };
    let mut lines = Vec::new();
    for goal in view.public.board.face_down().iter() {
        if let Some(treasure) = view.private.known(goal) {
            let japanese = format!("{}のゴールは{}だった", goal.term(lang), treasure.term(lang));
            lines.push(lang.either(format!("you saw {treasure} at the {goal}"), japanese));
        }
    }
    if view.public.phase == Phase::Take(view.seat) {
        let bundle = view.private.bundle(view.public.round);
        lines.push(lang.either(format!("before you: {bundle}"), format!("選べる金塊: {bundle}")));
    }
    if !view.private.gold.is_empty() {
        let gold = view.private.gold;
        lines.push(lang.either(format!("your gold: {gold}"), format!("あなたの金塊: {gold}")));
    }
    lines
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
fn lately(public: &Public, lang: Lang) -> impl Iterator<Item = String> + '_ {
    let end = public.end().map(|end| end.told(lang));
    let plays = public.log.iter().rev();
    let plays = plays.map(move |play| Saboteur::tell(&Seen::Did(play.seat, play.deed, None), lang));
    end.into_iter().chain(plays).map(|line| line.trim_end_matches(['.', '。']).to_string())
}
