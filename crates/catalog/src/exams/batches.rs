//! Batches with players of the house play what a referee plays with the same company, and go on after they were saved.

use games::GAMES;
use table::{
    ActionIds, Agent, Batch, BatchSetup, Player, PublicState, Referee, Reset, Rng, Seat, Seeds, Spec, View,
    derive_seed,
};

use crate::registry::{Ids, Playable, Visitor, is_repeatable, quick_agents, seat, visit_usual};

/// Chooses the action with the least id.
struct LeastId;

impl<G: Playable> Agent<G> for LeastId {
    fn act(&mut self, view: View<'_, G>, legal: &[G::Action], _rng: &mut Rng) -> G::Action {
        let id = |action: &&G::Action| Ids::<G>::id(view.public.rules(), action).unwrap_or(u32::MAX);
        *legal.iter().min_by_key(id).expect("who is asked has a choice")
    }
}

const SEED: u64 = 3;
const TABLES: usize = 2;

fn opened<G: Playable>(rules: &G::Rules, house: &Spec, series: u32) -> Option<Batch<G, G::Encoder>> {
    let seats = G::new(rules).public().seats();
    let players =
        (0..TABLES * (seats - 1)).map(|_| seat::<G>(house, rules)).collect::<Result<_, _>>().ok()?;
    let (reset, own) = (Reset::NextStep, vec![0]);
    let setup = BatchSetup { tables: TABLES, from: 0, series, seed: SEED, reset, own };
    Some(Batch::open(rules, setup, players))
}

/// One step with the least ids; what each seat earned in games that ended, by table.
fn step<G: Playable>(batch: &mut Batch<G, G::Encoder>) -> Vec<(usize, Vec<f64>)> {
    let least = |table| batch.legal(table).iter().min().copied().unwrap_or(0);
    let ids: Vec<u32> = (0..TABLES).map(least).collect();
    batch.step(&ids).unwrap();
    ends(batch)
}

fn ends<G: Playable>(batch: &Batch<G, G::Encoder>) -> Vec<(usize, Vec<f64>)> {
    let ended = (0..TABLES).filter(|&table| batch.has_ended(table));
    ended.map(|table| (table, batch.payoffs(table).unwrap().points.as_slice().to_vec())).collect()
}

/// What a referee's series with this company earns at a table.
fn refereed<G: Playable>(rules: &G::Rules, house: &Spec, table: usize, series: u32) -> Vec<Vec<f64>> {
    let seats = G::new(rules).public().seats();
    // At its first turn each seat is moved on by the number of the table.
    let own = |place: usize| (table + place).is_multiple_of(seats);
    let mirrored = table / seats % 2 == 1;
    assert!(!mirrored, "few tables stay in the first round");
    let player = |place| match own(place) {
        true => Player::agent(LeastId),
        false => seat::<G>(house, rules).unwrap(),
    };
    let mut players: Vec<Player<G>> = (0..seats).map(player).collect();
    let seeds = Seeds::new(derive_seed(&[SEED, table as u64, 1]));
    let mut referee = Referee::<G>::new(rules, seeds);
    for (place, player) in players.iter_mut().enumerate() {
        player.begin_series(Seat::new(place), series).unwrap();
    }
    let play = |number| {
        let last = (number > 0).then(|| referee.public().clone());
        let rules = G::next_rules(rules, number, last.as_ref());
        referee.restart(&rules, seeds.of_game(number));
        referee.play(&mut players, &mut ()).unwrap().points.as_slice().to_vec()
    };
    (0..series).map(play).collect()
}

struct BatchesSeatTheHouse;

impl Visitor for BatchesSeatTheHouse {
    type Out = ();

    fn visit<G: Playable>(self, rules: G::Rules) {
        let series = G::SERIES.min(2);
        for house in quick_agents(G::NAME).iter().filter(|spec| is_repeatable(spec)) {
            let Some(mut batch) = opened::<G>(&rules, house, series) else { continue };
            let mut earned = vec![Vec::new(); TABLES];
            let mut note = |ended: Vec<(usize, Vec<f64>)>| {
                ended.into_iter().for_each(|(table, points)| earned[table].push(points));
                earned.iter().all(|games| games.len() >= series as usize)
            };
            note(ends(&batch));
            let mut steps = 0;
            while !note(step(&mut batch)) {
                steps += 1;
                if steps == 5 {
                    batch = reloaded::<G>(&rules, house, series, &batch);
                }
            }
            for (table, games) in earned.iter().enumerate() {
                let wanted = refereed::<G>(&rules, house, table, series);
                assert_eq!(games[..series as usize], wanted, "{} {house}, table {table}", G::NAME);
            }
        }
    }
}

/// The same batch, saved and gone on with by other players.
fn reloaded<G: Playable>(
    rules: &G::Rules,
    house: &Spec,
    series: u32,
    batch: &Batch<G, G::Encoder>,
) -> Batch<G, G::Encoder> {
    let (mut saved, mut other) = (Vec::new(), opened::<G>(rules, house, series).unwrap());
    batch.save(&mut saved);
    let mut left = &saved[..];
    other.load(SEED, &mut left).expect("what was saved is loaded");
    assert!(left.is_empty() && other.all_legal() == batch.all_legal() && other.seating() == batch.seating());
    other
}

#[test]
fn batches_seat_the_house() {
    GAMES.iter().for_each(|game| visit_usual(game, BatchesSeatTheHouse));
}
