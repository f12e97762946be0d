//! For the terminal.

use table::{Scene, Seat};

use super::super::Daihinmin;
use super::{doing, own_hand, rank, rows, spaced, title};
use crate::text::{columns, padded};

pub(super) fn draw(scene: &Scene<'_, Daihinmin>) -> String {
    let (seats, lang) = (rows(scene.public), scene.lang);
    let names = seats.iter().map(|&seat| columns(scene.name(seat)));
    let wide = names.max().unwrap_or(0).max(10);
    let mut lines = vec![title(scene), String::new()];
    let head = padded(lang.either("seat", "席"), wide + 2);
    lines.push(format!("  {head} {}", lang.either("cards  rank", " 枚数  階級")));
    lines.extend(seats.into_iter().flat_map(|seat| rows_of(scene, seat, wide)));
    lines.push(String::new());
    lines.push(line(lang.either("on the table", "場"), &on_table(scene)));
    lines.push(line(lang.either("played", "出たカード"), &spaced(scene.public.seen_cards())));
    if let Some(hand) = own_hand(scene) {
        lines.push(line(lang.either("your hand", "手札"), &spaced(hand)));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn line(label: &str, says: &str) -> String {
    format!("  {} {says}", padded(label, 14))
}

/// What lies on the table, and who played it.
fn on_table(scene: &Scene<'_, Daihinmin>) -> String {
    let last = scene.public.last;
    match scene.public.table.meld {
        Some(meld) => {
            scene.lang.either(format!("{meld}, played by {last}"), format!("{meld} ({last} が出した)"))
        }
        None => scene.lang.either("nothing", "なし").to_string(),
    }
}

/// A row of a seat, and one for its note where there is no room beside it.
fn rows_of(scene: &Scene<'_, Daihinmin>, seat: Seat, wide: usize) -> Vec<String> {
    let (name, note) = (padded(scene.name(seat), wide), scene.note(seat));
    let (rank, doing) = (padded(rank(scene, seat), 10), padded(&doing(scene, seat), 12));
    let row = format!("  {seat} {name} {:>5}  {rank} {doing} ", scene.public.left[seat]);
    match note.is_empty() || columns(&row) + columns(note) <= scene.width {
        true => vec![row + note],
        false => vec![row, format!("    {note}")],
    }
}
