//! What a hand that nobody else sees may hold, as far as its owner's play tells.

use games::saboteur::{Card, CardBag};
use table::bit_set;

/// How many kinds of cards there are.
const KINDS: usize = Card::COUNT;
/// Nobody holds more cards.
const MOST: usize = 6;

bit_set! {
    /// A set of kinds of cards.
    pub(super) struct Kinds(u32) of Card;
}

/// How many of each kind somebody has not seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unseen([f64; KINDS]);

impl Unseen {
    pub(super) fn new(cards: CardBag) -> Unseen {
        let mut counts = [0.0; KINDS];
        cards.kinds().for_each(|card| counts[card.index()] = f64::from(cards.count(card)));
        Unseen(counts)
    }
}

/// For each kind, how likely its owner would still hold a card of it, had it been that.
type Kept = [f64; KINDS];

/// A hidden hand: its cards from the one held longest to the last drawn.
///
/// Every card is any of those not seen, weighed by what its owner did while it held it. One who passed although
/// it would have dug with a cross holds no cross, save a card drawn since. The cards of a hand are drawn one
/// after the other without putting back; that is exact as long as they weigh the same. Which card was put away
/// is not known, so what is known about each of the others becomes a mixture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    kept: [Kept; MOST],
    len: usize,
}

impl Hand {
    pub(super) const EMPTY: Hand = Hand { kept: [[1.0; KINDS]; MOST], len: 0 };

    /// This many cards, of which nothing is known.
    pub(super) fn of(cards: u8) -> Hand {
        let mut hand = Hand::EMPTY;
        (0..cards).for_each(|_| hand.draw());
        hand
    }

    /// A card is drawn: it may be any.
    pub(super) fn draw(&mut self) {
        if self.len < MOST {
            self.kept[self.len] = [1.0; KINDS];
            self.len += 1;
        }
    }

    /// How probable it is that no card is of these kinds.
    pub(super) fn avoids(&self, unseen: &Unseen, kinds: Kinds) -> f64 {
        // What the cards before are expected to be, if none of them is of these kinds.
        let (mut left, mut chance) = (unseen.0, 1.0);
        for kept in &self.kept[..self.len] {
            let (mut all, mut others) = (0.0, 0.0);
            for (kind, (&count, &kept)) in left.iter().zip(kept).enumerate() {
                let weight = count * kept;
                all += weight;
                others += if kinds.bits() >> kind & 1 == 1 { 0.0 } else { weight };
            }
            if others <= 0.0 {
                // Play that the model calls impossible may leave a card that can be nothing: it says nothing.
                if all > 0.0 {
                    return 0.0;
                }
                continue;
            }
            chance *= others / all;
            for (kind, (count, &kept)) in left.iter_mut().zip(kept).enumerate() {
                if kinds.bits() >> kind & 1 == 0 {
                    *count = (*count - *count * kept / others).max(0.0);
                }
            }
        }
        chance
    }

    /// Its owner did something it would have done otherwise with a card of a kind, so likely as this says.
    pub(super) fn keep(&mut self, likely: impl Fn(Card) -> f64) {
        let mut by_kind = [1.0; KINDS];
        Card::all().for_each(|card| by_kind[card.index()] = likely(card));
        for kept in &mut self.kept[..self.len] {
            kept.iter_mut().zip(&by_kind).for_each(|(kept, likely)| *kept *= likely);
        }
    }

    /// A card is played: whichever of those it is most likely to have been.
    pub(super) fn play(&mut self, unseen: &Unseen, card: Card) {
        let mut chances = [0.0; MOST];
        for (chance, kept) in chances.iter_mut().zip(&self.kept[..self.len]) {
            *chance = kept[card.index()] / total(unseen, kept).max(f64::MIN_POSITIVE);
        }
        self.lose(unseen, chances);
    }

    /// A card is put away, each equally likely.
    pub(super) fn discard(&mut self, unseen: &Unseen) {
        self.lose(unseen, [1.0; MOST]);
    }

    /// A card leaves the hand, each in proportion to its chance. The others move up: in place i there is now the
    /// card that was there or the next one, as the lost one came after it or not.
    fn lose(&mut self, unseen: &Unseen, chances: [f64; MOST]) {
        let Some(last) = self.len.checked_sub(1) else { return };
        let sum: f64 = chances[..self.len].iter().sum();
        let share = |place: usize| match sum > 0.0 {
            true => chances[place] / sum,
            false => 1.0 / self.len as f64,
        };
        let (mut lost, mut moved) = (0.0, self.kept);
        for (place, moved) in moved.iter_mut().enumerate().take(last) {
            lost += share(place);
            let (here, next) = (&self.kept[place], &self.kept[place + 1]);
            let (stays, comes) = (1.0 - lost, lost);
            let (stays, comes) = (stays / total(unseen, here), comes / total(unseen, next));
            for kind in 0..KINDS {
                moved[kind] = stays * here[kind] + comes * next[kind];
            }
            rescale(moved);
        }
        (self.kept, self.len) = (moved, last);
    }
}

