//! Games as numbers: ids and rows that tell what they should, and batches that play the very games a referee plays.

use std::collections::HashMap;

use exams::{HighCard, high_card};
use games::buzzard::{Bid, Rules};
use games::{Buzzard, Daihinmin, Kuhn, Leduc};
use players::buzzard::BuzzardRow;
use players::daihinmin::DaihinminRow;
use players::kuhn::KuhnRow;
use players::leduc::LeducRow;
use table::{
    ActionIds, Batch, BatchError, Encode, Features, Game, Notation, Referee, Reset, Rng, Seat, Seeds, View,
    derive_seed, next_event,
};

fn rules<G: Notation>(spec: &str, seats: usize) -> G::Rules {
    G::read_rules(&spec.parse().unwrap(), seats).unwrap()
}

/// Along random games: ids go there and back, rows are a function of the view, and whatever a seat can tell apart
/// when it chooses, its row tells apart too.
fn check<G: Game, E: Encode<G>>(rules: &G::Rules, games: u64) {
    let encoder = E::new(rules);
    let (mut rows, mut legal) = (HashMap::<Vec<u32>, (G::Public, G::Private)>::new(), Vec::new());
    for game in 0..games {
        let (mut game, mut rng) = (G::new(rules), Rng::new(game));
        while let Some(event) = next_event(&game, Seat::new(0), &mut rng, |view, rng| {
            legal.clear();
            G::legal(view, &mut legal);
            check_ids::<G, E>(rules, &legal);
            let mut row = vec![f32::NAN; encoder.width()];
            encoder.observe(view, &mut row);
            assert!(row.iter().all(|figure| figure.is_finite()), "every figure is written");
            let row = row.iter().map(|figure| figure.to_bits()).collect();
            let kept = rows.entry(row).or_insert((view.public.clone(), view.private.clone()));
            assert_eq!(*kept, (view.public.clone(), view.private.clone()), "one row, two views");
            rng.pick(&legal)
        }) {
            game.apply(&event);
        }
    }
    assert!(rows.len() > 5, "something was seen");
}

fn check_ids<G: Game, E: Encode<G>>(rules: &G::Rules, legal: &[G::Action]) {
    let mut ids: Vec<u32> = legal.iter().map(|action| E::Ids::id(rules, action).unwrap()).collect();
    for (&id, action) in ids.iter().zip(legal) {
        assert!(id < E::Ids::ids(rules) && E::Ids::action(rules, id) == Some(*action));
    }
    ids.sort_unstable();
    assert!(ids.is_sorted_by(|a, b| a < b), "no id twice");
    assert_eq!([E::Ids::ids(rules), u32::MAX].map(|id| E::Ids::action(rules, id)), [None; 2]);
}

#[test]
fn rows_and_ids_of_the_poker_games() {
    check::<Kuhn, KuhnRow>(&rules::<Kuhn>("kuhn", 2), 300);
    check::<Kuhn, KuhnRow>(&rules::<Kuhn>("kuhn", 3), 600);
}

#[test]
fn rows_and_ids_of_daihinmin() {
    check::<Daihinmin, DaihinminRow>(&rules::<Daihinmin>("daihinmin", 5), 30);
    check::<Daihinmin, DaihinminRow>(&rules::<Daihinmin>("daihinmin(ranks=CBDEA)", 5), 30);
    check::<Daihinmin, DaihinminRow>(&rules::<Daihinmin>("daihinmin-mini(ranks=BAC)", 3), 2000);
}

/// Suits do not count in Leduc, so the same row may be two cards of one rank.
#[test]
fn rows_and_ids_of_leduc() {
    let (rules, encoder) = (rules::<Leduc>("leduc", 2), LeducRow);
    let mut row = vec![0.0; encoder.width()];
    let mut game = Leduc::new(&rules);
    for text in ["deal A Q1", "deal B K2"] {
        let event: table::EventOf<Leduc> = text.parse().unwrap();
        game.apply(&event);
    }
    encoder.observe(game.view(Seat::new(1)), &mut row);
    let set: Vec<usize> = (0..row.len()).filter(|&i| row[i] == 1.0).collect();
    assert_eq!(set, [2, 31], "a king, on seat B");
    let mut legal = Vec::new();
    Leduc::legal(game.view(Seat::new(0)), &mut legal);
    check_ids::<Leduc, LeducRow>(&rules, &legal);
}

