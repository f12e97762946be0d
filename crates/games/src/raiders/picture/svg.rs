//! For pages, reports and notebooks: one self-contained SVG.

use table::{PublicState, Scene, Seat};

use super::{
    bears, character, decks, factions, marks, name, own_card, pieces, question, range, recalled, sums, title,
};
use crate::raiders::{Area, Character, Deck, Faction, Phase, Raiders, Range};
use crate::svg::{BOLD, MIDDLE, QUIET, Svg};

const WIDTH: i32 = 860;
/// Where the seats' rows begin, from above.
const ROWS: i32 = 350;
const ROW: i32 = 54;
/// Where the equipment begins, from the left.
const CHIPS: i32 = 500;

const INK: &str = "fill='#222'";

/// The centres of the six areas, clockwise from the upper left.
const PLACES: [(i32, i32); 6] = [(150, 110), (430, 76), (710, 110), (710, 248), (430, 282), (150, 248)];
/// Half the size of an area.
const HALF: (i32, i32) = (104, 34);

/// A colour a seat, readable on paper with white letters.
const SEATS: [&str; 8] =
    ["#1f6f4a", "#a8322a", "#245a9c", "#8a5a00", "#6b3fa0", "#0f7480", "#9c2a6d", "#4d4d4d"];

fn seat_colour(seat: Seat) -> &'static str {
    SEATS[seat.index() % SEATS.len()]
}

fn faction_colour(faction: Faction) -> &'static str {
    match faction {
        Faction::Shadow => "#4b2e83",
        Faction::Raider => "#1d5fa8",
        Faction::Citizen => "#2c7a3f",
    }
}

pub(super) fn draw(scene: &Scene<'_, Raiders>) -> String {
    let foot = ROWS + ROW * scene.public.seats() as i32 + 10;
    let lines: Vec<String> =
        own_card(scene).into_iter().chain(recalled(scene, 3)).flat_map(|text| wrap(&text, 112)).collect();
    let mut sheet = Svg::new(WIDTH, foot + 20 * lines.len() as i32);
    sheet.text((24, 22), 14, QUIET, title(scene));
    draw_reach(&mut sheet, scene);
    scene.public.layout.0.iter().zip(PLACES).for_each(|(&area, at)| draw_area(&mut sheet, scene, area, at));
    draw_middle(&mut sheet, scene);
    Seat::all(scene.public.seats()).for_each(|seat| draw_row(&mut sheet, scene, seat));
    for (i, line) in lines.iter().enumerate() {
        sheet.text((24, foot + 20 * i as i32), 13, QUIET, line);
    }
    sheet.finish()
}

/// Lines between areas in reach of each other; an arrow where only one reaches the other.
fn draw_reach(sheet: &mut Svg, scene: &Scene<'_, Raiders>) {
    for (place, &from) in PLACES.iter().enumerate() {
        let to = PLACES[(place + 1) % 6];
        let joined = match scene.public.rules.range {
            Range::Anyone => false,
            Range::Pairs => place % 2 == 0,
            _ => true,
        };
        if joined {
            draw_line(sheet, from, to, scene.public.rules.range == Range::RingNext);
        }
    }
}

fn draw_line(sheet: &mut Svg, (x, y): (i32, i32), to: (i32, i32), arrow: bool) {
    const LINE: &str = "fill='none' stroke='currentColor' stroke-opacity='.45' stroke-width='2'";
    let (dx, dy) = (to.0 - x, to.1 - y);
    // From edge to edge: the areas cover the rest of the line.
    sheet.path((x, y), &format!("l{dx} {dy}"), LINE);
    if arrow {
        let (mx, my) = ((x + to.0) / 2, (y + to.1) / 2);
        let length = f64::from(dx).hypot(f64::from(dy));
        let (ux, uy) = (f64::from(dx) / length * 9.0, f64::from(dy) / length * 9.0);
        let corner = |sign: f64| (-1.5 * ux - sign * uy, -1.5 * uy + sign * ux);
        let ((ax, ay), (bx, by)) = (corner(0.7), corner(-0.7));
        let tip = format!("l{ax:.0} {ay:.0}L{} {}z", mx + bx as i32, my + by as i32);
        sheet.path((mx, my), &tip, "fill='currentColor' fill-opacity='.55'");
    }
}

fn draw_area(sheet: &mut Svg, scene: &Scene<'_, Raiders>, area: Area, (x, y): (i32, i32)) {
    let (half_x, half_y) = HALF;
    let asked = scene.public.phase == Phase::Area(area);
    let edge = if asked { "stroke='#a8322a' stroke-width='2'" } else { "stroke='#000' stroke-opacity='.35'" };
    sheet.rect((x - half_x, y - half_y), (2 * half_x, 2 * half_y), 12, &format!("fill='#fdfbf5' {edge}"));
    sheet.text((x, y - 14), 14, &format!("{MIDDLE} {BOLD} {INK}"), format!("{area}  {}", sums(area)));
    let public = scene.public;
    let here: Vec<Seat> = public.living.filter(|&seat| public.area(seat) == Some(area)).collect();
    let first = x - 13 * (here.len() as i32 - 1);
    for (i, &seat) in here.iter().enumerate() {
        draw_figure(sheet, (first + 26 * i as i32, y + 12), seat, public.active == seat);
    }
}

