//! Shadow Raiders beside its rows: who everybody is, and events as whole numbers.

use games::Raiders;
use games::raiders::{Action, Card, Chance, Character, Declined, Faction, Inference, Rules, Seen, What};
use table::{ActionIds, BySeat, EventRow, Game, Seat, SeatSet, TruthRow};

use super::encode::RaidersIds;
use crate::figures::{Figures, names};
use crate::numbers::{Numbers, texts};

/// The faction and the character of each seat, and the inference card it holds, by the seats' letters.
#[derive(Clone, Copy, Debug)]
pub struct RaidersTruth {
    seats: usize,
}

impl RaidersTruth {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> RaidersTruth {
        RaidersTruth { seats: usize::from(rules.seats) }
    }
}

impl TruthRow<Raiders> for RaidersTruth {
    fn names(&self) -> Vec<String> {
        let of_seat = |seat: Seat| {
            let factions = names(&format!("{seat}.faction"), Faction::ALL);
            let characters = names(&format!("{seat}.character"), Character::ALL);
            let cards = names(&format!("{seat}.holds"), Inference::ALL);
            factions.into_iter().chain(characters).chain(cards)
        };
        Seat::all(self.seats).flat_map(of_seat).collect()
    }

    fn write(&self, truth: &Raiders, _envelopes: &BySeat<Option<Action>>, _seat: Seat, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        for seat in Seat::all(self.seats) {
            let private = truth.private(seat);
            row.one_of(Faction::COUNT, private.character.map(|character| character.faction().index()));
            row.one_of(Character::COUNT, private.character.map(Character::index));
            row.one_of(Inference::COUNT, private.card.map(Inference::index));
        }
    }
}

/// What happened, to whom, the number of it, and what it did besides.
#[derive(Clone, Copy, Debug)]
pub struct RaidersEvents {
    rules: Rules,
}

impl RaidersEvents {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> RaidersEvents {
        RaidersEvents { rules: *rules }
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }
}

/// Places of an order of seats and of a ring of areas.
const LINE: usize = 8;

/// An event in a few numbers.
#[derive(Default)]
struct Parts {
    kind: usize,
    seat: Option<Seat>,
    other: Option<Seat>,
    number: i32,
}

impl EventRow<Raiders> for RaidersEvents {
    fn names(&self) -> Vec<String> {
        let kind = "kind: order, layout, sum of a move, inference card, white card, black card, dice of an attack, die, riot, \
                    character dealt, inference card drawn, action, inference card handed, character shown to one";
        let mut names = texts([
            kind,
            "seat",
            "other seat",
            "number: card, character, sum, or 1 + id of the action",
            "what was declined",
            "out, bits by seat",
            "over",
            "winners, bits by seat",
        ]);
        names.extend((1..=LINE).map(|place| format!("seat or area at place {place}")));
        names.extend(Seat::all(self.seats()).map(|seat| format!("change of damage of seat {seat}")));
        names.extend(Seat::all(self.seats()).map(|seat| format!("character that seat {seat} showed to all")));
        names
    }

    fn write(&self, seen: &Seen, out: &mut [i32]) {
        let (parts, after, mut row) = (self.parts(&seen.what), &seen.after, Numbers::of(out));
        row.one(Some(parts.kind));
        row.seat(parts.seat);
        row.seat(parts.other);
        row.number(parts.number);
        row.one(after.declined.map(Declined::index));
        row.number(bits(after.out));
        row.number(after.over);
        row.number(bits(after.winners));
        line(&seen.what, row.take(LINE));
        after.change[..self.seats()].iter().for_each(|&change| row.number(change));
        Seat::all(self.seats()).for_each(|seat| row.one(after.shown.of(seat).map(Character::index)));
    }
}

impl RaidersEvents {
    fn parts(&self, what: &What) -> Parts {
        let of = |kind, seat, number| Parts { kind, seat: Some(seat), number, ..Parts::default() };
        let one = |index: Option<usize>| index.map_or(0, |index| index as i32 + 1);
        match *what {
            What::Luck(chance) => luck(chance),
            What::Dealt(seat, character) => of(9, seat, one(character.map(Character::index))),
            What::Drew(seat, card) => of(10, seat, one(card.map(Inference::index))),
            What::Acted(seat, action) => {
                of(11, seat, one(RaidersIds::id(&self.rules, &action).map(|id| id as usize)))
            }
            What::Handed(seat, to, card) => {
                Parts { other: Some(to), ..of(12, seat, one(card.map(Inference::index))) }
            }
            What::Showed(seat, to, character) => {
                Parts { other: Some(to), ..of(13, seat, one(character.map(Character::index))) }
            }
        }
    }
}

fn luck(chance: Chance) -> Parts {
    let of = |kind, seat, number| Parts { kind, seat: Some(seat), number, ..Parts::default() };
    let one = |index: usize| index as i32 + 1;
    match chance {
        Chance::Order(_) => Parts { kind: 0, ..Parts::default() },
        Chance::Layout(_) => Parts { kind: 1, ..Parts::default() },
        Chance::Deal(seat, character) => of(9, seat, one(character.index())),
        Chance::Move(seat, sum) => of(2, seat, i32::from(sum)),
        Chance::Draw(seat, Card::Inference(card)) => of(3, seat, one(card.index())),
        Chance::Draw(seat, Card::White(card)) => of(4, seat, one(card.index())),
        Chance::Draw(seat, Card::Black(card)) => of(5, seat, one(card.index())),
        Chance::Hit(seat, number) => of(6, seat, i32::from(number)),
        Chance::Die(seat, number) => of(7, seat, i32::from(number)),
        Chance::Riot(seat, sum) => of(8, seat, i32::from(sum)),
    }
}

/// The order of seats or the ring of areas, each counted from 1.
fn line(what: &What, out: &mut [i32]) {
    match what {
        What::Luck(Chance::Order(order)) => Numbers::of(out).seats(LINE, order.seats()),
        What::Luck(Chance::Layout(layout)) => {
            out.iter_mut().zip(layout.0).for_each(|(place, area)| *place = area.index() as i32 + 1);
        }
        _ => {}
    }
}

fn bits(seats: SeatSet) -> i32 {
    seats.fold(0, |bits, seat| bits | 1 << seat.index())
}
