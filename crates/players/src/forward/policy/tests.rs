use std::collections::BTreeMap;

use super::super::tensors::Tensor;
use super::*;

/// Figures that look drawn and are the same everywhere.
fn figures(count: usize, seed: usize) -> Vec<f32> {
    (0..count).map(|at| (((at * 31 + seed * 977) * 7919 % 2003) as f32 - 1000.0) / 1500.0).collect()
}

fn add_dense(tensors: &mut Tensors, name: &str, inputs: usize, outputs: usize) {
    let seed = name.len() + inputs;
    let tensor = |shape: Vec<usize>, seed| {
        let count = shape.iter().product();
        Tensor { shape, figures: figures(count, seed) }
    };
    tensors.insert(format!("{name}.weight"), tensor(vec![inputs, outputs], seed));
    tensors.insert(format!("{name}.bias"), tensor(vec![outputs], seed + 1));
}

fn add_norm(tensors: &mut Tensors, name: &str, width: usize) {
    tensors.insert(format!("{name}.weight"), Tensor { shape: vec![width], figures: figures(width, 5) });
    tensors.insert(format!("{name}.bias"), Tensor { shape: vec![width], figures: figures(width, 6) });
}

const WIDTH: usize = 9;
const IDS: u32 = 5;
const ROW: [f32; WIDTH] = [0.0, 1.0, 0.5, 0.0, 0.0, -2.0, 1.0, 0.5, 0.0];

fn dense(name: &str) -> PolicyLayer {
    PolicyLayer::Dense(name.to_string())
}

/// All kinds of steps, with widths that are no multiples of a register.
fn file(by: PolicyBy) -> PolicyFile {
    let mut tensors = Tensors::new();
    add_dense(&mut tensors, "in", WIDTH, 37);
    add_norm(&mut tensors, "even", 37);
    add_dense(&mut tensors, "up", 37, 20);
    add_dense(&mut tensors, "down", 20, 37);
    add_dense(&mut tensors, "value", 37, 1);
    match &by {
        PolicyBy::Ids { dense } => add_dense(&mut tensors, dense, 37, IDS as usize),
        PolicyBy::Features { query, width, .. } => {
            add_dense(&mut tensors, query, 37, 6);
            add_dense(&mut tensors, "first", *width, 11);
            add_dense(&mut tensors, "key", 11, 7);
        }
    }
    let head = PolicyHead {
        game: "none".to_string(),
        rules_version: 3,
        rules: "none(cards=2)".to_string(),
        seats: 2,
        rows: WidthOf { version: 1, width: WIDTH },
        ids: CountOf { version: 1, count: IDS },
        layers: vec![
            dense("in"),
            PolicyLayer::Norm("even".to_string()),
            PolicyLayer::Relu(true),
            PolicyLayer::Residual(vec![dense("up"), PolicyLayer::Relu(true), dense("down")]),
        ],
        policy: by,
        value: Some(PolicyValue { dense: "value".to_string(), scale: 2.5 }),
        about: BTreeMap::from([("text".to_string(), "made up".to_string())]),
    };
    PolicyFile { head, tensors }
}

fn by_ids() -> PolicyFile {
    file(PolicyBy::Ids { dense: "policy".to_string() })
}

fn by_features() -> PolicyFile {
    let layers = vec![dense("first"), PolicyLayer::Relu(true), dense("key")];
    file(PolicyBy::Features { query: "query".to_string(), layers, width: 4 })
}

/// The steps by their definition, in double precision.
fn plain(tensors: &Tensors, layers: &[PolicyLayer], mut values: Vec<f64>) -> Vec<f64> {
    let of =
        |name: String| tensors[&name].figures.iter().map(|&figure| f64::from(figure)).collect::<Vec<_>>();
    for layer in layers {
        values = match layer {
            PolicyLayer::Dense(name) => {
                let (weight, bias) = (of(format!("{name}.weight")), of(format!("{name}.bias")));
                let product = |at| {
                    values
                        .iter()
                        .enumerate()
                        .map(|(row, value)| value * weight[row * bias.len() + at])
                        .sum::<f64>()
                };
                (0..bias.len()).map(|at| bias[at] + product(at)).collect()
            }
            PolicyLayer::Relu(_) => values.iter().map(|value| value.max(0.0)).collect(),
            PolicyLayer::Norm(name) => {
                let (weight, bias) = (of(format!("{name}.weight")), of(format!("{name}.bias")));
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                let variance =
                    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
                let even = |value: &f64| (value - mean) / (variance + 1e-5).sqrt();
                (0..values.len()).map(|at| even(&values[at]) * weight[at] + bias[at]).collect()
            }
            PolicyLayer::Residual(inside) => {
                let made = plain(tensors, inside, values.clone());
                values.iter().zip(made).map(|(value, made)| value + made).collect()
            }
        };
    }
    values
}

#[track_caller]
fn close(found: f32, wanted: f64) {
    assert!((f64::from(found) - wanted).abs() < 1e-5 * wanted.abs().max(1.0), "{found} is not {wanted}");
}

#[test]
fn scores_by_ids_and_value_follow_the_definition() {
    let file = by_ids();
    let (network, mut work) = (PolicyNetwork::new(&file).unwrap(), PolicyWork::default());
    let trunk =
        |row: &[f32]| plain(&file.tensors, &file.head.layers, row.iter().map(|&f| f64::from(f)).collect());
    let keys = network.keys(Vec::new());
    // Twice, and another row between: what is left of one pass does not matter to the next.
    for row in [ROW, [1.0; WIDTH], ROW] {
        network.think(&row, &mut work);
        let scores = plain(&file.tensors, &[dense("policy")], trunk(&row));
        (0..IDS).for_each(|id| close(network.score(&keys, id, &work), scores[id as usize]));
        close(network.value(&work).unwrap(), 2.5 * plain(&file.tensors, &[dense("value")], trunk(&row))[0]);
    }
}

