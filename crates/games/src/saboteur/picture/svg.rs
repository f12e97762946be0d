//! The picture as SVG: earth-coloured cards with dark tunnels, readable on paper and on dark pages.

use table::{Scene, Seat};

use super::{Lying, Place, frame, is_acting, lately, place, secrets, short, shown_role, title};
use crate::saboteur::{Card, Cell, Face, Path, Saboteur, Side, Tool, Tools, Treasure, Window};
use crate::svg::{BOLD, MIDDLE, QUIET, Svg};

type Point = (i32, i32);

/// A card on the board, and one in the hand.
const CARD: Point = (42, 58);
const HELD: Point = (58, 80);
/// Where the board begins.
const BOARD: Point = (40, 70);
/// How wide the seats and the story beside the board are, and how high a seat's row is.
const PANEL: i32 = 330;
const ROW: i32 = 34;

const EARTH: &str = "fill='#eadfc8' stroke='#7d6a4a'";
const CUT_OFF: &str = "fill='#eadfc8' stroke='#7d6a4a' stroke-dasharray='4 3' opacity='.55'";
const BACK: &str = "fill='#4a5670' stroke='#2f374a'";
const DARK: &str = "#54402a";
const ROCK: &str = "fill='#8d8880' stroke='#54402a'";
const NUGGET: &str = "fill='#e3b52c' stroke='#54402a' stroke-width='1.5'";
const FAINT: &str = "opacity='.4'";

pub(super) fn draw(scene: &Scene<'_, Saboteur>) -> String {
    let frame = frame(scene.public);
    let right = BOARD.0 + CARD.0 * i32::from(frame.right - frame.left + 1) + 24;
    let below = BOARD.1 + CARD.1 * i32::from(frame.bottom - frame.top + 1) + 20;
    let seats = 70 + 26 * secrets(scene).len() as i32 + ROW * scene.public.rules.seats as i32 + 30;
    let story = below.max(seats + 60);
    let held = scene.view.is_some_and(|view| !view.private.hand.is_empty());
    let mut sheet = Svg::new(right + PANEL, story + if held { HELD.1 + 34 } else { 4 });
    sheet.text((20, 28), 15, QUIET, title(scene));
    draw_board(&mut sheet, scene, frame);
    draw_panel(&mut sheet, scene, right, story);
    if held {
        draw_hand(&mut sheet, scene, story);
    }
    sheet.finish()
}

fn corner(frame: Window, cell: Cell) -> Point {
    let (column, row) = (i32::from(cell.x - frame.left), i32::from(cell.y - frame.top));
    (BOARD.0 + CARD.0 * column, BOARD.1 + CARD.1 * row)
}

fn draw_board(sheet: &mut Svg, scene: &Scene<'_, Saboteur>, frame: Window) {
    for x in frame.columns() {
        let (left, _) = corner(frame, Cell::at(x, frame.top));
        sheet.text((left + CARD.0 / 2, BOARD.1 - 8), 12, &format!("{QUIET} {MIDDLE}"), x);
    }
    for y in frame.rows() {
        let (_, top) = corner(frame, Cell::at(frame.left, y));
        let style = format!("{QUIET} text-anchor='end'");
        sheet.text((BOARD.0 - 8, top + CARD.1 / 2 + 4), 12, &style, y);
        for x in frame.columns() {
            draw_place(sheet, corner(frame, Cell::at(x, y)), &place(scene, Cell::at(x, y)));
        }
    }
}

fn draw_place(sheet: &mut Svg, at: Point, place: &Place) {
    let middle = (at.0 + CARD.0 / 2, at.1 + CARD.1 / 2);
    match place {
        Place::Blank => sheet.circle(middle, 1, FAINT),
        Place::End => {
            sheet.path((middle.0 - 5, middle.1), "h10 m-5 -5 v10", "stroke='currentColor' opacity='.6'");
        }
        Place::Hidden(known) => draw_hidden(sheet, at, *known),
        Place::Card(card) => draw_lying(sheet, at, card),
    }
}

/// The back of a goal; what only this observer knows is in a frame of dashes.
fn draw_hidden(sheet: &mut Svg, at: Point, known: Option<Treasure>) {
    rounded(sheet, at, CARD, BACK);
    let middle = (at.0 + CARD.0 / 2, at.1 + CARD.1 / 2);
    match known {
        None => sheet.text((middle.0, middle.1 + 8), 24, &format!("fill='#fff' {BOLD} {MIDDLE}"), "?"),
        Some(treasure) => {
            let dashes = "fill='none' stroke='#fff' stroke-dasharray='3 3'";
            sheet.rect((at.0 + 7, at.1 + 9), (CARD.0 - 14, CARD.1 - 18), 4, dashes);
            draw_treasure(sheet, middle, treasure);
        }
    }
}

