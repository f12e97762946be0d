//! The kind `rank`: what is held back is asked once, by who has not learned from it.

use catalog::kinds::{CellSetting, Cost, KindRow, Method, Work, Workroom};
use catalog::{BulkError, Catalogued};
use games::Daihinmin;
use games::daihinmin::Rules;
use players::daihinmin::Inputs;
use studies::daihinmin::rank::{Dataset, KIND, Split, Subset};
use table::{Game, Notation, Spec, SpecError};

fn kind() -> &'static KindRow<Daihinmin> {
    &KIND
}

fn rules() -> Rules {
    Daihinmin::read_rules(&Spec::named(Daihinmin::NAME), 5).unwrap()
}

/// A cell of five who choose at random, in series of three games.
fn setting(axes: &str) -> CellSetting {
    let entrants = Spec::list("random,random,random,random,random").unwrap();
    let kind = format!("rank({axes})").parse().unwrap();
    CellSetting { game: Spec::named(Daihinmin::NAME), entrants, paired: false, series: 3, kind, seed: 7 }
}

/// The work of a cell.
fn open(axes: &str) -> Result<Box<dyn Work>, SpecError> {
    let Method::Work(build) = kind().method else { panic!("it is work of its own") };
    build(&setting(axes), &rules())
}

/// The rows of so many units.
fn learned(axes: &str, units: u64) -> Result<Vec<Vec<f64>>, BulkError> {
    let rows = open(axes)?.play(0..units, false)?.values;
    Ok(rows.chunks(kind().width()).map(<[f64]>::to_vec).collect())
}

fn column(name: &str) -> usize {
    kind().columns.iter().flat_map(|group| group.iter()).position(|column| column.name == name).unwrap()
}

fn data(blocks: u64) -> Dataset {
    let mut data = Dataset::new(Inputs::Environment);
    for block in 0..blocks {
        for game in Daihinmin::play_series(&setting(""), &rules(), block).unwrap() {
            data.add(&game.rules, &game.events, block as u32);
        }
    }
    data
}

#[test]
fn each_block_is_asked_once_by_the_shares_of_the_others() {
    let (rows, data) = (learned("network=majority,data=played,asked=5", 10).unwrap(), data(10));
    for (block, row) in rows.iter().enumerate() {
        let own: Vec<_> =
            (0..data.len()).map(|at| data.decision(at)).filter(|row| row.block == block as u32).collect();
        assert_eq!(row[column("decisions")], own.len() as f64, "block {block}");
        let subsets = data.subsets(Split::Block, 5, block as u32 % 5, 7);
        let mut shares = [0; 3];
        let class = |place: u8| [0, 0, 1, 2, 2][usize::from(place)];
        for at in (0..data.len()).filter(|&at| subsets[at] == Subset::Train) {
            assert_ne!(data.decision(at).block, block as u32);
            shares[class(data.decision(at).place)] += 1;
        }
        let most = (0..3).max_by_key(|&class| (shares[class], 3 - class)).unwrap();
        let right = own.iter().filter(|row| class(row.place) == most).count();
        assert_eq!(row[column("right")], right as f64, "block {block}");
        let forced = own.iter().filter(|row| row.forced).count();
        assert_eq!(row[column("unforced")], (own.len() - forced) as f64);
        let by_left = ["left_1_3", "left_4_6", "left_7_9", "left_10"].map(|name| row[column(name)]);
        assert_eq!(by_left.iter().sum::<f64>(), own.len() as f64);
        let claims: f64 = (1..=10).map(|bin| row[column(&format!("bin_{bin}"))]).sum();
        assert_eq!(claims, own.len() as f64);
    }
}

/// Who ended rich in the logs begins the next game with better cards.
#[test]
fn former_ranks_are_learned_apart() {
    let loss = |network: &str| learned(&format!("network={network}"), 1).unwrap()[0][column("loss")];
    assert!(loss("previous") < 0.9 * loss("majority"));
}

