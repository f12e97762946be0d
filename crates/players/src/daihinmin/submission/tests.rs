use std::path::PathBuf;

use games::daihinmin::{Card, GridCell};
use table::{Game, Notation, PublicState, RankMatrix, Seat, Spec, Turn, random_event};

use super::*;
use crate::daihinmin::Inputs;
use crate::forward::{Dense, Network, PassBuffers, Weights, WeightsHeader};

fn rules() -> Rules {
    Daihinmin::read_rules(&Spec::named(Daihinmin::NAME), 5).unwrap()
}

fn layer(inputs: usize, outputs: usize) -> Dense {
    let figure = |at: usize| ((at * 7919 % 2003) as f32 - 1000.0) / 4000.0;
    let (weights, bias) = ((0..inputs * outputs).map(figure).collect(), vec![0.1; outputs]);
    Dense { inputs, outputs, weights, bias }
}

fn weights(inputs: Inputs, outputs: usize, alpha: &str) -> Weights {
    let header = WeightsHeader {
        network: "small".to_string(),
        inputs: inputs.versioned(),
        game: Inputs::game(),
        data: "made up".to_string(),
        figures: [("alpha".to_string(), alpha.to_string())].into(),
    };
    Weights { header, layers: vec![layer(inputs.width(), 8), layer(8, outputs)] }
}

