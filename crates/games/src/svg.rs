//! A sheet to draw on: the few SVG elements our pictures are made of.

use std::fmt::{Display, Write};

/// Text that matters less, text that stands out, and text around a point.
pub(crate) const QUIET: &str = "opacity='.7'";
pub(crate) const BOLD: &str = "font-weight='600'";
pub(crate) const MIDDLE: &str = "text-anchor='middle'";

/// One picture being drawn. Styles are attributes as they stand in SVG, e.g. `fill='#fff'`.
pub(crate) struct Svg(String);

impl Svg {
    /// An empty sheet; it takes the colour of its text from the page it stands on.
    pub(crate) fn new(width: i32, height: i32) -> Svg {
        Svg(format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' \
             font-family='system-ui, sans-serif' fill='currentColor'>"
        ))
    }

    /// A rectangle with rounded corners.
    pub(crate) fn rect(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), round: i32, style: &str) {
        self.put(format_args!(
            "<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='{round}' {style}/>"
        ));
    }

    /// A circle around a point.
    pub(crate) fn circle(&mut self, (x, y): (i32, i32), radius: i32, style: &str) {
        self.put(format_args!("<circle cx='{x}' cy='{y}' r='{radius}' {style}/>"));
    }

    /// A path whose commands are relative to a point.
    pub(crate) fn path(&mut self, (x, y): (i32, i32), commands: &str, style: &str) {
        self.put(format_args!("<path d='M{x} {y}{commands}' {style}/>"));
    }

    /// A text on a base line; what it says is escaped.
    pub(crate) fn text(&mut self, (x, y): (i32, i32), size: i32, style: &str, says: impl Display) {
        let says = escape(&says.to_string());
        self.put(format_args!("<text x='{x}' y='{y}' font-size='{size}' {style}>{says}</text>"));
    }

    /// A playing card whose corner is here, with a word above and one below.
    pub(crate) fn playing_card(
        &mut self,
        (x, y): (i32, i32),
        above: impl Display,
        face: impl Display,
        below: impl Display,
    ) {
        let middle = x + 45;
        self.rect((x, y), (90, 126), 9, "fill='#fff' stroke='#555'");
        self.text((middle, y - 10), 14, MIDDLE, above);
        self.text((middle, y + 77), 40, &format!("fill='#222' {MIDDLE}"), face);
        self.text((middle, y + 147), 13, MIDDLE, below);
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
