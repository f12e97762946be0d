//! Results to draw, made by arithmetic: no game was played for them.

use std::collections::BTreeMap;

use crate::experiment::{
    Axis, Fit, PartResults, PlotConfig, PlotKind, ResultCell, Results, RunInfo, STATED, Value,
};
use crate::stats::{Figure, LEVEL, wilson};
use catalog::kinds::Unit;

pub(super) fn text_axis(name: &str, values: &[&str]) -> Axis {
    let text = |value: &&str| Value::Text((*value).to_string());
    Axis { name: name.into(), values: values.iter().map(text).collect() }
}

pub(super) fn number_axis(name: &str, values: &[i64]) -> Axis {
    Axis { name: name.into(), values: values.iter().copied().map(Value::Integer).collect() }
}

/// What is a share of something.
const PERCENT: [&str; 2] = ["win_rate", "share"];

/// A cell with a symmetric interval and nothing published.
pub(super) fn cell(at: Vec<(String, Value)>, measure: &str, value: f64, half: f64) -> ResultCell {
    ResultCell {
        at,
        reading: STATED.into(),
        measure: measure.into(),
        unit: if PERCENT.contains(&measure) { Unit::Percent } else { Unit::Number },
        figure: Figure::symmetric(value, half, 1000),
        published: None,
        sampling: None,
        beside: None,
    }
}

/// A part whose cells are made by a function of their indices along the axes.
pub(super) fn part(
    name: &str,
    axes: Vec<Axis>,
    measures: &[&str],
    make: impl Fn(Vec<(String, Value)>, &[usize], &str) -> ResultCell,
) -> PartResults {
    let sizes: Vec<usize> = axes.iter().map(|axis| axis.values.len()).collect();
    let mut cells = Vec::new();
    for flat in 0..sizes.iter().product() {
        let mut rest = flat;
        let mut indices: Vec<usize> = sizes.iter().rev().map(|size| (rest % size, rest /= size).0).collect();
        indices.reverse();
        let at = |(axis, &index): (&Axis, &usize)| (axis.name.clone(), axis.values[index].clone());
        let at: Vec<(String, Value)> = axes.iter().zip(&indices).map(at).collect();
        cells.extend(measures.iter().map(|measure| make(at.clone(), &indices, measure)));
    }
    PartResults {
        name: name.into(),
        about: format!("What {name} is about."),
        reading: STATED.into(),
        axes,
        measures: measures.iter().map(ToString::to_string).collect(),
        plots: Vec::new(),
        cells,
        compared: Vec::new(),
        recovered: Vec::new(),
        fits: None,
    }
}

pub(super) fn plot(kind: PlotKind, x: &str, series: Option<&str>, measure: &str) -> PlotConfig {
    let (x, series, measure) = (x.into(), series.map(Into::into), measure.into());
    PlotConfig { kind, title: None, x, series, measure, fixed: BTreeMap::new() }
}

const AGENTS: [&str; 7] =
    ["uct(c=1.4)", "uct-mix(c=1.4)", "uct-chance(c=1.4)", "rm", "exp3(gamma=0.2)", "flat", "random"];
const SIMS: [i64; 5] = [100, 300, 1000, 3000, 10000];

/// Seven agents over five sizes of search.
pub(super) fn strength() -> PartResults {
    let axes = vec![text_axis("agent", &AGENTS), number_axis("sims", &SIMS)];
    let mut part = part("against_random", axes, &["win_rate", "mean"], |at, index, measure| {
        let (agent, sims) = (index[0] as f64, index[1] as f64);
        let rate = 0.5 + (0.4 - 0.065 * agent) * (1.0 - (-0.25 - 0.5 * sims).exp());
        if measure == "mean" {
            return cell(at, measure, 14.0 * (rate - 0.5), 0.62);
        }
        let hits = (1000.0 * rate).round() as u64;
        let interval = wilson(hits, 1000, LEVEL);
        let made = cell(at, measure, hits as f64 / 1000.0, 0.0);
        let published = (agent < 2.0).then_some(((rate + 0.03 * (sims - 1.5)) * 1000.0).round() / 1000.0);
        let sampling = published.map(|paper| wilson((1000.0 * paper) as u64, 1000, LEVEL));
        ResultCell { figure: made.figure.within(interval), published, sampling, ..made }
    });
    part.about = "Each model against players that move at random, over simulations a move.".into();
    part.plots = vec![plot(PlotKind::Curve, "sims", Some("agent"), "win_rate")];
    part
}

