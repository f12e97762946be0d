use std::fs;
use std::path::{Path, PathBuf};

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
        .for_each(|policy| assert_eq!(policy.head(), policy.network().head(), "{}", policy.name()));
}

/// The files of this folder and those below it with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| match path.is_dir() {
        true => files(&path, ending),
        false => {
            path.to_str().is_some_and(|name| name.ends_with(ending)).then_some(path).into_iter().collect()
        }
    };
    entries.flat_map(of).collect()
}

/// What is missing in a model card of a policy with this digest.
fn missing<'w>(card: &str, digest: &'w str) -> Vec<&'w str> {
    let parts = ["## Figures", "## Curve", "## Config", " minutes on ", digest];
    let measured = card.split("## ").any(|part| {
        part.strip_prefix("Figures")
            .is_some_and(|figures| figures.contains(|sign: char| sign.is_ascii_digit()))
    });
    let unmeasured = (!measured).then_some("figures");
    parts.into_iter().filter(|part| !card.contains(part)).chain(unmeasured).collect()
}

#[test]
fn each_file_of_weights_is_on_the_shelf_and_has_its_card() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/weights"));
    let name = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_prefix("policy-")?;
        Some(name.strip_suffix(".safetensors")?.to_string())
    };
    let mut kept: Vec<String> = files(folder, ".safetensors").into_iter().filter_map(name).collect();
    let mut shelf: Vec<String> = shelved().iter().map(|policy| policy.name().to_string()).collect();
    kept.sort();
    shelf.sort();
    assert_eq!(kept, shelf, "a file is on the shelf, and what is on the shelf is a file");
    for name in shelf {
        let digest =
            PolicyFile::named_digest(&fs::read(folder.join(format!("policy-{name}.safetensors"))).unwrap());
        let card = fs::read_to_string(folder.join(format!("policy-{name}.md")));
        let card = card.unwrap_or_else(|error| panic!("the model card of {name}: {error}"));
        assert_eq!(missing(&card, &digest.unwrap()), [""; 0], "in the model card of {name}");
    }
}

#[test]
fn what_a_model_card_lacks_is_found() {
    let card = "# A player of kuhn\n\n3 updates, in 1.0 minutes on one core.\n\n## Figures\n\nNashConv/2: 0.02.\n\n## Curve\n\n## File\n\n`abc`\n\n## Config\n";
    assert_eq!(missing(card, "abc"), [""; 0]);
    assert_eq!(missing(card, "abd"), ["abd"]);
    assert_eq!(missing("## Curve", "abc"), ["## Figures", "## Config", " minutes on ", "abc", "figures"]);
    assert_eq!(missing(&card.replace("NashConv/2: 0.02.", "FIVE"), "abc"), ["figures"]);
}

/// What all files of weights may have together.
const LARGEST: u64 = 25_000_000;

#[test]
fn all_weights_of_the_repository_together_are_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("weights"), root.join("data"), root.join("../../experiments")];
    let weights = folders.iter().flat_map(|folder| files(folder, ".safetensors"));
    let bytes: u64 = weights.map(|file| fs::metadata(file).unwrap().len()).sum();
    assert!((1_000_000..=LARGEST).contains(&bytes), "{bytes} bytes of weights, and {LARGEST} are allowed");
}

#[test]
fn values_are_the_mean_of_what_both_seats_are_told() {
    use crate::buzzard::BuzzardRow;
    use games::buzzard::{Bid, Buzzard, Prize, TurnUp};
    use search::LeafValues;
    use table::Notation;

    let rules = Buzzard::read_rules(&"buzzard(cards=5)".parse().unwrap(), 2).unwrap();
    let file = untrained::<Buzzard, BuzzardRow>(&rules, Scored::ByFeatures, 3);
    let network = Arc::new(PolicyNetwork::new(&file).unwrap());
    let mut game = Buzzard::new(&rules);
    let turn = |prize| Event::Chance(TurnUp(Prize::new(prize).unwrap()));
    let bid = |seat, bid| Event::Act(Seat::new(seat), Bid::new(bid).unwrap());
    [turn(3), bid(0, 5), bid(1, 2), turn(-1)].iter().for_each(|event| game.apply(event));
    let told = |seat| {
        let (encoder, mut work) = (BuzzardRow::new(&rules), PolicyWork::default());
        let mut row = vec![0.0; encoder.width()];
        encoder.observe(game.view(Seat::new(seat)), &mut row);
        network.think(&row, &mut work);
        f64::from(network.value(&work).unwrap())
    };
    let [a, b] = [told(0), told(1)];
    assert!((a + b).abs() > 0.1, "what is learned need not be a game of nothing to win: {a} {b}");
    let value = |game: &Buzzard, sum| {
        let mut out = [0.0];
        let values = LearnedValues::<Buzzard, BuzzardRow>::new(Arc::clone(&network), &rules, sum);
        values.unwrap().write_values(std::slice::from_ref(game), &mut out).unwrap();
        out[0]
    };
    assert!((value(&game, 0.0) - (a - b) / 2.0).abs() < 1e-9);
    assert!((value(&game, 1.0) - (a + 1.0 - b) / 2.0).abs() < 1e-9);
    // Where one seat alone is to choose, it alone is asked.
    let mut late = game;
    late.apply(&bid(0, 1));
    let alone = (value(&late, 1.0), 1.0 - b);
    assert!((alone.0 - alone.1).abs() < 1e-9, "{alone:?}");
    let mute = PolicyNetwork::new(&PolicyFile {
        head: PolicyHead { value: None, ..file.head.clone() },
        tensors: file
            .tensors
            .iter()
            .filter(|(name, _)| !name.starts_with("value"))
            .map(|(a, b)| (a.clone(), b.clone()))
            .collect(),
    });
    let refused =
        LearnedValues::<Buzzard, BuzzardRow>::new(Arc::new(mute.unwrap()), &rules, 0.0).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "its network is `a policy alone`, where `a policy and a value` is needed"
    );
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
