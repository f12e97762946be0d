//! Small sets against sorted lists, and fair picks.

use std::collections::BTreeSet;

use exams::chi_square_p;
use proptest::prelude::*;
use serde::Serialize;
use table::Rng;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
struct Card(u8);

impl Card {
    const COUNT: usize = 53;

    const fn index(self) -> usize {
        self.0 as usize
    }

    const fn of_index(index: usize) -> Card {
        Card(index as u8)
    }
}

table::bit_set! {
    /// Cards of a pack.
    struct Cards(u64) of Card;
}

table::bit_set! {
    /// Cards with odd numbers.
    struct Odd(u8) of Card in 0b1010_1010;
}

fn cards(numbers: &BTreeSet<u8>) -> Cards {
    numbers.iter().map(|&number| Card(number)).collect()
}

fn any_cards() -> impl Strategy<Value = BTreeSet<u8>> {
    prop::collection::btree_set(0..53u8, 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Every question is answered as by a sorted list.
    #[test]
    fn sets_are_sets(a in any_cards(), b in any_cards(), card in 0..53u8) {
        let (x, y) = (cards(&a), cards(&b));
        let with = a.iter().copied().chain([card]).collect();
        let without = a.iter().copied().filter(|&other| other != card).collect();
        prop_assert_eq!(x.with(Card(card)), cards(&with));
        prop_assert_eq!(x.without(Card(card)), cards(&without));
        prop_assert_eq!(x.contains(Card(card)), a.contains(&card));
        prop_assert_eq!(x.and(y), cards(&(&a & &b)));
        prop_assert_eq!(x.or(y), cards(&(&a | &b)));
        prop_assert_eq!(x.minus(y), cards(&(&a - &b)));
        prop_assert_eq!(x.covers(y), b.is_subset(&a));
        prop_assert_eq!((x.len(), x.is_empty(), x.iter().len()), (a.len(), a.is_empty(), a.len()));
        prop_assert_eq!(x.first(), a.first().map(|&number| Card(number)));
        prop_assert_eq!(x.last(), a.last().map(|&number| Card(number)));
        prop_assert!(x.iter().map(|card| card.0).eq(a.iter().copied()));
        prop_assert!(x.iter().rev().map(|card| card.0).eq(a.iter().rev().copied()));
        prop_assert_eq!(Cards::of_bits(x.bits()), x);
        prop_assert_eq!(serde_json::to_value(x).unwrap(), serde_json::to_value(&a).unwrap());
    }
}

#[test]
fn everything_is_as_many_as_there_are() {
    assert_eq!((Cards::ALL.len(), Cards::NONE.len()), (53, 0));
    assert_eq!(Cards::of_bits(u64::MAX), Cards::ALL);
    assert_eq!(format!("{:?}", Cards::only(Card(52))), "{Card(52)}");
    assert_eq!((Odd::ALL.len(), Odd::of_bits(7).bits()), (4, 2), "what stands for nothing is left out");
}

#[test]
fn members_are_picked_fairly() {
    let (set, mut rng, mut counts) = (cards(&[0, 7, 52].into()), Rng::new(1), [0.0; 53]);
    (0..3000).for_each(|_| counts[set.pick(&mut rng).index()] += 1.0);
    assert!(chi_square_p(&[counts[0], counts[7], counts[52]], &[1000.0; 3]) > 1e-6, "{counts:?}");
    assert_eq!(counts.iter().sum::<f64>(), counts[0] + counts[7] + counts[52]);
}
