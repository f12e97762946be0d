//! The kinds for any game, in small jobs whose figures are known.

mod matches;
mod roles;
mod sides;

use super::*;
use catalog::kinds::CellSetting;
use table::Spec;

/// A cell on whose axes stand these texts.
fn setting(kind: &str, game: &str, entrants: &str, paired: bool, axes: &[(&str, &str)]) -> CellSetting {
    let params = axes.iter().map(|(axis, text)| (axis.to_string(), text.to_string())).collect();
    let (game, entrants) = (game.parse().unwrap(), Spec::list(entrants).unwrap());
    CellSetting { game, entrants, paired, series: 1, kind: Spec { name: kind.to_string(), params }, seed: 5 }
}

/// The work of a kind with all its measures.
fn all_of(kind: &str, setting: &CellSetting) -> Result<Job, LabError> {
    let known = kinds().iter().find(|known| known.name == kind).unwrap();
    let game = games::find_game(&setting.game).unwrap();
    let has = |of: &&Of<Measure>| of.games.contains(&game.name);
    let measures: Vec<String> = known.measures.iter().filter(has).map(|of| of.it.name.to_string()).collect();
    Job::new(known, &measures, setting)
}

/// What a job finds in so many units.
fn found(job: Job, units: u64) -> impl Fn(&str) -> Figure {
    let rows = Rows { width: job.columns.len(), values: job.play(0..units, false).unwrap().values };
    move |name| {
        let measure = job.measures.iter().find(|measure| measure.name == name).unwrap();
        job.estimate(measure, &rows, units)
    }
}

#[test]
fn a_kind_of_another_game_is_refused() {
    let setting = setting("roles", "leduc", "random,random", false, &[]);
    let refused = all_of("roles", &setting).err().unwrap().to_string();
    assert_eq!(refused, "the kind `roles` is not for leduc; it is for kuhn, raiders, saboteur");
}
