use super::*;

fn layer(inputs: usize, outputs: usize, seed: usize) -> Dense {
    let figure = |at: usize| (((at + seed) * 7919 % 2003) as f32 - 1000.0) / 4000.0;
    Dense {
        inputs,
        outputs,
        weights: (0..inputs * outputs).map(figure).collect(),
        bias: (0..outputs).map(|at| figure(at * 31 + 5)).collect(),
    }
}

fn weights() -> Weights {
    let header = WeightsHeader {
        network: "small".to_string(),
        inputs: "row 1".to_string(),
        game: "none 1".to_string(),
        data: "made up".to_string(),
        figures: [("accuracy".to_string(), "0.5".to_string())].into(),
    };
    Weights { header, layers: vec![layer(9, 70, 0), layer(70, 20, 3), layer(20, 3, 8)] }
}

/// The outputs by the definition, in double precision.
fn plain(weights: &Weights, row: &[f32]) -> Vec<f64> {
    let mut values: Vec<f64> = row.iter().copied().map(f64::from).collect();
    for (at, layer) in weights.layers.iter().enumerate() {
        let sum = |output: usize| {
            let product = |(input, value): (usize, &f64)| {
                value * f64::from(layer.weights[input * layer.outputs + output])
            };
            f64::from(layer.bias[output]) + values.iter().enumerate().map(product).sum::<f64>()
        };
        let sums = (0..layer.outputs).map(sum);
        let last = at + 1 == weights.layers.len();
        values = sums.map(|sum| if last { sum } else { sum.max(0.0) }).collect();
    }
    values
}

fn close(found: &[f32], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((f64::from(*found) - wanted).abs() < 1e-5, "{found} is not {wanted}");
    }
}

const ROW: [f32; 9] = [0.0, 1.0, 0.5, 0.0, 0.0, -2.0, 1.0, 0.5, 0.0];

fn active(row: &[f32]) -> Vec<(u16, f32)> {
    let list = row.iter().enumerate().filter(|(_, figure)| **figure != 0.0);
    list.map(|(place, figure)| (place as u16, *figure)).collect()
}

#[test]
fn all_three_ways_follow_the_definition() {
    let weights = weights();
    let (network, wanted) = (Network::new(&weights), plain(&weights, &ROW));
    let mut work = PassBuffers::default();
    assert_eq!((network.inputs(), network.outputs()), (9, 3));
    close(network.dense(&ROW, &mut work), &wanted);
    close(network.sparse(&active(&ROW), &mut work), &wanted);
    let mut sums = network.sums(&[(0, 1.0), (1, 1.0), (5, 3.0)]);
    network.change(&mut sums, &[(0, -1.0), (2, 0.5), (5, -5.0), (6, 1.0), (7, 0.5)]);
    close(network.finish_with(&sums, &[], &mut work), &wanted);
    let (sums, before) = (network.sums(&[(0, 1.0), (1, 1.0)]), network.sums(&[(0, 1.0), (1, 1.0)]));
    let changes = [(0, -1.0), (2, 0.5), (5, -2.0), (6, 1.0), (7, 0.5)];
    close(network.finish_with(&sums, &changes, &mut work), &wanted);
    assert_eq!(sums, before, "what was summed up stays");
}

#[test]
fn what_is_always_there_folds_into_the_bias() {
    let weights = weights();
    let mut network = Network::new(&weights);
    network.fold(&[(2, 0.5), (7, 0.5)]);
    let rest = [(1, 1.0), (5, -2.0), (6, 1.0)];
    close(network.sparse(&rest, &mut PassBuffers::default()), &plain(&weights, &ROW));
}

#[test]
fn outputs_become_probabilities() {
    let mut outputs = [1000.0, 1000.0 + 2.0_f32.ln(), 1000.0];
    softmax(&mut outputs);
    close(&outputs, &[0.25, 0.5, 0.25]);
}

#[test]
fn a_file_gives_back_what_was_written() {
    let weights = weights();
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(&bytes).expect("our own file"), weights);
    assert_eq!(bytes, weights.clone().to_bytes());
}

#[test]
fn a_file_for_something_else_is_refused_with_a_sentence() {
    let weights = weights();
    let refused =
        |inputs, game, first, last| weights.check(inputs, game, first, last).err().map(|e| e.to_string());
    assert_eq!(refused("row 1", "none 1", 9, 3), None);
    let wanted = [
        (refused("row 2", "none 1", 9, 3), "its inputs is `row 1`, where `row 2` is needed"),
        (refused("row 1", "none 2", 9, 3), "its game is `none 1`, where `none 2` is needed"),
        (refused("row 1", "none 1", 8, 3), "its shape is `9 to 3`, where `8 to 3` is needed"),
    ];
    for (found, wanted) in wanted {
        assert_eq!(found.as_deref(), Some(wanted));
    }
}

#[test]
fn spoilt_files_are_refused_and_never_panic() {
    let bytes = weights().to_bytes();
    let read = |bytes: &[u8]| Weights::from_bytes(bytes).map_err(|error| error.to_string());
    assert!(read(b"").is_err() && read(b"hello, this is no file of weights").is_err());
    assert!(read(&bytes[..bytes.len() - 1]).is_err());
    let text = String::from_utf8_lossy(&bytes[8..400]).into_owned();
    let at = 8 + text.find("version").expect("the header says its version");
    let digit = at + bytes[at..].iter().position(|byte| *byte == b'1').expect("its number");
    let mut newer = bytes.clone();
    newer[digit] = b'7';
    assert_eq!(read(&newer), Err("weights of format 7; this program reads format 1".to_string()));
    for at in 0..bytes.len().min(700) {
        let mut spoilt = bytes.clone();
        spoilt[at] ^= 0x15;
        let _ = read(&spoilt);
    }
    let mut last = bytes;
    let end = last.len();
    for odd in [f32::NAN, f32::INFINITY, -1e30] {
        last[end - 4..].copy_from_slice(&odd.to_le_bytes());
        assert!(read(&last).is_err_and(|error| error.contains("no number")), "{odd}");
    }
}

#[test]
fn a_flipped_bit_is_found() {
    let bytes = weights().to_bytes();
    let mut flipped = bytes.clone();
    let end = flipped.len();
    flipped[end - 3] ^= 1;
    let error = Weights::from_bytes(&flipped).unwrap_err().to_string();
    assert!(error.contains("the file was damaged"), "{error}");
    // A file from before there were digests is read as it is.
    let name = br#"\"digest\""#;
    let at = flipped.windows(name.len()).position(|window| window == name).expect("it names its digest");
    flipped[at + 2..at + 8].copy_from_slice(b"former");
    assert!(Weights::from_bytes(&flipped).is_ok());
}
