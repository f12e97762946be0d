//! Nim for two, a game of these tests: whoever takes the last of some matches wins. It has no player of its own.

use std::fmt;
use std::str::FromStr;

use catalog::{Playable, Row};
use search::Scale;
use serde::Serialize;
use table::{
    ActionIds, BySeat, Encode, Enumerable, Event, EventOf, EventRow, Features, Game, Hidden, Lang, Notation,
    Payoffs, Picture, PublicState, Rng, Scene, Seat, SeatSet, Turn, Unreadable, View,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Matches(pub(crate) u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub(crate) struct Take(pub(crate) u8);

/// Chance decides nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) enum Never {}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Taken(Seat, Take);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub(crate) struct Nim {
    rules: Matches,
    left: u8,
    next: Seat,
}

fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

impl Game for Nim {
    type Rules = Matches;
    type Action = Take;
    type Public = Nim;
    type Private = ();
    type Seen = Taken;
    const NAME: &'static str = "nim";
    const RULES_VERSION: u32 = 1;

    fn new(rules: &Matches) -> Nim {
        Nim { rules: *rules, left: rules.0, next: Seat::new(0) }
    }
    fn public(&self) -> &Nim {
        self
    }
    fn private(&self, _seat: Seat) -> &() {
        &()
    }
    fn legal(view: View<'_, Nim>, out: &mut Vec<Take>) {
        out.extend((1..=view.public.left.min(3)).map(Take));
    }
    fn apply(&mut self, event: &EventOf<Nim>) {
        match *event {
            Event::Act(seat, Take(count)) => (self.left, self.next) = (self.left - count, other(seat)),
            Event::Chance(never) => match never {},
        }
    }
    fn seen(&self, event: &EventOf<Nim>, _eye: Option<Seat>) -> Taken {
        match *event {
            Event::Act(seat, take) => Taken(seat, take),
            Event::Chance(never) => match never {},
        }
    }
    fn as_spectator(seen: &Taken) -> Taken {
        *seen
    }
    fn payoffs(&self) -> Payoffs {
        let points = BySeat::from_fn(2, |seat| if seat == self.next { -1.0 } else { 1.0 });
        Payoffs::highest_wins(points, &points)
    }
    fn check(&self) {}
}

impl PublicState for Nim {
    type Rules = Matches;

    fn rules(&self) -> &Matches {
        &self.rules
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Seats(SeatSet::only(self.next)) }
    }
}

impl Hidden for Nim {
    type Chance = Never;

    fn draw(&self, _rng: &mut Rng) -> Never {
        panic!("luck decides nothing")
    }

    fn drawable(&self, outcome: &Never) -> bool {
        match *outcome {}
    }

    fn imagine(view: View<'_, Nim>, _rng: &mut Rng) -> Nim {
        *view.public
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "takes {}", self.0)
    }
}

impl FromStr for Take {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Take, Unreadable> {
        let count = text.strip_prefix("takes ").and_then(|count| count.parse().ok());
        count.map(Take).ok_or_else(|| Unreadable::new(text, "write `takes 2`"))
    }
}

impl fmt::Display for Never {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Never {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Never, Unreadable> {
        Err(Unreadable::new(text, "luck decides nothing"))
    }
}

impl Notation for Nim {
    const ABOUT: &'static str = "whoever takes the last match wins";
    const SEATS: (usize, usize) = (2, 2);
    const KINDS: &'static [&'static str] = &["take"];

    fn default_rules(_seats: usize) -> Matches {
        Matches(7)
    }
    fn kind(&self, _event: &EventOf<Nim>) -> &'static str {
        "take"
    }
    fn rulebook(_lang: Lang) -> &'static str {
        "Take one, two or three matches; whoever takes the last wins."
    }
    fn tell(seen: &Taken, _lang: Lang) -> String {
        format!("{} {}", seen.0, seen.1)
    }
}

impl Picture for Nim {
    fn text(scene: &Scene<'_, Nim>) -> String {
        "|".repeat(usize::from(scene.public.left))
    }
    fn svg(scene: &Scene<'_, Nim>) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{}</text></svg>", Nim::text(scene))
    }
}

impl Enumerable for Nim {
    fn outcomes(&self, _out: &mut Vec<(Never, f64)>) {}
}

/// Id `n - 1` is to take `n`.
pub(crate) struct NimIds;

impl ActionIds<Nim> for NimIds {
    const VERSION: u32 = 1;

    fn ids(_rules: &Matches) -> u32 {
        3
    }
    fn id(_rules: &Matches, take: &Take) -> Option<u32> {
        Some(u32::from(take.0) - 1)
    }
    fn action(_rules: &Matches, id: u32) -> Option<Take> {
        [Take(1), Take(2), Take(3)].get(id as usize).copied()
    }
    fn features(_rules: &Matches) -> Vec<String> {
        vec!["taken".to_string()]
    }
    fn describe(_rules: &Matches, take: &Take, out: &mut [f32]) {
        out[0] = f32::from(take.0) / 3.0;
    }
}

/// How many matches are left.
#[derive(Clone)]
pub(crate) struct NimRow;

impl Encode<Nim> for NimRow {
    type Ids = NimIds;
    const VERSION: u32 = 1;

    fn new(_rules: &Matches) -> NimRow {
        NimRow
    }
    fn width(&self) -> usize {
        1
    }
    fn features(&self) -> Features {
        let mut told = Features::new();
        told.count("left", 0..=255);
        told
    }
    fn observe(&self, view: View<'_, Nim>, out: &mut [f32]) {
        out[0] = f32::from(view.public.left);
    }
}

/// All that a game must say to get every player for games of its kind.
/// Who took, and how many.
struct NimEvents;

impl EventRow<Nim> for NimEvents {
    fn names(&self) -> Vec<String> {
        vec!["seat".to_string(), "taken".to_string()]
    }
    fn write(&self, seen: &Taken, out: &mut [i32]) {
        out.copy_from_slice(&[seen.0.index() as i32, i32::from(seen.1.0)]);
    }
}

impl Playable for Nim {
    type Encoder = NimRow;

    fn event_row(_rules: &Matches) -> Box<dyn EventRow<Nim>> {
        Box::new(NimEvents)
    }

    const PLAYERS: &'static [Row<Nim>] = &[];
    const OPEN: bool = true;

    fn scale(_public: &Nim) -> Scale {
        Scale::Points { low: -1.0, high: 1.0 }
    }
    fn most_outcomes(_rules: &Matches) -> Option<u32> {
        Some(0)
    }
    fn most_choices(rules: &Matches) -> u32 {
        u32::from(rules.0)
    }
}
