//! What both small poker games draw: a column a card, with who holds it, what it put in and what it did.

use table::Shape;

use super::{
    ACCENT, BOLD, EMPTY, FELT, INK, MIDDLE, Mark, NARROW, OUTLINE, PAPER, Point, QUIET, SERIF, Svg, row,
};

/// How wide the picture is on a desktop: there is little to see.
const DESKTOP: i32 = 620;
const CARD: Point = (92, 130);
const TILE: Point = (118, 250);
/// How high the picture is without lines below it, and a line of them.
const HIGH: i32 = 274;
const LINE: i32 = 24;

/// One card and what there is to say about it.
#[derive(Default)]
pub(crate) struct Column {
    /// Whose it is, or what.
    pub(crate) head: String,
    pub(crate) name: String,
    /// What it shows: `?` face down, nothing where none lies.
    pub(crate) face: String,
    pub(crate) stake: Option<u8>,
    pub(crate) doing: String,
    pub(crate) note: String,
    /// Whether its seat is to act.
    pub(crate) asked: bool,
}

/// The columns side by side, and lines of text below them.
pub(crate) fn draw(shape: Shape, about: &str, columns: &[Column], lines: &[String]) -> String {
    let width = if shape == Shape::Wide { DESKTOP } else { NARROW };
    let mut sheet = Svg::new((width, HIGH + LINE * lines.len() as i32), about);
    sheet.rect((8, 6), (width - 16, HIGH - 12), 18, FELT);
    let gap = if shape == Shape::Wide { 40 } else { 6 };
    for (x, column) in row(columns.len(), (14, width - 14), TILE.0, gap).zip(columns) {
        draw_column(&mut sheet, x, column);
    }
    for (n, line) in lines.iter().enumerate() {
        sheet.text((width / 2, HIGH + 14 + LINE * n as i32), 15, MIDDLE, line);
    }
    sheet.finish()
}

fn draw_column(sheet: &mut Svg, x: i32, column: &Column) {
    let middle = x + TILE.0 / 2;
    let Column { head, name, face, doing, note, .. } = column;
    let title = [head, name, face, doing, note].map(String::as_str);
    let title: Vec<&str> = title.into_iter().filter(|text| !text.is_empty()).collect();
    sheet.group(Mark::of(title.join(" ")), |sheet| {
        if column.asked {
            sheet.rect((x, 12), TILE, 12, OUTLINE);
        }
        sheet.text((middle, 34), 18, &format!("{BOLD} {MIDDLE}"), head);
        let style = format!("{QUIET} {MIDDLE}");
        sheet.text_within((middle, 52), (12, TILE.0 - 6), &style, name);
        draw_stake(sheet, middle, column.stake);
        let style =
            if column.asked { format!("{ACCENT} {MIDDLE} {BOLD}") } else { format!("{INK} {MIDDLE}") };
        sheet.text_within((middle, 236), (13, TILE.0 - 4), &style, doing);
        sheet.text_within((middle, 254), (12, TILE.0 - 4), &format!("{QUIET} {MIDDLE}"), note);
    });
    let key = format!("card-{head}");
    sheet.group(Mark::of(face).key(key), |sheet| draw_face(sheet, (middle - CARD.0 / 2, 62), face));
}

fn draw_face(sheet: &mut Svg, at: Point, face: &str) {
    match face {
        "?" => sheet.back(at, CARD),
        "" => sheet.rect(at, CARD, 11, EMPTY),
        _ => {
            sheet.rect(at, CARD, 11, PAPER);
            let style = format!("{INK} {BOLD} {MIDDLE} {SERIF}");
            sheet.text((at.0 + CARD.0 / 2, at.1 + 82), 46, &style, face);
        }
    }
}

/// A chip and how many there are.
fn draw_stake(sheet: &mut Svg, middle: i32, stake: Option<u8>) {
    let Some(stake) = stake else { return };
    let edge =
        "fill='var(--accent, #0b62a6)' stroke='var(--card, #fffdf8)' stroke-width='2' stroke-dasharray='3 2'";
    sheet.circle((middle - 14, 209), 8, edge);
    sheet.text((middle, 215), 17, &format!("{INK} {BOLD}"), stake);
}
