//! Training as a whole: it learns, equal seeds give equal weights, and what was interrupted goes on to the same end.

use std::path::{Path, PathBuf};

use games::Daihinmin;
use lab::experiment::Existing;
use players::daihinmin::Inputs;
use players::forward::{Network, PassBuffers, Weights};
use studies::daihinmin::rank::{
    Dataset, Epoch, Optimizer, Split, Subset, Target, Trained, Trainer, Training, TrainingPlan,
};
use table::{Event, Game, Notation, Rng, Spec, random_event};

/// Games of five who choose at random, each a block of its own.
fn random_games(inputs: Inputs, games: u32) -> Dataset {
    let rules = Daihinmin::read_rules(&Spec::named(Daihinmin::NAME), 5).unwrap();
    let mut data = Dataset::new(inputs);
    for block in 0..games {
        let (mut game, mut rng) = (Daihinmin::new(&rules), Rng::new(block.into()));
        let (mut events, mut scratch) = (Vec::new(), Vec::new());
        while let Some(event) = random_event(&game, &mut rng, &mut scratch) {
            game.apply(&event);
            events.push(event);
        }
        let before = data.decisions();
        data.add(&rules, &events, block);
        let acts = events.iter().filter(|event| matches!(event, Event::Act(..))).count();
        assert_eq!(
            data.decisions() - before,
            acts,
            "a first game has no exchange, so every act is a play or a pass"
        );
    }
    data
}

fn plan(optimizer: Optimizer) -> TrainingPlan {
    TrainingPlan {
        network: "small".to_string(),
        target: Target::Class,
        hidden: vec![24],
        alpha: 0.5,
        optimizer,
        rate: if optimizer == Optimizer::Sgd { 0.05 } else { 0.003 },
        decays_rate: false,
        dropout: 0.0,
        batch: 64,
        epochs: 4,
        patience: 0,
        seed: 3,
        training: 0,
        split: Split::Block,
        folds: 5,
        fold: 1,
    }
}

fn train(plan: &TrainingPlan, data: &Dataset) -> Trained {
    Training::new(plan, data).unwrap().run(|_| true).unwrap().expect("nobody ended it")
}

/// A new folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn trainer_and_player_agree() {
    let data = random_games(Inputs::Submission, 6);
    let trained = train(&plan(Optimizer::Sgd), &data);
    let mut trainer = Trainer::new(&[226, 24, 3], Optimizer::Sgd, &mut Rng::new(1));
    let rows: Vec<f32> = (0..50).flat_map(|at| row(&data, at)).collect();
    trainer.fit(&rows, &[1; 50], 0.1);
    let weights = Weights { header: trained.weights.header, layers: trainer.weights() };
    let (mut network, mut work) = (Network::new(&weights), PassBuffers::default());
    let theirs = trainer.outputs(&rows);
    for (at, theirs) in theirs.chunks(3).enumerate() {
        close(theirs, network.dense(&row(&data, at), &mut work));
    }
    network.fold(&Inputs::Submission.constant());
    for (at, theirs) in theirs.chunks(3).enumerate() {
        close(theirs, network.sparse(&data.list(at).collect::<Vec<_>>(), &mut work));
    }
}

fn row(data: &Dataset, at: usize) -> Vec<f32> {
    let mut row = vec![0.0; data.inputs().width()];
    data.write(at, 1.0, &mut row);
    row
}

fn close(left: &[f32], right: &[f32]) {
    assert_eq!(left.len(), right.len());
    assert!(left.iter().zip(right).all(|(l, r)| (l - r).abs() < 1e-5), "{left:?} and {right:?}");
}

#[test]
fn it_learns_more_than_the_shares_of_the_classes() {
    let data = random_games(Inputs::Environment, 300);
    let trained = train(&TrainingPlan { epochs: 12, ..plan(Optimizer::AdamW) }, &data);
    // Two of five are rich, two are poor: that alone has this loss.
    let shares = -(0.4_f64 * 0.4_f64.ln() * 2.0 + 0.2 * 0.2_f64.ln());
    assert!(trained.best.test.log_loss() < shares - 0.05, "{} of {shares}", trained.best.test.log_loss());
    let losses: Vec<f64> = trained.history.iter().map(|epoch| epoch.loss).collect();
    assert!(losses.last() < losses.first(), "{losses:?}");
}

#[test]
fn equal_seeds_give_equal_weights() {
    let data = random_games(Inputs::Rank, 8);
    let bytes = |plan: &TrainingPlan| train(plan, &data).weights.to_bytes();
    let one = plan(Optimizer::AdamW);
    assert_eq!(bytes(&one), bytes(&one.clone()));
    assert_ne!(bytes(&one), bytes(&TrainingPlan { seed: 4, ..one.clone() }));
}

