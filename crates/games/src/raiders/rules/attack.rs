//! The attack: whom, how hard, who goes out, what is taken, who strikes back.

use table::{Seat, SeatSet};

use crate::raiders::{
    Action, Attack, Character, CharacterSet, Damage, Equipment, Faction, Phase, Quirk, Raiders,
};

impl Raiders {
    /// D17.
    pub(super) fn attack(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Attack(target) => self.begin_attack(seat, SeatSet::only(target), false),
            Action::AttackAll => self.begin_attack(seat, self.public.in_range(seat), false),
            _ => self.end_turn(),
        }
    }

    fn begin_attack(&mut self, attacker: Seat, targets: SeatSet, again: bool) {
        self.public.attack = Attack { attacker, targets, to_hit: targets, again, ..Attack::NONE };
        self.roll_attack();
    }

    fn roll_attack(&mut self) {
        match self.public.rules.damage {
            Damage::One => self.hit(1),
            _ => self.public.phase = Phase::Hit,
        }
    }

    /// The dice have fallen.
    pub(super) fn hit(&mut self, number: u8) {
        let public = &mut self.public;
        let attacker = public.attack.attacker;
        let number = if public.rules.damage == Damage::AtLeastOne { number.max(1) } else { number };
        let weapons = public.weapons(attacker);
        let hits = number > 0 || public.rules.has(Quirk::MissesHurt);
        public.attack.power = if hits { number + weapons } else { 0 };
        let excalibur = hits && public.has(attacker, Equipment::Excalibur);
        match public.shown[attacker] {
            None if excalibur => public.phase = Phase::Excalibur,
            Some(shown) if excalibur && shown.faction() == Faction::Raider => self.strike_with(2),
            _ => self.strike_with(0),
        }
    }

    /// D18.
    pub(super) fn excalibur(&mut self, seat: Seat, action: Action) {
        if action == Action::Reveal {
            self.show(seat);
        }
        self.strike_with(if action == Action::Reveal { 2 } else { 0 });
    }

    fn strike_with(&mut self, more: u8) {
        self.public.attack.power += more;
        self.choose_victims();
    }

    /// What this attack does to one target: robes take off 1 each, angels and barriers all.
    fn force(&self, target: Seat) -> u8 {
        let public = &self.public;
        let robes = [public.attack.attacker, target].map(|seat| u8::from(public.has(seat, Equipment::Robe)));
        let safe = public.angels.contains(target) || public.barriers.contains(target);
        if safe { 0 } else { public.attack.power.saturating_sub(robes[0] + robes[1]) }
    }

    /// Byron may spare those whom he takes something from; the others are hit at once, with one roll.
    fn choose_victims(&mut self) {
        let byron = self.public.is_able(self.public.attack.attacker, Character::Byron);
        while let Some(target) = self.public.attack.to_hit.first() {
            let attack = &mut self.public.attack;
            attack.to_hit = attack.to_hit.without(target);
            if byron && self.force(target) >= 2 && !self.public.equipment[target].is_empty() {
                return self.public.phase = Phase::Byron(target);
            }
            self.public.attack.struck = self.public.attack.struck.with(target);
        }
        self.strike();
    }

    /// D20.
    pub(super) fn byron(&mut self, seat: Seat, victim: Seat, action: Action) {
        if let Action::Take(equipment) = action {
            self.public.attack.to_react = self.public.attack.to_react.with(victim);
            self.hand_over(victim, seat, equipment);
            if self.ended() {
                return;
            }
        } else {
            self.public.attack.struck = self.public.attack.struck.with(victim);
        }
        self.choose_victims();
    }

    fn strike(&mut self) {
        let (attacker, struck) = (self.public.attack.attacker, self.public.attack.struck);
        for target in struck {
            let force = self.force(target);
            self.hurt(target, force);
            self.public.attack.hurt |= force > 0;
        }
        if !self.public.attack.strike_back {
            let to_react = struck.fold(self.public.attack.to_react, SeatSet::with);
            self.public.attack.to_react = to_react;
        }
        self.bury(struck, Some(attacker));
        if !self.ended() {
            self.next_loot();
        }
    }

    /// The killer takes from each who is out; the rosary takes everything.
    fn next_loot(&mut self) {
        let attacker = self.public.attack.attacker;
        while let Some(victim) = self.public.attack.struck.first() {
            self.public.attack.struck = self.public.attack.struck.without(victim);
            let equipment = self.public.equipment[victim];
            if self.public.living.contains(victim) || equipment.is_empty() {
                continue;
            }
            if self.public.has(attacker, Equipment::Rosary) {
                equipment.iter().for_each(|one| self.hand_over(victim, attacker, one));
                if self.ended() {
                    return;
                }
            } else if self.public.living.contains(attacker) && !self.public.rules.has(Quirk::VoidSteal) {
                return self.public.phase = Phase::Loot(victim);
            }
            self.discard_all(victim);
        }
        self.after_attack();
    }

    /// D19.
    pub(super) fn loot(&mut self, seat: Seat, victim: Seat, action: Action) {
        let Action::Take(equipment) = action else { unreachable!("an equipment is taken") };
        self.hand_over(victim, seat, equipment);
        self.discard_all(victim);
        if !self.ended() {
            self.next_loot();
        }
    }

    /// The vampire drinks, then the victims may react.
    fn after_attack(&mut self) {
        let attack = self.public.attack;
        if attack.hurt && self.public.is_able(attack.attacker, Character::Vampire) {
            self.heal(attack.attacker, 2);
        }
        self.next_reaction();
    }

    /// The next victim that is hidden may show itself; the werewolf may strike back.
    fn next_reaction(&mut self) {
        while let Some(victim) = self.public.attack.to_react.first() {
            let reacts = self.public.rules.abilities && self.public.living.contains(victim);
            if reacts && self.public.shown[victim].is_none() {
                return self.public.phase = Phase::React(victim);
            }
            if reacts && self.offer_strike_back(victim) {
                return;
            }
            self.public.attack.to_react = self.public.attack.to_react.without(victim);
        }
        self.after_reactions();
    }

    fn offer_strike_back(&mut self, victim: Seat) -> bool {
        let attacker = self.public.attack.attacker;
        let strikes =
            self.public.is_able(victim, Character::Werewolf) && self.public.living.contains(attacker);
        if strikes {
            self.public.phase = Phase::StrikeBack(victim);
        }
        strikes
    }

    /// D0 of a victim.
    pub(super) fn react(&mut self, victim: Seat, action: Action) {
        if action == Action::Reveal {
            self.show(victim);
            if self.offer_strike_back(victim) {
                return;
            }
        }
        self.public.attack.to_react = self.public.attack.to_react.without(victim);
        self.next_reaction();
    }

    /// D22: an attack within the attack, after which the other victims may still react.
    pub(super) fn strike_back(&mut self, victim: Seat, action: Action) {
        let attack = &mut self.public.attack;
        attack.to_react = attack.to_react.without(victim);
        if action != Action::StrikeBack {
            return self.next_reaction();
        }
        attack.to_hit = SeatSet::only(attack.attacker);
        attack.attacker = victim;
        (attack.hurt, attack.strike_back, attack.struck) = (false, true, SeatSet::NONE);
        self.roll_attack();
    }

    /// Craig may attack once more, then the turn ends.
    fn after_reactions(&mut self) {
        let (attack, seat) = (self.public.attack, self.public.active);
        let able = self.public.is_able(seat, Character::Craig) && self.public.living.contains(seat);
        match able && !attack.again && !self.still_there().is_empty() {
            true => self.public.phase = Phase::Again,
            false => self.end_turn(),
        }
    }

    /// Those who were attacked in this turn and are not out.
    fn still_there(&self) -> SeatSet {
        self.public.attack.targets.filter(|&target| self.public.living.contains(target)).collect()
    }

    /// D21: 2 damage for another attack on the same.
    pub(super) fn again(&mut self, seat: Seat, action: Action) {
        if action != Action::AttackAgain {
            return self.end_turn();
        }
        let targets = self.still_there();
        self.hurt(seat, 2);
        self.bury(SeatSet::only(seat), None);
        if self.ended() {
            return;
        }
        match self.public.living.contains(seat) {
            true => self.begin_attack(seat, targets, true),
            false => self.end_turn(),
        }
    }
}

/// Who may show itself for Excalibur.
pub(super) const EXCALIBUR: CharacterSet = CharacterSet::of(Faction::Raider);