/// The past of a round does not matter to what lies there now, so only the row's own facts are compared.
#[test]
fn rows_and_ids_of_the_buzzard() {
    let rules = rules::<Buzzard>("buzzard(cards=5)", 3);
    let encoder = BuzzardRow::new(&rules);
    let (mut game, mut legal) = (Buzzard::new(&rules), Vec::new());
    for text in ["turn 2", "A bids 5", "B bids 1", "C bids 1", "turn -1"] {
        game.apply(&text.parse::<table::EventOf<Buzzard>>().unwrap());
    }
    let mut row = vec![f32::NAN; encoder.width()];
    encoder.observe(game.view(Seat::new(1)), &mut row);
    let hand = |n: usize| row[5 * n..5 * n + 5].to_vec();
    assert_eq!(
        [hand(0), hand(1), hand(2)],
        [[0., 1., 1., 1., 1.], [0., 1., 1., 1., 1.], [1., 1., 1., 1., 0.]]
    );
    assert_eq!(row[15..20], [1.0, 0.0, 1.0, 0.0, 1.0], "of -2 -1 1 2 3 these are face down");
    assert_eq!(row[20..25], [0.0, 1.0, 0.0, 0.0, 0.0], "-1 is turned up");
    assert_eq!(row[25..], [0.0, 0.0, 0.0, 2.0 / 3.0], "nothing carried; A, two places on, has 2 of 3");
    Buzzard::legal(game.view(Seat::new(1)), &mut legal);
    check_ids::<Buzzard, BuzzardRow>(&rules, &legal);
}

/// Who wins what in the games of a batch, and the same games played by a referee with the same ids.
fn same_games<G: Game, E: Encode<G>>(rules: &G::Rules, series: u32) {
    let (tables, seed) = (7, 11);
    let mut batch = Batch::<G, E>::new(rules, tables, series, seed, Reset::NextStep);
    let mut rng = Rng::new(5);
    let mut chosen: Vec<Vec<u32>> = vec![Vec::new(); tables];
    let mut earned: Vec<Vec<f32>> = vec![Vec::new(); tables];
    for _ in 0..200 {
        let pick = |table: usize| if batch.is_over(table) { 0 } else { rng.pick(batch.legal(table)) };
        let ids: Vec<u32> = (0..tables).map(pick).collect();
        let playing: Vec<usize> = (0..tables).filter(|&table| !batch.is_over(table)).collect();
        playing.iter().for_each(|&table| chosen[table].push(ids[table]));
        batch.step(&ids).unwrap();
        for table in (0..tables).filter(|&table| batch.has_ended(table)) {
            earned[table].extend(&batch.rewards()[table * batch.seats()..(table + 1) * batch.seats()]);
        }
    }
    for table in 0..tables {
        let wanted = replayed::<G, E>(rules, series, seed, table as u64, &chosen[table]);
        assert!(!wanted.is_empty());
        assert_eq!(earned[table], wanted, "table {table}");
    }
}

fn replayed<G: Game, E: Encode<G>>(
    first: &G::Rules,
    series: u32,
    seed: u64,
    table: u64,
    ids: &[u32],
) -> Vec<f32> {
    let (mut ids, mut earned) = (ids.iter(), Vec::new());
    for begun in 1.. {
        let seeds = Seeds::new(derive_seed(&[seed, table, begun]));
        let mut referee = Referee::<G>::new(first, seeds);
        for number in 0..series {
            let last = (number > 0).then(|| referee.public().clone());
            let rules = G::next_rules(first, number, last.as_ref());
            referee.restart(&rules, seeds.of_game(number));
            while let Some(seat) = referee.settle(&mut |_, _| Ok(())).unwrap() {
                let Some(&id) = ids.next() else { return earned };
                referee.commit(seat, E::Ids::action(&rules, id).unwrap()).unwrap();
            }
            let points = referee.payoffs().unwrap().points;
            earned.extend(points.as_slice().iter().map(|&points| points as f32));
        }
    }
    earned
}

