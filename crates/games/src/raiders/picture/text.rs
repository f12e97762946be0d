//! For the terminal: lines of text without colours.

use std::fmt::Write;

use table::{PublicState, Scene, Seat, USUAL_WIDTH};

use super::{bears, character, decks, factions, marks, own_card, question, range, recalled, sums, title};
use crate::raiders::{Area, Raiders, Range};
use crate::text::{columns, list, padded};

/// Names longer than this are cut.
const NAME: usize = 14;

fn name(scene: &Scene<'_, Raiders>, seat: Seat) -> String {
    let name = scene.name(seat);
    match name.chars().nth(NAME) {
        Some(_) => name.chars().take(NAME - 1).chain(['…']).collect(),
        None => name.to_string(),
    }
}

pub(super) fn draw(scene: &Scene<'_, Raiders>) -> String {
    let mut out = String::new();
    for line in lines(scene) {
        writeln!(out, "{}", line.trim_end()).expect("a string takes everything");
    }
    out
}

fn lines(scene: &Scene<'_, Raiders>) -> Vec<String> {
    let mut lines = vec![title(scene), String::new()];
    lines.extend(ring(scene));
    let lang = scene.lang;
    let decks = decks(scene).map(|(deck, left)| format!("{} {left}", deck.term(lang)));
    let left = lang.either("cards left: ", "残り: ");
    lines.push(format!("  {left}{} · {}", decks.join(lang.either(", ", "、")), range(scene)));
    lines.push(String::new());
    lines.extend(rows(scene));
    lines.push(String::new());
    lines.extend(own_card(scene).map(|card| format!("  {card}")));
    lines.extend(recalled(scene, 3).into_iter().map(|card| format!("  {card}")));
    lines.push(format!("  {}", question(scene)));
    lines
}

/// How wide an area is drawn.
const WIDE: usize = 20;

/// The six areas, clockwise from the upper left; arrows show what is in reach.
fn ring(scene: &Scene<'_, Raiders>) -> Vec<String> {
    if scene.width < 3 * WIDE + 4 {
        return listed(scene);
    }
    let [a, b, c, d, e, f] = scene.public.layout.0;
    let (right, left, down, up) = match scene.public.rules.range {
        Range::RingNext => ("→", "←", "↓", "↑"),
        Range::RingBoth => ("-", "-", "|", "|"),
        Range::Pairs | Range::Anyone => (" ", " ", " ", " "),
    };
    let label = |area: Area| format!("{} ({})", area.term(scene.lang), sums(area));
    let row = |areas: [Area; 3], arrow: &str| {
        let labels = areas.map(|area| centred(&label(area)));
        let standing = areas.map(|area| format!("{:^WIDE$}", standing(scene, area)));
        [format!("  {}", labels.join(arrow)), format!("  {}", standing.join(" "))]
    };
    let middle = format!("  {up:^WIDE$} {:^WIDE$} {down:^WIDE$}", pairs(scene));
    let ([upper, above], [lower, below]) = (row([a, b, c], right), row([f, e, d], left));
    vec![upper, above, middle, lower, below, String::new()]
}

/// In the middle of as many columns as an area has; what cannot be even stands to the left.
fn centred(text: &str) -> String {
    let before = WIDE.saturating_sub(columns(text)) / 2;
    padded(&format!("{}{text}", " ".repeat(before)), WIDE)
}

/// The areas in their order around the ring, a line each, where there is no room to draw it.
fn listed(scene: &Scene<'_, Raiders>) -> Vec<String> {
    let line =
        |area: &Area| format!("  {} ({})  {}", area.term(scene.lang), sums(*area), standing(scene, *area));
    scene.public.layout.0.iter().map(line).chain([String::new()]).collect()
}

/// In pairs the ring has no arrows, so the pairs are named.
fn pairs(scene: &Scene<'_, Raiders>) -> String {
    let short = |area: Area| area.term(scene.lang).chars().take(2).collect::<String>();
    let [a, b, c, d, e, f] = scene.public.layout.0.map(short);
    match scene.public.rules.range {
        Range::Pairs => format!("{a}={b} {c}={d} {e}={f}"),
        _ => String::new(),
    }
}

fn standing(scene: &Scene<'_, Raiders>, area: Area) -> String {
    let public = scene.public;
    let here = public.living.filter(|&seat| public.area(seat) == Some(area));
    here.map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
}

/// A line a seat: who, what it can be, damage, what it has; what is thought of it, beside it or beneath.
fn rows(scene: &Scene<'_, Raiders>) -> Vec<String> {
    let seats = scene.public.seats();
    let wide = Seat::all(seats).map(|seat| columns(&name(scene, seat))).max().unwrap_or(0).max(4);
    let head = padded(scene.lang.either("seat", "席"), wide);
    let rest = scene.lang.either(
        "character  may be  damage             equipment",
        "正体           可能性  ダメージ           装備",
    );
    let mut rows = vec![format!("  {head}    {rest}")];
    for seat in Seat::all(seats) {
        let (row, note) = (row(scene, seat, wide), scene.note(seat));
        // A note that has no room beside its seat stands beneath it.
        let beside = format!("{row}{}« {note} »", if row.ends_with(' ') { "" } else { " " });
        let room = columns(&beside) <= scene.width.max(USUAL_WIDTH);
        match note {
            "" => rows.push(row),
            _ if room => rows.push(beside),
            note => rows.extend([row, format!("        « {note} »")]),
        }
    }
    rows
}

fn row(scene: &Scene<'_, Raiders>, seat: Seat, wide: usize) -> String {
    let turn = if scene.public.active == seat && scene.public.turns > 0 { ">" } else { " " };
    let hidden = scene.public.shown[seat].is_none();
    let who = match character(scene, seat).map(|character| character.term(scene.lang)) {
        None => "?".to_string(),
        Some(own) if hidden => format!("({own})"),
        Some(own) => own.to_string(),
    };
    let pieces = scene.public.equipment[seat].iter().map(|piece| piece.term(scene.lang).to_string());
    let marks = marks(scene, seat).into_iter().map(|mark| format!("[{mark}]"));
    let rest = list(pieces.chain(marks), " ");
    let (name, who) = (padded(&name(scene, seat), wide), padded(&who, scene.lang.either(10, 14)));
    let (factions, track) = (factions(scene, seat), track(scene, seat));
    format!("{turn} {seat} {name}  {who} {factions:^6}  {track}  {rest}")
}

/// Damage taken, what the seat surely bears besides, and what it may bear.
fn track(scene: &Scene<'_, Raiders>, seat: Seat) -> String {
    let (damage, (low, high)) = (scene.public.damage[seat], bears(scene, seat));
    let boxes: String = (0..high.max(damage))
        .map(|place| match place {
            _ if place < damage => '■',
            _ if place < low => '□',
            _ => '·',
        })
        .collect();
    format!("{damage:>2} {boxes:<15}")
}
