//! What can happen: what a seat can do, what chance can decide, and what an observer sees of it.

use serde::{Serialize, Serializer};
use table::{Seat, SeatSet};

use super::{Area, Card, Character, Deck, Equipment, Inference, Layout};
use crate::text::words;

/// The most seats.
pub(super) const MOST_SEATS: usize = 8;

/// What a seat can do, named by what everybody sees of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Action {
    /// Does not do what it was asked about, or cannot: both look the same.
    Decline,
    /// Shows its character to everybody.
    Reveal,
    /// Uses the ability of its character.
    UseAbility,
    /// Attacks the one who just attacked it.
    StrikeBack,
    /// Attacks the same once more.
    AttackAgain,
    /// Attacks everybody in range.
    AttackAll,
    /// Moves by this one of two rolls.
    Choose(u8),
    /// Moves to this area.
    Go(Area),
    /// Draws a card from this deck.
    Draw(Deck),
    /// Attacks this seat.
    Attack(Seat),
    /// Chooses this seat for the card or ability.
    Target(Seat),
    /// Hurts this seat by 2.
    Hurt(Seat),
    /// Heals this seat by 1.
    Heal(Seat),
    /// Hands the inference card to this seat.
    Hand(Seat),
    /// Takes this equipment from this seat.
    Steal(Seat, Equipment),
    /// Gives this equipment to this seat.
    Give(Seat, Equipment),
    /// Takes this equipment of the one it attacked.
    Take(Equipment),
    /// An inference card does nothing.
    Nothing,
    /// An inference card does 1 damage.
    TakeOne,
    /// An inference card does 2 damage.
    TakeTwo,
    /// An inference card heals 1.
    HealOne,
    /// An inference card costs this equipment.
    GiveUp(Equipment),
    /// An inference card makes it show its character to the one who asks.
    Show,
}

/// The seats in the order of their turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order {
    seats: [Seat; MOST_SEATS],
    len: u8,
}

impl Order {
    /// This seat first, then clockwise.
    pub(super) fn clockwise(first: Seat, seats: usize) -> Order {
        let mut order = Order { seats: [Seat::new(0); MOST_SEATS], len: seats as u8 };
        for place in 0..seats {
            order.seats[place] = Seat::new((first.index() + place) % seats);
        }
        order
    }

    /// These seats, unless one is named twice or missing.
    pub(super) fn of(seats: &[Seat]) -> Option<Order> {
        let named: SeatSet = seats.iter().copied().collect();
        if seats.len() > MOST_SEATS || named != SeatSet::all(seats.len()) {
            return None;
        }
        let mut order = Order::clockwise(Seat::new(0), seats.len());
        order.seats[..seats.len()].copy_from_slice(seats);
        Some(order)
    }

    /// The seats, first one first.
    #[inline]
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.seats.swap(one, other);
    }

    /// The first living seat after this one.
    #[inline]
    pub(super) fn after(&self, seat: Seat, living: SeatSet) -> Seat {
        let seats = self.seats();
        let mut place = seats.iter().position(|&there| there == seat).unwrap_or(0);
        loop {
            place = if place + 1 == seats.len() { 0 } else { place + 1 };
            if living.contains(seats[place]) || seats[place] == seat {
                return seats[place];
            }
        }
    }
}

impl Serialize for Order {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.seats())
    }
}

/// What chance can decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Chance {
    /// In which order the seats have their turns.
    Order(Order),
    /// How the areas lie around the table.
    Layout(Layout),
    /// Who a seat is.
    Deal(Seat, Character),
    /// The sum by which a seat moves.
    Move(Seat, u8),
    /// The card a seat draws.
    Draw(Seat, Card),
    /// What an attack's dice show.
    Hit(Seat, u8),
    /// What a single die shows, for a card or an ability.
    Die(Seat, u8),
    /// Where a riot breaks out.
    Riot(Seat, u8),
}

/// Characters by seat, four bits each; 0 is nobody's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Faces(u32);

impl Faces {
    /// The same and this one.
    #[inline]
    pub(super) const fn with(self, seat: Seat, character: Character) -> Faces {
        Faces(self.0 | (character.index() as u32 + 1) << (4 * seat.index()))
    }

    /// The character at this seat, if there is one.
    #[inline]
    pub fn of(self, seat: Seat) -> Option<Character> {
        let nibble = (self.0.checked_shr(4 * seat.index() as u32).unwrap_or(0) & 15) as usize;
        Some(Character::ALL[nibble.checked_sub(1)?])
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each seat that has one.
    pub fn iter(self) -> impl Iterator<Item = (Seat, Character)> {
        Seat::all(MOST_SEATS).filter_map(move |seat| Some((seat, self.of(seat)?)))
    }
}

impl Serialize for Faces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

words! {
    /// What a seat was asked to do and did not, or could not.
    Declined, "a question" {
        /// To show its character.
        Show = "show",
        /// To use its ability.
        Ability = "ability",
        /// To use the area it stands in.
        Area = "area",
        /// To attack.
        Attack = "attack",
        /// To attack once more.
        Again = "again",
        /// To take equipment instead of doing damage.
        Take = "take",
        /// To strike back.
        StrikeBack = "strike-back",
    }
}

/// What an event did besides: damage done and healed, characters shown, the end. Everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Aftermath {
    /// By how much each seat's damage rose (or fell).
    pub change: [i8; MOST_SEATS],
    /// The characters that were shown.
    pub shown: Faces,
    /// Those who are out because of it.
    pub out: SeatSet,
    /// Whether it ended the game.
    pub over: bool,
    /// Those who won by that.
    pub winners: SeatSet,
    /// What the seat declined, if it was asked and declined.
    pub declined: Option<Declined>,
}

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Seen {
    /// The event itself.
    pub what: What,
    /// What it did besides.
    pub after: Aftermath,
}

/// What was seen of an event itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum What {
    /// Chance decided something that everybody sees.
    Luck(Chance),
    /// A seat was dealt a character, which only it sees.
    Dealt(Seat, Option<Character>),
    /// A seat drew an inference card, which only it sees.
    Drew(Seat, Option<Inference>),
    /// A seat did something that everybody sees.
    Acted(Seat, Action),
    /// A seat handed an inference card to another; only these two see which.
    Handed(Seat, Seat, Option<Inference>),
    /// A seat showed its character to the other, who alone sees it.
    Showed(Seat, Seat, Option<Character>),
}
