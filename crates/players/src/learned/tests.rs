use std::fs;
use std::path::PathBuf;

use games::kuhn::{Action, Card, Deal};
use games::{Kuhn, Leduc, kuhn, leduc};
use serde::Deserialize;
use table::{Event, Seat};

use super::testing::{Scored, untrained};
use super::*;
use crate::forward::PolicyFile;
use crate::kuhn::KuhnRow;
use crate::leduc::LeducRow;

const RULES: kuhn::Rules = kuhn::Rules { seats: 2 };
const A: Seat = Seat::new(0);

/// A has a queen and is asked.
fn asked() -> Kuhn {
    let mut game = Kuhn::new(&RULES);
    let deal = |seat, rank: usize| Event::Chance(Deal(Seat::new(seat), Card::ALL[rank]));
    [deal(0, 1), deal(1, 0)].iter().for_each(|event| game.apply(event));
    game
}

/// A network that scores a pass and a bet like this, whatever it sees.
fn constant(pass: f32, bet: f32) -> Arc<PolicyNetwork> {
    let mut file = untrained::<Kuhn, KuhnRow>(&RULES, Scored::ById, 1);
    file.tensors.get_mut("policy.weight").unwrap().figures.fill(0.0);
    file.tensors.get_mut("policy.bias").unwrap().figures = vec![pass, bet];
    Arc::new(PolicyNetwork::new(&file).unwrap())
}

fn shares(network: &Arc<PolicyNetwork>, temperature: f64, legal: &[Action]) -> Vec<f64> {
    let (mut out, game) = (vec![0.0; legal.len()], asked());
    let mut player = Learned::<Kuhn, KuhnRow>::new(Arc::clone(network), &RULES, temperature).unwrap();
    player.mix(game.view(A), legal, &mut Rng::new(1), &mut out);
    assert_eq!(player.fault(), None);
    out
}

#[test]
fn scores_become_probabilities_of_legal_actions() {
    let three = constant(0.0, 3.0_f32.ln());
    let near = |found: Vec<f64>, wanted: &[f64]| {
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-7), "{found:?} {wanted:?}");
    };
    let (pass, bet) = (Action::Pass, Action::Bet);
    near(shares(&three, 1.0, &[pass, bet]), &[0.25, 0.75]);
    near(shares(&three, 1.0, &[bet, pass]), &[0.75, 0.25]);
    near(shares(&three, 0.5, &[pass, bet]), &[0.1, 0.9]);
    near(shares(&three, 0.0, &[pass, bet]), &[0.0, 1.0]);
    near(shares(&three, 1.0, &[pass]), &[1.0]);
    // Among equals the least id, wherever it is listed.
    near(shares(&constant(2.0, 2.0), 0.0, &[bet, pass]), &[0.0, 1.0]);
    near(shares(&constant(1e5, -1e5), 0.001, &[pass, bet]), &[1.0, 0.0]);
}

#[test]
fn a_network_without_numbers_breaks_down_with_a_sentence() {
    let mut file = untrained::<Kuhn, KuhnRow>(&RULES, Scored::ById, 1);
    for name in ["hidden", "policy"] {
        file.tensors.get_mut(&format!("{name}.bias")).unwrap().figures.fill(1e6);
    }
    file.tensors.get_mut("policy.weight").unwrap().figures.fill(1e6);
    let deep = (0..8).map(|at| format!("deep{at}"));
    for name in deep {
        let dense =
            crate::forward::Dense { inputs: 20, outputs: 20, weights: vec![1e6; 400], bias: vec![0.0; 20] };
        file.tensors.extend(dense.tensors(&name));
        file.head.layers.push(crate::forward::PolicyLayer::Dense(name));
    }
    let network = Arc::new(PolicyNetwork::new(&file).unwrap());
    let mut player = Learned::<Kuhn, KuhnRow>::new(network, &RULES, 1.0).unwrap();
    player.act(asked().view(A), &[Action::Pass, Action::Bet], &mut Rng::new(1));
    let fault = player.fault().expect("an overflow").to_string();
    assert!(fault.contains("scores that are no numbers"), "{fault}");
}

/// Makes one mistake in a file.
type Change<'a> = &'a dyn Fn(&mut PolicyFile);

