//! A view drawn: the prize and the pot, all rounds so far with what everybody bid, the own hand.

use std::fmt::Write;

use table::{Notation, Picture, PublicState, Scene, Seat, SeatSet, Turn};

use super::{Bid, Buzzard, Pot, Prize, Public, Round, Ties, Utility};
use crate::svg::{BOLD, MIDDLE, QUIET, Svg};
use crate::text::and;

/// Names longer than this are cut, so that 15 rounds fit beside them.
const NAME: usize = 16;

fn name(scene: &Scene<'_, Buzzard>, seat: Seat) -> String {
    let name = scene.name(seat);
    match name.chars().nth(NAME) {
        Some(_) => name.chars().take(NAME - 1).chain(['…']).collect(),
        None => name.to_string(),
    }
}

/// `buzzard · round 6 of 15 · you are A`
fn title(scene: &Scene<'_, Buzzard>) -> String {
    let (public, rules) = (scene.public, Buzzard::write_rules(&scene.public.rules));
    let title = match public.turn() {
        Turn::Over => format!("{rules} · over after {} rounds", public.log.len()),
        _ => format!("{rules} · round {} of {}", public.log.len() + 1, public.rules.cards),
    };
    match scene.view {
        Some(view) => format!("{title} · you are {}", view.seat),
        None => title,
    }
}

/// What the next reveal is about, and who will take it.
fn stake(public: &Public) -> String {
    let carried = match public.carried {
        0 => String::new(),
        carried => format!(" and {carried} carried"),
    };
    match (public.prize, public.turn()) {
        (Some(prize), _) => format!("{prize}{carried}: {}", claim(public)),
        (None, Turn::Over) => winners(public),
        (None, _) => format!("the next prize, still face down{carried}"),
    }
}

fn claim(public: &Public) -> String {
    let pot = public.pot().unwrap_or(0);
    let end = if pot < 0 { "LOWEST" } else { "HIGHEST" };
    let what = if public.carried == 0 { "it".to_string() } else { pot.to_string() };
    match public.rules.ties {
        Ties::Cancel => format!("the {end} unique bid takes {what}"),
        Ties::Discard => format!("the {end} bid takes {what}, unless it is tied"),
    }
}

fn winners(public: &Public) -> String {
    let best = public.points.as_slice().iter().max();
    let winners = public.points.iter().filter(|(_, total)| Some(total) == best).map(|(seat, _)| seat);
    let winners: SeatSet = winners.collect();
    let win = if winners.len() == 1 { "wins" } else { "share the win" };
    let counts = match (public.rules.utility, public.seats()) {
        (Utility::Points, 3..) => "; what counts are the points less the mean of the others'",
        (Utility::Points, _) => "; what counts is the difference",
        _ => "",
    };
    format!("{} {win}{counts}", and(winners))
}

/// What stands in a seat's row for the round being played.
fn envelope(scene: &Scene<'_, Buzzard>, seat: Seat) -> Option<String> {
    let own = scene.view_of(seat).and_then(|view| view.private.bid);
    let shown = own.map_or("?".to_string(), |bid| bid.value().to_string());
    scene.public.committed.contains(seat).then_some(shown)
}

/// One cell a round, three columns wide.
fn cells<T: ToString>(cells: impl Iterator<Item = T>) -> String {
    cells.map(|cell| format!("{:>2} ", cell.to_string())).collect()
}

fn bid_cells(scene: &Scene<'_, Buzzard>, seat: Seat) -> String {
    let played = scene.public.log.iter().filter_map(|round| round.bids.of(seat));
    cells(played.map(|bid| bid.value().to_string()).chain(envelope(scene, seat)))
}

