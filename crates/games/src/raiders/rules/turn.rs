//! A turn: its start, the move, what the area offers, and its end.

use table::{Seat, SeatSet};

use crate::bag::{Bag, CardKind};
use crate::raiders::{Action, Aim, Area, Character, Deck, EquipmentSet, Phase, Quirk, Raiders, area_of};

impl Raiders {
    pub(super) fn begin_turn(&mut self, seat: Seat) {
        let public = &mut self.public;
        if public.turns == public.rules.max_turns {
            return self.finish(SeatSet::NONE);
        }
        public.turns += 1;
        public.active = seat;
        public.extra_turn = false;
        public.barriers = public.barriers.without(seat);
        if !public.rules.has(Quirk::LastingAngel) {
            public.angels = public.angels.without(seat);
        }
        match public.rules.abilities && public.shown[seat].is_none() {
            true => public.phase = Phase::Reveal,
            false => self.offer_ability(seat),
        }
    }

    /// D0: anybody hidden may show itself at the start of the turn.
    pub(super) fn answer_reveal(&mut self, seat: Seat, action: Action) {
        if action == Action::Reveal {
            self.show(seat);
        }
        self.offer_ability(seat);
    }

    /// Who is shown as Felix or Alice may use what works once.
    fn offer_ability(&mut self, seat: Seat) {
        let public = &mut self.public;
        let fresh = !public.spent.contains(seat);
        let alice = public.is_able(seat, Character::Alice) && public.damage[seat] > 0;
        public.phase = match fresh && (alice || public.is_able(seat, Character::Felix)) {
            true => Phase::Ability,
            false => Phase::Move,
        };
    }

    /// D1.
    pub(super) fn answer_ability(&mut self, seat: Seat, action: Action) {
        self.public.phase = Phase::Move;
        match action {
            Action::UseAbility => {
                self.public.spent = self.public.spent.with(seat);
                self.heal(seat, self.public.damage[seat]);
            }
            Action::Target(target) => {
                self.public.spent = self.public.spent.with(seat);
                self.public.phase = Phase::Die(Aim::Mace, target);
            }
            _ => {}
        }
    }

    pub(super) fn rolled(&mut self, seat: Seat, sum: u8) {
        let compass = !self.public.equipment[seat].and(EquipmentSet::COMPASSES).is_empty();
        match self.public.phase {
            Phase::Move if compass && !self.public.rules.has(Quirk::IdleCompass) => {
                self.public.phase = Phase::SecondMove(sum);
            }
            Phase::SecondMove(first) => self.public.phase = Phase::ChooseMove(first.min(sum), first.max(sum)),
            _ => self.move_by(seat, sum),
        }
    }

    /// D2.
    pub(super) fn choose_move(&mut self, seat: Seat, action: Action) {
        let Action::Choose(sum) = action else { unreachable!("one of two rolls is chosen") };
        self.move_by(seat, sum);
    }

    fn move_by(&mut self, seat: Seat, sum: u8) {
        match area_of(sum) {
            None => self.public.phase = Phase::ChooseArea,
            Some(_) if self.public.is_able(seat, Character::Emi) => self.public.phase = Phase::Teleport(sum),
            Some(area) => self.arrive(seat, sum, area),
        }
    }

    /// D3, D4.
    pub(super) fn go(&mut self, seat: Seat, action: Action) {
        let Action::Go(area) = action else { unreachable!("an area is chosen") };
        let sum = match self.public.phase {
            Phase::Teleport(sum) if area_of(sum) == Some(area) => sum,
            _ => area.lowest_sum(),
        };
        self.arrive(seat, sum, area);
    }

    /// Where nothing is to be decided, the area does its work at once.
    fn arrive(&mut self, seat: Seat, sum: u8, area: Area) {
        self.public.spot[seat] = sum;
        let optional = self.public.rules.areas_optional;
        match area {
            Area::Office if !optional || !self.has_cards(Deck::Inference) => self.next_card(Deck::Inference),
            Area::Cathedral if !optional || !self.has_cards(Deck::White) => self.next_card(Deck::White),
            Area::Underground if !optional || !self.has_cards(Deck::Black) => self.next_card(Deck::Black),
            Area::Mist if !Deck::ALL.iter().any(|&deck| self.has_cards(deck)) => {
                self.effect_done(SeatSet::NONE);
            }
            Area::Hideout if self.public.owners_but(seat).is_empty() => self.find_nothing(seat),
            _ => self.public.phase = Phase::Area(area),
        }
    }