/// As ours is trained: orders, values left out, a rate that decays_rate, weights that decay.
fn our_plan() -> TrainingPlan {
    TrainingPlan { target: Target::Order, dropout: 0.3, decays_rate: true, ..plan(Optimizer::AdamW) }
}

#[test]
fn equal_seeds_draw_the_same_dropout() {
    let data = random_games(Inputs::Rank, 8);
    let bytes = |plan: &TrainingPlan| train(plan, &data).weights.to_bytes();
    assert_eq!(bytes(&our_plan()), bytes(&our_plan()));
    assert_ne!(bytes(&our_plan()), bytes(&TrainingPlan { dropout: 0.0, ..our_plan() }));
    assert_ne!(bytes(&our_plan()), bytes(&TrainingPlan { decays_rate: false, ..our_plan() }));
}

#[test]
fn impossible_orders_get_no_probability() {
    let data = random_games(Inputs::Rank, 2);
    let last = |at: &usize| data.decision(*at).out == 3 && data.decision(*at).place > 2;
    let row = data.decision((0..data.len()).find(last).expect("two were left at the end"));
    let offsets = Target::Order.offsets(row).expect("orders can be impossible");
    assert_eq!(offsets.filter(|offset| *offset == 0.0).count(), 2, "two can still change places");
    let classes = Target::Order.classes(row, &vec![0.0; Target::Order.outputs()]);
    assert_eq!(classes, [0.0, 0.0, 1.0], "and both are poor");
}

/// Views of those who wait are learned from on the side that learns, and nobody is asked about them.
#[test]
fn who_waits_is_not_asked() {
    let data = random_games(Inputs::Rank, 10);
    let waiting = data.len() - data.decisions();
    let share = waiting as f64 / data.decisions() as f64;
    assert!((0.3..0.37).contains(&share), "one in three: {share}");
    let subsets = data.subsets(Split::Block, 5, 2, 0);
    for (at, part) in subsets.iter().enumerate() {
        let row = data.decision(at);
        assert_eq!(row.place, row.places[0]);
        assert!(!row.waits || matches!(part, Subset::Train | Subset::Aside), "{part:?}");
        assert!(row.waits || *part != Subset::Aside);
    }
}

#[test]
fn an_interrupted_training_goes_on_to_the_same_weights() {
    let data = random_games(Inputs::Environment, 8);
    for optimizer in [Optimizer::Sgd, Optimizer::AdamW] {
        let plan = if optimizer == Optimizer::AdamW { our_plan() } else { plan(optimizer) };
        let whole = train(&plan, &data);
        let folder = folder(&format!("interrupted-{optimizer:?}"));
        let begin = |existing| Training::new(&plan, &data).unwrap().kept_in(&folder, existing).unwrap();
        assert!(begin(Existing::Refuse).run(|epoch| epoch.number < 2).unwrap().is_none(), "it was ended");
        // A kill while a file was being written leaves a part of it under another name.
        let half = folder.join("layers-2.bin.4294967295.unfinished");
        std::fs::write(&half, b"half").unwrap();
        let rest = begin(Existing::Resume);
        assert!(!half.exists());
        assert_eq!(rest.done(), 2);
        let rest = rest.run(|_| true).unwrap().expect("nobody ended it");
        assert_eq!(rest.history, whole.history);
        assert_eq!(rest.weights.to_bytes(), whole.weights.to_bytes());
        let kept = Weights::read(&folder.join("weights.safetensors")).unwrap();
        assert_eq!(kept, whole.weights);
    }
}

#[test]
fn another_plan_other_games_and_spoilt_files_are_refused() {
    let (data, other) = (random_games(Inputs::Environment, 8), random_games(Inputs::Environment, 9));
    let (plan, folder) = (plan(Optimizer::AdamW), folder("refused"));
    let kept = Training::new(&plan, &data).unwrap().kept_in(&folder, Existing::Refuse).unwrap();
    kept.run(|epoch| epoch.number < 2).unwrap();
    let refused = |plan: &TrainingPlan, data: &Dataset| {
        let begun = Training::new(plan, data).unwrap().kept_in(&folder, Existing::Resume);
        begun.err().map_or_else(String::new, |error| error.to_string())
    };
    // What lies where the best weights are shown is written again from what the state names.
    std::fs::write(folder.join("weights.safetensors"), b"something else").unwrap();
    assert_eq!(refused(&plan, &data), "");
    assert!(Weights::read(&folder.join("weights.safetensors")).is_ok());
    assert!(refused(&TrainingPlan { seed: 9, ..plan.clone() }, &data).contains("another training"));
    assert!(refused(&plan, &other).contains("other games"));
    let path = folder.join("layers-2.bin");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[7] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(refused(&plan, &data).contains("not those it names"));
    let state = std::fs::read_to_string(folder.join("state.json")).unwrap();
    let at = state.rfind("\"best\":").unwrap();
    std::fs::write(folder.join("state.json"), format!("{}\"best\":7}}", &state[..at])).unwrap();
    assert!(refused(&plan, &data).contains("an epoch that it does not have"));
    std::fs::write(folder.join("state.json"), b"{").unwrap();
    assert!(refused(&plan, &data).contains("state.json"));
}

