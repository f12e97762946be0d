//! The six areas with who stands there, the decks, and what is asked in the middle of them.

use table::{Scene, Seat};

use super::super::{decks, question, range, sums};
use super::{GAP, WHITE, draw_figure};
use crate::raiders::{Area, Deck, Phase, Raiders, Range};
use crate::svg::{BOLD, INK, MARKED, MIDDLE, Mark, NARROW, PAPER, Point, QUIET, Svg, lines};

/// How high the ring is at least, and the list that stands for it on a phone.
pub(super) const RING: i32 = 440;
pub(super) const LIST: i32 = 3 * (HIGH + GAP + 6) + 68;

/// How high an area is.
const HIGH: i32 = 78;

/// The areas in a ring, clockwise from the upper left, what is asked within.
pub(super) fn draw_ring(sheet: &mut Svg, scene: &Scene<'_, Raiders>, ((left, right), high): (Point, i32)) {
    let (wide, middle) = ((right - left - 44) / 3, (left + right) / 2);
    let xs = [left + wide / 2, middle, right - wide / 2];
    let (top, bottom) = (8 + HIGH / 2, high - 8 - HIGH / 2);
    let places =
        [(xs[0], top), (xs[1], top), (xs[2], top), (xs[2], bottom), (xs[1], bottom), (xs[0], bottom)];
    draw_reach(sheet, scene, &places);
    for (&area, at) in scene.public.layout.0.iter().zip(places) {
        draw_area(sheet, scene, area, (at, wide));
    }
    let asked = lines(&question(scene), 17, right - left - 120);
    let mut y = high / 2 - 12 * asked.len() as i32 - 42;
    for line in asked {
        sheet.text((middle, y), 17, &format!("{MIDDLE} {BOLD}"), line);
        y += 25;
    }
    draw_choices(sheet, scene, (middle, y + 4));
    sheet.text((middle, y + 90), 12, &format!("{MIDDLE} {QUIET}"), range(scene));
}

/// The areas in two columns, clockwise too, and the decks below them.
pub(super) fn draw_list(sheet: &mut Svg, scene: &Scene<'_, Raiders>, y: i32) {
    let wide = (NARROW - 16 - 14) / 2;
    let xs = [8 + wide / 2, NARROW - 8 - wide / 2];
    let row = |n: i32| y + HIGH / 2 + (HIGH + GAP + 6) * n;
    let places = [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 1)].map(|(x, n): (usize, i32)| (xs[x], row(n)));
    draw_reach(sheet, scene, &places);
    for (&area, at) in scene.public.layout.0.iter().zip(places) {
        draw_area(sheet, scene, area, (at, wide));
    }
    draw_choices(sheet, scene, (NARROW / 2, row(3) - HIGH / 2));
}

/// Lines between areas in reach of each other; an arrow where only one reaches the other.
fn draw_reach(sheet: &mut Svg, scene: &Scene<'_, Raiders>, places: &[Point; 6]) {
    for (place, &from) in places.iter().enumerate() {
        let joined = match scene.public.rules.range {
            Range::Anyone => false,
            Range::Pairs => place % 2 == 0,
            _ => true,
        };
        if joined {
            draw_line(sheet, from, places[(place + 1) % 6], scene.public.rules.range == Range::RingNext);
        }
    }
}

/// From middle to middle: the areas cover the rest of the line.
fn draw_line(sheet: &mut Svg, (x, y): Point, to: Point, arrow: bool) {
    const LINE: &str = "fill='none' stroke='currentColor' stroke-opacity='.4' stroke-width='2'";
    let (dx, dy) = (to.0 - x, to.1 - y);
    sheet.path((x, y), &format!("l{dx} {dy}"), LINE);
    if arrow {
        let (mx, my) = ((x + to.0) / 2 + 6 * dx.signum(), (y + to.1) / 2 + 6 * dy.signum());
        let (ux, uy) = (dx.signum() * 12, dy.signum() * 12);
        let tip = format!("l{} {}l{} {}z", -ux - uy / 2, -uy + ux / 2, uy, -ux);
        sheet.path((mx, my), &tip, "fill='currentColor' fill-opacity='.6'");
    }
}

fn draw_area(sheet: &mut Svg, scene: &Scene<'_, Raiders>, area: Area, ((x, y), wide): (Point, i32)) {
    let public = scene.public;
    let here: Vec<Seat> = public.living.filter(|&seat| public.area(seat) == Some(area)).collect();
    let (name, sums) = (area.term(scene.lang), sums(area));
    sheet.group(Mark::of(format_args!("{name} ({sums})")).part("area", area), |sheet| {
        let style = if public.phase == Phase::Area(area) { MARKED } else { PAPER };
        sheet.rect((x - wide / 2, y - HIGH / 2), (wide, HIGH), 12, style);
        let style = format!("{MIDDLE} {BOLD} {INK}");
        sheet.text_within((x, y - 18), (14, wide - 8), &style, name);
        sheet.text((x, y - 2), 12, &format!("{MIDDLE} {QUIET}"), sums);
    });
    let step = ((wide - 32) / here.len().max(1) as i32).min(28);
    let first = x - step * (here.len() as i32 - 1) / 2;
    for (n, &seat) in here.iter().enumerate() {
        let mark = Mark::of(format_args!("{seat} {}", scene.name(seat))).key(format_args!("figure{seat}"));
        let at = (first + step * n as i32, y + 20);
        sheet.group(mark, |sheet| draw_figure(sheet, at, seat, public.active == seat));
    }
}

/// The decks or, where the compass asks, both rolls.
fn draw_choices(sheet: &mut Svg, scene: &Scene<'_, Raiders>, (middle, y): Point) {
    if let Phase::ChooseMove(first, second) = scene.public.phase {
        for (x, sum) in [(middle - 50, first), (middle + 6, second)] {
            sheet.group(Mark::of(sum).part("sum", sum), |sheet| {
                sheet.rect((x, y + 4), (44, 44), 8, PAPER);
                sheet.text((x + 22, y + 33), 20, &format!("{INK} {BOLD} {MIDDLE}"), sum);
            });
        }
        return;
    }
    for (n, (deck, left)) in decks(scene).into_iter().enumerate() {
        draw_deck(sheet, scene, (deck, left), (middle - 156 + 106 * n as i32, y));
    }
}

fn draw_deck(sheet: &mut Svg, scene: &Scene<'_, Raiders>, (deck, left): (Deck, usize), (x, y): Point) {
    let (fill, ink) = match deck {
        Deck::Inference => ("fill='var(--back, #46597c)'", WHITE),
        Deck::White => ("fill='#fdfbf5' stroke='#8a8577'", "fill='#222'"),
        Deck::Black => ("fill='#26242b' stroke='#8a8577'", WHITE),
    };
    let name = deck.term(scene.lang);
    let title = scene.lang.either(format!("{name}, {left} left"), format!("{name}、残り {left} 枚"));
    sheet.group(Mark::of(title).part("deck", deck), |sheet| {
        sheet.rect((x, y + 4), (100, 44), 8, fill);
        sheet.text((x + 50, y + 23), 12, &format!("{ink} {MIDDLE}"), name);
        sheet.text((x + 50, y + 40), 13, &format!("{ink} {BOLD} {MIDDLE}"), left);
    });
}
