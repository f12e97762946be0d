//! What one seat takes the others for: sets of factions it has narrowed them to, and probabilities from outside.

use games::Raiders;
use games::raiders::{CharacterSet, Faction};
use table::{Seat, View};

/// The most seats.
pub(super) const SEATS: usize = 8;

/// A set of factions, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactionSet(u8);

impl FactionSet {
    /// All three: nothing is known.
    pub const ALL: FactionSet = FactionSet(0b111);

    /// This one alone.
    #[inline]
    pub const fn only(faction: Faction) -> FactionSet {
        FactionSet(1 << faction.index())
    }

    /// The factions of these characters.
    #[inline]
    pub const fn of(characters: CharacterSet) -> FactionSet {
        let (mut bits, mut i) = (0, 0);
        while i < Faction::ALL.len() {
            bits |= (!characters.and(CharacterSet::of(Faction::ALL[i])).is_empty() as u8) << i;
            i += 1;
        }
        FactionSet(bits)
    }

    /// The same set without this one.
    #[inline]
    pub const fn without(self, faction: Faction) -> FactionSet {
        FactionSet(self.0 & !FactionSet::only(faction).0)
    }

    /// How many.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only one left, if it is the only one.
    #[inline]
    pub const fn single(self) -> Option<Faction> {
        match self.0 {
            0b001 => Some(Faction::Shadow),
            0b010 => Some(Faction::Raider),
            0b100 => Some(Faction::Citizen),
            _ => None,
        }
    }
}

/// What one seat has narrowed the others to: by the inference cards it gave, by who showed or is out, and by
/// counting its own faction.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    sets: [FactionSet; SEATS],
    /// How many others have fewer than three candidates.
    pub narrowed: usize,
}

impl Candidates {
    /// What the seat of this view has narrowed the others to.
    pub fn of(view: View<'_, Raiders>, own: Faction) -> Candidates {
        let (public, seats) = (view.public, view.public.seats());
        let mut sets = [FactionSet::ALL; SEATS];
        let mut mates = 1;
        for seat in Seat::all(seats).filter(|&seat| seat != view.seat) {
            let set = match public.shown[seat] {
                Some(character) => FactionSet::only(character.faction()),
                None => FactionSet::of(view.private.could_be[seat]),
            };
            mates += u8::from(set.single() == Some(own));
            sets[seat.index()] = set;
        }
        sets[view.seat.index()] = FactionSet::only(own);
        let complete = mates >= public.rules.members(own);
        let mut narrowed = 0;
        for seat in Seat::all(seats).filter(|&seat| seat != view.seat) {
            let set = &mut sets[seat.index()];
            if complete && set.single() != Some(own) {
                *set = set.without(own);
            }
            narrowed += usize::from(set.len() < 3);
        }
        Candidates { sets, narrowed }
    }

    /// What this seat may be.
    #[inline]
    pub fn set(&self, seat: Seat) -> FactionSet {
        self.sets[seat.index()]
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
