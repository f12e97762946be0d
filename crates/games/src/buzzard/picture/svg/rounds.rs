//! Everybody's points and bids: a row a seat beside all rounds, or on a phone a tile a seat and a list of rounds.

use table::{PublicState, Scene, Seat};

use super::{DESKTOP, GAP, PHONE, draw_chip, draw_envelope, prize_mark, signed};
use crate::buzzard::{Buzzard, Prize, Round};
use crate::svg::{
    BOLD, END, FELT, HAIRLINE, INK, MARKED, MIDDLE, Mark, NARROW, ON_COLOUR, PAPER, Point, QUIET, Svg, WIDE,
    row,
};

/// A seat's row, and a round's column, on a desktop.
const ROW: i32 = 44;
const COLUMN: i32 = 43;
const FIRST: i32 = WIDE - 16 - 4 - 15 * COLUMN;
/// A seat's tile, and a round's row, on a phone.
const TILE: Point = (120, 66);
const LINE: i32 = 34;

fn own(scene: &Scene<'_, Buzzard>, seat: Seat) -> bool {
    scene.view.is_some_and(|view| view.seat == seat)
}

/// The prizes in the order in which they were turned up.
fn prizes(scene: &Scene<'_, Buzzard>) -> Vec<Prize> {
    scene.public.log.iter().map(|round| round.prize).chain(scene.public.prize).collect()
}

pub(super) fn wide_high(scene: &Scene<'_, Buzzard>) -> i32 {
    DESKTOP.chip.1 + 10 + (ROW + GAP) * scene.public.seats() as i32
}

/// A column a round: the prize, and what every seat bid for it.
pub(super) fn draw_wide(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, y: i32) {
    let (public, first) = (scene.public, y + DESKTOP.chip.1 + 10);
    for seat in Seat::all(public.seats()) {
        draw_seat(sheet, scene, seat, first + (ROW + GAP) * seat.index() as i32);
    }
    if public.prize.is_some() {
        let at = (FIRST + COLUMN * public.log.len() as i32, y - 4);
        sheet.rect(at, (COLUMN, wide_high(scene)), 8, FELT);
    }
    for (n, prize) in prizes(scene).into_iter().enumerate() {
        draw_past(sheet, scene, (FIRST + COLUMN * n as i32 + 4, y), prize);
    }
    for seat in Seat::all(public.seats()) {
        let y = first + (ROW + GAP) * seat.index() as i32;
        for (n, round) in public.log.iter().enumerate() {
            draw_bid(sheet, (FIRST + COLUMN * n as i32 + 4, y + 8), seat, round);
        }
        if public.prize.is_some() {
            draw_envelope(sheet, scene, seat, (FIRST + COLUMN * public.log.len() as i32 + 4, y + 9));
        }
    }
}

/// A prize above its round; the one turned up lies on the table, which is where it moves from.
fn draw_past(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, at: Point, prize: Prize) {
    let chip = if scene.shape == table::Shape::Wide { DESKTOP.chip } else { PHONE.chip };
    match scene.public.prize == Some(prize) {
        true => draw_chip(sheet, chip, at, prize),
        false => sheet.group(prize_mark(scene, prize), |sheet| draw_chip(sheet, chip, at, prize)),
    }
}

fn seat_title(scene: &Scene<'_, Buzzard>, seat: Seat) -> String {
    let (name, points) = (scene.name(seat), signed(scene.public.points[seat]));
    scene.lang.either(format!("{seat} {name}: {points} points"), format!("{seat} {name}: {points} 点"))
}

fn draw_seat(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, seat: Seat, y: i32) {
    sheet.group(Mark::of(seat_title(scene, seat)), |sheet| {
        let style = if own(scene, seat) { MARKED } else { PAPER };
        sheet.rect((16, y), (WIDE - 32, ROW), 9, style);
        sheet.text((30, y + 29), 18, &format!("{INK} {BOLD}"), seat);
        sheet.text_within((52, y + 28), (14, 168), QUIET, scene.name(seat));
        let points = signed(scene.public.points[seat]);
        sheet.text((FIRST - 14, y + 30), 22, &format!("{INK} {BOLD} {END}"), points);
    });
}

