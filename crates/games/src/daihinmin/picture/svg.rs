//! For pages, reports and notebooks: the others above, the table, the seat's own hand below.

mod middle;

use table::{Scene, Seat, Shape};

use super::super::cards::{CardSet, GridCell, Suit, THREE, TWO};
use super::super::{COLUMNS, Card, Daihinmin};
use super::cards::{draw_card, draw_suit, ink, mark};
use super::{doing, is_asked, own_hand, rank, rows as seats_in_order, title};
use crate::svg::{
    ACCENT, BOLD, END, INK, MARKED, MIDDLE, Mark, NARROW, PAPER, Point, QUIET, Svg, WIDE, row, rows,
};

/// What differs between a desktop and a phone.
struct Plan {
    width: i32,
    margin: i32,
    /// Seats side by side.
    tiles: usize,
    /// The table, a card on it, and one in the hand.
    felt: i32,
    laid: Point,
    held: Point,
    /// Cards of the hand side by side: at least 40 of each can be touched.
    hand: usize,
}

const DESKTOP: Plan =
    Plan { width: WIDE, margin: 16, tiles: 5, felt: 250, laid: (78, 112), held: (68, 98), hand: 22 };
const PHONE: Plan =
    Plan { width: NARROW, margin: 8, tiles: 2, felt: 194, laid: (58, 84), held: (54, 78), hand: 9 };

/// Between tiles, and between rows of cards.
const GAP: i32 = 8;
/// The cards that were played: a cell each.
const SIDE: i32 = 16;
const SEEN: Point = (SIDE * 15 + 4, SIDE * 4 + 18);

impl Plan {
    fn of(shape: Shape) -> &'static Plan {
        match shape {
            Shape::Wide => &DESKTOP,
            Shape::Narrow => &PHONE,
        }
    }

    /// From the left margin to the right one.
    const fn span(&self) -> Point {
        (self.margin, self.width - self.margin)
    }

    const fn room(&self) -> i32 {
        self.width - 2 * self.margin
    }
}

pub(super) fn draw(scene: &Scene<'_, Daihinmin>) -> String {
    let plan = Plan::of(scene.shape);
    let table = 4 + tiles_high(plan, scene) + 4;
    let below = table + plan.felt + 12;
    let hand = below + if scene.view.is_some() { 46 } else { 0 };
    let end = hand + hand_high(plan, own_hand(scene));
    let narrow = scene.shape == Shape::Narrow;
    let mut sheet = Svg::new((plan.width, end + if narrow { SEEN.1 + 8 } else { 4 }), title(scene));
    draw_tiles(&mut sheet, plan, scene);
    middle::draw(&mut sheet, plan, scene, table);
    draw_own(&mut sheet, plan, scene, below);
    draw_hand(&mut sheet, plan, scene, hand);
    let seen = if narrow { ((NARROW - SEEN.0) / 2, end) } else { (WIDE - SEEN.0 - 28, below - SEEN.1 - 24) };
    draw_seen(&mut sheet, scene, seen);
    sheet.finish()
}

/// The others in the order of play, from the one behind the seat that looks; all for a spectator.
fn others(scene: &Scene<'_, Daihinmin>) -> Vec<Seat> {
    let mut seats = seats_in_order(scene.public);
    if let Some(own) = scene.view.and_then(|view| seats.iter().position(|&seat| seat == view.seat)) {
        seats.rotate_left(own);
        seats.remove(0);
    }
    seats
}

/// How high a seat's tile is.
fn tile_high(scene: &Scene<'_, Daihinmin>) -> i32 {
    if scene.notes.iter().any(|note| !note.is_empty()) { 94 } else { 76 }
}

fn tiles_high(plan: &Plan, scene: &Scene<'_, Daihinmin>) -> i32 {
    rows(others(scene).len(), plan.tiles).len() as i32 * (tile_high(scene) + GAP)
}

fn draw_tiles(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Daihinmin>) {
    let (seats, high) = (others(scene), tile_high(scene));
    let mut seats = seats.into_iter();
    for (n, count) in rows(seats.len(), plan.tiles).into_iter().enumerate() {
        let wide = (plan.room() + GAP) / count.max(1) as i32 - GAP;
        for (x, seat) in row(count, plan.span(), wide, GAP).zip(seats.by_ref()) {
            draw_tile(sheet, scene, seat, ((x, 4 + (high + GAP) * n as i32), (wide, high)));
        }
    }
}

/// `7 cards`
fn cards_left(scene: &Scene<'_, Daihinmin>, seat: Seat) -> String {
    let left = scene.public.left[seat];
    let english = if left == 1 { "1 card".to_string() } else { format!("{left} cards") };
    scene.lang.either(english, format!("{left} 枚"))
}

/// What a seat was and what it does, with something between.
fn standing(scene: &Scene<'_, Daihinmin>, seat: Seat, between: &str) -> String {
    let (rank, doing) = (rank(scene, seat), doing(scene, seat));
    let both = [rank, &doing].into_iter().filter(|text| !text.is_empty());
    both.collect::<Vec<_>>().join(between)
}

