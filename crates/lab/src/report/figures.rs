//! Numbers as people read them: as many digits as the intervals support, never more.

use catalog::kinds::Unit;

use crate::experiment::{PartResults, ResultCell};

/// What stands where there is no number.
pub(super) const DASH: &str = "–";

/// How the figures of one measure are written, alike in all its cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    percent: bool,
    decimals: usize,
    published_decimals: usize,
    plus_minus: bool,
}

impl Style {
    /// The style of a measure of a part.
    pub(super) fn of(part: &PartResults, measure: &str) -> Style {
        let cells: Vec<&ResultCell> = part.cells.iter().filter(|cell| cell.measure == measure).collect();
        Style::over(&cells)
    }

    /// The style of figures of one measure.
    pub(super) fn over(cells: &[&ResultCell]) -> Style {
        let cells = || cells.iter().copied();
        let percent = cells().any(|cell| cell.unit == Unit::Percent);
        let scale = if percent { 100.0 } else { 1.0 };
        let mut supported: Vec<usize> =
            cells().filter_map(|cell| supported_decimals(half_width(cell)? * scale)).collect();
        supported.sort_unstable();
        let needed = |values: &mut dyn Iterator<Item = f64>, most| {
            values.map(|value| written_decimals(value * scale, most)).max().unwrap_or(0)
        };
        // What is exact is written in full; what is known to no digit at all, with one decimal.
        let is_open = cells().all(|cell| half_width(cell).is_none());
        let exact = || needed(&mut cells().map(|cell| cell.figure.value), if is_open { 1 } else { 3 });
        Style {
            percent,
            decimals: supported.get(supported.len() / 2).copied().unwrap_or_else(exact),
            published_decimals: needed(&mut cells().filter_map(paper), 6),
            plus_minus: cells().all(is_symmetric),
        }
    }

    /// The unit, if the numbers have one.
    pub(super) fn unit(self) -> &'static str {
        if self.percent { "%" } else { "" }
    }

    /// Our figure.
    pub(super) fn value(self, value: f64) -> String {
        number(self.scaled(value), self.decimals)
    }

    /// Our interval: `± 1.2`, or both ends where they are not equally far.
    pub(super) fn interval(self, cell: &ResultCell) -> Option<String> {
        let (low, high) = (self.value(cell.figure.low), self.value(cell.figure.high));
        if cell.figure.value.is_nan() {
            return None;
        }
        match (half_width(cell), cell.figure.low.is_finite() || cell.figure.high.is_finite()) {
            (None, false) => Some("no interval".to_string()),
            (Some(0.0), _) => None,
            (Some(half), _) if self.plus_minus => Some(format!("± {}", self.value(half))),
            (None, _) if cell.figure.low.is_finite() => Some(format!("{low} or more")),
            (None, _) => Some(format!("{high} or less")),
            _ if cell.figure.low >= 0.0 => Some(format!("{low}–{high}")),
            _ => Some(format!("{low} to {high}")),
        }
    }

    /// The paper's figure, as the paper wrote it.
    pub(super) fn published(self, value: f64) -> String {
        number(self.scaled(value), self.published_decimals)
    }

    /// A tick of an axis whose neighbours are so far away.
    pub(super) fn tick(self, value: f64, step: f64) -> String {
        number(self.scaled(value), written_decimals(self.scaled(step), 6))
    }

    fn scaled(self, value: f64) -> f64 {
        if self.percent { 100.0 * value } else { value }
    }
}

/// The paper's figure for a cell, whether it counts in the fit or only stands beside.
pub(super) fn paper(cell: &ResultCell) -> Option<f64> {
    cell.published.or(cell.beside).filter(|value| value.is_finite())
}

/// A measure with its unit, as a heading.
pub(super) fn heading(measure: &str, style: Style) -> String {
    let title = super::markup::title(measure);
    if style.unit().is_empty() { title } else { format!("{title} ({})", style.unit()) }
}

/// A duration in the two units that matter.
pub(super) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match (seconds, whole) {
        (s, _) if !s.is_finite() || s < 0.0 => DASH.to_string(),
        (s, _) if s < 9.95 => format!("{s:.1} s"),
        (_, s) if s < 60 => format!("{s} s"),
        (_, s) if s < 3600 => format!("{} min {} s", s / 60, s % 60),
        (_, s) => format!("{} h {} min", s / 3600, s % 3600 / 60),
    }
}

/// A count with its thousands apart.
pub(super) fn count(n: u64) -> String {
    let digits = n.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).expect("digits")).collect();
    if digits.len() > 4 { groups.join("\u{202f}") } else { digits }
}

/// A number with this many decimals and a true minus sign; a dash for what is not a number.
pub fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return DASH.to_string();
    }
    // A recorded 0.0665 is not below its half: the binary form must not decide.
    let text = format!("{:.decimals$}", value.abs() + 1e-9);
    // What rounds to zero has no sign.
    if value < 0.0 && text.contains(|c: char| ('1'..='9').contains(&c)) { format!("−{text}") } else { text }
}

/// Half the interval's width, if both ends are numbers; what only rounding made is none.
fn half_width(cell: &ResultCell) -> Option<f64> {
    let half = (cell.figure.high - cell.figure.low) / 2.0;
    let rounding = 1e-12 * cell.figure.value.abs().max(1.0);
    Some(if half.abs() < rounding { 0.0 } else { half }).filter(|half| half.is_finite())
}

/// Whether `±` tells the truth about an interval: its ends are about equally far.
fn is_symmetric(cell: &ResultCell) -> bool {
    let (below, above) = (cell.figure.value - cell.figure.low, cell.figure.high - cell.figure.value);
    // Without both ends nothing is said either way.
    half_width(cell).is_none() || (below - above).abs() <= 0.1 * (below + above)
}

/// The Particle Data Group's rule: two digits of an uncertainty that begins below 3.55, else one.
fn supported_decimals(half: f64) -> Option<usize> {
    let exponent = half.log10().floor();
    let digits = if half / 10f64.powf(exponent) < 3.55 { 1.0 } else { 0.0 };
    (half > 0.0).then(|| (digits - exponent).clamp(0.0, 6.0) as usize)
}

/// The decimals a number was written with, found again in its binary form.
fn written_decimals(value: f64, most: usize) -> usize {
    let as_written = |&decimals: &usize| {
        let scaled = value * 10f64.powi(decimals as i32);
        (scaled - scaled.round()).abs() < 1e-7 * scaled.abs().max(1.0)
    };
    (0..most).find(as_written).unwrap_or(if value.is_finite() { most } else { 0 })
}
