//! Random choices and deals are as likely as they are said to be.

use exams::chi_square_p;
use table::{Game, HiddenRoles, PublicState, Rng, Seat, Turn};

use super::super::*;
use super::{events, play, rules};

/// Counts how often each legal action is chosen at random; the chance that it is fair.
fn fairness(game: &Saboteur, seat: Seat, rng: &mut Rng) -> f64 {
    let mut legal = Vec::new();
    Saboteur::legal(game.view(seat), &mut legal);
    let mut counts = vec![0.0; legal.len()];
    for _ in 0..100 * legal.len() {
        let action = Saboteur::random_action(game.view(seat), rng, &mut Vec::new());
        counts[legal.binary_search(&action).unwrap()] += 1.0;
    }
    if legal.len() == 1 { 1.0 } else { chi_square_p(&counts, &vec![100.0; legal.len()]) }
}

#[test]
fn every_legal_action_is_equally_likely_at_random() {
    let (mut rng, mut most) = (Rng::new(9), 0);
    for spec in ["saboteur(talk=on)", "saboteur-collusion"] {
        play(&rules(spec, 4), 5, |game| {
            if let Turn::Seats(set) = game.public().turn() {
                let seat = set.first().unwrap();
                let p = fairness(game, seat, &mut rng);
                assert!(p > 1e-6, "{p} in {game:?}");
                let mut legal = Vec::new();
                Saboteur::legal(game.view(seat), &mut legal);
                most = most.max(legal.len());
            }
        });
    }
    assert!(most > 40, "{most} choices at most");
}

#[test]
fn cards_roles_and_goals_come_as_often_as_they_are_there() {
    let rules = rules("saboteur", 6);
    let (mut cards, mut roles, mut goals) = (vec![0.0; 27], vec![0.0; 3], vec![0.0; 3]);
    for seed in 0..6000 {
        let (game, _) = events(&rules, seed, 38);
        assert!(matches!(game.public.phase, Phase::Play(_)), "{:?}", game.public.phase);
        game.privates[Seat::new(5)].hand.cards().for_each(|card| cards[card.index()] += 1.0);
        let saboteurs = game.public.all().filter(|&seat| game.role(seat) == Some(Role::Saboteur)).count();
        roles[saboteurs] += 1.0;
        goals[game.goals.iter().position(|&treasure| treasure == Treasure::Gold).unwrap()] += 1.0;
    }
    let expected: Vec<f64> = Card::all().map(|card| 30_000.0 * f64::from(card.copies()) / 67.0).collect();
    assert!(chi_square_p(&cards, &expected) > 1e-6, "{cards:?}");
    // One of seven role cards stays out, and two of them are saboteurs.
    assert_eq!(roles[0], 0.0);
    assert!(chi_square_p(&roles[1..], &[6000.0 * 2.0 / 7.0, 6000.0 * 5.0 / 7.0]) > 1e-6, "{roles:?}");
    assert!(chi_square_p(&goals, &[2000.0; 3]) > 1e-6, "{goals:?}");
}
