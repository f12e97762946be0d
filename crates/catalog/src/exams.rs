//! Every row of the list sits the exam for players, at every table it claims; estimators sit one of their own.

mod batches;
mod numbers;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use exams::{PlayerExam, listed_is_read, parameters};
use games::{GAMES, exam_tables, find_game};
use table::{
    Estimator, EventOf, ExamTable, Forecast, Game, Param, Params, PublicState, RankMatrix, Rng, Seat, Spec,
    SpecError, derive_seed, random_event,
};

use players::learned::testing::{Scored, untrained};
use players::roles::Assignment;

use crate::estimators::{Estimated, estimator_rows, role_games};
use crate::registry::{Playable, Visitor, agents_for, players, quick_agents, seat, visit};
use crate::row::Row;

/// Where all clauses are examined: every game and preset with its usual number of seats.
fn tables() -> impl Iterator<Item = &'static ExamTable> {
    exam_tables().map(|(_, table)| table).filter(|table| table.players)
}

/// What is kept from one game to the next shows in few games, and games are quick.
const MORE_SEEDS: &[u64] = &[11, 21, 31, 41];

/// A file with a network for these rules that has learned nothing.
fn weights<G: Playable>(rules: &G::Rules, scored: Scored) -> PathBuf {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let name = format!("tefuda-exam-{}-{}", std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(format!("{name}.safetensors"));
    std::fs::write(&path, untrained::<G, G::Encoder>(rules, scored, 1).to_bytes()).unwrap();
    path
}

/// Players that need a file, each with one for these rules; they read it when they sit down. The files go with the guard.
struct Files(Vec<PathBuf>);

impl Drop for Files {
    fn drop(&mut self) {
        self.0.iter().for_each(|path| _ = std::fs::remove_file(path));
    }
}

/// Players that go by a network, with files for these rules: those that learned, and the search over what they expect.
fn learned<G: Playable>(rules: &G::Rules) -> (Vec<Spec>, Files) {
    let files = [Scored::ById, Scored::ByFeatures].map(|scored| weights::<G>(rules, scored));
    let spec = |name: &str, more: &str, path: &PathBuf| {
        format!("{name}(weights={:?}{more})", path.display().to_string()).parse().unwrap()
    };
    let mut specs = vec![
        spec("learned", "", &files[0]),
        spec("learned", ",temperature=0.5", &files[1]),
        spec("learned", ",temperature=0", &files[0]),
    ];
    if G::OPEN && G::new(rules).public().seats() == 2 {
        specs.push(spec("lookahead", "", &files[0]));
        specs.push(spec("lookahead", ",depth=2,outcomes=2,leaves=500", &files[1]));
    }
    (specs, Files(files.to_vec()))
}

/// Lets everybody who sits down at a table sit the exam; who did.
struct ExamineAll;

impl Visitor for ExamineAll {
    type Out = (BTreeSet<String>, Vec<String>);

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let (mut examined, mut failures) = (BTreeSet::new(), Vec::new());
        let (learned, _files) = learned::<G>(&rules);
        for spec in quick_agents(G::NAME).into_iter().chain(learned) {
            if seat::<G>(&spec, &rules).is_err() {
                continue;
            }
            let make = || seat::<G>(&spec, &rules).expect("it sat down before");
            let mut failed = PlayerExam::new(&rules, &make).all();
            let again = |seed| PlayerExam::new(&rules, &make).with_seed(seed).reused_equals_fresh();
            failed.extend(MORE_SEEDS.iter().filter_map(|&seed| again(seed).err()));
            failures
                .extend(failed.iter().map(|failed| format!("{} {spec}: {failed}", G::write_rules(&rules))));
            examined.insert(spec.name);
        }
        (examined, failures)
    }
}

/// The tables with this game or one of its presets.
fn tables_of(game: &str) -> Vec<(Spec, usize)> {
    let tables = tables().map(|table| (table.spec.parse().unwrap(), table.seats));
    let tables: Vec<(Spec, usize)> =
        tables.filter(|(spec, _)| find_game(spec).unwrap().name == game).collect();
    assert!(!tables.is_empty(), "{game} is not examined: no table of its `TABLES` is for players");
    tables
}

