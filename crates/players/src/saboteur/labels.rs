//! Saboteur beside its rows: roles, hands, goals and gold, and events as whole numbers.

use games::saboteur::{
    Action, Card, Claim, Deed, End, Goal, Gold, Nuggets, Role, Rules, Saboteur, Seen, Tool, Treasure, Winner,
};
use table::{BySeat, EventRow, Game, Seat, TruthRow};

use crate::figures::{Figures, names};
use crate::numbers::{Numbers, texts};

/// The role, the hand and the gold of each seat by its letter, then what is at the goals.
#[derive(Clone, Copy, Debug)]
pub struct SaboteurTruth {
    seats: usize,
}

impl SaboteurTruth {
    /// For tables with these rules.
    pub fn new(rules: &Rules) -> SaboteurTruth {
        SaboteurTruth { seats: usize::from(rules.seats) }
    }
}

/// Nuggets on a gold card: 1, 2 or 3.
const NUGGETS: usize = 3;

impl TruthRow<Saboteur> for SaboteurTruth {
    fn names(&self) -> Vec<String> {
        let of_seat = |seat: Seat| {
            let roles = names(&format!("{seat}.role"), Role::ALL);
            let hand = names(&format!("{seat}.hand"), (0..Card::COUNT).map(Card::of_index));
            let gold = names(&format!("{seat}.gold"), 1..=NUGGETS);
            roles.into_iter().chain(hand).chain(gold)
        };
        let at = |goal: Goal| names(&format!("goal.{goal}"), Treasure::ALL);
        Seat::all(self.seats).flat_map(of_seat).chain(Goal::ALL.into_iter().flat_map(at)).collect()
    }

    fn write(&self, truth: &Saboteur, _envelopes: &BySeat<Option<Action>>, _seat: Seat, out: &mut [f32]) {
        let mut row = Figures::blank(out);
        for seat in Seat::all(self.seats) {
            let private = truth.private(seat);
            row.one_of(Role::COUNT, private.role.map(Role::index));
            let hand = row.take(Card::COUNT);
            private.hand.kinds().for_each(|card| hand[card.index()] = f32::from(private.hand.count(card)));
            private.gold.counts().into_iter().for_each(|count| row.figure(f32::from(count)));
        }
        Goal::ALL
            .into_iter()
            .for_each(|goal| row.one_of(Treasure::COUNT, Some(truth.treasure(goal).index())));
    }
}

/// What happened, to whom, the parts of a deed, and how the round ended.
#[derive(Clone, Copy, Debug)]
pub struct SaboteurEvents;

/// An event in a few parts.
#[derive(Default)]
struct Parts {
    kind: usize,
    seat: Option<Seat>,
    other: Option<Seat>,
    role: Option<Role>,
    card: Option<Card>,
    count: u8,
    gold: Option<Gold>,
    deed: Option<Deed>,
    end: Option<End>,
}

impl EventRow<Saboteur> for SaboteurEvents {
    fn names(&self) -> Vec<String> {
        let mut names = texts([
            "kind: goals shuffled, first, role, dealt, drew, did, bundle, took",
            "seat",
            "other seat: target of a deed, who takes next",
            "role",
            "card",
            "round, gold cards of a bundle, or nuggets of the one taken",
            "deed: dig, break, repair, rockfall, map, discard, say",
            "open sides, bits",
            "dead end",
            "column of the cell",
            "row of the cell",
            "tool",
            "goal",
            "claim",
        ]);
        names.extend(Goal::ALL.map(|goal| format!("found at goal {goal}")));
        names.extend((1..=NUGGETS).map(|nuggets| format!("gold cards of {nuggets}")));
        names.extend(texts([
            "winner of the round",
            "saboteurs, bits by seat",
            "who played last",
            "gold shared",
        ]));
        names
    }

