//! The signs of saboteurs: any deed that everybody sees is one of four signs to those who agreed on it.
//!
//! The sign of a deed is a number that everybody can work out: of a tunnel card its column, row and open sides, of a break or
//! repair card the tool and how far away its target sits. Less the number of the deed in the round it is, modulo 4, what is said. Who
//! has done no obvious harm yet says "here" (0) by every deed; whoever has is known anyway, and says what it holds to do harm with. Who
//! says nothing hits each sign about as often as any other, so whoever says "here" again and again is likely to be a fellow.

use games::saboteur::{Action, Card, CardBag, Deed, Face, Play, Public};
use table::{BySeat, MAX_SEATS, Seat, SeatSet};

/// How many signs there are.
pub const SIGNS: usize = 4;
/// How often who wants to say "here" is able to: of 200 rounds 0.42 of the deeds did.
const ABLE: f64 = 0.4;

/// What a saboteur tells its fellow: the rarest kind of card in its hand that does harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// None.
    Nothing,
    /// A break card.
    Break,
    /// A dead end.
    DeadEnd,
    /// A rockfall.
    Rockfall,
}

impl Held {
    /// All, by what they are as a sign.
    pub const ALL: [Held; SIGNS] = [Held::Nothing, Held::Break, Held::DeadEnd, Held::Rockfall];

    /// What the holder of this hand has to say.
    pub fn of(hand: CardBag) -> Held {
        let word = |card: Card| match card.face() {
            Face::Rockfall => Held::Rockfall,
            Face::Tunnel(path) if path.is_dead_end() => Held::DeadEnd,
            Face::Break(_) => Held::Break,
            _ => Held::Nothing,
        };
        hand.kinds().map(word).max_by_key(|word| *word as usize).unwrap_or(Held::Nothing)
    }
}

/// The sign of what a seat does, if everybody sees it.
pub fn sign_of(action: &Action, seat: Seat, seats: usize) -> Option<usize> {
    let away = |whom: Seat| (whom.index() + seats - seat.index()) % seats;
    let number = match *action {
        Action::Dig(path, cell) => i32::from(path.edges().bits()) + i32::from(cell.x) + i32::from(cell.y),
        Action::Rockfall(cell) => i32::from(cell.x) + i32::from(cell.y),
        Action::Break(tool, whom) => (tool as usize + away(whom)) as i32,
        Action::Repair(_, tool, whom) => (tool as usize + away(whom)) as i32,
        Action::Map(goal) => goal as i32,
        Action::Discard(_) | Action::Say(_) | Action::Take(_) => return None,
    };
    Some(number.rem_euclid(SIGNS as i32) as usize)
}

/// The action that a deed was, if it says anything.
fn action_of(deed: Deed) -> Option<Action> {
    match deed {
        Deed::Dig(path, cell, _) => Some(Action::Dig(path, cell)),
        Deed::Break(tool, whom) => Some(Action::Break(tool, whom)),
        Deed::Repair(card, tool, whom) => Some(Action::Repair(card, tool, whom)),
        Deed::Rockfall(cell, _) => Some(Action::Rockfall(cell)),
        Deed::Map(goal, _) => Some(Action::Map(goal)),
        Deed::Discard(_) | Deed::Say(..) => None,
    }
}

/// What everybody's deeds of this round said. It holds nothing a spectator could not know.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    round: u8,
    /// How much of the log was read.
    read: usize,
    /// How many deeds of each seat could say "here", and how many did.
    hellos: BySeat<u8>,
    hits: BySeat<u8>,
    /// What each seat said last.
    words: BySeat<Option<Held>>,
}

impl Default for Signs {
    /// Nothing said yet.
    fn default() -> Signs {
        Signs {
            round: 0,
            read: 0,
            hellos: BySeat::new(MAX_SEATS, 0),
            hits: BySeat::new(MAX_SEATS, 0),
            words: BySeat::new(MAX_SEATS, None),
        }
    }
}

impl Signs {
    /// Takes notice of what happened last; these had done obvious harm before.
    pub fn see(&mut self, public: &Public, exposed: SeatSet) {
        if public.round != self.round || public.log.len() < self.read {
            *self = Signs { round: public.round, ..Signs::default() };
        }
        if public.log.len() > self.read {
            self.read = public.log.len();
            let number = self.read - 1;
            public.log.last().into_iter().for_each(|play| self.hear(public, play, number, exposed));
        }
    }

    fn hear(&mut self, public: &Public, play: Play, number: usize, exposed: SeatSet) {
        let Some(action) = action_of(play.deed) else { return };
        let Some(said) = said(&action, play.seat, public.rules.seats.into(), number) else { return };
        match exposed.contains(play.seat) {
            false => {
                self.hellos[play.seat] += 1;
                self.hits[play.seat] += u8::from(said == 0);
            }
            true => self.words[play.seat] = Some(Held::ALL[said]),
        }
    }

    /// How many deeds of a seat could say "here", and how many did.
    pub fn hellos(&self, seat: Seat) -> (u8, u8) {
        (self.hellos[seat], self.hits[seat])
    }

    /// What a seat said last of its hand.
    pub fn word(&self, seat: Seat) -> Option<Held> {
        self.words[seat]
    }

    /// What a seat says if it does this now: 0 for "here", or a word.
    pub fn said(&self, public: &Public, seat: Seat, action: &Action) -> Option<usize> {
        said(action, seat, public.rules.seats.into(), public.log.len())
    }

    /// How much likelier the "here"s of a seat are of one who speaks than of one who does not.
    pub fn likelihood(&self, seat: Seat) -> f64 {
        let (hits, misses) = (self.hits[seat], self.hellos[seat] - self.hits[seat]);
        let chance = 1.0 / SIGNS as f64;
        (ABLE / chance).powi(hits.into()) * ((1.0 - ABLE) / (1.0 - chance)).powi(misses.into())
    }
}

/// What is said by the deed of this number in its round.
fn said(action: &Action, seat: Seat, seats: usize, number: usize) -> Option<usize> {
    sign_of(action, seat, seats).map(|sign| (sign + SIGNS - number % SIGNS) % SIGNS)
}