/// What two models bid for each prize.
pub(super) fn bids() -> PartResults {
    let prizes: Vec<i64> = (-5..=10).filter(|&prize| prize != 0).collect();
    let bids: Vec<i64> = (1..=15).collect();
    let axes =
        vec![text_axis("model", &["uct", "rm"]), number_axis("prize", &prizes), number_axis("bid", &bids)];
    let mut part = part("what_is_bid", axes, &["share"], |at, index, measure| {
        let (model, prize, bid) = (index[0] as f64, index[1] as f64, index[2] as f64);
        let best = (prize - 5.0).abs() * 1.4;
        let share = 0.4 / (1.0 + model) * (-(bid - best).powi(2) / (4.0 + 20.0 * model)).exp();
        cell(at, measure, share, 0.012)
    });
    part.about = "How often each model bids what, by the prize on the table.".into();
    part.plots = vec![plot(PlotKind::Heat, "bid", Some("prize"), "share")];
    part
}

/// Eleven turns on three boards, each figure published.
pub(super) fn breaking() -> PartResults {
    let turns: Vec<i64> = (0..11).map(|turn| 2 * turn).collect();
    let axes = vec![number_axis("turn", &turns), number_axis("board", &[2, 5, 8])];
    let mut part = part("when_to_break", axes, &["f_value"], |at, index, measure| {
        let (turn, board) = (index[0] as f64, index[1] as f64);
        let value = 0.82 - 0.005 * (turn - 6.0).powi(2) - 0.06 * (board - 1.0).powi(2);
        let off = if index == [6, 1] || index == [3, 2] { 0.05 } else { 0.004 };
        let published = Some(((value + off) * 1000.0).round() / 1000.0);
        let made = cell(at, measure, value, 0.0095);
        ResultCell { published, figure: Figure { n: 10000, ..made.figure }, ..made }
    });
    part.about = "F value of the judgement to break a tool, by turn and by the size of the board.".into();
    part.plots = vec![plot(PlotKind::Heat, "turn", Some("board"), "f_value")];
    part
}

/// How far each player is from an equilibrium, in another reading of the paper.
pub(super) fn exploited() -> PartResults {
    let mut part =
        part("worst_case", vec![text_axis("agent", &AGENTS)], &["exploitability"], |at, index, measure| {
            let value = 0.31 + 0.42 * index[0] as f64;
            let beside = (index[0] % 3 == 0).then_some(2.2);
            ResultCell { beside, reading: "literal".into(), ..cell(at, measure, value, 0.04) }
        });
    part.about = "Exact exploitability in the game with five cards, in points.".into();
    part.reading = "literal".into();
    part.plots = vec![plot(PlotKind::Bars, "agent", None, "exploitability")];
    part
}

pub(super) fn results(parts: Vec<PartResults>) -> Results {
    Results {
        name: "buzzard_uct".into(),
        title: "Do searchers that beat random players play well?".into(),
        question:
            "Which of three searchers is best at the buzzard, and does winning against random players say so?"
                .into(),
        answer: Some(
            "No: the one that wins most against random players loses most to a player that thinks.".into(),
        ),
        seed: 7,
        quick: true,
        fit: Some(Fit { rmse: 0.0214, largest: -0.061, bias: 0.0042, agree: 38, of: 43 }),
        parts,
        info: RunInfo {
            config: "name = \"buzzard_uct\"\nseed = 7\n\n[[part]]\nname = \"against_random\"\ngames = 1000\n"
                .into(),
            version: "0.1.0".into(),
            rules_versions: vec![("buzzard".into(), 1), ("kuhn".into(), 1)],
            cores: 2,
            seconds: 83.4,
            command: "tefuda reproduce buzzard_uct --quick --seed 7".into(),
            full: false,
        },
    }
}

pub(super) const README: &str = "# Buzzard\n\nThe question.\n\n## Paper\nA. Author: *On vultures* (2001).\n\n## Readings\n\n\
    The paper leaves the reward open; we take the *difference of points*, scaled to [0, 1].\n\n\
    | open | chosen |\n| --- | --- |\n| reward | points |\n| players | 2 to 6 |\n\n\
    * `carry` for a pot nobody takes ([a rule text](https://example.org/rules)).\n\n\
    ## What follows\n\nPlay against those who think.\n";
