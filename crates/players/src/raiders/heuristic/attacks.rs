//! The seat it attacks, and when it uses its ability.

use games::raiders::{Action, Character, Phase};
use table::{Seat, SeatSet};

use super::{Mind, rank};
use crate::raiders::camps::Camps;
use crate::raiders::random::RandomSource;

impl Mind<'_> {
    /// The first enemy who can be hurt, else any who is no friend.
    pub(super) fn attack(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let range = self.public.in_range(self.seat);
        if self.legal.contains(&Action::AttackAll) {
            return self.attack_all(&camps, range);
        }
        let safe = |seat: Seat| self.public.angels.contains(seat) || self.public.barriers.contains(seat);
        if let Some(enemy) = camps.enemies.find(|seat| range.contains(seat) && !safe(seat)) {
            return Action::Attack(enemy);
        }
        let may_decline = self.legal.contains(&Action::Decline);
        match camps.stranger(range, rng) {
            Some(seat) if !(may_decline && camps.friends.contains(seat)) => Action::Attack(seat),
            _ => self.least_by(|_| 0),
        }
    }

    /// Everybody in range or nobody: not if friends are there and no more enemies than friends.
    fn attack_all(&self, camps: &Camps, range: SeatSet) -> Action {
        let friends = range.filter(|&seat| camps.friends.contains(seat)).count();
        let enemies = range.filter(|&seat| camps.enemies.contains(seat)).count();
        let may_decline = self.legal.contains(&Action::Decline);
        if may_decline && friends > 0 && enemies <= friends { Action::Decline } else { Action::AttackAll }
    }

    /// Whether 2 more put the target out that would else stay, as likely as not by who it can be.
    pub(super) fn excalibur_kills(&self) -> bool {
        let (attack, rules) = (&self.public.attack, &self.public.rules);
        let mut targets = attack.targets;
        targets.any(|target| {
            let reached = self.damage(target) + attack.power;
            let stays = |hp: &u8| reached < *hp;
            let limits = self.public.could_be[target].iter().map(|character| rules.hp_of(character));
            let (all, out) = limits
                .filter(stays)
                .fold((0, 0), |(all, out), hp| (all + 1, out + u8::from(reached + 2 >= hp)));
            out > 0 && 2 * out >= all
        })
    }

    /// The most a seat may bear, by what everybody knows.
    fn most_hp(&self, seat: Seat) -> u8 {
        let could_be = self.public.could_be[seat].iter();
        could_be.map(|character| self.public.rules.hp_of(character)).max().unwrap_or(0)
    }

    pub(super) fn loot(&self) -> Action {
        let value = |action: &Action| match action {
            Action::Take(equipment) => rank(*equipment),
            _ => u8::MAX,
        };
        self.least_by(value)
    }

    pub(super) fn ability(&self, rng: &mut impl RandomSource) -> Action {
        let weak = self.is_weak();
        let use_if = |wish: bool| if wish { Action::UseAbility } else { Action::Decline };
        match self.public.phase {
            Phase::Reveal => self.reveal_if(self.unveils(rng)),
            Phase::React(_) => {
                let friend = self.camps(rng).friends.contains(self.public.attack.attacker);
                self.reveal_if(self.own == Character::Werewolf && weak && !friend)
            }
            Phase::Ability if self.own == Character::Felix => self.mace(rng),
            Phase::Ability => use_if(weak),
            Phase::Barrier => use_if(weak),
            Phase::StrikeBack(_) => {
                let friend = self.camps(rng).friends.contains(self.public.attack.attacker);
                if friend { Action::Decline } else { Action::StrikeBack }
            }
            Phase::Again if self.left() > 4 || self.again_wins() => Action::AttackAgain,
            _ => Action::Decline,
        }
    }

    /// Whether showing itself is worth an ability: when half its life is gone, or when it strikes at once.
    fn unveils(&self, rng: &mut impl RandomSource) -> bool {
        let fresh = !self.public.spent.contains(self.seat);
        match self.own {
            Character::Ulrich | Character::Daniel | Character::Werewolf => false,
            Character::Felix => fresh && self.mace(rng) != Action::Decline,
            Character::Byron => true,
            Character::Craig => self.public.out_count() >= 2,
            Character::Alice | Character::Gordon => fresh && self.is_weak(),
            Character::Vampire | Character::Emi => self.is_weak(),
        }
    }

    /// Felix strikes an enemy whom the die may well put out.
    fn mace(&self, rng: &mut impl RandomSource) -> Action {
        let nearly_out = |seat: Seat| self.damage(seat) + 4 >= self.most_hp(seat);
        let enemy = self.camps(rng).enemies.find(nearly_out);
        enemy.map_or(Action::Decline, Action::Target)
    }

    /// Whether Craig's second attack may be the kill he wants.
    fn again_wins(&self) -> bool {
        self.left() > 2 && self.public.out_count() >= 2
    }
}
