//! Arms compared: cells that differ on one axis and were played on the same deals.

use catalog::kinds::{Measure, Unit};

use super::kinds::Rows;
use super::plan::{PlannedCell, PlannedPart};
use super::results::{At, Compared, Recovered, Value};
use crate::stats::{Difference, Figure, LEVEL, Share, UnitLayout, holm, pooled_difference, recovered};

/// What is compared with what.
pub(super) struct Compare {
    pub(super) measures: Vec<String>,
    pub(super) axis: String,
    pub(super) base: Value,
    /// The arms that are held against the base.
    pub(super) values: Vec<Value>,
}

/// Which gap is asked about.
pub(super) struct Gap {
    pub(super) measures: Vec<String>,
    pub(super) axis: String,
    pub(super) low: Value,
    pub(super) high: Value,
    /// The arms between them.
    pub(super) values: Vec<Value>,
}

/// What the units of a cell add to the sums of every measure that is compared.
pub(super) struct Units {
    at: At,
    sums: Vec<Sums>,
}

/// What the units add to one measure.
pub(super) struct Sums {
    measure: String,
    unit: Unit,
    shares: Vec<Share>,
    layout: UnitLayout,
}

impl Units {
    pub(super) fn of(part: &PlannedPart, cell: &PlannedCell, rows: &Rows) -> Units {
        let compared = part.compares.iter().flat_map(|compare| &compare.measures);
        let all = compared.chain(part.gaps.iter().flat_map(|gap| &gap.measures));
        let asked = cell.job.measures.iter().filter(|measure| all.clone().any(|name| *name == measure.name));
        let layout = cell.job.layout(rows, cell.units);
        let sums = |measure: &Measure| {
            let shares = cell.job.shares(measure, rows)?;
            Some(Sums { measure: measure.name.to_string(), unit: measure.unit, shares, layout })
        };
        Units { at: cell.at.clone(), sums: asked.filter_map(sums).collect() }
    }

    fn sums(&self, measure: &str) -> Option<&Sums> {
        self.sums.iter().find(|sums| sums.measure == measure)
    }
}

/// The arms of one place: the cells that agree on all axes but one.
struct Arms<'a> {
    at: At,
    axis: &'a str,
    cells: Vec<&'a Units>,
}

impl<'a> Arms<'a> {
    /// The places in the order of their first cells.
    fn all(cells: &'a [Units], axis: &'a str) -> Vec<Arms<'a>> {
        let mut all: Vec<Arms<'_>> = Vec::new();
        for cell in cells {
            let at: At = cell.at.iter().filter(|(name, _)| name != axis).cloned().collect();
            match all.iter_mut().find(|arms| arms.at == at) {
                Some(arms) => arms.cells.push(cell),
                None => all.push(Arms { at, axis, cells: vec![cell] }),
            }
        }
        all
    }

    /// The units of one arm; nothing if it was not played.
    fn sums(&self, value: &Value, measure: &str) -> Option<&'a Sums> {
        let here = |cell: &&&Units| cell.at.iter().any(|(name, other)| name == self.axis && other == value);
        self.cells.iter().find(here)?.sums(measure)
    }
}

/// Every arm against its base; what one `compare` asks is one family of claims.
pub(super) fn compare(part: &PlannedPart, cells: &[Units]) -> Vec<Compared> {
    part.compares.iter().flat_map(|asked| family(part, asked, cells)).collect()
}

fn family(part: &PlannedPart, asked: &Compare, cells: &[Units]) -> Vec<Compared> {
    let mut family = Vec::new();
    for measure in &asked.measures {
        for arms in Arms::all(cells, &asked.axis) {
            let Some(base) = arms.sums(&asked.base, measure) else { continue };
            for value in &asked.values {
                let Some(arm) = arms.sums(value, measure) else { continue };
                let Difference { figure, p } =
                    pooled_difference(&arm.shares, &base.shares, base.layout, LEVEL);
                family.push(Compared {
                    at: arms.at.clone(),
                    reading: part.reading.clone(),
                    measure: measure.clone(),
                    unit: base.unit,
                    axis: asked.axis.clone(),
                    base: asked.base.clone(),
                    arm: value.clone(),
                    figure,
                    p,
                    p_holm: p,
                });
            }
        }
    }
    let corrected = holm(&family.iter().map(|claim| claim.p).collect::<Vec<_>>());
    family.iter_mut().zip(corrected).for_each(|(claim, p)| claim.p_holm = p);
    family
}

/// How much of each gap every arm between its ends recovers.
pub(super) fn recover(part: &PlannedPart, cells: &[Units]) -> Vec<Recovered> {
    let mut found = Vec::new();
    for asked in &part.gaps {
        for measure in &asked.measures {
            for arms in Arms::all(cells, &asked.axis) {
                let ends = (arms.sums(&asked.low, measure), arms.sums(&asked.high, measure));
                let (Some(low), Some(high)) = ends else { continue };
                for value in &asked.values {
                    let Some(arm) = arms.sums(value, measure) else { continue };
                    let share = recovered(&arm.shares, &low.shares, &high.shares, low.layout, LEVEL);
                    found.push(told(part, asked, measure, &arms.at, value, share));
                }
            }
        }
    }
    found
}

fn told(part: &PlannedPart, asked: &Gap, measure: &str, at: &At, arm: &Value, share: Figure) -> Recovered {
    Recovered {
        at: at.clone(),
        reading: part.reading.clone(),
        measure: measure.to_string(),
        axis: asked.axis.clone(),
        from: asked.low.clone(),
        to: asked.high.clone(),
        arm: arm.clone(),
        figure: share,
    }
}
