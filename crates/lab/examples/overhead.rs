//! What the lab costs beside a bare loop of the same games, on one thread.
//!
//! `cargo run --release -p lab --example overhead [AGENT [GAMES [CELLS]]]` plays buzzard games of
//! `AGENT` against `random` in both ways, five times in turn, and prints the ratio of the median processor times: on a busy machine
//! they say more than a clock. They are read from `/proc`, so it runs on Linux.

#![allow(clippy::print_stdout, reason = "an example tells what it found")]

use std::path::Path;

use games::Buzzard;
use lab::experiment::{Build, Config, Existing, Options, Plan, Run, Shard};
use table::{Notation, Referee, Seeds, Spec, derive_seed};

const TURNS: usize = 5;

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Done {
    let mut words = std::env::args().skip(1);
    let agent = words.next().unwrap_or_else(|| "uct(sims=2)".into());
    let games: u64 = words.next().map_or(Ok(50_000), |word| word.parse())?;
    let cells: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let plan = plan(&agent, games, cells)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (mut bare, mut lab) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        bare.push(timed(|| bare_loop(&plan))?);
        lab.push(timed(|| pool.install(|| in_the_lab(&plan)))?);
    }
    let (bare, lab) = (median(bare), median(lab));
    let game = bare / plan.units() as f64;
    println!("{:.1} us a game; the lab takes {:+.1} %", game * 1e6, 100.0 * (lab / bare - 1.0));
    Ok(())
}

type Done = Result<(), Failure>;

fn plan(agent: &str, games: u64, cells: u64) -> Result<Plan, Failure> {
    let axis: Vec<String> = (0..cells).map(|cell| format!("{}", 0.5 + cell as f64 / 1e6)).collect();
    let seat = agent.replace("sims", "c={c},sims");
    let text = format!(
        r#"
name = "overhead"
title = "Overhead"
question = "What does the lab cost?"
seed = 1
[[part]]
name = "games"
about = "The same games."
kind = "match"
game = "buzzard"
seats = ["{seat}", "random"]
games = {}
measures = ["win_rate", "mean"]
sweep.c = [{}]
"#,
        games.div_ceil(cells),
        axis.join(", "),
    );
    Ok(Plan::new(&Config::parse(Path::new("overhead.toml"), text)?, &Options::default())?)
}

fn timed(work: impl FnOnce() -> Done) -> Result<f64, Failure> {
    let begun = processor_seconds()?;
    work()?;
    Ok(processor_seconds()? - begun)
}

/// What all threads of this process have used, in and out of the kernel; the kernel counts hundredths.
fn processor_seconds() -> Result<f64, Failure> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = stat.rsplit_once(')').ok_or("/proc/self/stat has another form")?.1;
    let ticks = after_name.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / 100.0)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Every game of the plan, and nothing else.
fn bare_loop(plan: &Plan) -> Done {
    let rules = Buzzard::read_rules(&Spec::named("buzzard"), 2)?;
    let (mut referee, mut sum) = (Referee::<Buzzard>::new(&rules, Seeds::new(0)), 0.0);
    for cell in &plan.cells {
        let build = |spec| catalog::seat::<Buzzard>(spec, &rules);
        let mut players: Vec<_> = cell.setting.entrants.iter().map(build).collect::<Result<_, _>>()?;
        for unit in 0..cell.units {
            let deal = derive_seed(&[cell.setting.seed, unit]);
            let seeds = Seeds { deal, players: derive_seed(&[cell.setting.seed, unit, 0]) };
            referee.restart(&rules, seeds);
            sum += referee.play(&mut players, &mut ())?.points.as_slice()[0];
        }
    }
    std::hint::black_box(sum);
    Ok(())
}

/// The same with chunks on disk, the table of games, figures and intervals.
fn in_the_lab(plan: &Plan) -> Done {
    let folder = std::env::temp_dir().join(format!("tefuda-overhead-{}", std::process::id()));
    let (existing, shard, build) = (Existing::Replace, Shard::WHOLE, Build::current());
    let run = Run { plan, folder: &folder, existing, shard, command: "", build: &build };
    run.go(&())?;
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
