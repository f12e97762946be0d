//! A sheet to draw on: the few SVG elements our pictures are made of, and their colours.
//!
//! A page says what light and dark look like by custom properties, and what stands without a page has the colours given
//! here: `--card` paper, `--ink` writing on it, `--red` suits, `--line` hairlines, `--accent` what
//! matters now, `--quiet` what matters less, `--back` backs of cards, `--good` and `--bad`; Saboteur also takes
//! `--earth`, `--tunnel`, `--rock` and `--gold`, Raiders `--shadow`, `--raider` and `--citizen`.
//!
//! Whatever a person may ever point at is a group with `data-part='SORT:NAME'`, after the parts of the game's actions;
//! whatever moves from one picture to the next has a `data-key`.

pub(crate) mod columns;

use std::fmt::{Display, Write};

/// A place on the sheet, or a size.
pub(crate) type Point = (i32, i32);

/// How wide a sheet is for a phone, and for a desktop.
pub(crate) const NARROW: i32 = 390;
pub(crate) const WIDE: i32 = 960;

/// Text that stands out, and text around or before a point.
pub(crate) const BOLD: &str = "font-weight='600'";
pub(crate) const MIDDLE: &str = "text-anchor='middle'";
pub(crate) const END: &str = "text-anchor='end'";
/// The letters on cards.
pub(crate) const SERIF: &str = "font-family='Georgia, Noto Serif, serif'";

/// Inks.
pub(crate) const INK: &str = "fill='var(--ink, #1d2430)'";
pub(crate) const RED: &str = "fill='var(--red, #a8322a)'";
pub(crate) const QUIET: &str = "fill='var(--quiet, #5d6470)'";
pub(crate) const ACCENT: &str = "fill='var(--accent, #0b62a6)'";
pub(crate) const GOOD: &str = "fill='var(--good, #1f6f4a)'";
pub(crate) const BAD: &str = "fill='var(--bad, #a8322a)'";
/// What is written on a colour.
pub(crate) const ON_COLOUR: &str = "fill='var(--card, #fffdf8)'";

/// Papers.
pub(crate) const PAPER: &str = "fill='var(--card, #fffdf8)' stroke='var(--line, #d8d2c4)'";
pub(crate) const MARKED: &str =
    "fill='var(--card, #fffdf8)' stroke='var(--accent, #0b62a6)' stroke-width='2.5'";
pub(crate) const FELT: &str = "fill='var(--good, #1f6f4a)' fill-opacity='.1'";
pub(crate) const BACK: &str = "fill='var(--back, #46597c)' stroke='var(--card, #fffdf8)'";
pub(crate) const EMPTY: &str = "fill='none' stroke='var(--quiet, #5d6470)' stroke-opacity='.45' stroke-width='1.5' stroke-dasharray='5 4'";
pub(crate) const OUTLINE: &str = "fill='none' stroke='var(--accent, #0b62a6)' stroke-width='2.5'";
pub(crate) const HAIRLINE: &str = "fill='none' stroke='var(--line, #d8d2c4)'";

/// What a group of shapes is: a part that can be pointed at, a thing that moves, or both.
pub(crate) struct Mark {
    attributes: String,
    title: String,
}

impl Mark {
    /// A group with this title.
    pub(crate) fn of(title: impl Display) -> Mark {
        Mark { attributes: String::new(), title: title.to_string() }
    }

    /// It is this part of actions.
    pub(crate) fn part(self, sort: &str, name: impl Display) -> Mark {
        self.with("part", format_args!("{sort}:{name}"))
    }

    /// It moves, and this is the same in every picture.
    pub(crate) fn key(self, key: impl Display) -> Mark {
        self.with("key", format_args!("{key}"))
    }

    fn with(mut self, name: &str, value: std::fmt::Arguments<'_>) -> Mark {
        let value = escape(&value.to_string()).replace('\'', "&#39;");
        write!(self.attributes, " data-{name}='{value}'").expect("a string takes everything");
        self
    }
}

/// One picture being drawn. Styles are attributes as they stand in SVG, e.g. `fill='#fff'`.
pub(crate) struct Svg(String);

