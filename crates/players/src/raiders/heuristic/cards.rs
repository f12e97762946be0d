//! What it does with cards: whom they help and hurt, what is taken and given.

use games::Bag;
use games::raiders::{Action, Character, Equipment, Inference};
use table::{Seat, SeatSet};

use super::{ASKED, Mind, rank};
use crate::raiders::camps::anybody;
use crate::raiders::random::RandomSource;

impl Mind<'_> {
    /// The seat about which least is known; if all are known, the seat that the card should hit.
    pub(super) fn recipient(&self, rng: &mut impl RandomSource) -> Seat {
        let others = self.public.others(self.seat);
        let with = |count: usize| others.filter(|&seat| self.candidates.set(seat).len() == count).collect();
        let (open, narrowed): (SeatSet, SeatSet) = (with(3), with(2));
        let heals = self.view.private.card.is_some_and(|text: Inference| Bag::HEAL.contains(text));
        let mate = |seat: Seat| self.candidates.known(seat) == Some(self.own.faction());
        let meant: SeatSet = others.filter(|&seat| mate(seat) == heals).collect();
        let sets = [open, narrowed, meant, others];
        let first = sets.into_iter().find(|set| !set.is_empty()).unwrap_or(others);
        anybody(first, rng).unwrap_or(self.seat)
    }

    /// What an inference card does to it.
    pub(super) fn answer(&self) -> Action {
        let giver = self.public.active;
        let mate = self.candidates.known(giver) == Some(self.own.faction());
        let may = |action: Action| self.legal.contains(&action);
        if may(Action::HealOne) {
            return Action::HealOne;
        }
        if may(Action::Nothing) && !mate {
            return Action::Nothing;
        }
        let gift = |action: &Action| match action {
            Action::GiveUp(equipment) => rank(*equipment),
            _ => 0,
        };
        let least = self.legal.iter().max_by_key(|action| gift(action)).filter(|action| gift(action) > 0);
        let gives = mate || self.is_weak() || self.own == Character::Alice;
        match least {
            Some(&gift) if gives && !self.is_tired() => gift,
            _ if may(Action::TakeOne) => Action::TakeOne,
            _ if may(Action::TakeTwo) => Action::TakeTwo,
            _ => self.least_by(|_| 0),
        }
    }

    pub(super) fn first_aid(&self, rng: &mut impl RandomSource) -> Seat {
        if self.damage(self.seat) > 7 && !self.is_tired() {
            return self.seat;
        }
        let camps = self.camps(rng);
        let others = self.public.others(self.seat);
        let worse = |seat: Seat| self.damage(seat) > 7;
        if let Some(friend) = camps.friends.find(worse) {
            return friend;
        }
        let saved = others.filter(|&seat| self.is_tired() && worse(seat)).collect();
        let saved = anybody(saved, rng).or_else(|| camps.enemies.find(|seat| self.damage(seat) < 7));
        saved.or_else(|| anybody(self.aided_for_nothing(), rng)).unwrap_or(self.seat)
    }

    /// Who may get first aid that helps nobody.
    pub(super) fn aided_for_nothing(&self) -> SeatSet {
        if self.habits.aid_anybody { self.public.living } else { self.public.others(self.seat) }
    }

    /// The friend who needs it most; with an estimate the likeliest friend, or the least likely enemy.
    pub(super) fn grace(&self, rng: &mut impl RandomSource) -> Seat {
        let camps = self.camps(rng);
        let helped = match camps.estimated {
            true => camps.friends.first().or(camps.enemies.iter().next_back()),
            false => camps.friends.iter().rev().max_by_key(|&friend| self.damage(friend)),
        };
        let others = self.public.others(self.seat);
        helped.or_else(|| anybody(others, rng)).unwrap_or(self.seat)
    }

    /// The seat that bat, dog, doll or mace hurt.
    pub(super) fn victim(&self, rng: &mut impl RandomSource) -> Seat {
        let camps = self.camps(rng);
        let others = self.public.others(self.seat);
        let enemy = camps.enemies.find(|seat| self.is_open(seat, Equipment::Grail));
        enemy.or_else(|| camps.stranger(others, rng)).unwrap_or(self.seat)
    }

    /// The first enemy who has anything, then a friend, then anybody.
    pub(super) fn steal(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let owns = |seat: Seat| !self.public.equipment[seat].is_empty();
        let unlikely = || match camps.estimated {
            true => camps.friends.iter().rev().find(|&seat| owns(seat)),
            false => camps.friends.find(owns),
        };
        let from = camps.enemies.find(owns).or_else(unlikely).or_else(|| {
            let asked = |action: &Action| match *action {
                Action::Steal(from, _) | Action::Target(from) => Some(from),
                _ => None,
            };
            anybody(self.legal.iter().filter_map(asked).collect(), rng)
        });
        self.steal_from(from.unwrap_or(self.seat))
    }

    /// The most wanted equipment of this seat.
    pub(super) fn steal_from(&self, from: Seat) -> Action {
        let wanted = |action: &Action| match *action {
            Action::Steal(seat, equipment) if seat == from => rank(equipment),
            Action::Target(seat) if seat == from => 0,
            _ => u8::MAX,
        };
        self.least_by(wanted)
    }

    /// The least wanted equipment, to a friend; to anybody but an enemy if there is none.
    pub(super) fn give(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let others = self.public.others(self.seat);
        let strangers: SeatSet = others.filter(|&seat| !camps.enemies.contains(seat)).collect();
        let friend = camps.friends.first();
        let to = friend.or_else(|| anybody(strangers, rng)).or_else(|| anybody(others, rng));
        self.give_to(to.unwrap_or(self.seat))
    }

    /// The least wanted equipment, to this seat.
    pub(super) fn give_to(&self, to: Seat) -> Action {
        let value = |action: &Action| match *action {
            Action::Give(seat, equipment) if seat == to => rank(equipment),
            _ => 0,
        };
        *self.legal.iter().max_by_key(|action| (value(action), **action)).expect(ASKED)
    }

    /// Who is shown already loses nothing by it.
    pub(super) fn shows_itself(&self) -> bool {
        let shown = self.public.shown[self.seat].is_some() && self.damage(self.seat) > 0;
        (self.is_weak() || shown) && !self.is_tired()
    }
}
