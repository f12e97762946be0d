//! Cards drawn: earth with dark tunnels, tools, rocks, maps and gold.

use crate::saboteur::{Card, Face, Path, Side, Tool, Tools, Treasure};
use crate::svg::{BOLD, MIDDLE, Point, SERIF, Svg};

const EARTH: &str = "fill='var(--earth, #eadfc8)' stroke='var(--tunnel, #54402a)' stroke-opacity='.5'";
const CUT_OFF: &str = "fill='var(--earth, #eadfc8)' fill-opacity='.45' stroke='var(--tunnel, #54402a)' \
                       stroke-opacity='.6' stroke-dasharray='4 3'";
const DARK: &str = "fill='var(--tunnel, #54402a)'";
const ROCK: &str = "fill='var(--rock, #8d8880)' stroke='var(--tunnel, #54402a)'";
const NUGGET: &str = "fill='var(--gold, #e3b52c)' stroke='var(--tunnel, #54402a)' stroke-width='1.5'";
const LINE: &str = "fill='none' stroke='var(--tunnel, #54402a)' stroke-width='2' stroke-linejoin='round' \
                    stroke-linecap='round'";
const CROSS: &str = "stroke='var(--saboteur, #b23a2e)' stroke-width='4' stroke-linecap='round'";
const TICK: &str =
    "fill='none' stroke='#1f6f4a' stroke-width='4' stroke-linecap='round' stroke-linejoin='round'";

/// A sheet of earth: connected with the start, or cut off from it.
pub(super) fn draw_earth(sheet: &mut Svg, (x, y): Point, (wide, high): Point, reached: bool) {
    sheet.rect((x + 1, y + 1), (wide - 2, high - 2), 5, if reached { EARTH } else { CUT_OFF });
}

/// Dark ways from the open sides to the middle; in a dead end they stop at a rock.
pub(super) fn draw_tunnel(sheet: &mut Svg, (x, y): Point, (wide, high): Point, path: Path) {
    let stop = if path.is_dead_end() { wide / 5 } else { 0 };
    let style = format!("fill='none' stroke='var(--tunnel, #54402a)' stroke-width='{}'", wide / 4);
    for side in Side::ALL.into_iter().filter(|&side| path.edges().contains(side)) {
        let (start, way) = match side {
            Side::Up => ((x + wide / 2, y + 1), format!("v{}", high / 2 - 1 - stop)),
            Side::Down => ((x + wide / 2, y + high - 1), format!("v{}", 1 + stop - high / 2)),
            Side::Left => ((x + 1, y + high / 2), format!("h{}", wide / 2 - 1 - stop)),
            Side::Right => ((x + wide - 1, y + high / 2), format!("h{}", 1 + stop - wide / 2)),
        };
        sheet.path(start, &way, &style);
    }
    let middle = (x + wide / 2, y + high / 2);
    match path.is_dead_end() {
        true => sheet.scaled(middle, f64::from(wide) / 44.0, draw_rock),
        false => sheet.circle(middle, wide / 8, DARK),
    }
}

/// A rock around its middle, about twenty wide.
fn draw_rock(sheet: &mut Svg) {
    sheet.path((-9, 6), "l2 -9 l5 -4 l7 1 l5 6 l-1 7 z", ROCK);
}

/// A nugget around its middle, about twenty wide.
fn draw_nugget(sheet: &mut Svg) {
    sheet.path((-9, 5), "l4 -10 h10 l4 10 l-5 5 h-9 z", NUGGET);
}

/// What is on a goal card.
pub(super) fn draw_treasure(sheet: &mut Svg, middle: Point, wide: i32, treasure: Treasure) {
    let draw = if treasure == Treasure::Gold { draw_nugget } else { draw_rock };
    sheet.scaled(middle, f64::from(wide) / 40.0, draw);
}

