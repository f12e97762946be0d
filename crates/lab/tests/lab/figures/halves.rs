//! Readings of paper 000 that are chosen on one half of its cells and tested on the other half.

use std::collections::BTreeMap;

use lab::experiment::{At, PartResults, ResultCell, Value};

use super::House;

/// The experiment and the part that play every reading, and the part with the printed figures.
const READINGS: (&str, &str) = ("saboteur_readings", "halves");
const PRINTED: (&str, &str) = ("saboteur_break", "tables");

/// What tells readings apart; the other axes are the settings of the printed tables.
const AXES: [&str; 3] = ["veto", "threshold", "cheat_threshold"];

/// The reading that `saboteur_break` states, and the literal veto at some thresholds.
const NAMED: [&str; 4] = ["target 50 50", "literal 50 50", "literal 50 40", "literal 40 40"];

/// How far a reading is from the printed figures of some cells: the squared deviations, and how many agree.
#[derive(Clone, Copy, Debug, Default)]
struct Off {
    squares: f64,
    agree: usize,
    of: usize,
}

impl Off {
    fn add(&mut self, off: f64, agrees: bool) {
        self.squares += off * off;
        self.agree += usize::from(agrees);
        self.of += 1;
    }

    fn rmse(self) -> f64 {
        (self.squares / self.of as f64).sqrt()
    }

    fn text(self) -> String {
        format!("{:.3} | {} of {}", self.rmse(), self.agree, self.of)
    }
}

fn value<'a>(at: &'a At, axis: &str) -> &'a Value {
    &at.iter().find(|(name, _)| name == axis).unwrap_or_else(|| panic!("no axis {axis}")).1
}

fn part<'a>(house: &'a [House], (experiment, part): (&str, &str)) -> Option<&'a PartResults> {
    let own = house.iter().find(|one| one.plan.name == experiment)?;
    own.recorded.parts.iter().find(|own| own.name == part)
}

/// Like the squares of a chessboard, so that every turn and every board is in both halves.
fn half(turns: &[f64], at: &At) -> usize {
    let [turn, board] = ["turn", "board"].map(|axis| value(at, axis).number().unwrap());
    let row = turns.iter().position(|own| *own == turn).unwrap();
    let column = [2.0, 5.0, 8.0].iter().position(|own| *own == board).unwrap();
    (row + column) % 2
}

/// How far each reading is off, on each half.
fn readings(played: &PartResults, printed: &PartResults) -> BTreeMap<String, [Off; 2]> {
    let mut turns: Vec<f64> =
        printed.cells.iter().map(|cell| value(&cell.at, "turn").number().unwrap()).collect();
    turns.sort_by(f64::total_cmp);
    turns.dedup();
    let mut readings: BTreeMap<String, [Off; 2]> = BTreeMap::new();
    for cell in &played.cells {
        let same = |paper: &&ResultCell| {
            paper.measure == cell.measure
                && ["turn", "board"].iter().all(|axis| value(&paper.at, axis) == value(&cell.at, axis))
        };
        let paper = printed.cells.iter().find(same).unwrap();
        let Some(published) = paper.published else { continue };
        // The sampling error of the printed figure is that of the stated reading's test.
        let agrees = ResultCell { sampling: paper.sampling, ..cell.clone() }.agrees(published);
        let name = AXES.map(|axis| value(&cell.at, axis).to_string()).join(" ");
        readings.entry(name).or_default()[half(&turns, &cell.at)].add(cell.figure.value - published, agrees);
    }
    readings
}

/// The section of `docs/papers.md`; nothing before the first full run.
pub(super) fn section(house: &[House]) -> String {
    let (Some(played), Some(printed)) = (part(house, READINGS), part(house, PRINTED)) else {
        return String::new();
    };
    let readings = readings(played, printed);
    let nearest =
        |half: usize| readings.iter().min_by(|a, b| a.1[half].rmse().total_cmp(&b.1[half].rmse())).unwrap();
    let row = |what: &str, name: &str, [first, second]: &[Off; 2]| {
        format!("| {what} | {name} | {} | {} |\n", first.text(), second.text())
    };
    let mut rows = String::new();
    for (half, what) in ["nearest on the first half", "nearest on the second half"].iter().enumerate() {
        let (name, off) = nearest(half);
        rows += &row(what, name, off);
    }
    for name in NAMED {
        let ranks = [0, 1].map(|half| {
            let better = |off: &&[Off; 2]| off[half].rmse() < readings[name][half].rmse();
            1 + readings.values().filter(better).count()
        });
        rows += &row(&format!("rank {} and {}", ranks[0], ranks[1]), name, &readings[name]);
    }
    format!(
        "\n### Chosen on one half, tested on the other\n\
         The part `{1}` of [`{0}`](../experiments/{0}/README.md) plays {2} readings: the veto, the threshold of the first score, and that of the \
         second. The 33 cells are halved like a chessboard, so that every turn and every board is in both halves; recall and precision of a cell are in the same \
         half. A reading that is chosen on one half is tested on the other. Below stand root mean square error and how many agree.\n\n\
         | | reading | first half: RMSE | agree | second half: RMSE | agree |\n| --- | --- | ---: | ---: | ---: | ---: |\n{rows}",
        READINGS.0,
        READINGS.1,
        readings.len(),
    )
}