    fn write(&self, seen: &Seen, out: &mut [i32]) {
        let (parts, mut row) = (Parts::of(seen), Numbers::of(out));
        row.one(Some(parts.kind));
        row.seat(parts.seat);
        row.seat(parts.other);
        row.one(parts.role.map(Role::index));
        row.one(parts.card.map(Card::index));
        row.number(parts.count);
        deed(&mut row, parts.deed);
        let gold = parts.gold.map_or([0; NUGGETS], Gold::counts);
        gold.into_iter().for_each(|count| row.number(count));
        end(&mut row, parts.end);
    }
}

impl Parts {
    fn of(seen: &Seen) -> Parts {
        let of = |kind, seat| Parts { kind, seat: Some(seat), ..Parts::default() };
        match *seen {
            Seen::Shuffled(round) => Parts { count: round, ..Parts::default() },
            Seen::First(seat) => of(1, seat),
            Seen::Role(seat, role) => Parts { role, ..of(2, seat) },
            Seen::Dealt(seat, card) => Parts { card, ..of(3, seat) },
            Seen::Drew(seat, card) => Parts { card, ..of(4, seat) },
            Seen::Did(seat, deed, end) => {
                let (other, card) = match deed {
                    Deed::Break(_, target) => (Some(target), None),
                    Deed::Repair(card, _, target) => (Some(target), Some(card)),
                    Deed::Discard(card) => (None, card),
                    _ => (None, None),
                };
                Parts { other, card, deed: Some(deed), end, ..of(5, seat) }
            }
            Seen::Bundle(seat, count, gold) => Parts { count, gold, ..of(6, seat) },
            Seen::Took(took) => {
                let count = took.card.map_or(0, Nuggets::value);
                Parts { other: took.next, count, gold: took.rest, ..of(7, took.seat) }
            }
        }
    }
}

/// The kind of a deed, the tunnel, the cell, the tool, the goal, the claim, and what was found at each goal.
fn deed(row: &mut Numbers<'_>, deed: Option<Deed>) {
    let (mut found, mut tool, mut goal, mut claim) = ([None; Goal::COUNT], None, None, None);
    let (mut tunnel, kind) = (None, deed.map(|deed| kind_of(&deed)));
    match deed {
        Some(Deed::Dig(path, cell, turned)) => (tunnel, found) = (Some((path, cell)), turned),
        Some(Deed::Rockfall(cell, path)) => tunnel = Some((path, cell)),
        Some(Deed::Break(which, _) | Deed::Repair(_, which, _)) => tool = Some(which),
        Some(Deed::Map(which, seen)) => {
            goal = Some(which);
            found[which.index()] = seen;
        }
        Some(Deed::Say(which, said)) => (goal, claim) = (Some(which), Some(said)),
        Some(Deed::Discard(_)) | None => {}
    }
    row.one(kind);
    row.number(tunnel.map_or(0, |(path, _)| path.edges().bits()));
    row.number(tunnel.is_some_and(|(path, _)| path.is_dead_end()));
    row.number(tunnel.map_or(0, |(_, cell)| cell.x));
    row.number(tunnel.map_or(0, |(_, cell)| cell.y));
    row.one(tool.map(Tool::index));
    row.one(goal.map(Goal::index));
    row.one(claim.map(Claim::index));
    found.into_iter().for_each(|treasure| row.one(treasure.map(Treasure::index)));
}

fn kind_of(deed: &Deed) -> usize {
    match deed {
        Deed::Dig(..) => 0,
        Deed::Break(..) => 1,
        Deed::Repair(..) => 2,
        Deed::Rockfall(..) => 3,
        Deed::Map(..) => 4,
        Deed::Discard(_) => 5,
        Deed::Say(..) => 6,
    }
}

fn end(row: &mut Numbers<'_>, end: Option<End>) {
    let Some(end) = end else { return };
    row.one(Some(match end.winner {
        Winner::Diggers => 0,
        Winner::Saboteurs => 1,
        Winner::Nobody => 2,
    }));
    row.number(end.saboteurs.fold(0, |bits, seat| bits | 1 << seat.index()));
    row.seat(Some(end.last));
    row.number(end.bundle);
}
