//! What one seat takes the others for: sets of factions it has narrowed them to, and probabilities from outside.

use games::Raiders;
use games::raiders::{Action, Card, Chance, CharacterSet, Faction, Public, Seen, What, White};
use table::{PublicState, Seat, SeatSet, View, bit_set};

use super::heuristic::Habits;

/// The most seats.
pub(super) const SEATS: usize = 8;

bit_set! {
    /// A set of factions.
    pub struct FactionSet(u8) of Faction;
}

impl FactionSet {
    /// The factions of these characters.
    #[inline]
    pub const fn of(characters: CharacterSet) -> FactionSet {
        let (mut factions, mut i) = (FactionSet::NONE, 0);
        while i < Faction::COUNT {
            let faction = Faction::of_index(i);
            factions = if characters.has(faction) { factions.with(faction) } else { factions };
            i += 1;
        }
        factions
    }

    /// The only one left, if it is the only one.
    #[inline]
    pub const fn single(self) -> Option<Faction> {
        if self.len() == 1 { self.first() } else { None }
    }
}

/// What a spectator could remember of a game that the table does not keep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Those who were shown when each seat last asked somebody.
    shown_when_asking: [SeatSet; SEATS],
    /// Those who showed themselves for a cookie.
    cookie_eaters: SeatSet,
    /// Whether the last card drawn is a cookie.
    cookie: bool,
}

impl Memory {
    /// Nothing was seen yet.
    pub const NEW: Memory =
        Memory { shown_when_asking: [SeatSet::NONE; SEATS], cookie_eaters: SeatSet::NONE, cookie: false };

    /// Remembers an event that has just been applied.
    pub fn see(&mut self, public: &Public, seen: &Seen) {
        match seen.what {
            What::Handed(asker, ..) => {
                let shown = Seat::all(public.seats()).filter(|&seat| public.shown[seat].is_some());
                self.shown_when_asking[asker.index()] = shown.collect();
            }
            What::Luck(Chance::Draw(_, card)) => self.cookie = card == Card::White(White::Cookie),
            What::Acted(seat, Action::Reveal) if self.cookie => {
                self.cookie_eaters = self.cookie_eaters.with(seat);
            }
            _ => {}
        }
    }
}

/// What one seat has narrowed the others to: by the inference cards it gave, by who showed or is out, and by
/// counting its own faction.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    /// Four bits a seat.
    sets: u32,
    /// How many others have fewer than three candidates.
    pub narrowed: usize,
}

impl Candidates {
    /// What the seat of this view has narrowed the others to.
    pub fn of(view: View<'_, Raiders>, own: Faction) -> Candidates {
        Candidates::with(view, own, SeatSet::all(SEATS), SeatSet::NONE)
    }

    /// The same as the published program works it out: a seat that showed itself for a cookie is taken for a raider, and
    /// one's own faction is counted only when a question is asked.
    pub fn as_program(view: View<'_, Raiders>, own: Faction, memory: &Memory, habits: Habits) -> Candidates {
        let counted = match habits.counts_when_asking {
            true => memory.shown_when_asking[view.seat.index()],
            false => SeatSet::all(SEATS),
        };
        let mistaken = if habits.cookie_means_raider { memory.cookie_eaters } else { SeatSet::NONE };
        Candidates::with(
            view,
            own,
            counted,
            mistaken.filter(|&seat| view.public.living.contains(seat)).collect(),
        )
    }