/// What both networks name is counted, and nothing of the kind where there is one network.
#[test]
fn two_networks_are_compared_decision_by_decision() {
    let rows = learned("network=rank-b,data=played,alpha=0,epochs=1", 1).unwrap();
    let of = |name: &str| rows[0][column(name)];
    assert_eq!(of("compared"), of("decisions"));
    assert_eq!(of("standard") - of("missing"), of("gap"));
    assert!(of("plays") > 0.0 && of("plays") < of("decisions") && of("reacts") <= of("plays"));
    let alone = learned("network=rank-a,data=played,epochs=1", 1).unwrap();
    assert_eq!(alone[0][column("compared")], 0.0);
}

/// Single decisions are held back of every block, about a fifth of each.
#[test]
fn single_decisions_are_held_back_of_every_block() {
    let (rows, data) = (learned("network=majority,data=played,split=state", 6).unwrap(), data(6));
    for (block, row) in rows.iter().enumerate() {
        let own = (0..data.len()).filter(|&at| data.decision(at).block == block as u32).count() as f64;
        assert!((0.1..0.3).contains(&(row[column("decisions")] / own)), "block {block}");
    }
}

#[test]
fn what_cannot_be_held_back_is_refused() {
    let refused = |axes: &str, units: u64| learned(axes, units).unwrap_err().to_string();
    assert_eq!(
        refused("network=majority", 21),
        "rank: 21 units need 105 blocks of games, and the logs have 100"
    );
    assert_eq!(refused("split=state,asked=2", 1), "rank: with split=state one part is asked");
    assert_eq!(refused("folds=3,asked=4", 1), "rank: of 3 folds 4 cannot be asked");
}

/// The units of one training of several, as a run asks for them.
fn one_of(axes: &str, training: u64, units: u64) -> Vec<Vec<f64>> {
    let rows = opened(axes).play(training * units..(training + 1) * units, false).unwrap().values;
    rows.chunks(kind().width()).map(<[f64]>::to_vec).collect()
}

fn opened(axes: &str) -> Box<dyn Work> {
    open(axes).unwrap()
}

#[test]
fn trainings_differ_in_their_weights_and_are_asked_the_same() {
    let axes = "network=rank-a,data=played,epochs=2,trainings=3";
    assert_eq!(opened(axes).replicates(), 3);
    let of = |training| one_of(axes, training, 2);
    let alone = learned("network=rank-a,data=played,epochs=2", 2).unwrap();
    assert_eq!(of(0), alone, "the first is the one that there was before");
    let (loss, asked) = (column("loss"), column("decisions"));
    for other in [of(1), of(2)] {
        assert_ne!(other[0][loss], alone[0][loss]);
        assert_eq!((other[0][asked], other[1][asked]), (alone[0][asked], alone[1][asked]));
    }
    assert_ne!(of(1)[0][loss], of(2)[0][loss]);
    // Single decisions are held back alike, too.
    let states = "network=rank-a,data=played,epochs=1,split=state,trainings=2";
    let decisions = |training| one_of(states, training, 6).iter().map(|row| row[asked]).collect::<Vec<_>>();
    assert_eq!(decisions(0), decisions(1));
}

/// A pass tells nothing of the cards either, and it is something that the second network knows.
#[test]
fn a_pass_and_zeros_are_two_readings_of_missing_data() {
    let rows = learned("network=rank-b,data=played,alpha=1,epochs=3", 1).unwrap();
    let of = |name: &str| rows[0][column(name)];
    assert_eq!(of("standard") - of("passed"), of("pass_gap"));
    for named in ["zeros", "a"] {
        let classes = ["rich", "middle", "poor"].map(|class| of(&format!("{named}_{class}")));
        assert_eq!(classes.iter().sum::<f64>(), of("compared"));
    }
    // Only what another class is named of can agree more or less often.
    assert!(of("pass_gap").abs() <= of("reacts"));
    let alone = learned("network=rank-b,data=played,alpha=1,epochs=3,compares=no", 1).unwrap();
    assert_eq!((alone[0][column("right")], alone[0][column("compared")]), (of("right"), 0.0));
}