#[test]
fn a_batch_plays_what_a_referee_plays() {
    same_games::<Kuhn, KuhnRow>(&rules::<Kuhn>("kuhn", 3), 1);
    same_games::<Leduc, LeducRow>(&rules::<Leduc>("leduc", 2), 1);
    same_games::<Buzzard, BuzzardRow>(&rules::<Buzzard>("buzzard(cards=4)", 3), 2);
    same_games::<HighCard, Counting>(&high_card::Rules { seats: 3, first: Seat::new(0) }, 3);
}

/// A row for the toy of series that must be told: how many events its seat saw, and its card.
#[derive(Clone, Debug)]
struct Counting {
    seen: f32,
}

struct TwoIds;

impl ActionIds<HighCard> for TwoIds {
    const VERSION: u32 = 1;
    fn ids(_: &high_card::Rules) -> u32 {
        2
    }
    fn id(_: &high_card::Rules, action: &high_card::Action) -> Option<u32> {
        Some(*action as u32)
    }
    fn action(_: &high_card::Rules, id: u32) -> Option<high_card::Action> {
        [high_card::Action::Fold, high_card::Action::Play].get(id as usize).copied()
    }
    fn features(_: &high_card::Rules) -> Vec<String> {
        Vec::new()
    }
    fn describe(_: &high_card::Rules, _: &high_card::Action, _: &mut [f32]) {}
}

impl Encode<HighCard> for Counting {
    type Ids = TwoIds;
    const VERSION: u32 = 1;
    fn new(_: &high_card::Rules) -> Counting {
        Counting { seen: f32::NAN }
    }
    fn width(&self) -> usize {
        2
    }
    fn features(&self) -> Features {
        let mut told = Features::new();
        told.count("seen", 0..=1000);
        told.count("card", 0..=100);
        told
    }
    fn watches(&self) -> bool {
        true
    }
    fn begin(&mut self, _: View<'_, HighCard>) {
        self.seen = 0.0;
    }
    fn see(&mut self, _: View<'_, HighCard>, _: &high_card::Seen) {
        self.seen += 1.0;
    }
    fn observe(&self, view: View<'_, HighCard>, out: &mut [f32]) {
        out.copy_from_slice(&[self.seen, view.private.map_or(0.0, f32::from)]);
    }
}

const TOY: high_card::Rules = high_card::Rules { seats: 3, first: Seat::new(1) };

#[test]
fn encoders_that_watch_are_told() {
    let mut batch = Batch::<HighCard, Counting>::new(&TOY, 2, 3, 4, Reset::NextStep);
    let row = |batch: &Batch<HighCard, Counting>| {
        let mut out = vec![0.0; 4];
        batch.observe(&mut out);
        [out[0], out[2]]
    };
    assert_eq!((row(&batch), batch.seat(0)), ([3.0; 2], Seat::new(1)), "three cards were dealt");
    for seen in [4.0, 5.0] {
        batch.step(&[0, 1]).unwrap();
        assert_eq!(row(&batch), [seen; 2]);
    }
    batch.step(&[0, 1]).unwrap();
    assert!(batch.is_over(0) && batch.has_ended(0) && batch.legal(0).is_empty());
    batch.step(&[9, 9]).unwrap();
    assert_eq!(row(&batch), [3.0; 2], "the next game, whatever was chosen");
    assert!(!batch.is_over(0) && !batch.has_ended(0) && batch.rewards().iter().all(|&reward| reward == 0.0));
}

#[test]
fn tables_that_reset_at_once_show_the_end_beside() {
    let mut batch = Batch::<HighCard, Counting>::new(&TOY, 1, 1, 4, Reset::SameStep);
    for _ in 0..2 {
        assert_eq!(batch.finals(0), None);
        batch.step(&[1]).unwrap();
    }
    batch.step(&[1]).unwrap();
    assert!(batch.has_ended(0) && !batch.is_over(0));
    assert_eq!(batch.finals(0).unwrap()[0], 6.0, "three deals and three words");
    assert_eq!(batch.rewards().iter().map(|reward| reward.abs()).sum::<f32>(), 4.0, "the winner takes two");
    assert_eq!(batch.legal(0).len(), 2, "the next game has begun");
    batch.step(&[0]).unwrap();
    assert!(!batch.has_ended(0) && batch.finals(0).is_none());
}