/// The ladder on the start.
pub(super) fn draw_ladder(sheet: &mut Svg, middle: Point, wide: i32) {
    let rungs = "v28 m8 -28 v28 m-8 -23 h8 m-8 6 h8 m-8 6 h8 m-8 6 h8";
    sheet.scaled(middle, f64::from(wide) / 44.0, |sheet| {
        sheet.path((-4, -14), rungs, "fill='none' stroke='var(--earth, #eadfc8)' stroke-width='1.6'");
    });
}

/// A tool around its middle, of this width.
pub(super) fn draw_tool(sheet: &mut Svg, middle: Point, wide: i32, tool: Tool, line: &str) {
    sheet.scaled(middle, f64::from(wide) / 20.0, |sheet| match tool {
        Tool::Lantern => {
            sheet.path((-3, -4), "h6 l3 11 h-12 z m0 0 v-2 h6 v2 m-9 13 h12", line);
            sheet.path((-6, 2), "c-3 -16 15 -16 12 0", line);
            sheet.path((0, 0), "c2 2 2 5 0 5 c-2 0 -2 -3 0 -5 z", line);
        }
        Tool::Pickaxe => {
            sheet.path((-8, -3), "q8 -9 16 0", line);
            sheet.path((0, -7), "v16", line);
        }
        Tool::Cart => {
            sheet.path((-8, -6), "h16 l-3 9 h-10 z", line);
            sheet.circle((-4, 6), 2, line);
            sheet.circle((4, 6), 2, line);
        }
    });
}

fn draw_tools(sheet: &mut Svg, (x, y): Point, wide: i32, tools: Tools) {
    let size = if tools.len() > 1 { wide * 2 / 5 } else { wide * 3 / 5 };
    let first = x - size * (tools.len() as i32 - 1) / 2;
    for (n, tool) in tools.iter().enumerate() {
        draw_tool(sheet, (first + size * n as i32, y), size, tool, LINE);
    }
}

/// A card of the hand.
pub(super) fn draw_held(sheet: &mut Svg, at: Point, size: Point, card: Card) {
    draw_earth(sheet, at, size, true);
    let (middle, (wide, high)) = ((at.0 + size.0 / 2, at.1 + size.1 / 2), size);
    let scale = f64::from(wide) / 58.0;
    match card.face() {
        Face::Tunnel(path) => draw_tunnel(sheet, at, size, path),
        Face::Break(tool) => {
            draw_tools(sheet, middle, wide, Tools::NONE.with(tool));
            sheet.scaled(middle, scale, |sheet| sheet.path((-17, -20), "l34 40 m0 -40 l-34 40", CROSS));
        }
        Face::Repair(tools) => {
            draw_tools(sheet, (middle.0, middle.1 + high / 8), wide, tools);
            let above = (middle.0, at.1 + high / 4);
            sheet.scaled(above, scale, |sheet| sheet.path((-9, 0), "l6 7 l12 -13", TICK));
        }
        Face::Rockfall => sheet.scaled(middle, scale, |sheet| {
            for middle in [(-9, 12), (10, 14), (0, -4)] {
                sheet.scaled(middle, 1.0, draw_rock);
            }
        }),
        Face::Map => sheet.scaled(middle, scale, draw_map),
    }
}

fn draw_map(sheet: &mut Svg) {
    let paper = "fill='#fffaf0' stroke='var(--tunnel, #54402a)'";
    sheet.path((-18, -18), "l12 -4 l12 4 l12 -4 v36 l-12 4 l-12 -4 l-12 4 z", paper);
    sheet.text((0, 9), 24, &format!("{DARK} {BOLD} {MIDDLE} {SERIF}"), "?");
}

/// A gold card with this many nuggets.
pub(super) fn draw_gold(sheet: &mut Svg, at: Point, size: Point, nuggets: u8) {
    draw_earth(sheet, at, size, true);
    for n in 0..i32::from(nuggets) {
        let y = at.1 + size.1 * (n + 1) / (i32::from(nuggets) + 1);
        sheet.scaled((at.0 + size.0 / 2, y), 1.0, draw_nugget);
    }
}
