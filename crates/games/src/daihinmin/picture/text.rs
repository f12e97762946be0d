//! For the terminal.

use table::{Scene, Seat};

use super::super::Daihinmin;
use super::{doing, on_table, own_hand, rank, rows, spaced, title};

pub(super) fn draw(scene: &Scene<'_, Daihinmin>) -> String {
    let seats = rows(scene.public);
    let names = seats.iter().map(|&seat| scene.name(seat).chars().count());
    let wide = names.max().unwrap_or(0).max(10);
    let mut lines = vec![title(scene), String::new()];
    lines.push(format!("  {:<2$} {:>5}  rank", "seat", "cards", wide + 2));
    lines.extend(seats.into_iter().flat_map(|seat| rows_of(scene, seat, wide)));
    lines.push(String::new());
    lines.push(format!("  on the table   {}", on_table(scene.public)));
    lines.push(format!("  played         {}", spaced(scene.public.seen_cards())));
    if let Some(hand) = own_hand(scene) {
        lines.push(format!("  your hand      {}", spaced(hand)));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A row of a seat, and one for its note where there is no room beside it.
fn rows_of(scene: &Scene<'_, Daihinmin>, seat: Seat, wide: usize) -> Vec<String> {
    let (public, name, note) = (scene.public, scene.name(seat), scene.note(seat));
    let (left, rank, doing) = (public.left[seat], rank(public, seat), doing(public, seat));
    let row = format!("  {seat} {name:<wide$} {left:>5}  {rank:<10} {doing:<12} ");
    match note.is_empty() || row.chars().count() + note.chars().count() <= scene.width {
        true => vec![row + note],
        false => vec![row, format!("    {note}")],
    }
}
