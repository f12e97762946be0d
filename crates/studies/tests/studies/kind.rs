//! The kind `rank`: what is held back is asked once, by who has not learned from it.

use catalog::kinds::{CellSetting, KindRow, Method};
use catalog::{BulkError, Catalogued};
use games::Daihinmin;
use games::daihinmin::Rules;
use players::daihinmin::Inputs;
use studies::daihinmin::rank::{Dataset, KIND, Split, Subset};
use table::{Game, Notation, Spec};

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

/// The rows of so many units.
fn learned(axes: &str, units: u64) -> Result<Vec<Vec<f64>>, BulkError> {
    let Method::Work(build) = kind().method else { panic!("it is work of its own") };
    let rows = build(&setting(axes), &rules())?.play(0..units, false)?.values;
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
