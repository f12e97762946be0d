//! From rows to tables: every measure of every cell, beside what the paper says.

use agents::measures::Measure;
use rayon::prelude::*;

use super::arms::{Units, compare, recover};
use super::kinds::Rows;
use super::plan::{Part, Plan, PlannedCell, Published};
use super::results::{Cell, Fit, PartResults, Results, RunInfo, STATED};
use crate::error::LabError;
use crate::stats::Estimate;

/// The results of a plan, given the rows of each cell.
pub(super) fn summarise(
    plan: &Plan,
    rows: impl Fn(usize) -> Result<Rows, LabError> + Sync,
) -> Result<Results, LabError> {
    let tell = |(index, cell): (usize, &PlannedCell)| {
        let (part, rows) = (&plan.parts[cell.part], rows(index)?);
        Ok((figures(part, cell, &rows), Units::of(part, cell, &rows)))
    };
    let told = plan.cells.par_iter().enumerate().map(tell).collect::<Result<Vec<_>, LabError>>()?;
    let mut told = plan.cells.iter().map(|cell| cell.part).zip(told).peekable();
    let mut parts = Vec::new();
    for (index, part) in plan.parts.iter().enumerate() {
        // The cells of all parts are in order.
        let own = std::iter::from_fn(|| told.next_if(|(part, _)| *part == index).map(|(_, told)| told));
        let (figures, units): (Vec<_>, Vec<_>) = own.unzip();
        parts.push(part_results(part, figures.into_iter().flatten().collect(), &units));
    }
    Ok(Results {
        name: plan.name.clone(),
        title: plan.title.clone(),
        question: plan.question.clone(),
        answer: None,
        seed: plan.seed,
        quick: plan.options.quick,
        fit: fit(parts.iter().flat_map(|part| &part.cells)),
        parts,
        info: RunInfo::default(),
    })
}

fn part_results(part: &Part, cells: Vec<Cell>, units: &[Units]) -> PartResults {
    PartResults {
        name: part.name.clone(),
        about: part.about.clone(),
        reading: part.reading.clone(),
        axes: part.axes.clone(),
        measures: part.measures.clone(),
        plots: part.plots.clone(),
        cells,
        compared: compare(part, units),
        recovered: recover(part, units),
    }
}

/// One figure a measure.
fn figures(part: &Part, cell: &PlannedCell, rows: &Rows) -> Vec<Cell> {
    let told = |measure| figure(part, cell, measure, cell.job.estimate(measure, rows));
    cell.job.measures.iter().map(told).collect()
}

/// An estimate of a measure, beside what the paper says.
pub(super) fn figure(part: &Part, cell: &PlannedCell, measure: &Measure, estimate: Estimate) -> Cell {
    let paper = part.published.iter().find(|paper| paper.at == cell.at && paper.measure == measure.name);
    let compared = |paper: &&Published| part.reading == STATED && !paper.beside;
    Cell {
        at: cell.at.clone(),
        reading: part.reading.clone(),
        measure: measure.name.to_string(),
        unit: measure.unit,
        value: estimate.value,
        low: estimate.low,
        high: estimate.high,
        n: estimate.n as u64,
        published: paper.filter(compared).map(|paper| paper.value),
        published_n: paper.filter(compared).and_then(|paper| paper.n),
        beside: paper.filter(|paper| !compared(paper)).map(|paper| paper.value),
    }
}

/// How near the published figures are, if there are any.
pub(super) fn fit<'a>(cells: impl Iterator<Item = &'a Cell>) -> Option<Fit> {
    let compared: Vec<(&Cell, f64)> = cells.filter_map(|cell| Some((cell, cell.published?))).collect();
    let squares: f64 = compared.iter().map(|(cell, paper)| (cell.value - paper).powi(2)).sum();
    let inside = compared.iter().filter(|(cell, paper)| cell.meets(*paper)).count() as u64;
    let of = compared.len() as u64;
    (of > 0).then(|| Fit { rmse: (squares / of as f64).sqrt(), inside, of })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents::measures::Unit;

    fn cell(value: f64, half: f64, published: Option<(f64, Option<u64>)>) -> Cell {
        Cell {
            at: Vec::new(),
            reading: STATED.into(),
            measure: "win_rate".into(),
            unit: Unit::Percent,
            value,
            low: value - half,
            high: value + half,
            n: 100,
            published: published.map(|paper| paper.0),
            published_n: published.and_then(|paper| paper.1),
            beside: Some(0.9),
        }
    }

    #[test]
    fn the_fit_covers_published_figures_alone() {
        let cells = [
            cell(0.5, 0.1, Some((0.6, None))),       // on our edge
            cell(0.5, 0.1, Some((0.7, None))),       // outside
            cell(0.5, 0.1, Some((0.65, Some(100)))), // outside, but 65 of 100 may be a true 0.553
            cell(0.5, 0.1, Some((0.65, Some(10_000)))),
            cell(0.1, 0.1, None),
        ];
        let fit = fit(cells.iter()).unwrap();
        assert_eq!((fit.inside, fit.of), (2, 4));
        let squares = [0.01, 0.04, 0.0225, 0.0225];
        assert!((fit.rmse - (squares.iter().sum::<f64>() / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(super::fit(cells[4..].iter()), None);
    }
}
