//! A seat's tile: who it is or may be, its damage, its equipment, what is thought of it.

use table::{Lang, Scene, Seat};

use super::super::{bears, character, could_be, marks};
use super::{GAP, WHITE, draw_figure, faction_fill};
use crate::raiders::{Card, Deck, Equipment, Faction, Raiders};
use crate::svg::{BAD, BOLD, INK, MARKED, MIDDLE, Mark, PAPER, Point, QUIET, Svg, width};
use crate::text::list;

/// A tile's width, and whether it stands beside the ring or, on a phone, in the list.
type Size = (i32, bool);

/// What is above the equipment.
const HEAD: i32 = 68;

/// A line for what else holds, and for the note.
fn note_high(scene: &Scene<'_, Raiders>, seat: Seat) -> i32 {
    if scene.note(seat).is_empty() && marks(scene, seat).is_empty() { 0 } else { 18 }
}

fn draw_note(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, ((x, y), room): (Point, i32)) {
    let marks = list(marks(scene, seat), " · ");
    sheet.text((x, y), 12, &format!("{BAD} {BOLD}"), &marks);
    let indent = if marks.is_empty() { 0 } else { width(&marks, 12) + 10 };
    sheet.text_within((x + indent, y), (12, room - indent), QUIET, scene.note(seat));
}

/// How high a piece of equipment is: a finger needs more.
fn piece_high((_, wide): Size) -> i32 {
    if wide { 26 } else { 40 }
}

/// Where each piece of equipment stands below the head of a tile, and how wide it is.
fn pieces(scene: &Scene<'_, Raiders>, seat: Seat, size: Size) -> Vec<(Equipment, Point, i32)> {
    let (mut x, mut y, mut placed) = (10, 0, Vec::new());
    for piece in scene.public.equipment[seat] {
        let wide = (width(piece.term(scene.lang), 12) + 16).clamp(44, size.0 - 20);
        if x + wide > size.0 - 10 {
            (x, y) = (10, y + piece_high(size) + 4);
        }
        placed.push((piece, (x, y), wide));
        x += wide + 4;
    }
    placed
}

pub(super) fn high(scene: &Scene<'_, Raiders>, seat: Seat, size: Size) -> i32 {
    let last = pieces(scene, seat, size).last().map_or(0, |(_, (_, y), _)| y + piece_high(size) + GAP);
    HEAD + note_high(scene, seat) + last
}

/// `B guest: may be a shadow or a raider, damage 5`
fn about(scene: &Scene<'_, Raiders>, seat: Seat) -> String {
    let (lang, damage) = (scene.lang, scene.public.damage[seat]);
    let factions = Faction::ALL.into_iter().filter(|&faction| could_be(scene, seat).has(faction));
    let who = match character(scene, seat) {
        Some(character) => character.term(lang).to_string(),
        None => list(factions.map(|faction| faction.term(lang)), lang.either(" or ", "・")) + "?",
    };
    let marks = list(marks(scene, seat), " ");
    let (name, note) = (scene.name(seat), scene.note(seat));
    let about = lang.either(
        format!("{seat} {name}: {who}, damage {damage} {marks} {note}"),
        format!("{seat} {name}: {who}、ダメージ {damage} {marks} {note}"),
    );
    about.trim_end().to_string()
}