#[test]
fn what_is_illegal_is_refused_and_changes_nothing() {
    let rules = rules::<Buzzard>("buzzard(cards=3)", 2);
    let mut batch = Batch::<Buzzard, BuzzardRow>::new(&rules, 3, 1, 4, Reset::NextStep);
    let shown = |batch: &Batch<Buzzard, BuzzardRow>| {
        let (mut rows, mut masks) = (vec![0.0; 3 * batch.width()], vec![7; 9]);
        batch.observe(&mut rows);
        batch.masks(&mut masks);
        (rows, masks, batch.all_legal().to_vec(), batch.offsets().to_vec())
    };
    let before = shown(&batch);
    assert_eq!(before.1, [1; 9]);
    let error = batch.step(&[0, 1]).unwrap_err();
    assert_eq!(error.to_string(), "2 ids for 3 tables; give one a table");
    assert_eq!(batch.step(&[0, 1, 3]), Err(BatchError::Illegal { table: 2, id: 3 }));
    assert_eq!(shown(&batch), before);
    batch.step(&[0, 1, 2]).unwrap();
    assert_eq!([0, 1, 2].map(|table| batch.seat(table)), [Seat::new(1); 3], "the other is asked");
    assert_eq!(shown(&batch).1, [1; 9], "envelopes hide what is gone");
    batch.step(&[1, 2, 0]).unwrap();
    assert_eq!(shown(&batch).1, [0, 1, 1, 1, 0, 1, 1, 1, 0]);
}

/// Neither the number of tables nor what happens at the others changes a table.
#[test]
fn a_table_depends_on_its_own_ids_alone() {
    let rules = rules::<Buzzard>("buzzard(cards=5)", 2);
    let play = |tables: usize, other: usize| {
        let mut batch = Batch::<Buzzard, BuzzardRow>::new(&rules, tables, 1, 9, Reset::NextStep);
        let mut all = Vec::new();
        for step in 0..40 {
            let pick = |table: usize| {
                let legal = batch.legal(table);
                let n = if table == 0 { step } else { step * other + 1 };
                if legal.is_empty() { 0 } else { legal[n % legal.len()] }
            };
            let ids: Vec<u32> = (0..tables).map(pick).collect();
            batch.step(&ids).unwrap();
            all.extend(&batch.rewards()[..2]);
            all.extend(batch.legal(0).iter().map(|&id| id as f32));
        }
        all
    };
    assert_eq!(play(1, 0), play(5, 3));
}

/// A row of no figures whose ids are the even bids alone.
#[derive(Clone)]
struct Evens;

impl ActionIds<Buzzard> for Evens {
    const VERSION: u32 = 1;
    fn ids(_: &Rules) -> u32 {
        16
    }
    fn id(_: &Rules, bid: &Bid) -> Option<u32> {
        Some(u32::from(bid.value())).filter(|value| value % 2 == 0)
    }
    fn action(_: &Rules, id: u32) -> Option<Bid> {
        Bid::new(id as u8)
    }
    fn features(_: &Rules) -> Vec<String> {
        Vec::new()
    }
    fn describe(_: &Rules, _: &Bid, _: &mut [f32]) {}
}

impl Encode<Buzzard> for Evens {
    type Ids = Evens;
    const VERSION: u32 = 1;
    fn new(_: &Rules) -> Evens {
        Evens
    }
    fn width(&self) -> usize {
        0
    }
    fn features(&self) -> Features {
        Features::new()
    }
    fn observe(&self, _: View<'_, Buzzard>, _: &mut [f32]) {}
}

#[test]
fn what_has_no_id_is_not_offered() {
    let rules = rules::<Buzzard>("buzzard(cards=8)", 2);
    let mut batch = Batch::<Buzzard, Evens>::new(&rules, 2, 1, 4, Reset::NextStep);
    assert_eq!((batch.all_legal(), batch.offsets()), (&[2, 4, 6, 8, 2, 4, 6, 8][..], &[0, 4, 8][..]));
    for (table, id) in [(0, 3), (1, 1)] {
        let mut ids = [2, 2];
        ids[table] = id;
        assert_eq!(batch.step(&ids), Err(BatchError::Illegal { table, id }), "an odd bid");
    }
    [[4, 8], [6, 2]].iter().for_each(|ids| batch.step(ids).unwrap());
    assert_eq!([batch.legal(0), batch.legal(1)], [[2, 6, 8], [2, 4, 6]], "the first seat has spent its bid");
}