fn draw_treasure(sheet: &mut Svg, (x, y): Point, treasure: Treasure) {
    match treasure {
        Treasure::Gold => sheet.path((x - 9, y + 5), "l4 -10 h10 l4 10 l-5 5 h-9 z", NUGGET),
        _ => draw_rock(sheet, (x, y)),
    }
}

fn draw_rock(sheet: &mut Svg, (x, y): Point) {
    sheet.path((x - 9, y + 6), "l2 -9 l5 -4 l7 1 l5 6 l-1 7 z", ROCK);
}

fn rounded(sheet: &mut Svg, (x, y): Point, (width, height): Point, style: &str) {
    sheet.rect((x + 1, y + 1), (width - 2, height - 2), 5, style);
}

fn draw_lying(sheet: &mut Svg, at: Point, card: &Lying) {
    rounded(sheet, at, CARD, if card.reached { EARTH } else { CUT_OFF });
    draw_tunnel(sheet, at, CARD, card.path);
    let middle = (at.0 + CARD.0 / 2, at.1 + CARD.1 / 2);
    if let Some(treasure) = card.treasure {
        draw_treasure(sheet, middle, treasure);
    }
    if card.start {
        let ladder = "fill='none' stroke='#eadfc8' stroke-width='1.6'";
        sheet.path(
            (middle.0 - 4, middle.1 - 14),
            "v28 m8 -28 v28 m-8 -23 h8 m-8 6 h8 m-8 6 h8 m-8 6 h8",
            ladder,
        );
    }
}

/// Dark ways from the open sides to the middle; in a dead end they stop at a rock.
fn draw_tunnel(sheet: &mut Svg, (x, y): Point, (width, height): Point, path: Path) {
    let stop = if path.is_dead_end() { 9 } else { 0 };
    let style = format!("fill='none' stroke='{DARK}' stroke-width='{}'", width / 4);
    for side in Side::ALL.into_iter().filter(|&side| path.edges().contains(side)) {
        let (start, way) = match side {
            Side::Up => ((x + width / 2, y + 1), format!("v{}", height / 2 - 1 - stop)),
            Side::Down => ((x + width / 2, y + height - 1), format!("v{}", 1 + stop - height / 2)),
            Side::Left => ((x + 1, y + height / 2), format!("h{}", width / 2 - 1 - stop)),
            Side::Right => ((x + width - 1, y + height / 2), format!("h{}", 1 + stop - width / 2)),
        };
        sheet.path(start, &way, &style);
    }
    let middle = (x + width / 2, y + height / 2);
    match path.is_dead_end() {
        true => draw_rock(sheet, middle),
        false => sheet.circle(middle, width / 8, &format!("fill='{DARK}'")),
    }
}

/// Who one is, the seats, and the story for as far as there is room.
fn draw_panel(sheet: &mut Svg, scene: &Scene<'_, Saboteur>, x: i32, bottom: i32) {
    let mut y = 62;
    for (i, line) in secrets(scene).into_iter().enumerate() {
        sheet.text((x, y), 16, if i == 0 { BOLD } else { "" }, line);
        y += 26;
    }
    for (column, label) in [(150, "hand"), (186, "away"), (218, "tools"), (284, "gold")] {
        sheet.text((x + column, y), 11, QUIET, label);
    }
    y += 6;
    for seat in scene.public.all() {
        draw_seat(sheet, scene, seat, (x, y));
        y += ROW;
    }
    let room = ((bottom - y - 10) / 18).max(0) as usize;
    let mut story: Vec<String> = lately(scene.public).take(room).collect();
    story.reverse();
    for (i, line) in story.iter().enumerate() {
        sheet.text((x + 6, y + 22 + 18 * i as i32), 13, QUIET, short(line, 46));
    }
}

