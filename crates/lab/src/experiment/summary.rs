//! From rows to tables: every measure of every cell, beside what the paper says.

use catalog::kinds::{Formula, Measure};
use rayon::prelude::*;

use super::arms::{Units, compare, recover};
use super::kinds::Rows;
use super::plan::{Plan, PlannedCell, PlannedPart, Published};
use super::results::{Compared, Fit, PartFits, PartResults, Recovered, ResultCell, Results, RunInfo, STATED};
use crate::error::LabError;
use crate::stats::{Figure, Interval, LEVEL, wilson};

/// The results of a plan, given the rows of each cell. A cell without any has no figures; one that has not all of its rows is
/// not compared with others, since they are not of the same deals.
pub(super) fn summarise(
    plan: &Plan,
    rows: impl Fn(usize) -> Result<Rows, LabError> + Sync,
) -> Result<Results, LabError> {
    let tell = |(index, cell): (usize, &PlannedCell)| {
        let (part, rows) = (&plan.parts[cell.part], rows(index)?);
        if rows.values.is_empty() {
            return Ok((Vec::new(), None));
        }
        let units = (rows.iter().count() as u64 == cell.units).then(|| Units::of(part, cell, &rows));
        Ok((figures(part, cell, &rows), units))
    };
    let told = plan.cells.par_iter().enumerate().map(tell).collect::<Result<Vec<_>, LabError>>()?;
    let mut told = plan.cells.iter().map(|cell| cell.part).zip(told).peekable();
    let mut parts = Vec::new();
    for (index, part) in plan.parts.iter().enumerate() {
        // The cells of all parts are in order.
        let own = std::iter::from_fn(|| told.next_if(|(part, _)| *part == index).map(|(_, told)| told));
        let (figures, units): (Vec<_>, Vec<_>) = own.unzip();
        let cells = figures.into_iter().flatten().collect();
        let units: Vec<Units> = units.into_iter().flatten().collect();
        parts.push(part_results(part, cells, compare(part, &units), recover(part, &units)));
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

/// What came of a part.
pub(super) fn part_results(
    part: &PlannedPart,
    cells: Vec<ResultCell>,
    compared: Vec<Compared>,
    recovered: Vec<Recovered>,
) -> PartResults {
    PartResults {
        name: part.name.clone(),
        about: part.about.clone(),
        reading: part.reading.clone(),
        axes: part.axes.clone(),
        measures: part.measures.clone(),
        plots: part.plots.clone(),
        fits: part_fits(part, &cells),
        cells,
        compared,
        recovered,
    }
}

/// One figure a measure.
fn figures(part: &PlannedPart, cell: &PlannedCell, rows: &Rows) -> Vec<ResultCell> {
    let told = |measure| figure(part, cell, measure, cell.job.estimate(measure, rows, cell.units));
    cell.job.measures.iter().map(told).collect()
}

/// Our figure of a measure, beside what the paper says.
pub(super) fn figure(
    part: &PlannedPart,
    cell: &PlannedCell,
    measure: &Measure,
    figure: Figure,
) -> ResultCell {
    let paper = part.published.iter().find(|paper| paper.at == cell.at && paper.measure == measure.name);
    let compared = |paper: &&Published| part.reading == STATED && !paper.beside;
    ResultCell {
        at: cell.at.clone(),
        reading: part.reading.clone(),
        measure: measure.name.to_string(),
        unit: measure.unit,
        figure,
        published: paper.filter(compared).map(|paper| paper.value),
        sampling: paper.and_then(|paper| sampling(paper, cell, measure, figure)),
        beside: paper.filter(|paper| !compared(paper)).map(|paper| paper.value),
    }
}

/// The sampling interval of a figure that rests on this many games: Wilson's for games that are won or lost, else ours,
/// wider by the root of how many games fewer there were.
fn sampling(paper: &Published, cell: &PlannedCell, measure: &Measure, figure: Figure) -> Option<Interval> {
    let (value, n) = (paper.value, paper.n?);
    let of_games = match &measure.formula {
        Formula::Wins(_) => true,
        Formula::Rate { whole, .. } => whole.is_empty() && cell.job.games == 1,
        _ => false,
    };
    if of_games {
        return Some(wilson((value * n as f64).round() as u64, n, LEVEL));
    }
    let wider = ((cell.units * cell.job.games) as f64 / n as f64).sqrt();
    let (below, above) = (figure.value - figure.low, figure.high - figure.value);
    Some(Interval { low: value - wider * below, high: value + wider * above })
        .filter(|interval| interval.low.is_finite() && interval.high.is_finite())
}

/// How near the published figures are, if there are any.
pub(super) fn fit<'a>(cells: impl Iterator<Item = &'a ResultCell>) -> Option<Fit> {
    fit_to(&cells.filter_map(|cell| Some((cell, cell.published?))).collect::<Vec<_>>())
}

/// How near a part is to the paper's figures that count, though its reading may not be the stated one.
fn part_fits(part: &PlannedPart, cells: &[ResultCell]) -> Option<PartFits> {
    let counted = |cell: &ResultCell| {
        let own = |paper: &&Published| paper.at == cell.at && paper.measure == cell.measure;
        part.published.iter().find(own).filter(|paper| !paper.beside).map(|paper| paper.value)
    };
    let compared: Vec<(&ResultCell, f64)> =
        cells.iter().filter_map(|cell| Some((cell, counted(cell)?))).collect();
    let of = |measure: &String| {
        let own = compared.iter().filter(|(cell, _)| cell.measure == *measure).copied();
        Some((measure.clone(), fit_to(&own.collect::<Vec<_>>())?))
    };
    Some(PartFits { all: fit_to(&compared)?, each: part.measures.iter().filter_map(of).collect() })
}

/// How near cells are to figures of the paper.
fn fit_to(compared: &[(&ResultCell, f64)]) -> Option<Fit> {
    let off: Vec<f64> = compared.iter().map(|(cell, paper)| cell.figure.value - paper).collect();
    let agree = compared.iter().filter(|(cell, paper)| cell.agrees(*paper)).count() as u64;
    let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / off.len() as f64;
    let largest = off.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    Some(Fit {
        rmse: mean(&mut off.iter().map(|off| off * off)).sqrt(),
        largest,
        bias: mean(&mut off.iter().copied()),
        agree,
        of: off.len() as u64,
    })
}

impl Results {
    /// How near the published figures of each measure are, where there are several: what one has too high and another too
    /// low does not show in all of them together.
    pub fn fits(&self) -> Vec<(&str, Fit)> {
        let mut measures: Vec<&str> = Vec::new();
        for cell in self.cells().filter(|cell| cell.published.is_some()) {
            if !measures.contains(&cell.measure.as_str()) {
                measures.push(&cell.measure);
            }
        }
        let of = |measure| Some((measure, fit(self.cells().filter(|cell| cell.measure == measure))?));
        if measures.len() < 2 { Vec::new() } else { measures.into_iter().filter_map(of).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::kinds::Unit;

    /// Ours with its half interval, the paper's with its own.
    fn cell(value: f64, half: f64, published: Option<(f64, f64)>) -> ResultCell {
        ResultCell {
            at: Vec::new(),
            reading: STATED.into(),
            measure: "win_rate".into(),
            unit: Unit::Percent,
            figure: Figure::symmetric(value, half, 100),
            published: published.map(|paper| paper.0),
            sampling: published.map(|(paper, half)| Interval { low: paper - half, high: paper + half }),
            beside: Some(0.9),
        }
    }

    #[test]
    fn the_fit_covers_published_figures_alone() {
        let cells = [
            cell(0.5, 0.1, Some((0.6, 0.0))),           // on our edge
            cell(0.5, 0.1, Some((0.7, 0.0))),           // outside
            cell(0.5, 0.1, Some((0.64, 0.1))),          // within 0.1 times the root of 2
            cell(0.5, 0.1, Some((0.65, 0.1))),          // both intervals meet, and yet they differ
            cell(0.5, f64::INFINITY, Some((0.5, 0.1))), // too few units to say
            cell(0.1, 0.1, None),
        ];
        let fit = fit(cells.iter()).unwrap();
        assert_eq!((fit.agree, fit.of), (2, 5));
        let off = [0.1f64, 0.2, 0.14, 0.15, 0.0];
        let squares: f64 = off.iter().map(|off| off * off).sum();
        assert!((fit.rmse - (squares / 5.0).sqrt()).abs() < 1e-12);
        assert!((fit.largest + 0.2).abs() < 1e-12, "ours less the paper's: {fit:?}");
        assert!((fit.bias + off.iter().sum::<f64>() / 5.0).abs() < 1e-12, "{fit:?}");
        assert_eq!(super::fit(cells[5..].iter()), None);
    }

    /// Errors of opposite sign hide in a common bias.
    #[test]
    fn every_measure_has_its_own_fit() {
        let named = |measure: &str, value| ResultCell {
            measure: measure.into(),
            ..cell(value, 0.1, Some((0.5, 0.1)))
        };
        let part = PartResults {
            name: "part".into(),
            about: String::new(),
            reading: STATED.into(),
            axes: Vec::new(),
            measures: Vec::new(),
            plots: Vec::new(),
            cells: vec![named("recall", 0.4), named("precision", 0.6)],
            compared: Vec::new(),
            recovered: Vec::new(),
            fits: None,
        };
        let mut results = Results {
            name: String::new(),
            title: String::new(),
            question: String::new(),
            answer: None,
            seed: 0,
            quick: false,
            fit: fit(part.cells.iter()),
            parts: vec![part],
            info: RunInfo::default(),
        };
        assert!(results.fit.unwrap().bias.abs() < 1e-12);
        let biases: Vec<(String, f64)> =
            results.fits().into_iter().map(|(measure, fit)| (measure.to_string(), fit.bias)).collect();
        assert_eq!(biases[0].0, "recall");
        assert!((biases[0].1 + 0.1).abs() < 1e-12 && (biases[1].1 - 0.1).abs() < 1e-12, "{biases:?}");
        results.parts[0].cells.pop();
        assert!(results.fits().is_empty(), "of one measure it is the same");
    }
}
