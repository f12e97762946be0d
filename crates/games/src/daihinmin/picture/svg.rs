//! For pages, reports and notebooks.

use table::{Scene, Seat};

use super::super::cards::{Card, Suit};
use super::super::{Daihinmin, Joker, Meld};
use super::{doing, on_table, own_hand, rank, rows, title};
use crate::svg::Svg;

const WIDTH: i32 = 760;
/// Where the rows of seats begin, from above.
const SEATS: i32 = 156;
const PAPER: &str = "fill='#fdfbf5' stroke='#000' stroke-opacity='.35'";
const DASHED: &str = "fill='none' stroke='currentColor' stroke-opacity='.35' stroke-dasharray='4 4'";
const QUIET: &str = "opacity='.7'";
const BOLD: &str = "font-weight='600'";

pub(super) fn draw(scene: &Scene<'_, Daihinmin>) -> String {
    let seats = rows(scene.public);
    let hand_at = SEATS + 34 * seats.len() as i32 + 16;
    let mut sheet = Svg::new(WIDTH, hand_at + if own_hand(scene).is_some() { 84 } else { 0 });
    sheet.text((24, 28), 14, QUIET, title(scene));
    draw_table(&mut sheet, scene);
    for (n, seat) in seats.into_iter().enumerate() {
        draw_seat(&mut sheet, scene, seat, SEATS + 34 * n as i32);
    }
    for (n, card) in own_hand(scene).into_iter().flatten().enumerate() {
        draw_card(&mut sheet, (22 + 55 * n as i32, hand_at), card);
    }
    sheet.finish()
}

/// The meld on the table, the joker with what it stands for.
fn draw_table(sheet: &mut Svg, scene: &Scene<'_, Daihinmin>) {
    sheet.text((24, 142), 13, QUIET, format!("on the table: {}", on_table(scene.public)));
    let Some(meld) = scene.public.table.meld else {
        return sheet.rect((24, 46), (50, 70), 7, DASHED);
    };
    for (n, card) in lying(meld).into_iter().enumerate() {
        let at = (24 + 55 * n as i32, 46);
        draw_card(sheet, at, card);
        if let (true, Joker::For(cell)) = (card.is_joker(), meld.joker()) {
            sheet.text((at.0 + 25, at.1 + 62), 11, "fill='#555' text-anchor='middle'", format!("for {cell}"));
        }
    }
}

/// The cards of a meld as they lie, the joker where it stands.
fn lying(meld: Meld) -> Vec<Card> {
    let mut cards: Vec<Card> = meld.cards().iter().collect();
    if let Joker::For(cell) = meld.joker() {
        cards.sort_by_key(|card| card.cell().unwrap_or(cell));
    }
    cards
}

fn draw_card(sheet: &mut Svg, (x, y): (i32, i32), card: Card) {
    sheet.rect((x, y), (50, 70), 7, PAPER);
    let (face, ink) = match card.cell() {
        None => ("Jo".to_string(), "#5b3a8c"),
        Some(cell) => (face(cell.suit(), &card.to_string()[1..]), ink(cell.suit())),
    };
    sheet.text((x + 25, y + 42), 20, &format!("fill='{ink}' {BOLD} text-anchor='middle'"), face);
}

fn face(suit: Suit, rank: &str) -> String {
    let sign = ['♣', '♦', '♥', '♠'][suit.index()];
    format!("{sign}{}", if rank == "T" { "10" } else { rank })
}

fn ink(suit: Suit) -> &'static str {
    if matches!(suit, Suit::Diamond | Suit::Heart) { "#a8322a" } else { "#222" }
}

fn draw_seat(sheet: &mut Svg, scene: &Scene<'_, Daihinmin>, seat: Seat, y: i32) {
    let public = scene.public;
    let own = scene.view.is_some_and(|view| view.seat == seat);
    let shade = if own { ".12" } else { ".05" };
    sheet.rect((20, y + 1), (WIDTH - 40, 32), 8, &format!("opacity='{shade}'"));
    sheet.text((38, y + 23), 15, &format!("{BOLD} text-anchor='middle'"), seat);
    sheet.text((58, y + 22), 13, "", scene.name(seat));
    sheet.text((240, y + 23), 17, &format!("{BOLD} text-anchor='end'"), public.left[seat]);
    sheet.text((260, y + 22), 13, QUIET, rank(public, seat));
    sheet.text((360, y + 22), 13, "", doing(public, seat));
    sheet.text((480, y + 22), 12, QUIET, scene.note(seat));
}
