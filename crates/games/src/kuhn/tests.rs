//! Kuhn poker sits the exams. That they can fail is shown with mistakes planted in it, in `exams_can_fail`.

use exams::{check, perft, scenarios, secrecy};
use table::{BySeat, Rng};

use super::*;

fn rules(seats: u8) -> Rules {
    Rules { seats }
}

#[test]
fn conforms() {
    for seats in 2..=3 {
        check::<Kuhn>(&rules(seats), 0..200).unwrap();
    }
}

#[test]
fn keeps_secrets() {
    let two = secrecy::<Kuhn>(&rules(2), 1).unwrap();
    assert_eq!(two.states, 58);
    assert_eq!(secrecy::<Kuhn>(&rules(3), 1).unwrap().states, 617);
}

#[test]
fn plays_by_the_book() {
    let demands = scenarios::<Kuhn>(include_str!("../../tests/rules/kuhn.md")).unwrap();
    assert!(demands >= 15, "{demands}");
}

#[test]
fn counts_as_published() {
    // OpenSpiel 2.0.2: kuhn_poker(players=2) and (players=3).
    let two = perft::<Kuhn>(&rules(2));
    assert_eq!((two.histories, two.terminals, two.information_sets), (58, 30, BySeat::new(2, 6)));
    let three = perft::<Kuhn>(&rules(3));
    assert_eq!((three.histories, three.terminals, three.information_sets), (617, 312, BySeat::new(3, 16)));
}

#[test]
fn deals_every_card_alike() {
    let mut counts = [0.0; 12];
    for seed in 0..12_000 {
        let mut rng = Rng::new(seed);
        let mut game = <Kuhn as table::Game>::new(&rules(3));
        let mut ranks = [0; 2];
        for rank in &mut ranks {
            let deal = table::Hidden::draw(&game, &mut rng);
            *rank = usize::from(deal.1.0);
            table::Game::apply(&mut game, &table::Event::Chance(deal));
        }
        let place = ranks[1] - usize::from(ranks[1] > ranks[0]);
        counts[ranks[0] * 3 + place] += 1.0;
    }
    assert!(exams::chi_square_p(&counts, &[1000.0; 12]) > 1e-6, "{counts:?}");
}