/// What all cards together weigh.
fn total(unseen: &Unseen, kept: &Kept) -> f64 {
    unseen.0.iter().zip(kept).map(|(count, kept)| count * kept).sum::<f64>().max(f64::MIN_POSITIVE)
}

/// Makes the greatest weight 1: only their proportions matter. A card that can be nothing may be any.
fn rescale(kept: &mut Kept) {
    let most = kept.iter().copied().fold(0.0, f64::max);
    match most > 0.0 && most.is_finite() {
        true => kept.iter_mut().for_each(|kept| *kept /= most),
        false => *kept = [1.0; KINDS],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(cards: &str) -> CardBag {
        cards.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    fn kinds(cards: &str) -> Kinds {
        bag(cards).kinds().collect()
    }

    #[test]
    fn a_kind_named_twice_is_there() {
        let cards = ["map", "UD", "map"].map(|card| card.parse::<Card>().unwrap());
        let twice: Kinds = cards.into_iter().collect();
        assert_eq!(twice, kinds("UD map"));
        assert!(twice.contains(Card::MAP) && !twice.contains(Card::ROCKFALL));
    }

    #[test]
    fn weights_keep_their_proportions() {
        let mut kept = [0.0; KINDS];
        (kept[0], kept[1], kept[2]) = (0.125, 0.5, 0.25);
        rescale(&mut kept);
        assert_eq!(kept[..4], [0.25, 1.0, 0.5, 0.0]);
        let mut nothing = [0.0; KINDS];
        rescale(&mut nothing);
        assert_eq!(nothing, [1.0; KINDS], "a card that can be nothing may be any");
    }

    /// Of 6 cards 2 are no passages: three others are drawn in 4 of 20 ways.
    #[test]
    fn a_fresh_hand_is_drawn_without_putting_back() {
        let unseen = Unseen::new(bag("UD UD LR LR map map"));
        assert!((Hand::of(3).avoids(&unseen, kinds("map")) - 4.0 / 20.0).abs() < 1e-12);
        assert!((Hand::of(3).avoids(&unseen, kinds("map UD")) - 0.0).abs() < 1e-12);
        assert!((Hand::of(3).avoids(&unseen, Kinds::NONE) - 1.0).abs() < 1e-12);
        assert!((Hand::of(0).avoids(&unseen, kinds("map UD LR")) - 1.0).abs() < 1e-12);
    }

    /// A seat that passed, and would have played a map, has none but a card drawn since: a third of the time.
    #[test]
    fn what_was_kept_says_what_it_is_not() {
        let unseen = Unseen::new(bag("UD UD LR LR map map"));
        let mut hand = Hand::of(3);
        hand.keep(|card| if card == Card::MAP { 0.0 } else { 1.0 });
        hand.discard(&unseen);
        assert!((hand.avoids(&unseen, kinds("map")) - 1.0).abs() < 1e-12);
        hand.draw();
        // The two old cards are two of the four others, and two of the four left are maps.
        assert!((hand.avoids(&unseen, kinds("map")) - 0.5).abs() < 1e-12);
        // The map that is played must be the new one, and both old cards remain.
        hand.play(&unseen, Card::MAP);
        assert!((hand.avoids(&unseen, kinds("map")) - 1.0).abs() < 1e-12);
    }

    /// Of two old cards and a new one, one is put away unseen: the new one is left twice out of three times.
    #[test]
    fn nobody_knows_which_card_was_put_away() {
        let unseen = Unseen::new(bag("UD UD UD map map map"));
        let mut hand = Hand::of(2);
        hand.keep(|card| if card == Card::MAP { 0.0 } else { 1.0 });
        hand.draw();
        hand.discard(&unseen);
        // Beside an old card, which is a tunnel, two tunnels and three maps are left.
        let exact = 1.0 / 3.0 + 2.0 / 3.0 * 2.0 / 5.0;
        let found = hand.avoids(&unseen, kinds("map"));
        assert!((found - exact).abs() < 0.04, "{found} is not {exact}");
    }

    #[test]
    fn a_hand_that_cannot_be_says_nothing() {
        let unseen = Unseen::new(bag("UD map"));
        let mut hand = Hand::of(2);
        hand.keep(|_| 0.0);
        assert!((hand.avoids(&unseen, kinds("map")) - 1.0).abs() < 1e-12);
        hand.discard(&unseen);
        assert!((hand.avoids(&unseen, kinds("map")) - 0.5).abs() < 1e-12);
    }
}
