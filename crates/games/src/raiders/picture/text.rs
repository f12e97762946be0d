//! For the terminal: lines of text without colours.

use std::fmt::Write;

use table::{PublicState, Scene, Seat, USUAL_WIDTH};

use super::{
    bears, character, decks, factions, marks, name, own_card, pieces, question, range, recalled, sums, title,
};
use crate::raiders::{Area, Raiders, Range};

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
    let decks = decks(scene).map(|(deck, left)| format!("{deck} {left}"));
    lines.push(format!("  cards left: {} · {}", decks.join(", "), range(scene)));
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
    let label = |area: Area| format!("{} ({})", area.word(), sums(area));
    let row = |areas: [Area; 3], arrow: &str| {
        let labels = areas.map(|area| format!("{:^WIDE$}", label(area)));
        let standing = areas.map(|area| format!("{:^WIDE$}", standing(scene, area)));
        [format!("  {}", labels.join(arrow)), format!("  {}", standing.join(" "))]
    };
    let middle = format!("  {up:^WIDE$} {:^WIDE$} {down:^WIDE$}", pairs(scene));
    let ([upper, above], [lower, below]) = (row([a, b, c], right), row([f, e, d], left));
    vec![upper, above, middle, lower, below, String::new()]
}

/// The areas in their order around the ring, a line each, where there is no room to draw it.
fn listed(scene: &Scene<'_, Raiders>) -> Vec<String> {
    let line = |area: &Area| format!("  {} ({})  {}", area.word(), sums(*area), standing(scene, *area));
    scene.public.layout.0.iter().map(line).chain([String::new()]).collect()
}

/// In pairs the ring has no arrows, so the pairs are named.
fn pairs(scene: &Scene<'_, Raiders>) -> String {
    let [a, b, c, d, e, f] = scene.public.layout.0.map(|area| &area.word()[..2]);
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
    let wide = Seat::all(seats).map(|seat| name(scene, seat).chars().count()).max().unwrap_or(0).max(4);
    let mut rows = vec![format!("  {:<wide$}    character  may be  {:<18} equipment", "seat", "damage")];
    for seat in Seat::all(seats) {
        let (row, note) = (row(scene, seat, wide), scene.note(seat));
        // A note that has no room beside its seat stands beneath it.
        let beside = format!("{row}{}« {note} »", if row.ends_with(' ') { "" } else { " " });
        let room = beside.chars().count() <= scene.width.max(USUAL_WIDTH);
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
    let who = character(scene, seat)
        .map_or("?".to_string(), |own| if hidden { format!("({own})") } else { own.to_string() });
    let pieces = pieces(scene, seat).into_iter().map(|(word, _)| word.to_string());
    let marks = marks(scene, seat).into_iter().map(|mark| format!("[{mark}]"));
    let rest: Vec<String> = pieces.chain(marks).collect();
    let (name, factions, track) = (name(scene, seat), factions(scene, seat), track(scene, seat));
    format!("{turn} {seat} {name:<wide$}  {who:<10} {factions:^6}  {track}  {}", rest.join(" "))
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
