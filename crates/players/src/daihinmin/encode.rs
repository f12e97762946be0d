//! Daihinmin as numbers, version 1.

use std::sync::LazyLock;

use games::daihinmin::{
    Action, Card, CardSet, Daihinmin, Joker, Line, MOST_SEATS, Meld, Phase, Rules, Table, each_meld,
};
use table::{ActionIds, Encode, Seat, View};

use crate::figures::Figures;

/// Every meld of a whole deck, in ascending order.
static MELDS: LazyLock<Vec<Meld>> = LazyLock::new(|| {
    let mut melds = Vec::new();
    each_meld(CardSet::ALL, &Table::default(), |meld| melds.push(meld));
    melds.sort_unstable();
    melds
});

/// Every gift of one or two cards, in ascending order: one card first.
static GIFTS: LazyLock<Vec<CardSet>> = LazyLock::new(|| {
    let pairs = |card: Card| {
        CardSet::ALL.stronger_than(card).iter().map(move |other| CardSet::only(card).with(other))
    };
    let singles = CardSet::ALL.iter().map(CardSet::only);
    singles.chain(CardSet::ALL.iter().flat_map(pairs)).collect()
});

/// 0 is to pass; then every meld in its own order, then the gifts of one card and those of two.
#[derive(Clone, Copy, Debug)]
pub struct DaihinminIds;

impl ActionIds<Daihinmin> for DaihinminIds {
    const VERSION: u32 = 1;

    fn ids(_rules: &Rules) -> u32 {
        (1 + MELDS.len() + GIFTS.len()) as u32
    }

    fn id(_rules: &Rules, action: &Action) -> Option<u32> {
        let place = match action {
            Action::Pass => 0,
            Action::Play(meld) => 1 + MELDS.binary_search(meld).ok()?,
            Action::Give(cards) => {
                let key = |gift: &CardSet| (gift.len(), gift.weakest(), gift.strongest());
                1 + MELDS.len() + GIFTS.binary_search_by_key(&key(cards), key).ok()?
            }
        };
        Some(place as u32)
    }

    fn action(_rules: &Rules, id: u32) -> Option<Action> {
        let id = id as usize;
        match id.checked_sub(1) {
            None => Some(Action::Pass),
            Some(meld) if meld < MELDS.len() => Some(Action::Play(MELDS[meld])),
            Some(gift) => GIFTS.get(gift - MELDS.len()).copied().map(Action::Give),
        }
    }
}

/// What a seat sees: its hand, what it gave and was given; the table (its cards, the cell for which the joker stands,
/// lock, order, passes, phase); then for each seat, from the own one on in the order of play, what it played, how
/// many cards it has left and where it stands.
#[derive(Clone, Debug)]
pub struct DaihinminRow {
    seats: usize,
}

/// Figures of a set of cards, of the cells for which a joker can stand, of the table besides, and of a seat.
pub(super) const CARDS: usize = 53;
const CELLS: usize = 60;
const TABLE: usize = CARDS + CELLS + 6;
const SEAT: usize = CARDS + 7 + 4 * (MOST_SEATS + 1);

impl Encode<Daihinmin> for DaihinminRow {
    type Ids = DaihinminIds;
    const VERSION: u32 = 1;

    fn new(rules: &Rules) -> DaihinminRow {
        DaihinminRow { seats: usize::from(rules.seats) }
    }

    fn width(&self) -> usize {
        3 * CARDS + TABLE + self.seats * SEAT
    }

    fn observe(&self, view: View<'_, Daihinmin>, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        let own = view.private;
        [own.hand, own.gave, own.received].into_iter().for_each(|set| cards(&mut row, set));
        table(&mut row, view);
        (0..self.seats).for_each(|place| seat(&mut row, view, turned(view, place)));
    }
}

/// The seat so many places behind the own one in the order of play; in that of the seats while it is not drawn.
pub(super) fn turned(view: View<'_, Daihinmin>, place: usize) -> Seat {
    let order = view.public.order;
    match order.place(view.seat) {
        Some(own) => order.at((own + place) % order.len()),
        None => Seat::new((view.seat.index() + place) % view.seats()),
    }
}

fn cards(row: &mut Figures<'_>, cards: CardSet) {
    let places = row.take(CARDS);
    cards.iter().for_each(|card| places[index(card)] = 1.0);
}

fn table(row: &mut Figures<'_>, view: View<'_, Daihinmin>) {
    let (public, table) = (view.public, &view.public.table);
    cards(row, table.meld.map_or(CardSet::NONE, Meld::cards));
    let cell = match table.meld.map(Meld::joker) {
        Some(Joker::For(cell)) => Some(4 * cell.column() + cell.suit().index()),
        _ => None,
    };
    row.one_of(CELLS, cell);
    row.flags([table.locked, table.revolution, table.back, public.phase == Phase::Exchange]);
    row.figure(f32::from(public.passes) / f32::from(public.rules.passes));
    row.figure(f32::from(public.rules.game) / f32::from(public.rules.block));
}

/// What a seat played and has left, what it is to the table, and its place among the ranks, those who are out, in
/// the order of play and among the seats.
fn seat(row: &mut Figures<'_>, view: View<'_, Daihinmin>, seat: Seat) {
    let public = view.public;
    cards(row, public.played[seat]);
    row.figure(f32::from(public.left[seat]) / 13.0);
    row.flags([public.holding, public.passed, public.giving].map(|set| set.contains(seat)));
    row.flags([Some(public.last), public.first, public.opener].map(|other| other == Some(seat)));
    let place = |line: Option<Line>| line.and_then(|line| line.place(seat));
    let lines = [public.rules.ranks, Some(public.finished), Some(public.order)].map(place);
    let places = lines.into_iter().chain([Some(seat.index())]);
    places.for_each(|place| row.one_of(MOST_SEATS + 1, place));
}

/// The place of a card among all, weakest first.
pub(super) fn index(card: Card) -> usize {
    card.cell().map_or(CARDS - 1, |cell| 4 * (cell.column() - 1) + cell.suit().index())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_and_gifts_are_as_many_as_counted_by_hand() {
        assert_eq!((MELDS.len() + 1, GIFTS.len()), (2606, 1431));
    }
}
