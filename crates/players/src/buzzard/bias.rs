//! What chance may still bring, as a bias for a search.
//!
//! The paper biases UCB1 by collating the candidates of the chance node with the legal bids of the next state, and gives
//! no formula. Both formulas here are ours. A vulture is as worth avoiding as a mouse of its size is worth winning,
//! and the higher bid does both, so sizes are compared.

use games::Buzzard;
use games::buzzard::{Bid, Hand, Prize, PrizeSet};
use table::{Seat, View};

/// How well a bid suits the pot, given the prizes that may still be turned up: 1 if the bid stands as high in
/// the hand as the pot stands among those prizes, 0 if it stands at the other end.
///
/// It looks at the pot of this round, not at the next state.
pub fn pot_bias(view: View<'_, Buzzard>, bid: &Bid) -> f64 {
    let (public, hand) = (view.public, view.public.hands[view.seat]);
    let pot = public.pot().unwrap_or(0).abs();
    let lower = hand.iter().filter(|other| other < bid).count();
    let smaller = public.prizes_left.iter().filter(|prize| prize.value().abs() < pot).count();
    let others = hand.len().saturating_sub(1).max(1) as f64;
    let left = public.prizes_left.len().max(1) as f64;
    1.0 - (lower as f64 / others - smaller as f64 / left).abs()
}

/// What the bids that are left after this one are worth against the candidates of the chance node below: the share
/// of those prizes, by size, that they would win if every prize got the bid of its rank and the others bid at random.
///
/// It looks at the next state alone, not at the pot of this round: what a bid wins now is for the search to find.
pub fn next_bias(view: View<'_, Buzzard>, bid: &Bid) -> f64 {
    let public = view.public;
    let kept = public.hands[view.seat].without(*bid);
    let seats = Seat::all(public.hands.seats()).filter(|&seat| seat != view.seat);
    let others = seats.map(|seat| public.hands[seat]);
    let all: usize = others.clone().map(Hand::len).sum();
    let beaten = |bid| others.clone().map(|hand| hand.and(below(bid)).len()).sum::<usize>() as f64;
    let matched = kept.iter().zip(by_size(public.prizes_left));
    let (won, sum) =
        matched.fold((0.0, 0.0), |(won, sum), (bid, size)| (won + size * beaten(bid), sum + size));
    if sum > 0.0 { won / sum / all as f64 } else { 0.0 }
}

/// The bids lower than this one.
fn below(bid: Bid) -> Hand {
    Hand::of_bits((1 << bid.index()) - 1)
}

/// The sizes of prizes, the smallest first.
fn by_size(prizes: PrizeSet) -> impl Iterator<Item = f64> {
    let there = move |value: i8| Prize::new(value).is_some_and(|prize| prizes.contains(prize));
    (1..=15).flat_map(move |size: i8| {
        [size, -size].into_iter().filter(move |&value| there(value)).map(move |_| f64::from(size))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Event, Game, Notation};

    fn game(rules: &str, seats: usize, events: &[&str]) -> Buzzard {
        let rules = Buzzard::read_rules(&rules.parse().unwrap(), seats).unwrap();
        let mut game = Buzzard::new(&rules);
        for event in events {
            match event.split_once(": ") {
                Some((seat, bid)) => game.apply(&Event::Act(seat.parse().unwrap(), bid.parse().unwrap())),
                None => game.apply(&Event::Chance(event.parse().unwrap())),
            }
        }
        game
    }

    fn of(bias: fn(View<'_, Buzzard>, &Bid) -> f64, game: &Buzzard, bid: u8) -> f64 {
        bias(game.view(Seat::new(0)), &Bid::new(bid).unwrap())
    }

    #[test]
    fn high_bids_suit_high_prizes() {
        let bias = |turn: &str, bid: u8| of(pot_bias, &game("buzzard(cards=5)", 2, &[turn]), bid);
        assert_eq!(bias("turn 3", 5), 1.0);
        assert_eq!(bias("turn 3", 1), 0.0);
        assert_eq!(bias("turn -1", 1), 1.0);
        assert!(bias("turn -2", 3) > bias("turn -2", 5), "two of the four others are smaller");
    }

    /// Goofspiel with three cards, 2 turned up: prizes 1 and 3 are to come, and the other holds 1, 2, 3. After bid 1
    /// the bids 2 and 3 are left, which beat 1 and 2 of three: (1 * 1/3 + 3 * 2/3) / 4.
    #[test]
    fn a_bid_is_judged_by_what_it_leaves() {
        let game = game("goofspiel(cards=3)", 2, &["turn 2"]);
        for (bid, worth) in [(1, 7.0 / 12.0), (2, 6.0 / 12.0), (3, 3.0 / 12.0)] {
            let found = of(next_bias, &game, bid);
            assert!((found - worth).abs() < 1e-12, "{bid}: {found}");
        }
    }

    /// Vultures count by their size, and the pot of this round does not.
    #[test]
    fn only_the_prizes_to_come_matter() {
        let game = |turn| game("buzzard(cards=3)", 3, &[turn]);
        // After -1 the mice 1 and 2 are left, after 2 the vulture and the mouse of size 1.
        let found = |turn, bid| of(next_bias, &game(turn), bid);
        assert!((found("turn -1", 3) - (1.0 * 0.0 + 2.0 / 3.0) / 3.0).abs() < 1e-12);
        assert!((found("turn 2", 3) - (1.0 * 0.0 + 1.0 / 3.0) / 2.0).abs() < 1e-12);
        assert_eq!(found("turn 1", 3), found("turn -1", 3));
    }

    #[test]
    fn nothing_is_worth_anything_after_the_last_bid() {
        let first = ["turn 1", "A: 1", "B: 2", "turn 2"];
        assert_eq!(of(next_bias, &game("goofspiel(cards=2)", 2, &first), 2), 0.0);
    }
}