#[test]
fn validation_ends_it_and_chooses_the_weights() {
    let data = random_games(Inputs::Environment, 12);
    let hasty = TrainingPlan { epochs: 60, patience: 3, rate: 0.03, ..plan(Optimizer::AdamW) };
    let trained = train(&hasty, &data);
    let loss = |epoch: &Epoch| epoch.validation.log_loss();
    let best = trained.history.iter().map(loss).fold(f64::INFINITY, f64::min);
    assert_eq!(loss(&trained.best), best);
    assert_eq!(trained.history.len() as u32, trained.best.number + 3, "three epochs without a better one");
}

#[test]
fn no_block_is_on_two_sides() {
    let data = random_games(Inputs::Environment, 20);
    let subsets = data.subsets(Split::Block, 5, 2, 0);
    for block in 0..20 {
        let of_block: Vec<Subset> =
            (0..data.len()).filter(|&at| data.decision(at).block == block).map(|at| subsets[at]).collect();
        assert!(of_block.windows(2).all(|pair| pair[0] == pair[1]));
        let wanted = match block {
            _ if block % 5 == 2 => Subset::Test,
            // The first and the ninth of the others.
            0 | 10 => Subset::Validate,
            _ => Subset::Train,
        };
        assert_eq!(of_block[0], wanted, "block {block}");
    }
    let states = data.subsets(Split::State, 5, 2, 0);
    let tested = states.iter().filter(|part| **part == Subset::Test).count() as f64 / data.len() as f64;
    assert!((0.15..0.25).contains(&tested), "{tested}");
}

#[test]
fn too_few_blocks_are_refused() {
    let data = random_games(Inputs::Environment, 2);
    let refused = Training::new(&plan(Optimizer::Sgd), &data).err().unwrap().to_string();
    assert!(refused.contains("more games are needed"), "{refused}");
}

/// A checkpoint as it was written before the backward pass was our own.
#[test]
fn a_checkpoint_of_another_format_is_refused() {
    let (data, plan) = (random_games(Inputs::Environment, 8), plan(Optimizer::Sgd));
    let folder = folder("old");
    std::fs::create_dir_all(&folder).unwrap();
    let old = r#"{"plan":{"network":"small","target":"class","hidden":[24],"alpha":0.5,"method":"sgd","rate":0.05,"fades":false,
        "dropout":0.0,"batch":64,"epochs":4,"patience":0,"seed":3,"split":"block","folds":5,"fold":1,"device":"cpu"},
        "digests":[1,2,3,4],"history":[],"best":0}"#;
    let refused = |state: &str| {
        std::fs::write(folder.join("state.json"), state).unwrap();
        let begun = Training::new(&plan, &data).unwrap().kept_in(&folder, Existing::Resume);
        begun.err().map_or_else(String::new, |error| error.to_string())
    };
    let said = refused(old);
    assert!(
        said.contains("state.json: it is a checkpoint of format 1, and this program reads format 2"),
        "{said}"
    );
    assert!(refused(&old.replacen('{', r#"{"format":7,"#, 1)).contains("format 7"));
    assert!(refused(&old.replacen('{', r#"{"format":2,"#, 1)).contains("missing field"));
}

/// Whoever else keeps files of such names keeps them, and two trainings do not share a folder.
#[test]
fn files_of_others_are_not_replaced() {
    let (data, plan) = (random_games(Inputs::Environment, 8), plan(Optimizer::Sgd));
    let begin =
        |folder: &Path, existing| Training::new(&plan, &data).unwrap().kept_in(folder, existing).map(drop);
    for (name, text) in
        [("weights.safetensors", "precious"), ("state.json", "{\"mine\": 1}"), ("best-7.bin", "x")]
    {
        let folder = folder("of-others");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), text).unwrap();
        for existing in [Existing::Refuse, Existing::Resume, Existing::Replace] {
            assert!(begin(&folder, existing).is_err(), "{name}");
            assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), text);
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing was put there");
    }
    let folder = folder("with-others");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["best-of-2020.bin", "best-x.new", "notes.txt"] {
        std::fs::write(folder.join(name), "precious").unwrap();
    }
    let training = Training::new(&plan, &data).unwrap().kept_in(&folder, Existing::Refuse).unwrap();
    let busy = begin(&folder, Existing::Refuse).unwrap_err().to_string();
    assert!(busy.contains("is writing here"), "{busy}");
    training.run(|_| true).unwrap();
    for name in ["best-of-2020.bin", "best-x.new", "notes.txt"] {
        assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), "precious");
    }
    assert!(begin(&folder, Existing::Refuse).is_err() && begin(&folder, Existing::Replace).is_ok());
}