impl Svg {
    /// An empty sheet that is about this; it takes the colour of its text from the page it stands on.
    pub(crate) fn new((width, height): Point, about: impl Display) -> Svg {
        let about = escape(&about.to_string()).replace('\'', "&#39;");
        Svg(format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='group' \
             aria-label='{about}' font-family='system-ui, sans-serif' fill='currentColor'>"
        ))
    }

    /// A group of shapes.
    pub(crate) fn group(&mut self, mark: Mark, draw: impl FnOnce(&mut Svg)) {
        let Mark { attributes, title } = mark;
        self.put(format_args!("<g{attributes}><title>{}</title>", escape(&title)));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// Shapes around a point, scaled by this factor.
    pub(crate) fn scaled(&mut self, (x, y): Point, scale: f64, draw: impl FnOnce(&mut Svg)) {
        self.put(format_args!("<g transform='translate({x} {y}) scale({scale:.2})'>"));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// A rectangle with rounded corners.
    pub(crate) fn rect(&mut self, (x, y): Point, (width, height): Point, round: i32, style: &str) {
        self.put(format_args!(
            "<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='{round}' {style}/>"
        ));
    }

    /// A circle around a point.
    pub(crate) fn circle(&mut self, (x, y): Point, radius: i32, style: &str) {
        self.put(format_args!("<circle cx='{x}' cy='{y}' r='{radius}' {style}/>"));
    }

    /// A path whose commands are relative to a point.
    pub(crate) fn path(&mut self, (x, y): Point, commands: &str, style: &str) {
        self.put(format_args!("<path d='M{x} {y}{commands}' {style}/>"));
    }

    /// A text on a base line; what it says is escaped.
    pub(crate) fn text(&mut self, (x, y): Point, size: i32, style: &str, says: impl Display) {
        let says = says.to_string();
        if !says.is_empty() {
            let says = escape(&says);
            self.put(format_args!("<text x='{x}' y='{y}' font-size='{size}' {style}>{says}</text>"));
        }
    }

    /// A text that ends with `…` where it has no more room.
    pub(crate) fn text_within(&mut self, at: Point, (size, room): Point, style: &str, says: &str) {
        self.text(at, size, style, fitted(says, size, room));
    }

    /// The back of a card.
    pub(crate) fn back(&mut self, at: Point, size: Point) {
        self.rect(at, size, size.0 / 8, BACK);
        let inner = (size.0 - 8, size.1 - 8);
        let lines = "fill='none' stroke='var(--card, #fffdf8)' stroke-opacity='.45' stroke-dasharray='2 3'";
        self.rect((at.0 + 4, at.1 + 4), inner, size.0 / 12, lines);
    }

    /// The finished picture.
    pub(crate) fn finish(self) -> String {
        self.0 + "</svg>\n"
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        self.0.write_fmt(element).expect("a string takes everything");
    }
}

/// Text as it may stand in an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// About how wide a text is, of letters of this size.
pub(crate) fn width(text: &str, size: i32) -> i32 {
    let sixteenths: i32 = text.chars().map(|letter| if is_square(letter) { 17 } else { 10 }).sum();
    sixteenths * size / 16
}

/// Whether a letter is as wide as it is high.
fn is_square(letter: char) -> bool {
    ('\u{1100}'..='\u{ffdc}').contains(&letter) && !('\u{2000}'..='\u{25ff}').contains(&letter)
}

/// A text, cut where it has no more room.
fn fitted(text: &str, size: i32, room: i32) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let mut kept: String = text.to_string();
    while kept.pop().is_some() && width(&kept, size) + size > room {}
    kept + "…"
}

/// A text in lines that have room for it: broken between words, and between any letters where they are square.
pub(crate) fn lines(text: &str, size: i32, room: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive(|letter: char| letter == ' ' || is_square(letter)) {
        let last = lines.last_mut().expect("there is a line");
        match last.is_empty() || width(last, size) + width(piece.trim_end(), size) <= room {
            true => last.push_str(piece),
            false => lines.push(piece.to_string()),
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
}

/// Where things in a row stand from the left: centred, side by side while there is room and over one another beyond.
pub(crate) fn row(count: usize, (left, right): Point, wide: i32, gap: i32) -> impl Iterator<Item = i32> {
    let gaps = (count as i32 - 1).max(1);
    let step = (wide + gap).min((right - left - wide) / gaps);
    let first = left + (right - left - wide - step * (count as i32 - 1)) / 2;
    (0..count as i32).map(move |n| first + step * n)
}

/// This many things in as few rows as have room for them at this step, evenly.
pub(crate) fn rows(count: usize, most: usize) -> Vec<usize> {
    let rows = count.div_ceil(most).max(1);
    (0..rows).map(|row| count / rows + usize::from(row < count % rows)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_broken_where_there_is_no_room() {
        assert_eq!(fitted("short", 16, 100), "short");
        assert_eq!(fitted("somewhat longer", 16, 100), "somewhat…");
        assert_eq!(fitted("あなたは探偵", 16, 70), "あなた…");
        assert_eq!(lines("the lowest unique bid takes it", 16, 170), ["the lowest unique", "bid takes it"]);
        assert_eq!(lines("大聖堂と市庁舎", 16, 70), ["大聖堂と", "市庁舎"]);
    }

    #[test]
    fn rows_are_even_and_centred() {
        assert_eq!(rows(13, 9), [7, 6]);
        assert_eq!([rows(0, 9), rows(9, 9), rows(20, 9)], [vec![0], vec![9], vec![7, 7, 6]]);
        assert_eq!(row(3, (0, 100), 20, 10).collect::<Vec<_>>(), [10, 40, 70]);
        assert_eq!(row(5, (0, 100), 20, 10).collect::<Vec<_>>(), [0, 20, 40, 60, 80], "gaps shrink");
        assert_eq!(row(1, (0, 100), 20, 10).collect::<Vec<_>>(), [40]);
    }

    #[test]
    fn marks_are_escaped() {
        let mut sheet = Svg::new((10, 10), "a 'b' <c>");
        sheet
            .group(Mark::of("<d>").part("card", "it's").key("<&"), |sheet| sheet.text((0, 0), 12, BOLD, "&"));
        let picture = sheet.finish();
        assert!(picture.contains("aria-label='a &#39;b&#39; &lt;c&gt;'"));
        assert!(
            picture.contains("<g data-part='card:it&#39;s' data-key='&lt;&amp;'><title>&lt;d&gt;</title>")
        );
        assert!(picture.ends_with(">&amp;</text></g></svg>\n"));
    }
}
