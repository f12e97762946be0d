//! The seats that a seat fights and helps, in order.

use games::Raiders;
use games::raiders::{Character, Daniel, Faction, Public};
use table::{PublicState, Seat, SeatSet, View};

use super::estimate::{Candidates, Estimate, foe};
use super::random::RandomSource;

/// Some seats in order, the first one first.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// Four bits a seat, the first one lowest: such lists are made at every question.
    order: u32,
    members: SeatSet,
    len: u8,
}

impl Ranked {
    const NONE: Ranked = Ranked { order: 0, members: SeatSet::NONE, len: 0 };

    #[inline]
    fn push(&mut self, seat: Seat) {
        self.order |= (seat.index() as u32) << (4 * self.len);
        self.members = self.members.with(seat);
        self.len += 1;
    }

    #[inline]
    fn at(&self, place: u8) -> Seat {
        Seat::new((self.order >> (4 * place) & 7) as usize)
    }

    #[inline]
    fn swap(&mut self, one: u8, other: u8) {
        let differ = (self.order >> (4 * one) ^ self.order >> (4 * other)) & 15;
        self.order ^= differ << (4 * one) | differ << (4 * other);
    }

    /// The seats, the first one first.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Seat> + '_ {
        (0..self.len).map(|place| self.at(place))
    }

    /// The first of them.
    #[inline]
    pub fn first(&self) -> Option<Seat> {
        self.iter().next()
    }

    /// The first of them that is like this.
    #[inline]
    pub fn find(&self, like: impl Fn(Seat) -> bool) -> Option<Seat> {
        self.iter().find(|&seat| like(seat))
    }

    /// Whether this seat is among them.
    #[inline]
    pub fn contains(&self, seat: Seat) -> bool {
        self.members.contains(seat)
    }

    /// Whether nobody is.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Highest value first; those of equal value stay in their order.
    fn sort_by<V: PartialOrd>(&mut self, value: impl Fn(Seat) -> V) {
        for end in 1..self.len {
            let mut place = end;
            while place > 0 && value(self.at(place - 1)) < value(self.at(place)) {
                self.swap(place - 1, place);
                place -= 1;
            }
        }
    }

    fn shuffle(&mut self, rng: &mut impl RandomSource) {
        for end in (1..self.len).rev() {
            self.swap(end, rng.below(u32::from(end) + 1) as u8);
        }
    }
}

/// The seats that a seat fights and helps, the most important first; only the living.
#[derive(Clone, Copy, Debug)]
pub struct Camps {
    /// Those it fights.
    pub enemies: Ranked,
    /// Those it helps.
    pub friends: Ranked,
    /// Whether an estimate ranks everybody, so that nobody is left unranked.
    pub estimated: bool,
}

impl Camps {
    /// The camps as this seat sees them.
    pub(super) fn of(
        view: View<'_, Raiders>,
        own: Character,
        candidates: &Candidates,
        estimate: Option<&Estimate>,
        rng: &mut impl RandomSource,
    ) -> Camps {
        match (own.faction(), estimate) {
            (Faction::Citizen, _) => Camps::of_citizen(view, own, candidates, estimate),
            (side, Some(estimate)) => Camps::estimated(view.public, view.seat, side, estimate),
            (side, None) => Camps::known(view.public, view.seat, side, candidates, rng),
        }
    }

    /// A seat is an enemy if it is at least as likely an enemy as a friend: the likeliest first, then in the order of seats.
    fn estimated(public: &Public, seat: Seat, side: Faction, estimate: &Estimate) -> Camps {
        let (mut enemies, mut friends) = (Ranked::NONE, Ranked::NONE);
        let chance = |other: Seat, faction: Faction| estimate.guess(other).of(faction);
        for other in public.others(seat) {
            let friend = chance(other, side) > chance(other, foe(side));
            if friend { friends.push(other) } else { enemies.push(other) }
        }
        enemies.sort_by(|other| chance(other, foe(side)));
        friends.sort_by(|other| chance(other, side));
        Camps { enemies, friends, estimated: true }
    }