/// A view of each decision of a random game.
fn each_view(seed: u64, each: impl FnMut(View<'_, Daihinmin>, &[Action])) {
    each_view_of(&rules(), seed, each);
}

fn each_view_of(rules: &Rules, seed: u64, mut each: impl FnMut(View<'_, Daihinmin>, &[Action])) {
    let (mut game, mut rng, mut scratch) = (Daihinmin::new(rules), Rng::new(seed), Vec::new());
    while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
        if let Turn::Seats(seats) = game.public().turn() {
            let (view, mut legal) = (game.view(seats.first().unwrap()), Vec::new());
            Daihinmin::legal(view, &mut legal);
            each(view, &legal);
        }
        game.apply(&event);
    }
}

/// A file of this test run alone.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tefuda-submission-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Summing up what submissions share and adding each gives what the whole row gives, with the environment scaled.
#[test]
fn increments_agree_with_whole_rows() {
    let alpha = 0.25;
    let weights = weights(Inputs::Submission, 3, "0.25");
    let path = file("rows", &weights.to_bytes());
    let evaluator = Evaluator::read(&path, Inputs::Submission).unwrap();
    std::fs::remove_file(path).unwrap();
    let (network, mut work, mut desk) = (Network::new(&weights), PassBuffers::default(), Desk::default());
    each_view(3, |view, legal| {
        let sums = evaluator.sums(view, &mut desk);
        for &action in legal {
            let mut row = vec![0.0; 226];
            row[173..].fill(0.5);
            let mut list = Vec::new();
            Inputs::Submission.list(view, Some(action), &mut list);
            for (place, figure) in list {
                row[usize::from(place)] += if place < 173 { alpha * figure } else { figure };
            }
            let outputs = network.dense(&row, &mut work).to_vec();
            let sum: f64 = outputs.iter().map(|output| f64::from(*output).exp()).sum();
            let told = evaluator.submission(&sums, action, &mut desk).classes;
            for (told, output) in told.iter().zip(&outputs) {
                assert!((told - f64::from(*output).exp() / sum).abs() < 1e-5, "{told}");
            }
        }
    });
}

#[test]
fn a_class_is_worth_the_mean_of_its_places() {
    let mut desk = Desk::default();
    each_view(4, |view, _| {
        let Estimate { classes: [rich, middle, poor], points } = evaluator::RANK_A.view(view, &mut desk);
        assert!((rich + middle + poor - 1.0).abs() < 1e-12);
        assert!((points - (4.5 * rich + 3.0 * middle + 1.5 * poor)).abs() < 1e-12);
    });
}

fn estimate(classes: Classes) -> Estimate {
    Estimate { classes, points: 0.0 }
}

#[test]
fn distances_by_hand() {
    let aim = Aim::Classes([0.5, 0.3, 0.2], 0);
    let told = estimate([0.2, 0.3, 0.5]);
    let by = |distance, ties| far(distance, ties, aim, &told);
    assert_eq!(by(Distance::Class, Ties::Sure), (2.0, -0.2));
    assert_eq!(by(Distance::Class, Ties::Least), (2.0, 0.0));
    assert!((by(Distance::L2, Ties::Sure).0 - 0.18).abs() < 1e-12);
    let kl = 0.5 * 2.5_f64.ln() + 0.2 * 0.4_f64.ln();
    assert!((by(Distance::Kl, Ties::Sure).0 - kl).abs() < 1e-12);
    // A target that is certain: the entropy is that of its class alone, also where nothing was told of it.
    let certain = Aim::Classes(only(1), 1);
    assert!((far(Distance::Kl, Ties::Sure, certain, &told).0 + 0.3_f64.ln()).abs() < 1e-12);
    assert!(far(Distance::Kl, Ties::Sure, certain, &estimate([1.0, 0.0, 0.0])).0.is_finite());
    assert_eq!(far(Distance::L2, Ties::Sure, Aim::Points, &Estimate { points: 4.0, ..told }), (-4.0, 0.0));
}

/// The model by its definition: A's likeliest class, then the submission which B puts nearest, surest, least.
#[test]
fn what_is_chosen_is_the_closest() {
    let mut player = Submission {
        target: Target::Estimate,
        distance: Distance::Class,
        ties: Ties::Sure,
        judge: Judge::Networks {
            first: Arc::clone(&evaluator::RANK_A),
            second: Arc::clone(&evaluator::RANK_B),
        },
        desk: Desk::default(),
    };
    let mut desk = Desk::default();
    each_view(5, |view, legal| {
        let class = likeliest(&evaluator::RANK_A.view(view, &mut desk).classes);
        let sums = evaluator::RANK_B.sums(view, &mut desk);
        let mut told = |action| evaluator::RANK_B.submission(&sums, action, &mut desk).classes;
        let chosen = player.choose(view, legal, &mut Rng::new(0));
        let mine = told(chosen);
        for &other in legal.iter().filter(|_| legal.len() > 1) {
            let theirs = told(other);
            let (near, nearer) = (likeliest(&mine).abs_diff(class), likeliest(&theirs).abs_diff(class));
            assert!(near <= nearer, "{chosen:?} is nearer than {other:?}");
            assert!(near < nearer || mine[class] >= theirs[class], "{chosen:?} is surer than {other:?}");
        }
    });
}

#[test]
fn the_rich_give_their_weakest_cards() {
    let rules = Daihinmin::read_rules(&"daihinmin(ranks=CBDEA)".parse().unwrap(), 5).unwrap();
    let mut player = Submission::read(&mut Params::new(&Spec::named("submission")), &rules).unwrap();
    // The joker is stronger than every rank.
    let strength = |card: Card| card.cell().map_or(usize::MAX, GridCell::column);
    let mut gifts = 0;
    for seed in 0..20 {
        each_view_of(&rules, seed, |view, legal| {
            if view.public.phase != Phase::Exchange || legal.len() == 1 {
                return;
            }
            let Action::Give(gift) = player.act(view, legal, &mut Rng::new(0)) else { panic!("it gives") };
            let kept = view.private.hand.iter().filter(|card| !gift.contains(*card));
            let strongest = gift.iter().map(strength).max();
            assert!(strongest <= kept.map(strength).min(), "{gift} of {}", view.private.hand);
            gifts += 1;
        });
    }
    assert_eq!(gifts, 40, "two rich a deal");
}

/// Only what everybody sees follows from a submission: no imagined world tells more.
#[test]
fn our_forecast_of_what_follows_is_that_of_every_world() {
    let mut judge = ours(None, &rules()).unwrap();
    let mut told = 0;
    each_view(6, |view, legal| {
        let mut in_world = |seed| judge.submissions(view, legal, &mut Desk::default(), &mut Rng::new(seed));
        let estimates = in_world(1);
        assert_eq!(estimates, in_world(2));
        assert!(estimates.iter().all(|told| (told.classes.iter().sum::<f64>() - 1.0).abs() < 1e-6));
        told += estimates.len();
    });
    assert!(told > 100, "{told} submissions");
    assert!(ours(Some("a.safetensors"), &rules()).is_err_and(|error| error.to_string().contains("not both")));
    let four = Rules { seats: 4, ..rules() };
    assert!(ours(None, &four).is_err_and(|error| error.to_string().contains("5 seats, not for 4")));
}

#[test]
fn an_estimate_of_a_matrix_by_hand() {
    let (mut ranks, seat) = (RankMatrix::empty(5), Seat::new(2));
    [(0, 0.1), (1, 0.2), (2, 0.3), (3, 0.4)]
        .iter()
        .for_each(|&(place, chance)| ranks.add(seat, place, chance));
    let Estimate { classes, points } = Estimate::of(&ranks, seat);
    for (found, wanted) in classes.iter().chain([&points]).zip([0.3, 0.3, 0.4, 3.0]) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }
}

