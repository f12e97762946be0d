//! The player of the paper's text, where that says something else than the authors' program does.
//!
//! The text knows enemies, friends and others of whom neither is known; the program takes every seat that is no friend for an
//! enemy. It names no order among equals, so any of them is as good. How citizens choose it does not say: they play as
//! the program does.

use games::raiders::{Action, Aim, Area, Equipment, Faction, Phase};
use table::{Seat, SeatSet};

use super::Mind;
use crate::raiders::camps::anybody;
use crate::raiders::estimate::{Estimate, foe};
use crate::raiders::random::RandomSource;

/// What a shadow or raider takes the others for when it is asked something.
struct Notion<'a> {
    mind: &'a Mind<'a>,
    estimate: Estimate,
    side: Faction,
}

impl Mind<'_> {
    /// What the text says to do, if this player follows it and it says anything.
    pub(super) fn by_text(&self, rng: &mut impl RandomSource) -> Option<Action> {
        let side = self.own.faction();
        if !self.habits.by_text || side == Faction::Citizen {
            return None;
        }
        let own = || self.candidates.as_estimate(self.seat);
        let notion = Notion { mind: self, estimate: self.estimate.copied().unwrap_or_else(own), side };
        match self.public.phase {
            Phase::Area(Area::Hall) => notion.hall(rng),
            Phase::Area(Area::Hideout) | Phase::Henchman => notion.steal(rng),
            Phase::Target(Aim::FirstAid) => notion.first_aid(rng).map(Action::Target),
            Phase::Target(Aim::Grace) => notion.most_like_friend(rng).map(Action::Target),
            Phase::Target(Aim::Bat | Aim::Dog | Aim::Doll) => notion.victim(rng).map(Action::Target),
            Phase::Banana => notion.most_like_friend(rng).map(|to| self.give_to(to)),
            Phase::Attack if !self.legal.contains(&Action::AttackAll) => {
                notion.target(rng).map(Action::Attack)
            }
            _ => None,
        }
    }
}

impl Notion<'_> {
    fn foe(&self, seat: Seat) -> f32 {
        self.estimate.guess(seat).of(foe(self.side))
    }

    fn mate(&self, seat: Seat) -> f32 {
        self.estimate.guess(seat).of(self.side)
    }

    fn others(&self) -> SeatSet {
        self.mind.public.others(self.mind.seat)
    }

    /// Those it takes for enemies.
    fn enemies(&self) -> SeatSet {
        self.others().filter(|&seat| self.foe(seat) > 0.5).collect()
    }

    /// Those it takes for friends.
    fn friends(&self) -> SeatSet {
        self.others().filter(|&seat| self.mate(seat) > 0.5).collect()
    }

    /// §4.1: the seat that seems most an enemy among those an attack can hurt, and no friend.
    fn target(&self, rng: &mut impl RandomSource) -> Option<Seat> {
        let public = self.mind.public;
        let strangers = public.in_range(self.mind.seat).minus(self.friends());
        let open = strangers.minus(public.angels).minus(public.barriers);
        self.most_like_enemy(if open.is_empty() { strangers } else { open }, rng)
    }

    /// §4.1: the same for cards.
    fn victim(&self, rng: &mut impl RandomSource) -> Option<Seat> {
        let strangers = self.others().minus(self.friends());
        let open: SeatSet = strangers.filter(|&seat| self.mind.is_open(seat, Equipment::Grail)).collect();
        self.most_like_enemy(if open.is_empty() { strangers } else { open }, rng)
    }

    fn most_like_enemy(&self, among: SeatSet, rng: &mut impl RandomSource) -> Option<Seat> {
        most(among, |seat| self.foe(seat), rng)
    }

    /// §4.1 and §4.4: the seat that seems most a friend is healed and given to, of equals the one with the least life left.
    fn most_like_friend(&self, rng: &mut impl RandomSource) -> Option<Seat> {
        most(self.others(), |seat| (self.mate(seat), -self.foe(seat), self.mind.damage(seat)), rng)
    }

    /// §4.3: itself if half its life is gone, else a known enemy, else the worse off of a known friend and
    /// itself, else anybody.
    fn hall(&self, rng: &mut impl RandomSource) -> Option<Action> {
        let (mind, enemies) = (self.mind, self.enemies());
        let worst = most(self.friends(), |seat| mind.damage(seat), rng);
        let open = enemies.filter(|&seat| mind.is_open(seat, Equipment::Brooch)).collect();
        match (self.most_like_enemy(open, rng), worst) {
            _ if mind.is_weak() => Some(Action::Heal(mind.seat)),
            (Some(enemy), _) => Some(Action::Hurt(enemy)),
            (None, Some(friend)) if mind.damage(friend) > mind.damage(mind.seat) => {
                Some(Action::Heal(friend))
            }
            (None, None) if enemies.is_empty() => anybody(self.others(), rng).map(Action::Hurt),
            _ => Some(Action::Heal(mind.seat)),
        }
    }

    /// §4.3: from whom seems most an enemy of those it takes for enemies, else from whom seems least a friend.
    fn steal(&self, rng: &mut impl RandomSource) -> Option<Action> {
        let owns = |seat: &Seat| !self.mind.public.equipment[*seat].is_empty();
        let owners: SeatSet = self.others().filter(owns).collect();
        let enemy = self.most_like_enemy(self.enemies().filter(owns).collect(), rng);
        let from = enemy.or_else(|| most(owners, |seat| -self.mate(seat), rng))?;
        Some(self.mind.steal_from(from))
    }

    /// §4.4: itself above 7, a known friend above 7, a known enemy below 7, else anybody.
    fn first_aid(&self, rng: &mut impl RandomSource) -> Option<Seat> {
        let mind = self.mind;
        if mind.damage(mind.seat) > 7 {
            return Some(mind.seat);
        }
        let worse = self.friends().filter(|&seat| mind.damage(seat) > 7).collect();
        let better = self.enemies().filter(|&seat| mind.damage(seat) < 7).collect();
        most(worse, |seat| mind.damage(seat), rng)
            .or_else(|| self.most_like_enemy(better, rng))
            .or_else(|| anybody(mind.aided_for_nothing(), rng))
    }
}

/// The seat of the highest value, each of equals as likely.
fn most<V: PartialOrd>(
    among: SeatSet,
    value: impl Fn(Seat) -> V,
    rng: &mut impl RandomSource,
) -> Option<Seat> {
    let beaten = |seat: Seat| { among }.any(|other| value(other) > value(seat));
    anybody(among.filter(|&seat| !beaten(seat)).collect(), rng)
}
