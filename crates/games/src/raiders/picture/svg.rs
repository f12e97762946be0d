//! For pages, reports and notebooks: the seats around the ring of areas, or a list of them on a phone.

mod areas;
mod seats;

use table::{PublicState, Scene, Seat, Shape};

use super::{own_card, question, recalled, title};
use crate::raiders::{Faction, Raiders};
use crate::svg::{BOLD, INK, MIDDLE, Mark, NARROW, PAPER, Point, QUIET, Svg, WIDE, lines};

/// A seat's tile beside the ring, and what is between things.
const SIDE: i32 = 228;
const GAP: i32 = 8;

/// A colour a seat, readable with white letters.
const SEATS: [&str; 8] =
    ["#1f6f4a", "#a8322a", "#245a9c", "#8a5a00", "#6b3fa0", "#0f7480", "#9c2a6d", "#4d4d4d"];
/// What is written on a colour that is the same in light and dark.
const WHITE: &str = "fill='#fff'";

fn faction_fill(faction: Faction) -> &'static str {
    match faction {
        Faction::Shadow => "fill='var(--shadow, #5b3fa0)'",
        Faction::Raider => "fill='var(--raider, #1d5fa8)'",
        Faction::Citizen => "fill='var(--citizen, #2c7a3f)'",
    }
}

/// A seat's figure; whose turn it is has a ring around it.
fn draw_figure(sheet: &mut Svg, (x, y): Point, seat: Seat, active: bool) {
    if active {
        sheet.circle((x, y), 15, "fill='none' stroke='var(--accent, #0b62a6)' stroke-width='2.5'");
    }
    sheet.circle((x, y), 12, &format!("fill='{}'", SEATS[seat.index() % SEATS.len()]));
    sheet.text((x, y + 5), 14, &format!("{MIDDLE} {BOLD} {WHITE}"), seat);
}

pub(super) fn draw(scene: &Scene<'_, Raiders>) -> String {
    match scene.shape {
        Shape::Wide => draw_wide(scene),
        Shape::Narrow => draw_narrow(scene),
    }
}

/// The seats clockwise from the lower left: up the left side, down the right one.
fn draw_wide(scene: &Scene<'_, Raiders>) -> String {
    let seats: Vec<Seat> = Seat::all(scene.public.seats()).collect();
    let (left, right) = seats.split_at(seats.len() / 2);
    let (size, left) = ((SIDE, true), left.iter().rev().copied().collect::<Vec<_>>());
    let high = |side: &[Seat]| side.iter().map(|&seat| seats::high(scene, seat, size) + GAP).sum::<i32>();
    let ring = high(&left).max(high(right)).max(areas::RING);
    let own = own_lines(scene, WIDE - 48);
    let mut sheet = Svg::new((WIDE, ring + own_high(&own)), title(scene));
    for (x, side) in [(4, &left[..]), (WIDE - 4 - SIDE, right)] {
        // The tiles share what is left of the height.
        let between = (ring - high(side)) / side.len().max(1) as i32;
        let mut y = 4 + between / 2;
        for &seat in side {
            seats::draw(&mut sheet, scene, seat, ((x, y), size));
            y += seats::high(scene, seat, size) + GAP + between;
        }
    }
    areas::draw_ring(&mut sheet, scene, ((SIDE + 12, WIDE - SIDE - 12), ring));
    draw_own(&mut sheet, scene, &own, (8, ring));
    sheet.finish()
}

/// The question, the seat's own card, the areas, the decks, and a list of the seats.
fn draw_narrow(scene: &Scene<'_, Raiders>) -> String {
    let (asked, own) = (lines(&question(scene), 16, NARROW - 24), own_lines(scene, NARROW - 40));
    let size = (NARROW - 16, false);
    let list: Vec<Seat> = Seat::all(scene.public.seats()).collect();
    let ring = 12 + 22 * asked.len() as i32;
    let below = ring + areas::LIST;
    let seats: i32 = list.iter().map(|&seat| seats::high(scene, seat, size) + GAP).sum();
    let mut sheet = Svg::new((NARROW, below + seats + own_high(&own)), title(scene));
    for (n, line) in asked.iter().enumerate() {
        sheet.text((12, 20 + 22 * n as i32), 16, BOLD, line);
    }
    areas::draw_list(&mut sheet, scene, ring);
    let mut y = below;
    for seat in list {
        seats::draw(&mut sheet, scene, seat, ((8, y), size));
        y += seats::high(scene, seat, size) + GAP;
    }
    draw_own(&mut sheet, scene, &own, (8, y));
    sheet.finish()
}

/// What the seat's own character wants and can do, and what it was asked or has asked.
fn own_lines(scene: &Scene<'_, Raiders>, room: i32) -> Vec<(String, bool)> {
    let own = own_card(scene).into_iter().map(|text| (text, true));
    let texts = own.chain(recalled(scene, 3).into_iter().map(|text| (text, false)));
    let broken =
        |(text, own): (String, bool)| lines(&text, 13, room).into_iter().map(move |line| (line, own));
    texts.flat_map(broken).collect()
}

fn own_high(own: &[(String, bool)]) -> i32 {
    if own.is_empty() { 4 } else { 20 * own.len() as i32 + 26 }
}

fn draw_own(sheet: &mut Svg, scene: &Scene<'_, Raiders>, own: &[(String, bool)], (x, y): Point) {
    if own.is_empty() {
        return;
    }
    let wide = if scene.shape == Shape::Wide { WIDE } else { NARROW } - 16;
    let title = scene.lang.either("your character", "あなたのキャラクター");
    sheet.group(Mark::of(title), |sheet| {
        sheet.rect((x, y + 4), (wide, own_high(own) - 10), 9, PAPER);
        for (n, (line, own)) in own.iter().enumerate() {
            let ink = if *own { INK } else { QUIET };
            sheet.text((x + 14, y + 26 + 20 * n as i32), 13, ink, line);
        }
    });
}