/// One of the others: who it is, how many cards it holds, what it was and does, what is thought of it.
fn draw_tile(sheet: &mut Svg, scene: &Scene<'_, Daihinmin>, seat: Seat, (at, size): (Point, Point)) {
    let (name, left, note) = (scene.name(seat), cards_left(scene, seat), scene.note(seat));
    let title = format!("{seat} {name}: {left}, {} {note}", standing(scene, seat, ", "));
    let ((x, y), wide, end) = (at, size.0, at.0 + size.0 - 12);
    let asked = is_asked(scene.public, seat);
    sheet.group(Mark::of(title.trim_end()), |sheet| {
        sheet.rect(at, size, 10, if asked { MARKED } else { PAPER });
        sheet.text((x + 12, y + 25), 18, &format!("{INK} {BOLD}"), seat);
        sheet.text_within((x + 32, y + 24), (13, wide - 122), QUIET, name);
        sheet.text((end, y + 25), 16, &format!("{INK} {BOLD} {END}"), left);
        sheet.text((x + 12, y + 46), 13, QUIET, rank(scene, seat));
        let style = if asked { format!("{ACCENT} {BOLD} {END}") } else { format!("{QUIET} {END}") };
        sheet.text((end, y + 46), 13, &style, doing(scene, seat));
        draw_backs(sheet, ((x + 12, end), y + 55), scene.public.left[seat]);
        sheet.text_within((x + 12, y + 86), (12, wide - 24), QUIET, note);
    });
}

/// As many backs as a seat holds cards.
fn draw_backs(sheet: &mut Svg, ((left, right), y): (Point, i32), count: u8) {
    let step = if i32::from(count) * 12 > right - left { 9 } else { 12 };
    for n in 0..i32::from(count) {
        sheet.rect((left + step * n, y), (9, 13), 2, "fill='var(--back, #46597c)' fill-opacity='.75'");
    }
}

/// The viewing seat: its rank and what it has to do.
fn draw_own(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Daihinmin>, y: i32) {
    let Some(view) = scene.view else { return };
    let (left, right) = plan.span();
    let asked = is_asked(scene.public, view.seat);
    sheet.text((left + 4, y + 20), 18, BOLD, view.seat);
    let about = [scene.name(view.seat), rank(scene, view.seat), &cards_left(scene, view.seat)];
    let about: Vec<&str> = about.into_iter().filter(|text| !text.is_empty()).collect();
    sheet.text((left + 24, y + 19), 13, QUIET, about.join(" · "));
    let style = if asked { format!("{ACCENT} {BOLD} {END}") } else { format!("{QUIET} {END}") };
    sheet.text((right - 4, y + 19), 14, &style, own_doing(scene, view.seat));
}

/// What the one who looks is doing.
fn own_doing(scene: &Scene<'_, Daihinmin>, seat: Seat) -> String {
    match (is_asked(scene.public, seat), scene.public.table.meld) {
        (true, _) if !scene.public.giving.is_empty() => {
            scene.lang.either("you have to give", "渡すカードを選ぶ")
        }
        (true, None) => scene.lang.either("you lead", "あなたから（場は空）"),
        (true, Some(_)) => scene.lang.either("your turn", "あなたの番"),
        (false, _) => return doing(scene, seat),
    }
    .to_string()
}

/// How high the hand is, in its rows.
fn hand_high(plan: &Plan, hand: Option<CardSet>) -> i32 {
    let high = plan.held.1 + GAP;
    hand.map_or(0, |hand| high * rows(hand.len(), plan.hand).len() as i32 + GAP)
}

fn draw_hand(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Daihinmin>, mut y: i32) {
    let Some(hand) = own_hand(scene) else { return };
    let mut cards = hand.iter();
    for count in rows(hand.len(), plan.hand) {
        for (x, card) in row(count, plan.span(), plan.held.0, 4).zip(cards.by_ref()) {
            let mark = mark(card, card.face(scene.lang)).part("card", card);
            sheet.group(mark, |sheet| draw_card(sheet, (x, y), plan.held, card));
        }
        y += plan.held.1 + GAP;
    }
}

/// Which cards were played: a row a suit, a column a rank.
fn draw_seen(sheet: &mut Svg, scene: &Scene<'_, Daihinmin>, at: Point) {
    let (seen, deck) = (scene.public.seen_cards(), scene.public.rules.deck);
    let title = scene.lang.either("cards that were played", "すでに出たカード");
    sheet.group(Mark::of(title), |sheet| {
        for column in THREE..=TWO {
            let rank = if &COLUMNS[column..=column] == "T" { "10" } else { &COLUMNS[column..=column] };
            let middle = at.0 + SIDE * column as i32 + SIDE / 2;
            sheet.text((middle, at.1 + 11), 12, &format!("{QUIET} {MIDDLE}"), rank);
        }
        for suit in Suit::ALL {
            let y = at.1 + 16 + SIDE * (Suit::COUNT - 1 - suit.index()) as i32;
            draw_suit(sheet, suit, (at.0 + 7, y + SIDE / 2 - 1), 11);
            for card in CardSet::of_suit(suit).and(deck) {
                let column = card.cell().map_or(0, GridCell::column);
                draw_cell(sheet, (at.0 + SIDE * column as i32, y), seen.contains(card), ink(suit));
            }
        }
        if deck.has_joker() {
            sheet.text((at.0 + SIDE * 14 + 8, at.1 + 11), 12, &format!("{QUIET} {MIDDLE}"), Card::JOKER);
            draw_cell(sheet, (at.0 + SIDE * 14, at.1 + 16), seen.has_joker(), ACCENT);
        }
    });
}

fn draw_cell(sheet: &mut Svg, (x, y): Point, seen: bool, ink: &str) {
    let free = "fill='none' stroke='var(--line, #c9c2b1)'";
    sheet.rect((x + 2, y + 2), (SIDE - 5, SIDE - 5), 2, if seen { ink } else { free });
}
