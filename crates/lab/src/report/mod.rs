//! What people read of an experiment: the page, the Markdown and the terminal's tables, all pure functions of
//! the [`crate::experiment::Results`].

mod agreement;
mod answer;
mod arms;
mod compare;
mod figures;
mod grid;
mod html;
mod index;
mod markdown;
mod markup;
mod pack;
mod plots;
mod publish;
mod readme;
mod text;
mod width;

#[cfg(test)]
mod tests;

pub(crate) use answer::answer;
pub use compare::{ChangedFigure, compare, comparison};
pub use figures::number;
pub use html::html;
pub use index::{Summary, index};
pub use markdown::markdown;
pub use pack::pack;
pub use publish::{check_index, page, publish, publish_index};
pub use text::{brief, text};

use catalog::kinds::Unit;

use crate::experiment::{Fit, PartResults, ResultCell, Results, STATED};

/// The fit of all published figures, then of each measure if there are several.
fn fit_lines(results: &Results) -> Vec<String> {
    let counted = || results.cells().filter(|cell| cell.published.is_some());
    let all = results.fit.iter().map(|fit| fit_line(fit, unit_of(counted())));
    let each = results.fits().into_iter().map(|(measure, fit)| {
        let unit = unit_of(counted().filter(|cell| cell.measure == measure));
        format!("{}: {}", markup::title(measure), fit_line(&fit, unit))
    });
    all.chain(each).collect()
}

/// How near a part of another reading than the stated one is to the paper, a line for all measures and one for each.
fn part_fit_lines(part: &PartResults) -> Vec<String> {
    let Some(fits) = part.fits.as_ref().filter(|_| part.reading != STATED) else { return Vec::new() };
    let beside = || part.cells.iter().filter(|cell| figures::paper(cell).is_some());
    let each = fits.each.iter().filter(|_| fits.each.len() > 1).map(|(measure, fit)| {
        let unit = unit_of(beside().filter(|cell| cell.measure == *measure));
        format!("{}: {}", markup::title(measure), fit_line(fit, unit))
    });
    [fit_line(&fits.all, unit_of(beside()))].into_iter().chain(each).collect()
}

/// The unit that all of these figures are written in.
fn unit_of<'a>(mut cells: impl Iterator<Item = &'a ResultCell>) -> Option<Unit> {
    let unit = cells.next()?.unit;
    cells.all(|cell| cell.unit == unit).then_some(unit)
}

/// How many published figures there are, and how many of them agree.
fn agreement_line(fit: &Fit) -> String {
    let published = match fit.of {
        1 => "1 published figure".to_string(),
        of => format!("{} published figures", figures::count(of)),
    };
    format!("{published} · {} agree", figures::count(fit.agree))
}

/// The fit in one line: how many published figures, how many agree, how far off they are together, at most and on average.
///
/// Distances have the unit of the tables; figures of several units have no distance in common.
fn fit_line(fit: &Fit, unit: Option<Unit>) -> String {
    let (scale, decimals, points) = match unit {
        Some(Unit::Percent) => (100.0, 1, " (percentage points)"),
        Some(Unit::Number) => (1.0, 3, ""),
        None => return agreement_line(fit),
    };
    let number = |value: f64| number(scale * value, decimals);
    format!(
        "{} · RMSE {} · largest deviation {} · bias {}{points}",
        agreement_line(fit),
        number(fit.rmse),
        number(fit.largest),
        number(fit.bias)
    )
}
