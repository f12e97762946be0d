//! For the terminal.

use table::{Scene, Seat};

use super::super::{CardSet, Daihinmin};
use super::{doing, on_table, own_hand, rank, rows, title};

pub(super) fn draw(scene: &Scene<'_, Daihinmin>) -> String {
    let mut lines = vec![title(scene), String::new()];
    lines.push(format!("  {:<12} {:>5}  {:<10} {}", "seat", "cards", "rank", ""));
    lines.extend(rows(scene.public).into_iter().map(|seat| row(scene, seat)));
    lines.push(String::new());
    lines.push(format!("  on the table   {}", on_table(scene.public)));
    lines.push(format!("  played         {}", spaced(scene.public.seen_cards())));
    if let Some(hand) = own_hand(scene) {
        lines.push(format!("  your hand      {}", spaced(hand)));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn row(scene: &Scene<'_, Daihinmin>, seat: Seat) -> String {
    let (public, name, note) = (scene.public, scene.name(seat), scene.note(seat));
    let (left, rank, doing) = (public.left[seat], rank(public, seat), doing(public, seat));
    format!("  {seat} {name:<10} {left:>5}  {rank:<10} {doing:<12} {note}")
}

fn spaced(cards: CardSet) -> String {
    cards.iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}
