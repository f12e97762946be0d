//! The picture as SVG: the board with its tunnels, the seats with their tools, the seat's own hand.

mod seats;

use table::{Scene, Shape};

use super::cards::{draw_earth, draw_gold, draw_held, draw_ladder, draw_treasure, draw_tunnel};
use super::{Lying, Place, frame, own_role, place, secrets, title};
use crate::saboteur::{Card, Cell, Deed, Face, Goal, Gold, Nuggets, Phase, Role, Saboteur, Treasure, Window};
use crate::svg::{
    BAD, BOLD, GOOD, HAIRLINE, MIDDLE, Mark, NARROW, ON_COLOUR, OUTLINE, Point, QUIET, SERIF, Svg, WIDE, row,
};

/// The least a cell may be wide to be touched.
const TOUCH: i32 = 40;
/// What stands beside the board on a desktop.
const PANEL: i32 = 300;
/// The numbers of the columns above the board.
const HEAD: i32 = 20;
const GAP: i32 = 8;

/// Where everything stands, on a desktop or on a phone.
struct Plan {
    width: i32,
    /// The corner of the board and the size of a cell.
    board: Point,
    cell: Point,
    frame: Window,
    /// The corner of what is said, and of the seats below it.
    panel: Point,
    seats: Point,
    /// Where the hand begins, from above, and a card of it.
    hand: i32,
    held: Point,
    height: i32,
}

impl Plan {
    fn of(scene: &Scene<'_, Saboteur>) -> Plan {
        match scene.shape {
            Shape::Wide => Plan::wide(scene),
            Shape::Narrow => Plan::narrow(scene),
        }
    }

    fn wide(scene: &Scene<'_, Saboteur>) -> Plan {
        let (frame, held) = (frame(scene.public), (66, 92));
        let (columns, rows) = size(frame);
        let cell = (52, 72);
        let width = (24 + cell.0 * columns + 16 + PANEL).max(WIDE);
        let panel = (width - PANEL, 8);
        let seats = (panel.0, panel.1 + said_high(scene));
        let board = (24 + (panel.0 - 24 - cell.0 * columns - 16) / 2, HEAD);
        let hand = (HEAD + cell.1 * rows).max(seats.1 + seats::high(scene, 1)) + 16;
        let height = hand + hand_high(scene, held);
        Plan { width, board, cell, frame, panel, seats, hand, held, height }
    }

    /// The board above, the hand below it, where a thumb is, and then the seats.
    fn narrow(scene: &Scene<'_, Saboteur>) -> Plan {
        let (frame, held) = (frame(scene.public), (58, 81));
        let (columns, rows) = size(frame);
        let wide = (NARROW / columns).clamp(TOUCH, 52);
        let (cell, width) = ((wide, wide * 7 / 5), (wide * columns).max(NARROW));
        let panel = (8, HEAD + cell.1 * rows + GAP);
        let hand = panel.1 + said_high(scene);
        let seats = (8, hand + hand_high(scene, held) + GAP);
        let height = seats.1 + seats::high(scene, 2);
        Plan {
            width,
            board: ((width - wide * columns) / 2, HEAD),
            cell,
            frame,
            panel,
            seats,
            hand,
            held,
            height,
        }
    }

    fn corner(&self, cell: Cell) -> Point {
        let (column, row) = (i32::from(cell.x - self.frame.left), i32::from(cell.y - self.frame.top));
        (self.board.0 + self.cell.0 * column, self.board.1 + self.cell.1 * row)
    }

    fn middle(&self, (x, y): Point) -> Point {
        (x + self.cell.0 / 2, y + self.cell.1 / 2)
    }
}

/// How many columns and rows there are to see.
fn size(frame: Window) -> Point {
    (frame.columns().count() as i32, frame.rows().count() as i32)
}

pub(super) fn draw(scene: &Scene<'_, Saboteur>) -> String {
    let plan = Plan::of(scene);
    let mut sheet = Svg::new((plan.width, plan.height), title(scene));
    draw_board(&mut sheet, &plan, scene);
    draw_said(&mut sheet, &plan, scene);
    seats::draw(&mut sheet, &plan, scene);
    draw_hand(&mut sheet, &plan, scene);
    sheet.finish()
}

