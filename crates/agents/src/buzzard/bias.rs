//! What chance may still bring, as a bias for a search.

use games::Buzzard;
use games::buzzard::Bid;
use table::View;

/// How well a bid suits the pot, given the prizes that may still be turned up: 1 if the bid stands as high in
/// the hand as the pot stands among those prizes, 0 if it stands at the other end.
///
/// The paper biases UCB1 by "matching the legal bids against the candidates of the chance node below" and
/// gives no formula; this one is ours. A vulture is as worth avoiding as a mouse of its size is worth winning,
/// so sizes are compared.
pub fn chance_bias(view: View<'_, Buzzard>, bid: &Bid) -> f64 {
    let (public, hand) = (view.public, view.public.hands[view.seat]);
    let pot = public.pot().unwrap_or(0).abs();
    let lower = hand.iter().filter(|other| other < bid).count();
    let smaller = public.prizes_left.iter().filter(|prize| prize.value().abs() < pot).count();
    let others = hand.len().saturating_sub(1).max(1) as f64;
    let left = public.prizes_left.len().max(1) as f64;
    1.0 - (lower as f64 / others - smaller as f64 / left).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Event, Game, Notation, Seat};

    #[test]
    fn high_bids_suit_high_prizes() {
        let rules = Buzzard::read_rules(&"buzzard(cards=5)".parse().unwrap(), 2).unwrap();
        let bias = |turn: &str, bid: u8| {
            let mut game = Buzzard::new(&rules);
            game.apply(&Event::Chance(turn.parse().unwrap()));
            chance_bias(game.view(Seat::new(0)), &Bid::new(bid).unwrap())
        };
        assert_eq!(bias("turn 3", 5), 1.0);
        assert_eq!(bias("turn 3", 1), 0.0);
        assert_eq!(bias("turn -1", 1), 1.0);
        assert!(bias("turn -2", 3) > bias("turn -2", 5), "two of the four others are smaller");
    }
}