#[test]
fn a_batch_is_as_large_as_it_is_asked_to_be() {
    let loss = |axes: &str| learned(&format!("network=rank-a,data=played,epochs=2{axes}"), 1).unwrap();
    assert_eq!(loss(",batch=32"), loss(""));
    assert_ne!(loss(",batch=64"), loss(""));
    assert_eq!(loss(",batch=all"), loss(",batch=1000000"), "one step an epoch");
    let refused = |axes: &str| learned(axes, 1).unwrap_err().to_string();
    assert_eq!(refused("batch=0"), "rank: `batch=0` should be `all` or a whole number from 1");
    assert_eq!(refused("batch=some"), "rank: `batch=some` should be `all` or a whole number from 1");
    assert_eq!(refused("epochs=3,after=4"), "rank: it cannot be asked after epoch 4 of 3");
    assert_eq!(refused("network=previous,trainings=2"), "rank: nothing is trained, so not 2 times");
}

/// What is asked after an epoch is what a training of so many epochs gives; with a folder it goes on from there.
#[test]
fn epochs_of_one_training_go_on_one_from_the_other() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("epochs-of-one");
    let _ = std::fs::remove_dir_all(&folder);
    // Patience that is never tried makes another training of it, so that nothing is known beforehand.
    let axes =
        |after: u32| format!("network=rank-a,data=played,epochs=6,keep=last,patience=1000,after={after}");
    assert_eq!(opened(&axes(2)).line(), opened(&axes(4)).line());
    assert!(opened(&axes(2)).line().is_some() && opened("epochs=6").line().is_none());
    let trained = |after: u32| {
        let epochs = std::sync::atomic::AtomicUsize::new(0);
        let done = |_| _ = epochs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let room = Workroom { folder: Some(&folder), done: &done };
        let values = opened(&axes(after)).play_in(0..1, false, &room).unwrap().values;
        (values, epochs.into_inner())
    };
    let fresh =
        |epochs: u32| learned(&format!("network=rank-a,data=played,epochs={epochs},keep=last"), 1).unwrap();
    let spoil = |name: &str| {
        let training = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        std::fs::write(training.join(name), b"{").unwrap();
    };
    assert_eq!(trained(2), (fresh(2).concat(), 2));
    assert_eq!(trained(3), (fresh(3).concat(), 1), "it goes on");
    spoil("state.json");
    assert_eq!(trained(5), (fresh(5).concat(), 5), "what is damaged is trained anew");
    assert_eq!(trained(4), (fresh(4).concat(), 4), "what is beyond is left to whoever needs it");
    assert_eq!(trained(6), (fresh(6).concat(), 1), "who goes on from it");
}

/// What two cells share is done once, and an epoch costs as much as another.
#[test]
fn costs_are_told_by_the_trainings() {
    let costs = |axes: &str| opened(&format!("data=played,epochs=8,{axes}")).costs(4).unwrap().unwrap();
    let of = |costs: &[Cost], name: &str| -> f64 {
        costs.iter().filter(|cost| cost.name.contains(name)).map(|cost| cost.seconds).sum()
    };
    let plan = "\"network\":\"rank-b\"";
    let (two, eight) = (costs("network=rank-b,after=2"), costs("network=rank-b,after=8"));
    assert!((4.0 * of(&two, plan) / of(&eight, plan) - 1.0).abs() < 1e-9);
    let names = |costs: &[Cost]| -> Vec<String> {
        costs.iter().map(|cost| cost.name.clone()).filter(|name| name.contains("\"network\"")).collect()
    };
    assert_eq!(names(&two), names(&eight), "one training");
    // A's is shared by all alphas, and B's is not.
    let other = names(&costs("network=rank-b,after=2,alpha=0.5"));
    assert_eq!(other.len(), 2);
    assert_eq!(other.iter().filter(|name| names(&two).contains(name)).count(), 1);
    let five = costs("network=rank-b,after=2,trainings=2");
    assert_eq!(names(&five).len(), 4);
    assert!(of(&costs("network=majority"), "\"network\"") == 0.0);
}