fn draw_board(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Saboteur>) {
    for x in plan.frame.columns() {
        let (left, _) = plan.corner(Cell::at(x, plan.frame.top));
        sheet.text((left + plan.cell.0 / 2, HEAD - 6), 12, &format!("{QUIET} {MIDDLE}"), x);
    }
    for y in plan.frame.rows() {
        for x in plan.frame.columns() {
            draw_cell(sheet, plan, scene, Cell::at(x, y));
        }
        let (left, top) = plan.corner(Cell::at(plan.frame.left, y));
        // A phone has no room beside the board: the number stands in the corner of the first cell.
        let at = if plan.board.0 < 12 { (left + 6, top + 14) } else { (left - 9, top + plan.cell.1 / 2 + 4) };
        sheet.text(at, 12, &format!("{QUIET} {MIDDLE}"), y);
    }
    if let Some(Deed::Dig(_, cell, _)) = scene.public.log.last().map(|play| play.deed) {
        let (x, y) = plan.corner(cell);
        sheet.rect((x + 2, y + 2), (plan.cell.0 - 4, plan.cell.1 - 4), 4, OUTLINE);
    }
}

/// What a cell can be picked as: a goal, or a place.
fn cell_mark(scene: &Scene<'_, Saboteur>, cell: Cell, place: &Place) -> Mark {
    let (board, lang) = (&scene.public.board, scene.lang);
    match Goal::ALL.into_iter().find(|&goal| board.goal_cell(goal) == cell) {
        Some(goal) => {
            let name = lang.either(format!("the {goal} goal"), format!("{}のゴール", goal.term(lang)));
            Mark::of(name).part("goal", goal)
        }
        None => {
            let lies = match place {
                Place::Card(lying) => lying.path.called(lang),
                Place::End => lang.either("here one can dig", "ここに掘れる").to_string(),
                _ => lang.either("empty", "空き").to_string(),
            };
            Mark::of(format_args!("{cell}: {lies}")).part("cell", cell)
        }
    }
}

fn draw_cell(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Saboteur>, cell: Cell) {
    let (at, place) = (plan.corner(cell), place(scene, cell));
    let mark = match place {
        Place::Card(_) => cell_mark(scene, cell, &place).key(format_args!("at{cell}")),
        _ => cell_mark(scene, cell, &place),
    };
    let middle = plan.middle(at);
    sheet.group(mark, |sheet| {
        sheet.rect(at, plan.cell, 5, if matches!(place, Place::End) { OPEN } else { "fill='transparent'" });
        match &place {
            Place::Blank => sheet.circle(middle, 1, QUIET),
            Place::End => sheet.path((middle.0 - 5, middle.1), "h10 m-5 -5 v10", PLUS),
            Place::Hidden(known) => draw_hidden(sheet, plan, at, *known),
            Place::Card(card) => draw_lying(sheet, plan, at, card),
        }
    });
}

/// A place where an open end leads.
const OPEN: &str =
    "fill='transparent' stroke='var(--quiet, #5d6470)' stroke-opacity='.5' stroke-dasharray='3 4'";
const PLUS: &str = "stroke='var(--quiet, #5d6470)' stroke-opacity='.7'";

/// The back of a goal; what only this observer knows is in a frame of dashes.
fn draw_hidden(sheet: &mut Svg, plan: &Plan, at: Point, known: Option<Treasure>) {
    let (wide, high) = plan.cell;
    sheet.back((at.0 + 1, at.1 + 1), (wide - 2, high - 2));
    let (x, y) = plan.middle(at);
    match known {
        None => sheet.text((x, y + 9), 26, &format!("{ON_COLOUR} {BOLD} {MIDDLE} {SERIF}"), "?"),
        Some(treasure) => draw_treasure(sheet, (x, y), wide, treasure),
    }
}

fn draw_lying(sheet: &mut Svg, plan: &Plan, at: Point, card: &Lying) {
    draw_earth(sheet, at, plan.cell, card.reached);
    draw_tunnel(sheet, at, plan.cell, card.path);
    let middle = plan.middle(at);
    if let Some(treasure) = card.treasure {
        draw_treasure(sheet, middle, plan.cell.0, treasure);
    }
    if card.start {
        draw_ladder(sheet, middle, plan.cell.0);
    }
}