    /// The seats known to be of its own faction and those known not to be, in any order.
    fn known(
        public: &Public,
        seat: Seat,
        side: Faction,
        candidates: &Candidates,
        rng: &mut impl RandomSource,
    ) -> Camps {
        let (mut enemies, mut friends) = (Ranked::NONE, Ranked::NONE);
        for other in public.others(seat) {
            match candidates.known(other) {
                Some(faction) if faction == side => friends.push(other),
                Some(_) => enemies.push(other),
                None => {}
            }
        }
        enemies.shuffle(rng);
        friends.shuffle(rng);
        Camps { enemies, friends, estimated: false }
    }

    /// A citizen takes sides: Daniel against the faction that does better, all others with it.
    fn of_citizen(
        view: View<'_, Raiders>,
        own: Character,
        candidates: &Candidates,
        estimate: Option<&Estimate>,
    ) -> Camps {
        let (public, mut sides) = (view.public, [SeatSet::NONE; 2]);
        for other in Seat::all(public.seats()).filter(|&other| other != view.seat) {
            match candidates.known(other).or_else(|| likely(other, estimate)) {
                Some(Faction::Shadow) => sides[0] = sides[0].with(other),
                Some(Faction::Raider) => sides[1] = sides[1].with(other),
                _ => {}
            }
        }
        let raiders_worse = raiders_do_worse(public, sides);
        let [better, worse] = if raiders_worse { sides } else { [sides[1], sides[0]] };
        let (enemies, friends) = match own {
            Character::Daniel if wants_out(public) => (better, worse),
            Character::Daniel if public.rules.daniel == Daniel::Card => (sides[0], sides[1]),
            Character::Daniel if public.rules.daniel == Daniel::Paper => (sides[1], sides[0]),
            Character::Craig if public.out_count() >= 2 => (public.others(view.seat), SeatSet::NONE),
            _ => (worse, better),
        };
        let ranked = |set: SeatSet, hurt_first: bool| {
            let mut ranked = Ranked::NONE;
            set.filter(|&seat| public.living.contains(seat)).for_each(|seat| ranked.push(seat));
            let damage = |seat| i16::from(public.damage[seat]);
            ranked.sort_by(|seat| if hurt_first { damage(seat) } else { -damage(seat) });
            ranked
        };
        let weak_enemies = enemies == worse;
        Camps {
            enemies: ranked(enemies, weak_enemies),
            friends: ranked(friends, !weak_enemies),
            estimated: false,
        }
    }

    /// Somebody who is no friend, or anybody if all of these are.
    pub(super) fn stranger(&self, among: SeatSet, rng: &mut impl RandomSource) -> Option<Seat> {
        let strangers = among.minus(self.friends.members);
        anybody(if strangers.is_empty() { among } else { strangers }, rng)
    }
}

/// Whether this Daniel still hopes to be the first out, or has nothing else to hope for.
pub(super) fn wants_out(public: &Public) -> bool {
    public.first_out.is_empty() || public.rules.daniel == Daniel::First
}

/// The faction a citizen is told a seat has, if it is more likely than not.
fn likely(seat: Seat, estimate: Option<&Estimate>) -> Option<Faction> {
    let guess = estimate?.guess(seat);
    Faction::ALL.iter().copied().find(|&faction| guess.of(faction) > 0.5)
}

/// Which side is closer to losing, of those a citizen knows: shadows and raiders.
///
/// Known in equal numbers, it is the one with fewer left, then the one that bears more in all; else the one
/// whose member bears most.
fn raiders_do_worse(public: &Public, [shadows, raiders]: [SeatSet; 2]) -> bool {
    let damage = |seat: Seat| u32::from(public.damage[seat]);
    let worst = |side: SeatSet| side.map(damage).max().unwrap_or(0);
    if shadows.len() != raiders.len() {
        return !raiders.is_empty() && (shadows.is_empty() || worst(raiders) > worst(shadows));
    }
    let left = |side: SeatSet| side.filter(|&seat| public.living.contains(seat)).count();
    match (left(shadows), left(raiders)) {
        (shadows_left, 1) if shadows_left != 1 => true,
        (1, raiders_left) if raiders_left != 1 => false,
        _ => raiders.map(damage).sum::<u32>() > shadows.map(damage).sum(),
    }
}

/// One of these seats, each equally likely.
#[inline]
pub(super) fn anybody(mut among: SeatSet, rng: &mut impl RandomSource) -> Option<Seat> {
    match among.len() {
        0 => None,
        1 => among.first(),
        count => among.nth(rng.below(count as u32) as usize),
    }
}
