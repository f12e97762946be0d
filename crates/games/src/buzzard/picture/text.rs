//! For the terminal.

use table::{PublicState, Scene, Seat, Turn};

use super::{envelope, stake, title};
use crate::buzzard::{Bid, Buzzard, Prize};
use crate::text::{columns, list, padded};

/// Names longer than this are cut, so that 15 rounds fit beside them.
const NAME: usize = 16;

pub(super) fn draw(scene: &Scene<'_, Buzzard>) -> String {
    lines(scene).iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn name(scene: &Scene<'_, Buzzard>, seat: Seat) -> String {
    let name = scene.name(seat);
    match name.chars().nth(NAME) {
        Some(_) => name.chars().take(NAME - 1).chain(['…']).collect(),
        None => name.to_string(),
    }
}

/// One cell a round, three columns wide.
fn cells<T: ToString>(cells: impl Iterator<Item = T>) -> String {
    cells.map(|cell| format!("{:>2} ", cell.to_string())).collect()
}

fn bid_cells(scene: &Scene<'_, Buzzard>, seat: Seat) -> String {
    let played = scene.public.log.iter().filter_map(|round| round.bids.of(seat));
    cells(played.map(|bid| bid.value().to_string()).chain(envelope(scene, seat)))
}

fn lines(scene: &Scene<'_, Buzzard>) -> Vec<String> {
    let (public, lang) = (scene.public, scene.lang);
    let mut lines = vec![title(scene), String::new()];
    let label = match public.turn() {
        Turn::Over => lang.either("the end", "結果"),
        _ => lang.either("on the table", "場"),
    };
    lines.push(format!("  {}   {}", padded(label, 12), stake(public, lang)));
    let left = list(public.prizes_left.iter().map(Prize::value), " ");
    lines.push(format!("  {}   {left}", padded(lang.either("prizes left", "残り"), 12)));
    lines.push(String::new());
    lines.extend(round_lines(scene));
    if let Some(view) = scene.view {
        let hand = public.hands[view.seat].iter().filter(|&bid| view.private.bid != Some(bid));
        let hand = list(hand.map(Bid::value), " ");
        lines.push(String::new());
        lines.push(format!("  {}   {hand}", padded(lang.either("your hand", "手札"), 12)));
    }
    lines
}

/// The rounds from left to right: the prizes, who took them, and a line a seat.
fn round_lines(scene: &Scene<'_, Buzzard>) -> impl Iterator<Item = String> {
    let (public, lang, seats) = (scene.public, scene.lang, scene.public.seats());
    let wide = Seat::all(seats).map(|seat| columns(&name(scene, seat))).max().unwrap_or(0).max(6);
    let prizes = cells(public.log.iter().map(|round| round.prize).chain(public.prize));
    let takers = cells(public.log.iter().map(|round| round.taker.map_or('-', Seat::letter)));
    let head = [
        (lang.either("prize", "カード"), "      ", prizes),
        (lang.either("taker", "取った席"), "      ", takers),
        (lang.either("seat", "席"), lang.either("points", "  得点"), String::new()),
    ];
    let head = head.map(|(label, points, cells)| format!("  {}    {points}   {cells}", padded(label, wide)));
    let row = move |seat| {
        let (name, points, cells) = (name(scene, seat), public.points[seat], bid_cells(scene, seat));
        format!("  {seat} {}  {points:>6}   {cells}", padded(&name, wide))
    };
    head.into_iter().chain(Seat::all(seats).map(row))
}
