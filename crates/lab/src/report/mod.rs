//! What people read of an experiment: the page, the Markdown and the terminal's tables, all pure functions of
//! the [`crate::experiment::Results`].

mod agreement;
mod answer;
mod arms;
mod figures;
mod grid;
mod html;
mod index;
mod markdown;
mod markup;
mod plots;
mod publish;
mod readme;
mod text;

#[cfg(test)]
mod tests;

pub(crate) use answer::answer;
pub use figures::number;
pub use html::html;
pub use index::{Summary, index};
pub use markdown::markdown;
pub use publish::{page, publish, publish_index};
pub use text::{brief, text};

use crate::experiment::{Fit, PartResults, Results, STATED};

/// The fit of all published figures, then of each measure if there are several.
fn fit_lines(results: &Results) -> Vec<String> {
    let measures = results.fits().into_iter();
    let each = measures.map(|(measure, fit)| format!("{}: {}", markup::title(measure), fit_line(&fit)));
    results.fit.iter().map(fit_line).chain(each).collect()
}

/// How near a part of another reading than the stated one is to the paper, a line for all measures and one for each.
fn part_fit_lines(part: &PartResults) -> Vec<String> {
    let Some(fits) = part.fits.as_ref().filter(|_| part.reading != STATED) else { return Vec::new() };
    let each = fits.each.iter().filter(|_| fits.each.len() > 1);
    let each = each.map(|(measure, fit)| format!("{}: {}", markup::title(measure), fit_line(fit)));
    [fit_line(&fits.all)].into_iter().chain(each).collect()
}

/// The fit in one line: how many published figures, how many agree, how far off they are together, at most and on average.
fn fit_line(fit: &Fit) -> String {
    let published = match fit.of {
        1 => "1 published figure".to_string(),
        of => format!("{} published figures", figures::count(of)),
    };
    let number = |value| number(value, 3);
    format!(
        "{published} · {} agree · RMSE {} · largest deviation {} · bias {}",
        figures::count(fit.agree),
        number(fit.rmse),
        number(fit.largest),
        number(fit.bias)
    )
}