fn numbers(values: impl Iterator<Item = i8>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn text_lines(scene: &Scene<'_, Buzzard>) -> Vec<String> {
    let public = scene.public;
    let mut lines = vec![title(scene), String::new()];
    let label = if public.turn() == Turn::Over { "the end" } else { "on the table" };
    lines.push(format!("  {label:<12}   {}", stake(public)));
    lines.push(format!("  prizes left    {}", numbers(public.prizes_left.iter().map(Prize::value))));
    lines.push(String::new());
    lines.extend(round_lines(scene));
    if let Some(view) = scene.view {
        let hand = public.hands[view.seat].iter().filter(|&bid| view.private.bid != Some(bid));
        lines.push(String::new());
        lines.push(format!("  your hand      {}", numbers(hand.map(|bid| bid.value() as i8))));
    }
    lines
}

/// The rounds from left to right: the prizes, who took them, and a line a seat.
fn round_lines(scene: &Scene<'_, Buzzard>) -> impl Iterator<Item = String> {
    let (public, seats) = (scene.public, scene.public.seats());
    let wide = Seat::all(seats).map(|seat| name(scene, seat).chars().count()).max().unwrap_or(0).max(6);
    let prizes = cells(public.log.iter().map(|round| round.prize).chain(public.prize));
    let takers = cells(public.log.iter().map(|round| round.taker.map_or('-', Seat::letter)));
    let head = [("prize", "", prizes), ("taker", "", takers), ("seat", "points", String::new())];
    let head = head.map(|(label, points, cells)| format!("  {label:<wide$}    {points:>6}   {cells}"));
    let row = move |seat| {
        let (name, points, cells) = (name(scene, seat), public.points[seat], bid_cells(scene, seat));
        format!("  {seat} {name:<wide$}  {points:>6}   {cells}")
    };
    head.into_iter().chain(Seat::all(seats).map(row))
}

impl Picture for Buzzard {
    fn text(scene: &Scene<'_, Buzzard>) -> String {
        let mut out = String::new();
        for line in text_lines(scene) {
            writeln!(out, "{}", line.trim_end()).expect("a string takes everything");
        }
        out
    }

    fn svg(scene: &Scene<'_, Buzzard>) -> String {
        let hand = row_at(scene.public.seats()) + 26;
        let height = if scene.view.is_some() { hand + 84 } else { hand - 8 };
        let mut sheet = Svg::new(WIDTH, height);
        draw_table(&mut sheet, scene);
        draw_rounds(&mut sheet, scene);
        draw_hand(&mut sheet, scene, hand);
        sheet.finish()
    }
}

/// How wide the drawing is.
const WIDTH: i32 = 760;
/// Where the rounds begin, from above.
const ROUNDS: i32 = 184;

/// Where a seat's row begins, from above.
fn row_at(row: usize) -> i32 {
    ROUNDS + 46 + 34 * row as i32
}

/// Where a round's column begins, from the left.
fn column_at(round: usize) -> i32 {
    236 + 33 * round as i32
}

const PAPER: &str = "fill='#fdfbf5' stroke='#000' stroke-opacity='.35'";
const DASHED: &str = "fill='none' stroke='currentColor' stroke-opacity='.35' stroke-dasharray='4 4'";
const FLAP: &str = "fill='none' stroke='#000' stroke-opacity='.4'";

/// Mice are green and vultures red; on paper both can be read on light pages and on dark ones.
fn colour(value: i8) -> &'static str {
    if value < 0 { "#a8322a" } else { "#1f6f4a" }
}

/// The prize turned up and what it is about, what is carried, what is left.
fn draw_table(sheet: &mut Svg, scene: &Scene<'_, Buzzard>) {
    let public = scene.public;
    sheet.text((24, 28), 14, QUIET, title(scene));
    match public.prize {
        Some(prize) => draw_turned_up(sheet, (24, 44), prize),
        None => sheet.rect((24, 44), (90, 120), 11, DASHED),
    }
    sheet.text((134, 64), 17, BOLD, stake(public));
    draw_prizes(sheet, (134, 82), "carried", &waiting(public));
    draw_prizes(sheet, (134, 128), "left", &public.prizes_left.iter().collect::<Vec<_>>());
}

fn draw_prizes(sheet: &mut Svg, (x, y): (i32, i32), label: &str, prizes: &[Prize]) {
    let style = if prizes.is_empty() { "opacity='.35'" } else { QUIET };
    sheet.text((x, y + 23), 14, style, label);
    for (i, &prize) in prizes.iter().enumerate() {
        draw_prize(sheet, (x + 62 + 33 * i as i32, y), prize);
    }
}

/// The prizes that make up what is carried.
fn waiting(public: &Public) -> Vec<Prize> {
    let rounds: Vec<&Round> = public.log.iter().collect();
    let taken = rounds.iter().rposition(|round| round.taker.is_some());
    let carries = public.rules.pot == Pot::Carry && public.turn() != Turn::Over;
    let since = taken.map_or(0, |taken| taken + 1);
    rounds[since..].iter().filter(|_| carries).map(|round| round.prize).collect()
}

fn draw_prize(sheet: &mut Svg, (x, y): (i32, i32), prize: Prize) {
    sheet.rect((x, y), (27, 36), 4, PAPER);
    sheet.text((x + 13, y + 23), 14, &inked(prize), prize);
}

fn inked(prize: Prize) -> String {
    format!("fill='{}' {BOLD} {MIDDLE}", colour(prize.value()))
}

fn draw_turned_up(sheet: &mut Svg, (x, y): (i32, i32), prize: Prize) {
    sheet.rect((x, y), (90, 120), 11, PAPER);
    match prize.value() {
        ..0 => draw_vulture(sheet, (x + 45, y + 36)),
        _ => draw_mouse(sheet, (x + 45, y + 36)),
    }
    sheet.text((x + 45, y + 101), 42, &inked(prize), prize);
}