fn draw_figure(sheet: &mut Svg, (x, y): (i32, i32), seat: Seat, active: bool) {
    let edge = if active { "stroke='#f2b632' stroke-width='3'" } else { "stroke='#fff'" };
    sheet.circle((x, y), 12, &format!("fill='{}' {edge}", seat_colour(seat)));
    sheet.text((x, y + 5), 14, &format!("{MIDDLE} {BOLD} fill='#fff'"), seat);
}

/// What is asked, and the decks.
fn draw_middle(sheet: &mut Svg, scene: &Scene<'_, Raiders>) {
    for (i, line) in wrap(&question(scene), 40).iter().enumerate() {
        sheet.text((430, 140 + 18 * i as i32), 15, &format!("{MIDDLE} {BOLD}"), line);
    }
    let decks = decks(scene).map(|(deck, left)| format!("{deck} {left}"));
    sheet.text((430, 222), 12, &format!("{MIDDLE} {QUIET}"), format!("cards left: {}", decks.join(", ")));
    sheet.text((430, 238), 12, &format!("{MIDDLE} {QUIET}"), range(scene));
}

/// Words in lines of at most so many characters.
fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_string());
        } else {
            *last = if last.is_empty() { word.to_string() } else { format!("{last} {word}") };
        }
    }
    lines
}

/// Who, what it can be, damage, equipment, what is thought of it.
fn draw_row(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat) {
    let y = ROWS + ROW * seat.index() as i32;
    draw_figure(sheet, (38, y), seat, scene.public.active == seat && scene.public.turns > 0);
    sheet.text((58, y + 5), 14, "", name(scene, seat));
    draw_face(sheet, scene, seat, (172, y - 16));
    draw_track(sheet, scene, seat, (290, y - 10));
    let below = draw_pieces(sheet, scene, seat, (CHIPS, y - 20));
    sheet.text((CHIPS, below), 12, &format!("{QUIET} font-style='italic'"), scene.note(seat));
}

/// The character card: shown, or face down with the factions it can be of.
fn draw_face(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, (x, y): (i32, i32)) {
    let known = character(scene, seat);
    let hidden = scene.public.shown[seat].is_none();
    let colour = known.map_or("#777", |character| faction_colour(character.faction()));
    let fill = if known.is_some() { colour } else { "#fdfbf5" };
    let dashes = if hidden { "stroke-dasharray='4 3'" } else { "" };
    let faint = if scene.public.living.contains(seat) { "" } else { "opacity='.55'" };
    let style = format!("fill='{fill}' stroke='{colour}' stroke-width='2' {dashes} {faint}");
    sheet.rect((x, y), (104, 32), 6, &style);
    let (says, ink) = match known {
        Some(character) => (Character::word(character).to_string(), "fill='#fff'"),
        None => (format!("?  {}", factions(scene, seat)), INK),
    };
    sheet.text((x + 52, y + 21), 14, &format!("{MIDDLE} {BOLD} {ink}"), says);
}

fn draw_track(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, (x, y): (i32, i32)) {
    let (damage, (low, high)) = (scene.public.damage[seat], bears(scene, seat));
    for place in 0..high.max(damage) {
        let style = match place {
            _ if place < damage => "fill='#a8322a' stroke='#fff'",
            _ if place < low => "fill='#fdfbf5' stroke='#000' stroke-opacity='.5'",
            _ => "fill='none' stroke='currentColor' stroke-opacity='.5' stroke-dasharray='2 2'",
        };
        sheet.rect((x + 11 * i32::from(place), y), (10, 20), 2, style);
    }
    let end = x + 11 * i32::from(high.max(damage)) + 5;
    let limit = if low == high { format!("{damage}/{high}") } else { format!("{damage}") };
    sheet.text((end, y + 15), 12, QUIET, limit);
}

/// Equipment as small cards, then what else holds; where there is room for more text, from above.
fn draw_pieces(sheet: &mut Svg, scene: &Scene<'_, Raiders>, seat: Seat, (mut x, mut y): (i32, i32)) -> i32 {
    let pieces = pieces(scene, seat).into_iter().map(|(word, deck)| {
        let (fill, ink) = if deck == Deck::White { ("#fdfbf5", "#222") } else { ("#2b2b2b", "#fff") };
        (word, fill, ink)
    });
    let marks = marks(scene, seat).into_iter().map(|mark| (mark, "#f2b632", "#222"));
    let chips: Vec<_> = pieces.chain(marks).collect();
    for (word, fill, ink) in &chips {
        let wide = 10 + 6 * word.len() as i32;
        if x + wide > WIDTH - 4 {
            (x, y) = (CHIPS, y + 21);
        }
        sheet.rect((x, y), (wide, 18), 4, &format!("fill='{fill}' stroke='#000' stroke-opacity='.4'"));
        sheet.text((x + wide / 2, y + 13), 11, &format!("{MIDDLE} fill='{ink}'"), word);
        x += wide + 4;
    }
    if chips.is_empty() { y + 24 } else { y + 33 }
}
