//! The picture of a game that draws none of its own: what an observer knows, a fact a line.

use serde::Serialize;
use serde_json::Value;

use crate::game::{Game, PublicState};
use crate::notation::{Scene, Shape};
use crate::seat::Seat;

/// The size of letters and the step of lines in a drawing, and how wide a letter of one column can be.
const SIZE: usize = 14;
const STEP: usize = 20;
const LETTER: usize = 9;

/// Each fact as a line of text.
pub(crate) fn text<G: Game>(scene: &Scene<'_, G>) -> String {
    let lines = facts(scene).into_iter().flat_map(|fact| wrapped(&fact, scene.width));
    lines.map(|line| line + "\n").collect()
}

/// The same lines as a drawing.
pub(crate) fn svg<G: Game>(scene: &Scene<'_, G>) -> String {
    let columns = if scene.shape == Shape::Wide { 90 } else { 36 };
    let lines: Vec<String> = facts(scene).iter().flat_map(|fact| wrapped(fact, columns)).collect();
    let (width, height) = (columns * LETTER, lines.len() * STEP + STEP / 2);
    let texts = lines.iter().enumerate().map(|(number, line)| {
        let (y, says) = ((number + 1) * STEP, escape(line));
        format!("<text x='{LETTER}' y='{y}' font-size='{SIZE}'>{says}</text>")
    });
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='group' aria-label='{}' \
         font-family='system-ui, sans-serif' fill='currentColor'>{}</svg>\n",
        G::NAME,
        texts.collect::<String>()
    )
}

/// What lies face up, then each seat with its name, its note, and what it knows if the observer may know that.
fn facts<G: Game>(scene: &Scene<'_, G>) -> Vec<String> {
    let mut facts = fields(scene.public);
    for seat in Seat::all(scene.public.seats()) {
        let head = [&seat.to_string(), scene.name(seat), scene.note(seat)];
        facts.push(head.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "));
        let known = scene.view_of(seat).map(|view| fields(view.private));
        facts.extend(known.into_iter().flatten().map(|fact| format!("- {fact}")));
    }
    facts
}

/// A line for each field; a value without fields is one line, and none if it says nothing.
fn fields(value: &impl Serialize) -> Vec<String> {
    match serde_json::to_value(value).expect("plain data has a JSON form") {
        Value::Null => Vec::new(),
        Value::Object(fields) => fields.iter().map(|(name, value)| format!("{name}: {value}")).collect(),
        value => vec![value.to_string()],
    }
}

/// A line, broken wherever it has no more room.
fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut wide) = (vec![String::new()], 0);
    for letter in line.chars() {
        let is_square = ('\u{1100}'..='\u{ffdc}').contains(&letter);
        wide += 1 + usize::from(is_square);
        if wide > columns.max(2) {
            lines.push("  ".to_string());
            wide = 3 + usize::from(is_square);
        }
        lines.last_mut().expect("there is a first line").push(letter);
    }
    lines
}

/// Text as it may stand in an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