/// A mouse running to the right, around its middle.
fn draw_mouse(sheet: &mut Svg, (x, y): (i32, i32)) {
    let fur = format!("fill='{}'", colour(1));
    let tail = format!("fill='none' stroke='{}' stroke-width='2.5' stroke-linecap='round'", colour(1));
    sheet.path((x - 18, y + 11), "c-14 0 -12 -16 -3 -15", &tail);
    sheet.path((x - 22, y + 13), "c0 -18 14 -26 26 -22 c9 2 16 12 20 19 c1 2 0 3 -2 3 z", &fur);
    sheet.circle((x + 3, y - 9), 8, &format!("{fur} stroke='#fdfbf5' stroke-width='2'"));
    sheet.circle((x + 13, y + 1), 2, "fill='#fdfbf5'");
}

/// The head of a vulture looking to the right, on its ruff, around its middle.
fn draw_vulture(sheet: &mut Svg, (x, y): (i32, i32)) {
    let feathers = format!("fill='{}'", colour(-1));
    let beak = "c7 -3 15 0 15 8 c0 4 -1 7 -3 10 c-1 -6 -5 -8 -12 -8 z";
    sheet.path((x - 8, y - 12), "c-8 8 -4 16 -7 24 h14 c-1 -6 0 -10 5 -14 z", &feathers);
    sheet.circle((x, y - 10), 10, &feathers);
    sheet.path((x + 7, y - 15), beak, &feathers);
    let ruff = "c-2 -5 3 -8 7 -6 c2 -5 8 -5 10 -1 c3 -4 9 -3 10 2 c4 -2 8 1 7 5 z";
    sheet.path((x - 23, y + 17), ruff, &feathers);
    sheet.circle((x + 3, y - 12), 2, "fill='#fdfbf5'");
}

/// A column a round: the prize, and what every seat bid for it.
fn draw_rounds(sheet: &mut Svg, scene: &Scene<'_, Buzzard>) {
    let public = scene.public;
    for (i, prize) in public.log.iter().map(|round| round.prize).chain(public.prize).enumerate() {
        draw_prize(sheet, (column_at(i) + 3, ROUNDS), prize);
    }
    for seat in Seat::all(public.seats()) {
        draw_seat(sheet, scene, seat);
        for (i, round) in public.log.iter().enumerate() {
            draw_bid(sheet, (column_at(i), row_at(seat.index())), seat, round);
        }
        draw_envelope(sheet, scene, seat, (column_at(public.log.len()), row_at(seat.index())));
    }
}

fn draw_seat(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, seat: Seat) {
    let y = row_at(seat.index());
    let own = scene.view.is_some_and(|view| view.seat == seat);
    let shade = if own { ".12" } else { ".05" };
    sheet.rect((20, y + 1), (WIDTH - 40, 32), 8, &format!("opacity='{shade}'"));
    sheet.text((38, y + 23), 15, &format!("{BOLD} {MIDDLE}"), seat);
    sheet.text((58, y + 22), 13, "", name(scene, seat));
    sheet.text((222, y + 23), 17, &format!("{BOLD} text-anchor='end'"), scene.public.points[seat]);
}

/// A bid that took the pot stands out; one that somebody else made too fades.
fn draw_bid(sheet: &mut Svg, (x, y): (i32, i32), seat: Seat, round: &Round) {
    let Some(bid) = round.bids.of(seat) else { return };
    let style = if round.taker == Some(seat) {
        sheet.rect((x + 2, y + 4), (29, 26), 6, &format!("fill='{}'", colour(round.pot)));
        "fill='#fff' font-weight='600'"
    } else if round.bids.bidders(bid).len() > 1 {
        "opacity='.4'"
    } else {
        ""
    };
    sheet.text((x + 16, y + 22), 14, &format!("{style} {MIDDLE}"), bid.value());
}

/// A bid that is committed and not shown: an envelope, with the own bid on it.
fn draw_envelope(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, seat: Seat, (x, y): (i32, i32)) {
    let Some(bid) = envelope(scene, seat) else { return };
    sheet.rect((x + 3, y + 7), (27, 20), 3, PAPER);
    match &bid[..] {
        "?" => sheet.path((x + 4, y + 8), "l12.5 10 l12.5 -10", FLAP),
        _ => sheet.text((x + 16, y + 22), 14, &format!("fill='#24476b' {BOLD} {MIDDLE}"), bid),
    }
}

/// The own hand; where a bid is spent or committed, its place stays.
fn draw_hand(sheet: &mut Svg, scene: &Scene<'_, Buzzard>, y: i32) {
    let Some(view) = scene.view else { return };
    let hand = view.public.hands[view.seat];
    for (i, bid) in (1..=view.public.rules.cards).filter_map(Bid::new).enumerate() {
        let x = 22 + 48 * i as i32;
        if hand.contains(bid) && view.private.bid != Some(bid) {
            sheet.rect((x, y), (44, 60), 6, PAPER);
            sheet.text((x + 22, y + 38), 21, &format!("fill='#24476b' {BOLD} {MIDDLE}"), bid.value());
        } else {
            sheet.rect((x, y), (44, 60), 6, DASHED);
        }
    }
}