pub(super) fn draw(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, (at, size): (Point, Size)) {
    let ((x, y), wide, public) = (at, size.0, scene.public);
    let (high, asked) = (high(scene, seat, size), public.asked() == Some(seat));
    let faint = if public.living.contains(seat) { "" } else { "opacity='.6'" };
    sheet.group(Mark::of(about(scene, seat)).part("seat", seat), |sheet| {
        sheet.rect(at, (wide, high), 9, &format!("{} {faint}", if asked { MARKED } else { PAPER }));
        draw_figure(sheet, (x + 22, y + 21), seat, public.active == seat && public.turns > 0);
        sheet.text_within((x + 42, y + 26), (13, wide - 164), INK, scene.name(seat));
        draw_face(sheet, scene, seat, (x + wide - 116, y + 8));
        draw_track(sheet, scene, seat, ((x + 10, y + 42), wide));
        draw_note(sheet, scene, seat, ((x + 10, y + HEAD + 8), wide - 20));
    });
    let below = y + HEAD + note_high(scene, seat);
    for (piece, (left, top), wide) in pieces(scene, seat, size) {
        draw_piece(sheet, scene.lang, piece, ((x + left, below + top), (wide, piece_high(size))));
    }
}

/// The character card: shown, or face down with the factions it can be of; or what became of it.
fn draw_face(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, (x, y): Point) {
    let hidden = scene.public.shown[seat].is_none();
    match character(scene, seat) {
        Some(character) => {
            let dashes = if hidden { "stroke='#fff' stroke-width='1.5' stroke-dasharray='4 3'" } else { "" };
            sheet.rect((x, y), (106, 26), 6, &format!("{} {dashes}", faction_fill(character.faction())));
            let style = format!("{MIDDLE} {BOLD} {WHITE}");
            sheet.text_within((x + 53, y + 18), (13, 102), &style, character.term(scene.lang));
        }
        None => {
            for (n, faction) in Faction::ALL.into_iter().enumerate() {
                let possible = could_be(scene, seat).has(faction);
                draw_letter(sheet, (x + 40 + 26 * n as i32, y + 13), faction, possible);
            }
        }
    }
}

/// The letter of a faction, faint if the seat cannot be of it.
fn draw_letter(sheet: &mut Svg, (x, y): Point, faction: Faction, possible: bool) {
    let letter = &faction.word()[..1];
    if possible {
        sheet.circle((x, y), 11, faction_fill(faction));
        return sheet.text((x, y + 5), 13, &format!("{MIDDLE} {BOLD} {WHITE}"), letter);
    }
    sheet.circle((x, y), 11, "fill='none' stroke='var(--line, #d8d2c4)'");
    sheet.text((x, y + 5), 13, &format!("{MIDDLE} {QUIET} opacity='.5'"), letter);
}

/// Damage taken, what the seat surely bears besides, and what it may bear.
fn draw_track(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, ((x, y), wide): (Point, i32)) {
    let (damage, (low, high)) = (scene.public.damage[seat], bears(scene, seat));
    let step = if wide < 300 { 9 } else { 13 };
    for place in 0..high.max(damage) {
        let style = match place {
            _ if place < damage => BAD,
            _ if place < low => "fill='var(--line, #d8d2c4)'",
            _ => "fill='none' stroke='var(--line, #d8d2c4)'",
        };
        sheet.rect((x + step * i32::from(place), y), (step - 2, 16), 2, style);
    }
    let end = x + step * i32::from(high.max(damage)) + 5;
    let limit = if low == high { format!("{damage}/{high}") } else { format!("{damage}") };
    sheet.text((end, y + 13), 13, &format!("{INK} {BOLD}"), limit);
}

/// A piece of equipment as a small card of its deck.
fn draw_piece(sheet: &mut Svg, lang: Lang, piece: Equipment, (at, size): (Point, Point)) {
    let (fill, ink) = match Card::deck(piece.card()) {
        Deck::White => ("fill='#fdfbf5' stroke='#8a8577'", "fill='#222'"),
        _ => ("fill='#26242b' stroke='#8a8577'", WHITE),
    };
    let name = piece.term(lang);
    sheet.group(Mark::of(name).part("card", piece).key(format_args!("card-{piece}")), |sheet| {
        sheet.rect(at, size, 6, fill);
        let middle = (at.0 + size.0 / 2, at.1 + size.1 / 2 + 4);
        sheet.text_within(middle, (12, size.0 - 6), &format!("{MIDDLE} {ink}"), name);
    });
}