#[test]
fn weights_for_something_else_are_refused_with_a_sentence() {
    let good = weights(Inputs::Submission, 3, "0.06");
    let environment = weights(Inputs::Environment, 3, "1");
    let mut game = good.clone();
    game.header.game = "kuhn 1".to_string();
    let mut shape = good.clone();
    shape.layers[0] = layer(225, 8);
    let mut four = good.clone();
    four.layers[1] = layer(8, 4);
    let mut newer = good.to_bytes();
    let at = newer
        .windows(13)
        .position(|bytes| bytes == br#"version\":\"1"#)
        .expect("the header says its version");
    newer[at + 12] = b'9';
    let refused = |key: &str, bytes: &[u8]| {
        let path = file("refused", bytes);
        let spec: Spec = format!("submission({key}=\"{}\")", path.display()).parse().unwrap();
        let error = Submission::read(&mut Params::new(&spec), &rules()).err().map(|error| error.to_string());
        std::fs::remove_file(path).unwrap();
        error
    };
    assert_eq!(refused("b", &good.to_bytes()), None);
    assert_eq!(refused("a", &environment.to_bytes()), None);
    for (key, bytes, why) in [
        ("a", good.to_bytes(), "its inputs is `submission 1`, where `environment 1` is needed"),
        ("b", environment.to_bytes(), "its inputs is `environment 1`, where `submission 1` is needed"),
        ("b", game.to_bytes(), "its game is `kuhn 1`, where `daihinmin"),
        ("b", shape.to_bytes(), "its shape is `225 to 3`, where `226 to 3` is needed"),
        ("b", four.to_bytes(), "its shape is `226 to 4`, where `226 to 3` is needed"),
        ("b", weights(Inputs::Submission, 3, "7").to_bytes(), "its alpha is `7`, where `0 to 1` is needed"),
        ("b", newer, "weights of format 9; this program reads format 1"),
        ("b", b"Dear reader, this is a letter.".to_vec(), "no weights of a network"),
    ] {
        let said = refused(key, &bytes).unwrap_or_default();
        assert!(said.starts_with("submission: `") && said.contains(why), "{said}");
    }
    let both: Spec = "submission(evaluator=even,b=none.safetensors)".parse().unwrap();
    let said = Submission::read(&mut Params::new(&both), &rules()).err().unwrap().to_string();
    assert!(said.contains("not both"), "{said}");
    let missing: Spec = "submission(b=none.safetensors)".parse().unwrap();
    let said = Submission::read(&mut Params::new(&missing), &rules()).err().unwrap().to_string();
    assert!(said.contains("none.safetensors") && said.contains("No such file"), "{said}");
}
