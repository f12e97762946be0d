//! The orders in which five seats can end.

use games::daihinmin::MOST_SEATS;

/// The place of every seat, from 0 on, its own seat first and then in the order of play.
pub type FinalPlaces = [u8; MOST_SEATS];

/// Every order, in ascending order.
pub const ORDERS: [FinalPlaces; 120] = {
    let mut orders = [[0; MOST_SEATS]; 120];
    let mut number = 0;
    while number < orders.len() {
        orders[number] = order(number);
        number += 1;
    }
    orders
};

/// The order of this number: which of the places that are left each seat takes.
const fn order(number: usize) -> FinalPlaces {
    let (mut left, mut places): (FinalPlaces, FinalPlaces) = ([0, 1, 2, 3, 4], [0; MOST_SEATS]);
    let (mut rest, mut ways, mut seat) = (number, 120, 0);
    while seat < MOST_SEATS {
        ways /= MOST_SEATS - seat;
        let mut taken = rest / ways;
        rest %= ways;
        places[seat] = left[taken];
        while taken + 1 < MOST_SEATS - seat {
            left[taken] = left[taken + 1];
            taken += 1;
        }
        seat += 1;
    }
    places
}

/// The number of an order.
///
/// # Panics
/// If two seats have one place.
pub fn order_of(places: &FinalPlaces) -> usize {
    ORDERS.binary_search(places).expect("every seat has a place of its own")
}

/// Whether an order leaves everybody who is out where it is: the first `out` places of `places` are taken.
pub fn keeps_places(order: &FinalPlaces, places: &FinalPlaces, out: u8) -> bool {
    order.iter().zip(places).all(|(place, taken)| *taken >= out || place == taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_there_once() {
        assert!(ORDERS.windows(2).all(|pair| pair[0] < pair[1]));
        for (number, order) in ORDERS.iter().enumerate() {
            assert_eq!(order_of(order), number);
            let mut places = *order;
            places.sort_unstable();
            assert_eq!(places, [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn who_is_out_keeps_its_place() {
        let kept = |out| ORDERS.iter().filter(|order| keeps_places(order, &[2, 0, 4, 1, 3], out)).count();
        assert_eq!([0, 1, 2, 3, 5].map(kept), [120, 24, 6, 2, 1]);
    }
}