#[test]
fn what_is_for_something_else_is_refused_with_a_sentence() {
    let why = |change: Change<'_>| {
        let mut file = untrained::<Kuhn, KuhnRow>(&RULES, Scored::ById, 1);
        change(&mut file);
        let network = Arc::new(PolicyNetwork::new(&file).unwrap());
        Learned::<Kuhn, KuhnRow>::new(network, &RULES, 1.0).err().map(|error| error.to_string())
    };
    assert_eq!(why(&|_| ()), None);
    let cases: [(Change<'_>, &str); 4] = [
        (&|file| file.head.game = "leduc".to_string(), "its game is `leduc`, where `kuhn` is needed"),
        (&|file| file.head.rules_version = 99, "its version of the rules is `99`, where `1` is needed"),
        (&|file| file.head.rows.version = 2, "its version of the rows is `2`, where `1` is needed"),
        (&|file| file.head.ids.version = 2, "its version of the ids is `2`, where `1` is needed"),
    ];
    for (change, wanted) in cases {
        assert_eq!(why(change).as_deref(), Some(wanted));
    }
    let three = kuhn::Rules { seats: 3 };
    let network = PolicyNetwork::new(&untrained::<Kuhn, KuhnRow>(&three, Scored::ById, 1)).unwrap();
    let unfit = Learned::<Kuhn, KuhnRow>::new(Arc::new(network), &RULES, 1.0).err().unwrap().to_string();
    assert_eq!(unfit, "its width of a row is `13`, where `9` is needed");
}

/// A file of this test alone.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tefuda-{}-{name}.safetensors", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn a_file_is_read_once_until_it_changes() {
    let path = scratch("once");
    let write =
        |seed| fs::write(&path, untrained::<Kuhn, KuhnRow>(&RULES, Scored::ById, seed).to_bytes()).unwrap();
    write(1);
    let first = load(&path).unwrap();
    assert!(Arc::ptr_eq(&first, &load(&path).unwrap()));
    // As long as before, and perhaps within the same tick of the clock.
    write(2);
    let second = load(&path).unwrap();
    assert!(!Arc::ptr_eq(&first, &second));
    fs::write(&path, b"no policy").unwrap();
    assert!(load(&path).is_err());
    fs::remove_file(&path).unwrap();
    assert!(matches!(load(&path), Err(WeightsError::Io(_))));
    let folder = load(&std::env::temp_dir()).unwrap_err().to_string();
    assert!(folder.contains("it should be a file"), "{folder}");
}

#[test]
fn what_comes_along_can_be_read() {
    shelved()
        .iter()
        .for_each(|policy| assert!(!policy.network().head().about.is_empty(), "a model card is there"));
}

/// What Python says of a policy file: rows, and what numpy makes of them. `python/tests/test_policy_file.py` writes it.
#[derive(Deserialize)]
struct Vector {
    rows: Vec<Vec<f32>>,
    scores: Vec<Vec<f64>>,
    values: Vec<f64>,
}

fn follows_python<G: Game, E: Encode<G>>(name: &str, rules: &G::Rules) {
    let data = |ending: &str| format!("{}/data/{name}.{ending}", env!("CARGO_MANIFEST_DIR"));
    let vector: Vector = serde_json::from_slice(&fs::read(data("json")).unwrap()).unwrap();
    let network = load(data("safetensors").as_ref()).unwrap();
    check::<G, E>(network.head(), rules).unwrap();
    let (keys, mut work) = (keys::<G, E>(&network, rules).unwrap(), PolicyWork::default());
    assert!(vector.rows.len() >= 8 && vector.rows.len() == vector.scores.len());
    for ((row, scores), value) in vector.rows.iter().zip(&vector.scores).zip(&vector.values) {
        network.think(row, &mut work);
        let near = |found: f32, wanted: f64| {
            assert!((f64::from(found) - wanted).abs() < 1e-4, "{name}: {found} is not {wanted}");
        };
        assert_eq!(scores.len(), E::Ids::ids(rules) as usize);
        (0..).zip(scores).for_each(|(id, &score)| near(network.score(&keys, id, &work), score));
        near(network.value(&work).expect("it has a value"), *value);
    }
}

#[test]
fn what_python_wrote_gives_the_numbers_of_python() {
    follows_python::<Kuhn, KuhnRow>("policy-kuhn", &RULES);
    follows_python::<Leduc, LeducRow>("policy-leduc", &leduc::Rules);
}
