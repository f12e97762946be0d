//! Where it goes, and what it does there.

use games::raiders::{Action, Area, Deck, Equipment, Faction, area_of};
use table::{PublicState, Seat};

use super::Mind;
use crate::raiders::camps::Camps;
use crate::raiders::random::RandomSource;

impl Mind<'_> {
    /// How much it wants to go to an area: the lower, the more.
    fn distance(&self, area: Area) -> u8 {
        let (own_deck, other_deck) = match self.own.faction() {
            Faction::Shadow => (Area::Underground, Area::Cathedral),
            _ => (Area::Cathedral, Area::Underground),
        };
        match area {
            Area::Office if self.candidates.narrowed == 0 => 0,
            Area::Mist if self.candidates.narrowed == 0 => 1,
            Area::Hall => 2,
            Area::Mist => 3,
            _ if area == own_deck => 4,
            _ if area == other_deck => 5,
            Area::Hideout => 6,
            _ => 7,
        }
    }

    /// A 10 leads anywhere, so it is the better roll.
    pub(super) fn roll(&self, low: u8, high: u8) -> Action {
        let value = |sum: u8| area_of(sum).map_or(0, |area| 1 + self.distance(area));
        Action::Choose(if value(high) < value(low) { high } else { low })
    }

    pub(super) fn area(&self) -> Action {
        let distance = |action: &Action| match action {
            Action::Go(area) => self.distance(*area),
            _ => u8::MAX,
        };
        self.least_by(distance)
    }

    /// An inference card while less than half of the table is narrowed down; then by faction.
    pub(super) fn deck(&self, rng: &mut impl RandomSource) -> Action {
        let side = self.own.faction();
        let tenths = if 2 * self.candidates.narrowed < self.public.seats() {
            match side {
                Faction::Shadow => [18, 0, 2],
                Faction::Raider => [18, 2, 0],
                Faction::Citizen => [18, 1, 1],
            }
        } else {
            match (side, self.habits.mist_as_program) {
                (Faction::Citizen, _) => [0, 10, 10],
                (Faction::Shadow | Faction::Raider, false) => [0, 6, 14],
                (Faction::Shadow, true) => [0, 8, 12],
                (Faction::Raider, true) => [0, 12, 8],
            }
        };
        let mut left = rng.below(20) as u8;
        for (deck, share) in [Deck::Inference, Deck::White, Deck::Black].into_iter().zip(tenths) {
            if left < share && self.legal.contains(&Action::Draw(deck)) {
                return Action::Draw(deck);
            }
            left = left.saturating_sub(share);
        }
        self.greatest()
    }

    pub(super) fn hall(&self, rng: &mut impl RandomSource) -> Action {
        let camps = self.camps(rng);
        let enemy = camps.enemies.find(|seat| self.is_open(seat, Equipment::Brooch));
        match self.own.faction() {
            Faction::Citizen => self.hall_of_citizen(&camps, enemy, rng),
            _ if self.is_weak() => Action::Heal(self.seat),
            _ => match enemy {
                Some(enemy) => Action::Hurt(enemy),
                None => self.hall_without_enemy(&camps, rng),
            },
        }
    }

    fn hall_without_enemy(&self, camps: &Camps, rng: &mut impl RandomSource) -> Action {
        let worse_off = |seat: Seat| self.damage(seat) >= self.damage(self.seat);
        match camps.friends.find(worse_off).filter(|_| camps.enemies.is_empty()) {
            Some(friend) => Action::Heal(friend),
            None if self.damage(self.seat) > 0 => Action::Heal(self.seat),
            None => self.hurt_stranger(camps, rng),
        }
    }

    fn hall_of_citizen(&self, camps: &Camps, enemy: Option<Seat>, rng: &mut impl RandomSource) -> Action {
        let friend = camps.friends.first();
        if self.is_tired() {
            return match (self.left() <= 2, friend, enemy) {
                (false, Some(friend), _) => Action::Heal(friend),
                (false, None, Some(enemy)) => Action::Hurt(enemy),
                _ => Action::Hurt(self.seat),
            };
        }
        match (enemy, friend) {
            _ if self.damage(self.seat) > 0 => Action::Heal(self.seat),
            (Some(enemy), _) => Action::Hurt(enemy),
            (None, Some(friend)) => Action::Heal(friend),
            (None, None) => self.hurt_stranger(camps, rng),
        }
    }

    fn hurt_stranger(&self, camps: &Camps, rng: &mut impl RandomSource) -> Action {
        let stranger = camps.stranger(self.public.others(self.seat), rng);
        Action::Hurt(stranger.unwrap_or(self.seat))
    }
}
