//! White and black cards, once drawn.

use table::{Seat, SeatSet};

use crate::bag::Bag;
use crate::raiders::{Action, Aim, Black, Card, Equipment, Phase, Quirk, Raiders, Show, White, area_of};

impl Raiders {
    pub(super) fn draw_white(&mut self, seat: Seat, card: White) {
        let public = &mut self.public;
        if public.white.is_empty() {
            public.white = public.pile_to_draw(public.white, public.white_used, public.rules.white);
            public.white_used = Bag::EMPTY;
        }
        public.white = public.white.without(card);
        match card.equipment() {
            Some(equipment) => self.equip(seat, equipment),
            None => {
                self.use_up(Card::White(card));
                self.play_white(seat, card);
            }
        }
    }

    pub(super) fn draw_black(&mut self, seat: Seat, card: Black) {
        let public = &mut self.public;
        if public.black.is_empty() {
            public.black = public.pile_to_draw(public.black, public.black_used, public.rules.black);
            public.black_used = Bag::EMPTY;
        }
        public.black = public.black.without(card);
        match card.equipment() {
            Some(equipment) => self.equip(seat, equipment),
            None => {
                self.use_up(Card::Black(card));
                self.play_black(seat, card);
            }
        }
    }

    fn equip(&mut self, seat: Seat, equipment: Equipment) {
        self.gain(seat, equipment);
        self.effect_done(SeatSet::NONE);
    }

    fn play_white(&mut self, seat: Seat, card: White) {
        match card {
            White::HolyWater => self.heal(seat, 2),
            White::Flash => {
                let others = self.public.others(seat);
                others.for_each(|other| self.hurt(other, 2));
                return self.effect_done(others);
            }
            White::Angel => self.public.angels = self.public.angels.with(seat),
            White::Wisdom => self.public.extra_turn = true,
            White::FirstAid => return self.public.phase = Phase::Target(Aim::FirstAid),
            White::Grace => return self.public.phase = Phase::Target(Aim::Grace),
            White::Advent => return self.offer_show(seat, Show::Advent),
            White::Cookie => return self.offer_show(seat, Show::Cookie),
            White::Mirror => return self.offer_show(seat, Show::Mirror),
            _ => unreachable!("equipment is not played"),
        }
        self.effect_done(SeatSet::NONE);
    }

    fn play_black(&mut self, seat: Seat, card: Black) {
        self.public.phase = match card {
            Black::Bat => Phase::Target(Aim::Bat),
            Black::Dog => Phase::Target(Aim::Dog),
            Black::Doll => Phase::Target(Aim::Doll),
            Black::Riot => Phase::Riot,
            Black::Ritual => return self.offer_show(seat, Show::Ritual),
            Black::Henchman if self.public.owners_but(seat).is_empty() => {
                return self.effect_done(SeatSet::NONE);
            }
            Black::Henchman => Phase::Henchman,
            Black::Banana if self.public.equipment[seat].is_empty() => {
                self.hurt(seat, 1);
                return self.effect_done(SeatSet::only(seat));
            }
            Black::Banana => Phase::Banana,
            _ => unreachable!("equipment is not played"),
        };
    }

    /// Who is shown already does what the card says without being asked; anybody hidden is asked.
    fn offer_show(&mut self, seat: Seat, show: Show) {
        match self.public.shown[seat] {
            None => self.public.phase = Phase::Show(show),
            Some(character) => {
                if show != Show::Mirror && show.about().contains(character) {
                    self.heal(seat, self.public.damage[seat]);
                }
                self.effect_done(SeatSet::NONE);
            }
        }
    }

    /// D16. Who does not reveal for the mirror is none of those who must.
    pub(super) fn show_or_not(&mut self, seat: Seat, show: Show, action: Action) {
        match (action, show) {
            (Action::Reveal, _) => {
                self.show(seat);
                if show != Show::Mirror {
                    self.heal(seat, self.public.damage[seat]);
                }
            }
            (_, Show::Mirror) => {
                self.public.could_be[seat] = self.public.could_be[seat].minus(Show::Mirror.about());
            }
            _ => {}
        }
        self.effect_done(SeatSet::NONE);
    }

    /// D12, D13, D14.
    pub(super) fn aim(&mut self, seat: Seat, aim: Aim, action: Action) {
        let Action::Target(target) = action else { unreachable!("a seat is chosen") };
        match aim {
            Aim::Bat => self.bat(seat, target),
            Aim::Dog => self.dog(seat, target),
            Aim::FirstAid => self.first_aid(target),
            Aim::Doll | Aim::Grace | Aim::Mace => self.public.phase = Phase::Die(aim, target),
        }
    }

    fn bat(&mut self, seat: Seat, target: Seat) {
        let safe = self.public.has(target, Equipment::Grail);
        self.hurt(target, if safe { 0 } else { 2 });
        if !(safe && self.public.rules.has(Quirk::OddGrail)) {
            self.heal(seat, 1);
        }
        self.effect_done(SeatSet::only(target));
    }

    fn dog(&mut self, seat: Seat, target: Seat) {
        let own_grail = self.public.has(seat, Equipment::Grail) && !self.public.rules.has(Quirk::OddGrail);
        self.hurt(target, if self.public.has(target, Equipment::Grail) { 0 } else { 2 });
        self.hurt(seat, if own_grail { 0 } else { 2 });
        self.effect_done(SeatSet::only(target).with(seat));
    }

    /// Damage becomes 7, up or down; a barrier stops only the former.
    fn first_aid(&mut self, target: Seat) {
        let damage = self.public.damage[target];
        self.heal(target, damage.saturating_sub(7));
        self.hurt(target, 7u8.saturating_sub(damage));
        self.effect_done(SeatSet::only(target));
    }

    pub(super) fn die_rolled(&mut self, seat: Seat, number: u8) {
        let Phase::Die(aim, target) = self.public.phase else {
            unreachable!("a die is rolled for something")
        };
        match aim {
            Aim::Grace => {
                self.heal(target, number);
                self.effect_done(SeatSet::NONE);
            }
            Aim::Mace => self.mace(target, number),
            _ => {
                let victim = if number <= 4 { target } else { seat };
                let odd = self.public.rules.has(Quirk::OddGrail) && victim == target;
                let safe = self.public.has(victim, Equipment::Grail) && !odd;
                self.hurt(victim, if safe { 0 } else { 3 });
                self.effect_done(SeatSet::only(victim));
            }
        }
    }

    /// Felix strikes before he moves.
    fn mace(&mut self, target: Seat, number: u8) {
        self.hurt(target, number);
        self.bury(SeatSet::only(target), None);
        if !self.ended() {
            self.public.phase = Phase::Move;
        }
    }

    pub(super) fn riot(&mut self, sum: u8) {
        let exact = self.public.rules.has(Quirk::ExactRiot);
        let place = area_of(sum);
        let there = |seat: &Seat| match exact {
            true => self.public.spot[*seat] == sum,
            false => place.is_some() && self.public.area(*seat) == place,
        };
        let victims: SeatSet = self.public.living.filter(there).collect();
        victims.for_each(|seat| self.hurt(seat, 3));
        self.effect_done(victims);
    }

    /// D15.
    pub(super) fn banana(&mut self, seat: Seat, action: Action) {
        let Action::Give(target, equipment) = action else { unreachable!("an equipment is given") };
        self.hand_over(seat, target, equipment);
        self.effect_done(SeatSet::NONE);
    }
}
