//! Cards and signs of suits, drawn.

use table::Lang;

use crate::daihinmin::{Card, GridCell, Joker, Meld, Suit};
use crate::svg::{ACCENT, BOLD, INK, MIDDLE, Mark, PAPER, Point, RED, SERIF, Svg};

/// The outlines of the signs, ten to each side of their middle.
const CLUB: &str = "a4.6 4.6 0 0 1 3.9 6.9a4.6 4.6 0 1 1 -2.7 7.7c.1 2.4 .8 4.4 2.3 5.4h-7c1.5 -1 2.2 -3 2.3 -5.4\
                    a4.6 4.6 0 1 1 -2.7 -7.7a4.6 4.6 0 0 1 3.9 -6.9z";
const DIAMOND: &str = "l7.5 10l-7.5 10l-7.5 -10z";
const HEART: &str = "m0 4c-.8 -2 -2.5 -3.5 -5 -3.5c-2 0 -5 1.5 -5 5.5c0 5 6 9 10 13c4 -4 10 -8 10 -13\
                     c0 -4 -3 -5.5 -5 -5.5c-2.5 0 -4.2 1.5 -5 3.5z";
const SPADE: &str = "c4 5 10 8 10 13c0 3 -2 5 -4.5 5c-2 0 -3.7 -1 -4.5 -2.5c.2 2 1 3.5 2.5 4.5h-7\
                     c1.5 -1 2.3 -2.5 2.5 -4.5c-.8 1.5 -2.5 2.5 -4.5 2.5c-2.5 0 -4.5 -2 -4.5 -5c0 -5 6 -8 10 -13z";
/// The joker's star.
const STAR: &str = "l2.6 6.6 7 .4 -5.4 4.5 1.8 6.8 -6 -3.8 -6 3.8 1.8 -6.8 -5.4 -4.5 7 -.4z";

/// The ink of a suit.
pub(super) fn ink(suit: Suit) -> &'static str {
    if matches!(suit, Suit::Diamond | Suit::Heart) { RED } else { INK }
}

/// The sign of a suit around its middle, of this height.
pub(super) fn draw_suit(sheet: &mut Svg, suit: Suit, middle: Point, high: i32) {
    draw_sign(sheet, [CLUB, DIAMOND, HEART, SPADE][suit.index()], middle, high, ink(suit));
}

fn draw_sign(sheet: &mut Svg, sign: &str, (x, y): Point, high: i32, ink: &str) {
    let scale = f64::from(high) / 20.0;
    sheet.path((0, -10), sign, &format!("transform='translate({x} {y}) scale({scale:.2})' {ink}"));
}

/// What a card of this is called where it moves from hand to table.
pub(super) fn mark(card: Card, title: String) -> Mark {
    Mark::of(title).key(card)
}

/// A card that is face up.
pub(super) fn draw_card(sheet: &mut Svg, at: Point, size: Point, card: Card) {
    sheet.rect(at, size, size.0 / 8, PAPER);
    let ((x, y), (wide, high)) = (at, size);
    let corner = x + wide / 4 + 1;
    let (rank, style) = card.cell().map_or(("Jo", ACCENT), |cell| (cell.printed_rank(), ink(cell.suit())));
    let letters = if rank.len() > 1 { wide / 3 } else { wide * 2 / 5 };
    let style = format!("{style} {BOLD} {MIDDLE} {SERIF}");
    sheet.text((corner, y + high * 3 / 10), letters, &style, rank);
    let (small, large) = ((corner, y + high * 9 / 20), (x + wide * 13 / 20, y + high * 14 / 20));
    match card.cell() {
        Some(cell) => {
            draw_suit(sheet, cell.suit(), small, wide / 4);
            draw_suit(sheet, cell.suit(), large, wide * 9 / 20);
        }
        None => draw_sign(sheet, STAR, large, wide * 11 / 20, ACCENT),
    }
}

/// A card of a meld, the joker with what it stands for.
pub(super) fn draw_laid(sheet: &mut Svg, at: Point, size: Point, (meld, card): (Meld, Card), lang: Lang) {
    let face = card.face(lang);
    match (card.is_joker(), meld.joker()) {
        (true, Joker::For(cell)) => {
            let title = lang
                .either(format!("{face} for {}", cell.face()), format!("{face}({} の代わり)", cell.face()));
            sheet.group(mark(card, title), |sheet| {
                draw_card(sheet, at, size, card);
                draw_stands(sheet, (at.0 + size.0 / 4, at.1 + size.1 * 9 / 20), size.0, cell);
            });
        }
        _ => sheet.group(mark(card, face), |sheet| draw_card(sheet, at, size, card)),
    }
}

/// What a joker stands for, below its corner.
fn draw_stands(sheet: &mut Svg, (x, y): Point, wide: i32, cell: GridCell) {
    let style = format!("{} {BOLD} {MIDDLE} {SERIF}", ink(cell.suit()));
    sheet.text((x, y + wide / 16), wide * 4 / 15, &style, cell.printed_rank());
    draw_suit(sheet, cell.suit(), (x, y + wide / 5), wide / 5);
}

/// The cards of a meld as they lie, the joker where it stands.
pub(super) fn lying(meld: Meld) -> Vec<Card> {
    let mut cards: Vec<Card> = meld.cards().iter().collect();
    if let Joker::For(cell) = meld.joker() {
        cards.sort_by_key(|card| card.cell().unwrap_or(cell));
    }
    cards
}