fn examine(game: &str) {
    let (mut examined, mut failures) = (BTreeSet::new(), Vec::new());
    for (spec, seats) in tables_of(game) {
        let (who, failed) = visit(&spec, seats, ExamineAll).unwrap();
        examined.extend(who);
        failures.extend(failed);
    }
    let rows: BTreeSet<_> =
        agents_for(game).map(|row| row.name.to_string()).filter(|name| name != "exec").collect();
    assert_eq!(examined, rows, "every row sits the exam");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Every game of the list is examined in a test of its own.
macro_rules! tests_of {
    ($($module:ident::$game:ident),*) => {
        #[allow(non_snake_case, reason = "a game is named by its type")]
        mod players_pass {
            $(
                #[test]
                fn $game() {
                    super::examine(<games::$game as table::Game>::NAME);
                }
            )*
        }
    };
}

games::with_games!(tests_of);

/// What a row makes of a spec without a look at its list of parameters.
fn build<G: Game, T>(row: &Row<G, T>, spec: &Spec, rules: &G::Rules) -> Result<T, SpecError> {
    let mut params = Params::new(spec);
    let made = (row.build)(&mut params, rules)?;
    params.finish().map(|()| made)
}

/// Examines the lists of parameters of every row of a game, at a table at which all of them sit down.
struct ExamineParameters;

impl Visitor for ExamineParameters {
    type Out = Option<Vec<String>>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Out {
        let mut failures = Vec::new();
        let (learned, _files) = learned::<G>(&rules);
        for row in players::<G>().iter().filter(|row| !row.info().runs_programs()) {
            let quick = row.info().quick_specs().next().expect("every row has a quick form");
            let base = learned.iter().find(|spec| spec.name == row.name).unwrap_or(&quick).clone();
            build(row, &base, &rules).ok()?;
            let listed: Vec<Param> = row.info().params().copied().collect();
            let failed = parameters::<G>(&rules, &base, &listed, &|spec| build(row, spec, &rules));
            failures.extend(failed.into_iter().map(|failed| format!("{} {}: {failed}", G::NAME, row.name)));
        }
        Some(failures)
    }
}

#[test]
fn parameters_listed_and_read_are_one_set_with_one_default() {
    let mut failures = Vec::new();
    for game in GAMES {
        let examine = |(spec, seats)| visit(&spec, seats, ExamineParameters).unwrap();
        let Some(failed) = tables_of(game.name).into_iter().find_map(examine) else {
            panic!("none of the `TABLES` of {} that are for players seats all of them", game.name);
        };
        failures.extend(failed);
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_game_and_preset_has_a_table() {
    let listed = GAMES
        .iter()
        .flat_map(|game| [game.name].into_iter().chain(game.presets.iter().map(|preset| preset.name)));
    for name in listed {
        let here = |table: &ExamTable| table.spec.parse::<Spec>().unwrap().name == name;
        assert!(tables().any(here), "{name} is not examined: no table of `TABLES` is for its players");
    }
}

/// A game at random: the truth after each event.
fn random_game<G: Game>(rules: &G::Rules, seed: u64) -> Vec<(EventOf<G>, G)> {
    let (mut truth, mut rng, mut scratch, mut game) = (G::new(rules), Rng::new(seed), Vec::new(), Vec::new());
    while let Some(event) = random_event(&truth, &mut rng, &mut scratch) {
        truth.apply(&event);
        game.push((event, truth.clone()));
    }
    game
}

/// What an estimator of the first seat says after every `step`-th event, asked only then.
fn said<G: Estimated>(
    estimator: &mut dyn Estimator<G>,
    rules: &G::Rules,
    game: &[(EventOf<G>, G)],
    step: usize,
) -> Vec<Vec<Assignment<G>>> {
    let (seat, mut said) = (Seat::new(0), Vec::new());
    estimator.begin(G::new(rules).view(seat));
    for (number, (event, truth)) in game.iter().enumerate() {
        estimator.see(truth.view(seat), &truth.seen(event, Some(seat)));
        if number % step == step - 1 {
            said.push(estimator.assignments(truth.view(seat)).to_vec());
        }
    }
    said
}

/// Examines every estimator of a game.
struct ExamineEstimators;

impl Visitor for ExamineEstimators {
    type Out = ();

    fn visit<G: Playable>(self, _rules: G::Rules) {}

    fn visit_roles<G: Estimated>(self, rules: G::Rules) {
        let games = [1, 2].map(|seed| random_game::<G>(&rules, derive_seed(&[seed])));
        assert_eq!(G::new(&rules).roles(), None, "{}: nobody has a role before the deal", G::NAME);
        let dealt = games.iter().flatten().filter(|(_, truth)| G::roles_dealt(truth.public()));
        assert!({ dealt }.all(|(_, truth)| truth.roles().is_some()), "{}: then everybody has one", G::NAME);
        for row in estimator_rows::<G>() {
            let (base, name) = (Spec::named(row.name), format!("{} {}", G::NAME, row.name));
            let built = |spec: &Spec| build(&row, spec, &rules).expect("it is listed");
            let fresh = |step| said::<G>(&mut built(&base), &rules, &games[0], step);
            let often = fresh(1);
            for step in [7, 31] {
                let now_and_then = often.iter().skip(step - 1).step_by(step).cloned().collect::<Vec<_>>();
                assert!(fresh(step) == now_and_then, "{name}: asking leaves a trace");
            }
            let mut reused = built(&base);
            said::<G>(&mut reused, &rules, &games[1], 5);
            assert!(said::<G>(&mut reused, &rules, &games[0], 1) == often, "{name}: reused is not fresh");
            let listed: Vec<Param> = row.info().params().copied().collect();
            let read = listed_is_read(&base, &listed, &|spec| build(&row, spec, &rules));
            read.unwrap_or_else(|failed| panic!("{name}: {failed}"));
            for param in listed.iter().filter(|param| !param.default.is_empty()) {
                let told = Spec { params: vec![(param.key.into(), param.default.into())], ..base.clone() };
                assert!(said::<G>(&mut built(&told), &rules, &games[0], 1) == often, "{name}: {told}");
            }
        }
    }
}

/// What a forecast says from the first seat after every `step`-th event, asked only then.
fn forecast_ranks<G: Game>(
    forecast: &mut dyn Forecast<G>,
    rules: &G::Rules,
    game: &[(EventOf<G>, G)],
    step: usize,
) -> Vec<RankMatrix> {
    let (seat, mut said) = (Seat::new(0), Vec::new());
    forecast.begin(G::new(rules).view(seat));
    for (number, (event, truth)) in game.iter().enumerate() {
        forecast.see(truth.view(seat), &truth.seen(event, Some(seat)));
        if number % step == step - 1 {
            said.push(forecast.ranks(truth.view(seat)));
        }
    }
    said
}

/// Examines every forecast of a game; how many there were.
struct ExamineForecasts;

impl Visitor for ExamineForecasts {
    type Out = usize;

    fn visit<G: Playable>(self, rules: G::Rules) -> usize {
        let games = [1, 2].map(|seed| random_game::<G>(&rules, derive_seed(&[seed])));
        let mut examined = 0;
        for row in G::FORECASTS {
            let (base, name) = (Spec::named(row.name), format!("{} {}", G::NAME, row.name));
            let Ok(mut reused) = build(row, &base, &rules) else { continue };
            let fresh = |step| {
                let mut built = build(row, &base, &rules).expect("it was built before");
                forecast_ranks::<G>(&mut *built, &rules, &games[0], step)
            };
            let often = fresh(1);
            let worst = often.iter().map(RankMatrix::error).fold(0.0, f64::max);
            assert!(worst < 1e-9, "{name}: a row or a column is {worst} away from 1");
            let now_and_then = often.iter().skip(6).step_by(7).cloned().collect::<Vec<_>>();
            assert!(fresh(7) == now_and_then, "{name}: asking leaves a trace");
            forecast_ranks::<G>(&mut *reused, &rules, &games[1], 5);
            let again = forecast_ranks::<G>(&mut *reused, &rules, &games[0], 1);
            assert!(again == often, "{name}: reused is not fresh");
            let listed: Vec<Param> = row.info().params().copied().collect();
            let read = listed_is_read(&base, &listed, &|spec| build(row, spec, &rules));
            read.unwrap_or_else(|failed| panic!("{name}: {failed}"));
            examined += 1;
        }
        examined
    }
}

#[test]
fn forecasts_pass() {
    let examine =
        |table: &ExamTable| visit(&table.spec.parse().unwrap(), table.seats, ExamineForecasts).unwrap();
    assert!(tables().map(examine).sum::<usize>() > 0, "somebody forecasts");
}

#[test]
fn estimators_pass() {
    for table in tables().filter(|table| table.estimators) {
        let spec = table.spec.parse().unwrap();
        if role_games().contains(&find_game(&spec).unwrap().name) {
            visit(&spec, table.seats, ExamineEstimators).unwrap();
        }
    }
}