    /// The hideout, where nobody has anything.
    fn find_nothing(&mut self, seat: Seat) {
        let hurts = self.public.rules.has(Quirk::HurtingHideout);
        self.hurt(seat, u8::from(hurts));
        self.effect_done(SeatSet::only(seat));
    }

    /// Whether a card can be drawn from this deck, its used cards shuffled if need be.
    pub(super) fn has_cards(&self, deck: Deck) -> bool {
        self.public.has_cards(deck)
    }

    /// A card is drawn next, or the deck and its used cards are all gone.
    fn next_card(&mut self, deck: Deck) {
        match self.has_cards(deck) {
            true => self.public.phase = Phase::Draw(deck),
            false => self.effect_done(SeatSet::NONE),
        }
    }

    /// D5 to D8.
    pub(super) fn use_area(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Draw(deck) => self.next_card(deck),
            Action::Hurt(target) => {
                let safe = self.public.has(target, crate::raiders::Equipment::Brooch);
                self.hurt(target, if safe { 0 } else { 2 });
                self.effect_done(SeatSet::only(target));
            }
            Action::Heal(target) => {
                self.heal(target, 1);
                self.effect_done(SeatSet::NONE);
            }
            Action::Steal(target, equipment) => {
                if !self.public.rules.has(Quirk::VoidSteal) {
                    self.hand_over(target, seat, equipment);
                }
                self.effect_done(SeatSet::NONE);
            }
            Action::Target(_) => self.find_nothing(seat),
            _ => self.effect_done(SeatSet::NONE),
        }
    }

    /// What the area or its card did is done: who is out, is it over, who is attacked?
    pub(super) fn effect_done(&mut self, harmed: SeatSet) {
        self.bury(harmed, None);
        if self.ended() {
            return;
        }
        let seat = self.public.active;
        let acts = self.public.living.contains(seat) || self.public.rules.has(Quirk::GhostAttack);
        match acts && !self.public.in_range(seat).is_empty() {
            true => self.public.phase = Phase::Attack,
            false => self.end_turn(),
        }
    }

    /// Gordon may shield himself, then the next has a turn.
    pub(super) fn end_turn(&mut self) {
        let (public, seat) = (&self.public, self.public.active);
        let living = public.living.contains(seat);
        if living && public.is_able(seat, Character::Gordon) && !public.spent.contains(seat) {
            self.public.phase = Phase::Barrier;
        } else {
            self.next_turn();
        }
    }

    /// D23.
    pub(super) fn barrier(&mut self, seat: Seat, action: Action) {
        if action == Action::UseAbility {
            self.public.spent = self.public.spent.with(seat);
            self.public.barriers = self.public.barriers.with(seat);
        }
        self.next_turn();
    }

    fn next_turn(&mut self) {
        let public = &self.public;
        let again = public.extra_turn && public.living.contains(public.active);
        let next = if again { public.active } else { public.order.after(public.active, public.living) };
        self.begin_turn(next);
    }
}

impl crate::raiders::Public {
    /// Whether a card can be drawn from this deck, its used cards shuffled if need be.
    pub(super) fn has_cards(&self, deck: Deck) -> bool {
        match deck {
            Deck::Inference => !self.rules.inference.is_empty(),
            Deck::White => !self.pile_to_draw(self.white, self.white_used, self.rules.white).is_empty(),
            Deck::Black => !self.pile_to_draw(self.black, self.black_used, self.rules.black).is_empty(),
        }
    }

    /// The cards among which the next one is: an empty deck is shuffled anew.
    #[inline]
    pub(in crate::raiders) fn pile_to_draw<K: CardKind>(
        &self,
        deck: Bag<K>,
        used: Bag<K>,
        all: Bag<K>,
    ) -> Bag<K> {
        match deck.is_empty() {
            false => deck,
            true if self.rules.has(Quirk::FreshDecks) => all,
            true => used,
        }
    }
}
