//! Inference cards: drawn in secret, handed to somebody, answered.

use table::{PublicState, Seat, SeatSet};

use crate::raiders::{Action, AnsweredCard, Inference, Outcome, Phase, Quirk, Raiders, What};

impl Raiders {
    pub(super) fn draw_inference(&mut self, seat: Seat, text: Inference) {
        if self.inference.is_empty() {
            self.inference = self.public.rules.inference;
        }
        self.inference = self.inference.without(text);
        self.public.inference_left = self.inference.len() as u8;
        self.privates[seat].card = Some(text);
        self.public.phase = Phase::Hand;
    }

    /// D9.
    pub(super) fn hand_card(&mut self, seat: Seat, action: Action) {
        let Action::Hand(recipient) = action else { unreachable!("the card is handed to somebody") };
        self.privates[recipient].card = self.privates[seat].card;
        self.public.phase = Phase::Answer(recipient);
    }

    /// D10, D11.
    pub(super) fn answer_card(&mut self, recipient: Seat, action: Action) {
        let giver = self.public.active;
        let undamaged = self.public.damage[recipient] == 0;
        let outcome = match action {
            Action::TakeOne => {
                self.hurt(recipient, 1);
                Outcome::One
            }
            Action::TakeTwo => {
                self.hurt(recipient, 2);
                Outcome::Two
            }
            Action::HealOne => {
                self.heal(recipient, 1);
                Outcome::Healed
            }
            Action::GiveUp(equipment) => {
                self.hand_over(recipient, giver, equipment);
                Outcome::Gave
            }
            Action::Show => Outcome::Showed,
            _ => Outcome::Nothing,
        };
        self.remember(AnsweredCard { giver, recipient, outcome, undamaged });
        self.effect_done(SeatSet::only(recipient));
    }

    /// The log grows, and those two know the text; everybody concludes what the outcome alone gives away.
    fn remember(&mut self, entry: AnsweredCard) {
        if self.public.log.is_full() {
            self.forget_oldest_deck();
        }
        let place = self.public.log.len();
        self.public.log.push(entry);
        let text = self.privates[entry.giver].card.take().expect("the giver knows the card");
        self.privates[entry.recipient].card = None;
        for seat in [entry.giver, entry.recipient] {
            self.privates[seat].texts = self.privates[seat].texts.with(place, text);
        }
        if self.public.rules.has(Quirk::InertInference) {
            return;
        }
        let known = entry.learned(&self.public.rules, text, self.character(entry.recipient));
        self.privates[entry.giver].learn(entry.recipient, known);
        let suspects = entry.suspects(&self.public.rules);
        self.public.could_be[entry.recipient] = self.public.could_be[entry.recipient].and(suspects);
    }

    fn forget_oldest_deck(&mut self) {
        let oldest = self.public.rules.inference.len();
        self.public.log.forget(oldest);
        for seat in SeatSet::all(self.public.seats()) {
            self.privates[seat].texts.forget(oldest);
        }
    }

    /// Only the one who asked sees the character.
    pub(super) fn seen_show(&self, seat: Seat, observer: Option<Seat>) -> What {
        let entry = self.public.log.entries().last().expect("a card was just answered");
        What::Showed(seat, entry.giver, (observer == Some(entry.giver)).then(|| self.character(seat)))
    }
}