/// What is said beside or below the board: who one is, what one knows, how far the round is.
fn said(scene: &Scene<'_, Saboteur>) -> Vec<(String, String)> {
    let (public, lang) = (scene.public, scene.lang);
    let role = scene.view.and_then(|view| view.private.role);
    let ink = match role {
        Some(Role::Saboteur) => BAD,
        Some(Role::Digger) => GOOD,
        None => "",
    };
    let mut said: Vec<(String, String)> =
        own_role(scene).into_iter().map(|role| (role, format!("{ink} {BOLD}"))).collect();
    said.extend(secrets(scene).into_iter().map(|line| (line, String::new())));
    if let Some(end) = public.end() {
        let lines = crate::svg::lines(&end.told(lang), 14, PANEL - 16);
        said.extend(lines.into_iter().map(|line| (line, BOLD.to_string())));
    }
    let (round, of, pile) = (public.round + 1, public.rules.rounds, public.pile);
    let state = lang.either(
        format!("round {round} of {of} · {pile} cards in the pile"),
        format!("第 {round} ラウンド / {of} · 山札 {pile} 枚"),
    );
    said.push((state, QUIET.to_string()));
    said
}

fn said_high(scene: &Scene<'_, Saboteur>) -> i32 {
    22 * said(scene).len() as i32 + 10
}

fn draw_said(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Saboteur>) {
    let (x, mut y) = (plan.panel.0 + 4, plan.panel.1 + 16);
    for (n, (line, style)) in said(scene).into_iter().enumerate() {
        let size = if n == 0 && scene.view.is_some() { 16 } else { 14 };
        sheet.text((x, y), size, &style, line);
        y += 22;
    }
}

/// The gold from which this observer may choose: the kinds of cards, each with how many there are.
fn bundle(scene: &Scene<'_, Saboteur>) -> Vec<(Nuggets, u8)> {
    let view = scene.view.filter(|view| view.public.phase == Phase::Take(view.seat));
    let gold = view.map_or(Gold::NONE, |view| view.private.bundle(view.public.round));
    gold.kinds().map(|kind| (kind, gold.count(kind))).collect()
}

/// The seat's own cards, unless there is gold to choose from.
fn hand(scene: &Scene<'_, Saboteur>) -> Vec<Card> {
    let view = scene.view.filter(|_| bundle(scene).is_empty());
    view.map_or(Vec::new(), |view| view.private.hand.cards().collect())
}

fn hand_high(scene: &Scene<'_, Saboteur>, held: Point) -> i32 {
    let empty = hand(scene).is_empty() && bundle(scene).is_empty();
    if empty { 4 } else { 12 + held.1 + 24 }
}

/// The seat's own cards, or the gold to choose from.
fn draw_hand(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Saboteur>) {
    let (Some(view), y) = (scene.view, plan.hand + 12) else { return };
    let (cards, gold) = (hand(scene), bundle(scene));
    let span = (8, if scene.shape == Shape::Wide { plan.width - 8 } else { NARROW - 8 });
    sheet.path((span.0, plan.hand), &format!("h{}", span.1 - span.0), HAIRLINE);
    for (n, x) in row(cards.len(), span, plan.held.0, 10).enumerate() {
        let (card, title) = (cards[n], cards[n].called(scene.lang));
        let copy = cards[..n].iter().filter(|&&other| other == card).count();
        let mark = Mark::of(title).part("card", card).key(format_args!("{}{card}.{copy}", view.seat));
        sheet.group(mark, |sheet| draw_held(sheet, (x, y), plan.held, card));
        draw_below(sheet, plan, (x, y), word(scene, card));
    }
    for (x, (kind, count)) in row(gold.len(), span, plan.held.0, 10).zip(gold) {
        let title = scene.lang.either(format!("gold: {kind}"), format!("金塊 {kind} 個"));
        let mark = Mark::of(title).part("gold", kind);
        sheet.group(mark, |sheet| draw_gold(sheet, (x, y), plan.held, kind.value()));
        draw_below(sheet, plan, (x, y), &format!("×{count}"));
    }
}

/// A word below a card of the hand.
fn draw_below(sheet: &mut Svg, plan: &Plan, (x, y): Point, says: &str) {
    let at = (x + plan.held.0 / 2, y + plan.held.1 + 17);
    sheet.text(at, 12, &format!("{QUIET} {MIDDLE}"), says);
}

/// What kind of card it is.
fn word(scene: &Scene<'_, Saboteur>, card: Card) -> &'static str {
    match card.face() {
        Face::Tunnel(path) if path.is_dead_end() => scene.lang.either("dead end", "行き止まり"),
        Face::Tunnel(_) => "",
        Face::Break(_) => scene.lang.either("break", "破壊"),
        Face::Repair(_) => scene.lang.either("repair", "修理"),
        Face::Rockfall => scene.lang.either("rockfall", "落石"),
        Face::Map => scene.lang.either("map", "宝の地図"),
    }
}
