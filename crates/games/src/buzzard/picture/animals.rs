//! A mouse and a vulture, each around its middle and about fifty wide.

use crate::svg::{BAD, GOOD, Svg};

const EYE: &str = "fill='var(--card, #fffdf8)'";

/// A mouse running to the right.
pub(super) fn draw_mouse(sheet: &mut Svg) {
    let tail = "fill='none' stroke='var(--good, #1f6f4a)' stroke-width='2.5' stroke-linecap='round'";
    sheet.path((-18, 11), "c-14 0 -12 -16 -3 -15", tail);
    sheet.path((-22, 13), "c0 -18 14 -26 26 -22 c9 2 16 12 20 19 c1 2 0 3 -2 3 z", GOOD);
    sheet.circle((3, -9), 8, &format!("{GOOD} stroke='var(--card, #fffdf8)' stroke-width='2'"));
    sheet.circle((13, 1), 2, EYE);
}

/// The head of a vulture looking to the right, on its ruff.
pub(super) fn draw_vulture(sheet: &mut Svg) {
    let beak = "c7 -3 15 0 15 8 c0 4 -1 7 -3 10 c-1 -6 -5 -8 -12 -8 z";
    let ruff = "c-2 -5 3 -8 7 -6 c2 -5 8 -5 10 -1 c3 -4 9 -3 10 2 c4 -2 8 1 7 5 z";
    sheet.path((-8, -12), "c-8 8 -4 16 -7 24 h14 c-1 -6 0 -10 5 -14 z", BAD);
    sheet.circle((0, -10), 10, BAD);
    sheet.path((7, -15), beak, BAD);
    sheet.path((-23, 17), ruff, BAD);
    sheet.circle((3, -12), 2, EYE);
}