fn draw_seat(sheet: &mut Svg, scene: &Scene<'_, Saboteur>, seat: Seat, (x, y): Point) {
    let public = scene.public;
    let own = scene.view.is_some_and(|view| view.seat == seat);
    let shade = if own { ".12" } else { ".05" };
    sheet.rect((x, y + 1), (PANEL - 20, ROW - 2), 7, &format!("opacity='{shade}'"));
    if is_acting(public, seat) {
        sheet.path((x + 5, y + 11), "l7 6 l-7 6 z", "");
    }
    let base = y + if scene.note(seat).is_empty() { 22 } else { 16 };
    sheet.text((x + 26, base), 15, &format!("{BOLD} {MIDDLE}"), seat);
    sheet.text((x + 40, base), 13, "", short(scene.name(seat), 14));
    sheet.text((x + 40, y + 29), 11, QUIET, short(scene.note(seat), 40));
    sheet.text((x + 162, base), 14, MIDDLE, public.hands[seat]);
    sheet.text((x + 198, base), 14, MIDDLE, public.discards[seat]);
    match shown_role(public, seat) {
        Some(role) => sheet.text((x + 214, base), 13, BOLD, role),
        None => Tool::ALL.into_iter().enumerate().for_each(|(i, tool)| {
            let place = (x + 216 + 24 * i as i32, base - 14);
            draw_tool(sheet, place, tool, public.broken_tools(seat).contains(tool));
        }),
    }
    if public.gold[seat] > 0 {
        sheet.text((x + 296, base), 14, MIDDLE, public.gold[seat]);
    }
}

/// The letter of a tool; a broken one is crossed out on red.
fn draw_tool(sheet: &mut Svg, (x, y): Point, tool: Tool, broken: bool) {
    let letter = tool.to_string().to_uppercase();
    let letter = &letter[..1];
    if !broken {
        sheet.rect((x, y), (19, 19), 4, "fill='none' stroke='currentColor' opacity='.3'");
        sheet.text((x + 9, y + 14), 12, &format!("{FAINT} {MIDDLE}"), letter);
        return;
    }
    sheet.rect((x, y), (19, 19), 4, "fill='#b23a2e'");
    sheet.text((x + 9, y + 14), 12, &format!("fill='#fff' {BOLD} {MIDDLE}"), letter);
    sheet.path((x - 2, y + 21), "l23 -23", "stroke='#b23a2e' stroke-width='2'");
}

fn draw_hand(sheet: &mut Svg, scene: &Scene<'_, Saboteur>, y: i32) {
    let Some(view) = scene.view else { return };
    for (i, card) in view.private.hand.cards().enumerate() {
        let x = 40 + (HELD.0 + 46) * i as i32;
        draw_held(sheet, (x, y), card);
        sheet.text((x + HELD.0 / 2, y + HELD.1 + 18), 12, MIDDLE, name(card));
    }
}

/// The name under a card; a pair of tools stands on the card itself.
fn name(card: Card) -> String {
    match card.face() {
        Face::Repair(tools) if tools.iter().count() > 1 => "repair".to_string(),
        _ => card.to_string(),
    }
}

fn draw_held(sheet: &mut Svg, at: Point, card: Card) {
    rounded(sheet, at, HELD, EARTH);
    let middle = (at.0 + HELD.0 / 2, at.1 + HELD.1 / 2);
    match card.face() {
        Face::Tunnel(path) => draw_tunnel(sheet, at, HELD, path),
        Face::Break(tool) => {
            draw_letters(sheet, middle, Tools::default().with(tool));
            let cross = "stroke='#b23a2e' stroke-width='5' stroke-linecap='round'";
            sheet.path((at.0 + 12, at.1 + 20), "l34 40 m0 -40 l-34 40", cross);
        }
        Face::Repair(tools) => {
            draw_letters(sheet, (middle.0, middle.1 + 10), tools);
            let tick = "fill='none' stroke='#1f6f4a' stroke-width='5' stroke-linecap='round'";
            sheet.path((middle.0 - 9, at.1 + 19), "l6 8 l13 -14", tick);
        }
        Face::Rockfall => {
            draw_rock(sheet, (middle.0 - 9, middle.1 + 12));
            draw_rock(sheet, (middle.0 + 10, middle.1 + 14));
            draw_rock(sheet, (middle.0, middle.1 - 4));
        }
        Face::Map => {
            let paper = "fill='#fdfbf5' stroke='#7d6a4a'";
            sheet.path(
                (middle.0 - 18, middle.1 - 18),
                "l12 -4 l12 4 l12 -4 v36 l-12 4 l-12 -4 l-12 4 z",
                paper,
            );
            sheet.text((middle.0, middle.1 + 9), 24, &format!("fill='{DARK}' {BOLD} {MIDDLE}"), "?");
        }
    }
}

fn draw_letters(sheet: &mut Svg, (x, y): Point, tools: Tools) {
    let letters: Vec<String> = tools.iter().map(|tool| tool.to_string()[..1].to_uppercase()).collect();
    let style = format!("fill='{DARK}' {BOLD} {MIDDLE}");
    sheet.text((x, y + 9), 24, &style, letters.join(" "));
}