#[test]
fn scores_by_features_follow_the_definition() {
    let file = by_features();
    let (network, mut work) = (PolicyNetwork::new(&file).unwrap(), PolicyWork::default());
    let features = figures(4 * IDS as usize, 9);
    let keys = network.keys(features.clone());
    network.think(&ROW, &mut work);
    let trunk = plain(&file.tensors, &file.head.layers, ROW.map(f64::from).to_vec());
    let query = plain(&file.tensors, &[dense("query")], trunk);
    let PolicyBy::Features { layers, .. } = &file.head.policy else { panic!("it is by features") };
    for (id, row) in (0..).zip(features.chunks_exact(4)) {
        let key = plain(&file.tensors, layers, row.iter().map(|&figure| f64::from(figure)).collect());
        let product: f64 = query.iter().zip(&key).map(|(query, key)| query * key).sum();
        close(network.score(&keys, id, &work), product / 6.0_f64.sqrt() + key[6]);
    }
    let (ActionKeys(Some(one)), ActionKeys(Some(again))) = (&keys, &network.keys(features)) else { panic!() };
    assert!(Arc::ptr_eq(one, again), "equal figures are worked out once");
}

#[test]
fn a_file_gives_back_what_was_written() {
    for file in [by_ids(), by_features()] {
        let bytes = file.to_bytes();
        assert_eq!(PolicyFile::from_bytes(&bytes).expect("our own file"), file);
        assert_eq!(bytes, file.clone().to_bytes());
    }
}

fn refused(file: &PolicyFile) -> String {
    let read = PolicyNetwork::from_bytes(&file.to_bytes());
    read.err().map_or_else(|| "it was read".to_string(), |error| error.to_string())
}

/// Makes one mistake in a file.
type Change<'a> = &'a dyn Fn(&mut PolicyFile);

#[test]
fn what_does_not_follow_is_refused_with_a_sentence() {
    let changed = |change: Change<'_>| {
        let mut file = by_ids();
        change(&mut file);
        refused(&file)
    };
    let cases: [(Change<'_>, &str); 10] = [
        (&|file| _ = file.tensors.remove("up.bias"), "it has no tensor `up.bias`"),
        (&|file| add_dense(&mut file.tensors, "more", 2, 2), "no step uses its tensor `more.bias`"),
        (&|file| file.head.ids.count = 6, "layer `policy` is of shape (37, 5), where (37, 6) follows"),
        (&|file| file.head.rows.width = 8, "layer `in` is of shape (9, 37), where (8, 37) follows"),
        (
            &|file| add_norm(&mut file.tensors, "even", 36),
            "`even.weight` is of shape [36], where [37] follows",
        ),
        (
            &|file| file.head.layers.push(PolicyLayer::Residual(vec![dense("up")])),
            "a residual step makes 20 figures of 37",
        ),
        (&|file| file.head.layers.push(PolicyLayer::Relu(false)), "leave it out"),
        (
            &|file| add_dense(&mut file.tensors, "value", 37, 2),
            "layer `value` is of shape (37, 2), where (37, 1) follows",
        ),
        (
            &|file| file.tensors.get_mut("up.bias").unwrap().figures[3] = f32::NAN,
            "`up.bias` has a weight that is no number",
        ),
        (&|file| file.tensors.get_mut("up.bias").unwrap().figures[3] = 1e30, "none of a network's size"),
    ];
    for (change, why) in cases {
        let found = changed(change);
        assert!(found.contains(why), "{found}, and not {why}");
    }
    let mut short = by_features();
    add_dense(&mut short.tensors, "key", 11, 6);
    assert!(refused(&short).contains("a key has 6 figures, where 7 are needed"), "{}", refused(&short));
}

/// The bytes of a file with this text of its description written otherwise, just as long.
fn rewritten(file: &PolicyFile, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = file.to_bytes();
    let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).expect(from);
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

#[test]
fn other_files_are_refused_and_no_bytes_make_it_panic() {
    let file = by_ids();
    let why = |bytes: &[u8]| PolicyFile::from_bytes(bytes).expect_err("it is refused").to_string();
    assert!(why(b"").contains("no weights of a network"));
    // In the file the description is a text within a text.
    assert!(
        why(&rewritten(&file, r#"\"kind\":\"policy\""#, r#"\"kind\":\"polici\""#))
            .contains("no learned policy")
    );
    let newer = why(&rewritten(&file, r#"\"version\":1}""#, r#"\"version\":7}""#));
    assert_eq!(newer, "its format is `7`, where `1` is needed");
    let odd = why(&rewritten(&file, r#"{\"dense\":\"in\"}"#, r#"{\"dance\":\"in\"}"#));
    assert!(odd.contains("its description: unknown variant `dance`"), "{odd}");
    let bytes = file.to_bytes();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(why(&flipped).contains("its digest is "), "{}", why(&flipped));
    for at in (0..bytes.len()).step_by(3) {
        let mut spoilt = bytes.clone();
        spoilt[at] ^= 0x15;
        let _ = PolicyNetwork::from_bytes(&spoilt);
        let _ = PolicyNetwork::from_bytes(&bytes[..at]);
    }
}
