//! Daihinmin as numbers, version 1.

use std::sync::LazyLock;

use games::daihinmin::{
    Action, Card, CardSet, Daihinmin, GridCell, Joker, Line, MOST_SEATS, Meld, MeldKind, Phase, Rules, Suit,
    SuitSet, TableState, each_meld,
};
use table::{ActionIds, Encode, Features, Seat, View};

use crate::figures::{Figures, place_name};

/// Every meld of a whole deck, in ascending order.
static MELDS: LazyLock<Vec<Meld>> = LazyLock::new(|| {
    let mut melds = Vec::new();
    each_meld(CardSet::ALL, &TableState::default(), |meld| melds.push(meld));
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

    /// What kind of action it is, how many cards and which, their lowest and highest column (of 15) and suits, and
    /// what the joker does in it.
    fn features(_rules: &Rules) -> Vec<String> {
        let mut told = Features::new();
        told.flags("kind", ["pass", "single", "group", "run", "gift"]);
        told.flags("count", ["1", "2", "3", "4", "5", "more"]);
        told.flag("size");
        told.flags("card", all_cards());
        told.flag("low");
        told.flag("high");
        told.flags("suit", Suit::ALL);
        told.flags("joker", ["alone", "stands", "fifth"]);
        told.flag("joker.column");
        told.flags("joker.suit", Suit::ALL);
        told.into_vec().into_iter().map(|feature| feature.name).collect()
    }

    fn describe(_rules: &Rules, action: &Action, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        match *action {
            Action::Pass => row.one_of(KINDS, Some(0)),
            Action::Play(meld) => describe_meld(&mut row, meld),
            Action::Give(set) => {
                row.one_of(KINDS, Some(4));
                let column = |card: Card| card.cell().map_or(HIGHEST, GridCell::column);
                let ends = [set.weakest(), set.strongest()].map(|card| card.map_or(0, column));
                describe_cards(&mut row, set, ends, set.suits());
            }
        }
    }
}

/// Kinds of actions, counts of cards, and the column in which a lone joker is said to lie.
const KINDS: usize = 5;
const COUNTS: usize = 6;
const HIGHEST: usize = 15;

fn describe_meld(row: &mut Figures<'_>, meld: Meld) {
    let kind = match meld.kind() {
        MeldKind::Single => 1,
        MeldKind::Group => 2,
        MeldKind::Run => 3,
    };
    row.one_of(KINDS, Some(kind));
    describe_cards(row, meld.cards(), [meld.low(), meld.high()], meld.suits());
    let (does, cell) = match meld.joker() {
        Joker::Absent => (None, None),
        Joker::Alone => (Some(0), None),
        Joker::For(cell) => (Some(1), Some(cell)),
        Joker::Fifth => (Some(2), None),
    };
    row.one_of(3, does);
    row.figure(cell.map_or(0.0, |cell| cell.column() as f32 / HIGHEST as f32));
    row.one_of(Suit::COUNT, cell.map(|cell| cell.suit().index()));
}

fn describe_cards(row: &mut Figures<'_>, set: CardSet, ends: [usize; 2], suits: SuitSet) {
    row.one_of(COUNTS, Some(set.len().min(COUNTS) - 1));
    row.figure(set.len() as f32 / HIGHEST as f32);
    cards(row, set);
    ends.into_iter().for_each(|column| row.figure(column as f32 / HIGHEST as f32));
    row.bits(Suit::COUNT, suits.bits());
}

/// Every card in the order of [`index`].
fn all_cards() -> impl Iterator<Item = Card> {
    CardSet::ALL.iter()
}

/// What a seat sees: its hand, what it gave and was given; the table (its cards, the cell for which the joker stands,
/// lock, order, passes, phase); then for each seat, from its own on in the order of play, what it played, how
/// many cards it has left and where it stands.
#[derive(Clone, Debug)]
pub struct DaihinminRow {
    seats: usize,
    rules: Rules,
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
        DaihinminRow { seats: usize::from(rules.seats), rules: *rules }
    }

    fn width(&self) -> usize {
        3 * CARDS + TABLE + self.seats * SEAT
    }

    fn features(&self) -> Features {
        let (mut told, rules) = (Features::new(), &self.rules);
        ["hand", "gave", "received", "table"].iter().for_each(|set| told.flags(set, all_cards()));
        let cell = |place: usize| GridCell::new(Suit::of_index(place % 4), place / 4);
        told.flags("joker-for", (0..CELLS).map(cell));
        told.flags("table", ["locked", "revolution", "back", "exchange"]);
        told.share("passes", 0..=i16::from(rules.passes), f32::from(rules.passes));
        told.share("game", 0..=rules.block as i16, f32::from(rules.block));
        let most = rules.deck.len().div_ceil(self.seats) + usize::from(rules.tribute);
        for place in (0..self.seats).map(place_name) {
            told.flags(&format!("{place}.played"), all_cards());
            told.share(format!("{place}.cards"), 0..=most as i16, 13.0);
            told.flags(&place, ["holding", "passed", "giving", "last", "first", "opener"]);
            for line in ["rank", "finished", "order", "seat"] {
                told.flags(&format!("{place}.{line}"), 1..=MOST_SEATS + 1);
            }
        }
        told
    }

    fn observe(&self, view: View<'_, Daihinmin>, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        let own = view.private;
        [own.hand, own.gave, own.received].into_iter().for_each(|set| cards(&mut row, set));
        table(&mut row, view);
        (0..self.seats).for_each(|place| seat(&mut row, view, turned(view, place)));
    }
}

/// The seat this many places behind its own in the order of play; in that of the seats while it is not drawn.
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
