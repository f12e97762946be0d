//! The seats: who, how many cards, which tools are broken, what is thought of them.

use table::{Scene, Seat};

use super::super::cards::draw_tool;
use super::super::{is_acting, shown_role};
use super::{PANEL, Plan};
use crate::saboteur::{Role, Saboteur, Tool};
use crate::svg::{BAD, BOLD, END, GOOD, INK, MARKED, Mark, NARROW, PAPER, Point, QUIET, Svg};
use crate::text::list;

const ROW: i32 = 54;
const GAP: i32 = 6;

/// How high a seat's tile is.
fn tile_high(scene: &Scene<'_, Saboteur>) -> i32 {
    ROW + if scene.notes.iter().any(|note| !note.is_empty()) { 18 } else { 0 }
}

/// The height of all seats with this many side by side.
pub(super) fn high(scene: &Scene<'_, Saboteur>, beside: i32) -> i32 {
    let rows = (i32::from(scene.public.rules.seats) + beside - 1) / beside;
    (tile_high(scene) + GAP) * rows
}

pub(super) fn draw(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Saboteur>) {
    let narrow = plan.panel.0 < NARROW / 2;
    let (beside, wide) = if narrow { (2, (NARROW - 16 - GAP) / 2) } else { (1, PANEL - 12) };
    let high = tile_high(scene);
    for seat in scene.public.all() {
        let (column, row) = (seat.index() as i32 % beside, seat.index() as i32 / beside);
        let at = (plan.seats.0 + (wide + GAP) * column, plan.seats.1 + (high + GAP) * row);
        draw_tile(sheet, scene, seat, (at, (wide, high)));
    }
}

/// `B guest: 5 cards, 1 away, broken: cart`
fn about(scene: &Scene<'_, Saboteur>, seat: Seat) -> String {
    let (public, lang, name) = (scene.public, scene.lang, scene.name(seat));
    let (hand, away) = (public.hands[seat], public.discards[seat]);
    let broken = list(public.broken_tools(seat).iter().map(|tool| tool.term(lang)), lang.either(", ", "、"));
    let broken = match broken.is_empty() {
        true => String::new(),
        false => lang.either(format!(", broken: {broken}"), format!("、壊れた道具: {broken}")),
    };
    let english = format!("{seat} {name}: {hand} cards, {away} put away{broken} {}", scene.note(seat));
    let japanese = format!("{seat} {name}: 手札 {hand} 枚、捨て札 {away} 枚{broken} {}", scene.note(seat));
    lang.either(english, japanese).trim_end().to_string()
}

fn draw_tile(sheet: &mut Svg, scene: &Scene<'_, Saboteur>, seat: Seat, (at, size): (Point, Point)) {
    let ((x, y), end, public) = (at, at.0 + size.0 - 10, scene.public);
    sheet.group(Mark::of(about(scene, seat)).part("seat", seat), |sheet| {
        sheet.rect(at, size, 9, if is_acting(public, seat) { MARKED } else { PAPER });
        sheet.text((x + 10, y + 23), 17, &format!("{INK} {BOLD}"), seat);
        sheet.text_within((x + 30, y + 22), (13, size.0 - 108), QUIET, scene.name(seat));
        draw_state(sheet, scene, seat, (end, y));
        sheet.text((x + 10, y + 43), 12, QUIET, counts(scene, seat));
        sheet.text_within((x + 10, y + 61), (12, size.0 - 20), QUIET, scene.note(seat));
    });
}

/// `5 cards · 2 away · 1 gold`
fn counts(scene: &Scene<'_, Saboteur>, seat: Seat) -> String {
    let (public, lang) = (scene.public, scene.lang);
    let (hand, away, gold) = (public.hands[seat], public.discards[seat], public.gold[seat]);
    let counts = [
        (true, lang.either(format!("hand {hand}"), format!("手札 {hand}"))),
        (away > 0, lang.either(format!("away {away}"), format!("捨て札 {away}"))),
        (gold > 0, lang.either(format!("gold {gold}"), format!("金 {gold}"))),
    ];
    list(counts.into_iter().filter(|(worth, _)| *worth).map(|(_, text)| text), " · ")
}

/// The tools or, once everybody knows, the role.
fn draw_state(sheet: &mut Svg, scene: &Scene<'_, Saboteur>, seat: Seat, (end, y): Point) {
    match shown_role(scene.public, seat) {
        Some(role) => {
            let ink = if role == Role::Saboteur { BAD } else { GOOD };
            sheet.text((end, y + 22), 13, &format!("{ink} {BOLD} {END}"), role.term(scene.lang));
        }
        None => {
            for tool in Tool::ALL {
                let broken = scene.public.broken_tools(seat).contains(tool);
                draw_piece(sheet, (end - 61 + 25 * tool.index() as i32, y + 17), tool, broken);
            }
        }
    }
}

/// A tool; a broken one is crossed out on red.
fn draw_piece(sheet: &mut Svg, (x, y): Point, tool: Tool, broken: bool) {
    const WHOLE: &str = "fill='none' stroke='var(--quiet, #5d6470)' stroke-opacity='.7' stroke-width='1.5'";
    const BROKEN: &str = "fill='none' stroke='var(--card, #fffdf8)' stroke-width='1.8'";
    if !broken {
        return draw_tool(sheet, (x, y), 18, tool, WHOLE);
    }
    sheet.rect((x - 12, y - 12), (24, 24), 5, BAD);
    draw_tool(sheet, (x, y), 18, tool, BROKEN);
    sheet.path((x - 10, y + 10), "l20 -20", "stroke='var(--card, #fffdf8)' stroke-width='3'");
}