/// A bid that took the pot stands out; one that somebody else made too is crossed out.
fn draw_bid(sheet: &mut Svg, (x, y): Point, seat: Seat, round: &Round) {
    let Some(bid) = round.bids.of(seat) else { return };
    let style = if round.taker == Some(seat) {
        sheet.rect((x, y), (34, 28), 6, super::ink(round.pot));
        format!("{ON_COLOUR} {BOLD}")
    } else if round.bids.bidders(bid).len() > 1 {
        format!("{QUIET} text-decoration='line-through'")
    } else {
        INK.to_string()
    };
    sheet.text((x + 17, y + 20), 16, &format!("{style} {MIDDLE}"), bid.value());
}

/// The layout of the tiles of this many seats: at most three side by side.
fn tile_rows(scene: &Scene<'_, Buzzard>) -> Vec<usize> {
    crate::svg::rows(scene.public.seats(), 3)
}

pub(super) fn tiles_high(scene: &Scene<'_, Buzzard>) -> i32 {
    (TILE.1 + 6) * tile_rows(scene).len() as i32
}

pub(super) fn draw_tiles(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, mut y: i32) {
    let mut seats = Seat::all(scene.public.seats());
    for count in tile_rows(scene) {
        let wide = (NARROW - 16 + 6) / count as i32 - 6;
        for (x, seat) in row(count, (8, NARROW - 8), wide, 6).zip(seats.by_ref()) {
            draw_tile(sheet, scene, seat, ((x, y), (wide, TILE.1)));
        }
        y += TILE.1 + 6;
    }
}

/// A seat with its points, its letter in this round and its bid in the last.
fn draw_tile(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, seat: Seat, (at, size): (Point, Point)) {
    let ((x, y), public) = (at, scene.public);
    sheet.group(Mark::of(seat_title(scene, seat)), |sheet| {
        sheet.rect(at, size, 9, if own(scene, seat) { MARKED } else { PAPER });
        sheet.text((x + 10, y + 24), 17, &format!("{INK} {BOLD}"), seat);
        sheet.text_within((x + 28, y + 23), (12, size.0 - 68), QUIET, scene.name(seat));
        let points = signed(public.points[seat]);
        sheet.text((x + size.0 - 10, y + 25), 19, &format!("{INK} {BOLD} {END}"), points);
    });
    if let Some(last) = public.log.last() {
        draw_bid(sheet, (x + size.0 - 42, y + 33), seat, &last);
        sheet.text(
            (x + size.0 - 46, y + 52),
            12,
            &format!("{QUIET} {END}"),
            scene.lang.either("last", "前回"),
        );
    }
    if public.prize.is_some() {
        draw_envelope(sheet, scene, seat, (x + 10, y + 34));
    }
}

pub(super) fn narrow_high(scene: &Scene<'_, Buzzard>) -> i32 {
    let rounds = scene.public.log.len() as i32;
    if rounds == 0 { 0 } else { 30 + LINE * rounds }
}

/// A row a round, the latest first: the prize, and what every seat bid for it.
pub(super) fn draw_narrow(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, y: i32) {
    let (public, seats) = (scene.public, scene.public.seats());
    if public.log.is_empty() {
        return;
    }
    let column = (NARROW - 16 - 80) / seats as i32;
    let x = |seat: Seat| 88 + column * seat.index() as i32 + column / 2 - 17;
    for seat in Seat::all(seats) {
        sheet.text((x(seat) + 17, y + 16), 14, &format!("{BOLD} {MIDDLE}"), seat);
    }
    let rounds: Vec<&Round> = public.log.iter().collect();
    for (n, round) in rounds.iter().enumerate().rev() {
        let y = y + 26 + LINE * (rounds.len() - 1 - n) as i32;
        sheet.path((8, y), &format!("h{}", NARROW - 16), HAIRLINE);
        sheet.text((28, y + 22), 13, &format!("{QUIET} {END}"), n + 1);
        draw_past(sheet, scene, (46, y + 1), round.prize);
        Seat::all(seats).for_each(|seat| draw_bid(sheet, (x(seat), y + 3), seat, round));
    }
}