    /// Only the `counted` of those shown count as one's own faction; the `mistaken` are taken for raiders.
    fn with(view: View<'_, Raiders>, own: Faction, counted: SeatSet, mistaken: SeatSet) -> Candidates {
        let public = view.public;
        let others = SeatSet::all(public.seats()).without(view.seat);
        let (mate, mut mates, mut narrowed) = (FactionSet::only(own), 1, 0);
        let mut sets = u32::from(mate.0) << (4 * view.seat.index());
        for seat in others {
            let (set, counts) = match public.shown[seat] {
                Some(_) if mistaken.contains(seat) => {
                    (FactionSet::only(Faction::Raider), counted.contains(seat))
                }
                Some(character) => (FactionSet::only(character.faction()), counted.contains(seat)),
                None => (FactionSet::of(view.private.could_be[seat]), true),
            };
            mates += u8::from(counts && set == mate);
            narrowed += usize::from(set != FactionSet::ALL);
            sets |= u32::from(set.0) << (4 * seat.index());
        }
        let mut candidates = Candidates { sets, narrowed };
        if mates >= public.rules.members(own) {
            for seat in others.filter(|&seat| Candidates { sets, narrowed }.set(seat) != mate) {
                candidates.sets &= !(u32::from(mate.0) << (4 * seat.index()));
            }
            candidates.narrowed = others.len();
        }
        candidates
    }

    /// The same with what an estimate rules out, where both leave anything.
    pub fn told(mut self, view: View<'_, Raiders>, estimate: &Estimate) -> Candidates {
        let others = SeatSet::all(view.public.seats()).without(view.seat);
        for seat in others {
            let likely = |faction: &Faction| estimate.guess(seat).of(*faction) > 0.0;
            let both: FactionSet = self.set(seat).iter().filter(likely).collect();
            if !both.is_empty() {
                self.sets &= !(7 << (4 * seat.index()));
                self.sets |= u32::from(both.0) << (4 * seat.index());
            }
        }
        self.narrowed = others.filter(|&seat| self.set(seat) != FactionSet::ALL).count();
        self
    }

    /// The same as probabilities: of what a seat may be, each faction is as likely.
    pub fn as_estimate(&self, of: Seat) -> Estimate {
        let mut estimate = Estimate::unknown(of);
        for seat in Seat::all(SEATS) {
            let share = 1.0 / self.set(seat).len().max(1) as f32;
            let chance =
                |i: usize| f32::from(u8::from(self.set(seat).contains(Faction::of_index(i)))) * share;
            estimate.set(seat, Guess(std::array::from_fn(chance)));
        }
        estimate
    }

    /// What this seat may be.
    #[inline]
    pub fn set(&self, seat: Seat) -> FactionSet {
        FactionSet((self.sets >> (4 * seat.index())) as u8 & 7)
    }

    /// What this seat is, if nothing else is left.
    #[inline]
    pub fn known(&self, seat: Seat) -> Option<Faction> {
        self.set(seat).single()
    }
}

/// How probable each faction is for one seat: shadow, raider, citizen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guess(pub [f32; 3]);

impl Guess {
    /// The paper's figures for a seat of which nothing is known.
    pub const UNKNOWN: Guess = Guess([0.3; 3]);

    /// Sure of one faction.
    pub const fn sure(faction: Faction) -> Guess {
        let mut guess = [0.0; 3];
        guess[faction.index()] = 1.0;
        Guess(guess)
    }

    /// How probable this faction is.
    #[inline]
    pub const fn of(&self, faction: Faction) -> f32 {
        self.0[faction.index()]
    }
}

/// What one seat is told about the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Who is told.
    pub of: Seat,
    guesses: [Guess; SEATS],
}

impl Estimate {
    /// This seat knows nothing.
    pub const fn unknown(of: Seat) -> Estimate {
        Estimate { of, guesses: [Guess::UNKNOWN; SEATS] }
    }

    /// What it takes a seat for.
    #[inline]
    pub const fn guess(&self, seat: Seat) -> &Guess {
        &self.guesses[seat.index()]
    }

    /// Takes a seat for something else.
    pub fn set(&mut self, seat: Seat, guess: Guess) {
        self.guesses[seat.index()] = guess;
    }
}

/// The faction that a shadow or raider fights.
#[inline]
pub(super) const fn foe(own: Faction) -> Faction {
    match own {
        Faction::Shadow => Faction::Raider,
        _ => Faction::Shadow,
    }
}
