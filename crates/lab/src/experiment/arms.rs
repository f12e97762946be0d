//! Arms compared: cells that differ on one axis and were played on the same deals.

use super::kinds::Rows;
use super::plan::{Part, PlannedCell};
use super::results::{At, Compared, Recovered, Value};
use crate::stats::{Difference, Estimate, LEVEL, Share, holm, pooled_difference, recovered};

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
    shares: Vec<(String, Vec<Share>)>,
}

impl Units {
    pub(super) fn of(part: &Part, cell: &PlannedCell, rows: &Rows) -> Units {
        let mut measures: Vec<&String> = part.compares.iter().flat_map(|compare| &compare.measures).collect();
        measures.extend(part.gaps.iter().flat_map(|gap| &gap.measures));
        measures.sort();
        measures.dedup();
        let shares = |measure: &String| Some((measure.clone(), cell.job.shares(measure, rows)?));
        Units { at: cell.at.clone(), shares: measures.into_iter().filter_map(shares).collect() }
    }

    fn shares(&self, measure: &str) -> Option<&[Share]> {
        self.shares.iter().find(|(name, _)| name == measure).map(|(_, shares)| &shares[..])
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
    fn shares(&self, value: &Value, measure: &str) -> Option<&'a [Share]> {
        let here = |cell: &&&Units| cell.at.iter().any(|(name, other)| name == self.axis && other == value);
        self.cells.iter().find(here)?.shares(measure)
    }
}

/// Every arm against its base; what one `compare` asks is one family of claims.
pub(super) fn compare(part: &Part, cells: &[Units]) -> Vec<Compared> {
    part.compares.iter().flat_map(|asked| family(part, asked, cells)).collect()
}

fn family(part: &Part, asked: &Compare, cells: &[Units]) -> Vec<Compared> {
    let mut family = Vec::new();
    for measure in &asked.measures {
        for arms in Arms::all(cells, &asked.axis) {
            let Some(base) = arms.shares(&asked.base, measure) else { continue };
            for value in &asked.values {
                let Some(arm) = arms.shares(value, measure) else { continue };
                let Difference { estimate, p } = pooled_difference(arm, base, LEVEL);
                family.push(Compared {
                    at: arms.at.clone(),
                    reading: part.reading.clone(),
                    measure: measure.clone(),
                    axis: asked.axis.clone(),
                    base: asked.base.clone(),
                    arm: value.clone(),
                    difference: estimate.value,
                    low: estimate.low,
                    high: estimate.high,
                    n: estimate.n as u64,
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
pub(super) fn recover(part: &Part, cells: &[Units]) -> Vec<Recovered> {
    let mut found = Vec::new();
    for asked in &part.gaps {
        for measure in &asked.measures {
            for arms in Arms::all(cells, &asked.axis) {
                let ends = (arms.shares(&asked.low, measure), arms.shares(&asked.high, measure));
                let (Some(low), Some(high)) = ends else { continue };
                for value in &asked.values {
                    let Some(arm) = arms.shares(value, measure) else { continue };
                    let share = recovered(arm, low, high, LEVEL);
                    found.push(told(part, asked, measure, &arms.at, value, share));
                }
            }
        }
    }
    found
}

fn told(part: &Part, asked: &Gap, measure: &str, at: &At, arm: &Value, share: Estimate) -> Recovered {
    Recovered {
        at: at.clone(),
        reading: part.reading.clone(),
        measure: measure.to_string(),
        axis: asked.axis.clone(),
        from: asked.low.clone(),
        to: asked.high.clone(),
        arm: arm.clone(),
        share: share.value,
        low: share.low,
        high: share.high,
        n: share.n as u64,
    }
}
