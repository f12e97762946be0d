//! The inference cards that were answered: what everybody saw of them, and what one seat knows of their texts.

use serde::{Serialize, Serializer};
use table::Seat;

use crate::bag::Bag;
use crate::raiders::{Character, CharacterSet, Inference, Quirk, Rules};
use crate::text::words;

/// The most cards that are remembered one by one: two decks of sixteen.
pub(in crate::raiders) const MOST: usize = 32;

words! {
    /// What everybody saw of an inference card that was answered.
    Outcome, "an outcome" {
        /// Nothing.
        Nothing = "nothing",
        /// 1 damage.
        One = "one",
        /// 2 damage.
        Two = "two",
        /// 1 damage healed.
        Healed = "healed",
        /// An equipment went to the one who asked.
        Gave = "gave",
        /// The character was shown to the one who asked.
        Showed = "showed",
    }
}

/// An inference card that was answered, as everybody saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct AnsweredCard {
    /// Who drew it.
    pub giver: Seat,
    /// Who answered it.
    pub recipient: Seat,
    /// What came of it.
    pub outcome: Outcome,
    /// Whether the recipient had no damage before.
    pub undamaged: bool,
}

impl AnsweredCard {
    pub(in crate::raiders) const BLANK: AnsweredCard = AnsweredCard {
        giver: Seat::new(0),
        recipient: Seat::new(0),
        outcome: Outcome::Nothing,
        undamaged: false,
    };

    /// The texts that this character could have answered so.
    #[inline]
    pub fn texts(&self, rules: &Rules, character: Character) -> Bag<Inference> {
        if rules.has(Quirk::InertInference) {
            return rules.inference;
        }
        let asked = rules.questions_for(character);
        let effect = match self.outcome {
            Outcome::Nothing if rules.may_lie(character) => return rules.inference.without_kinds(Bag::SHOW),
            Outcome::Nothing => return rules.inference.without_kinds(asked),
            Outcome::One if self.undamaged => Bag::GIVE.or(Bag::ONE).or(Bag::HEAL),
            Outcome::One => Bag::GIVE.or(Bag::ONE),
            Outcome::Two => Bag::TWO,
            Outcome::Healed => Bag::HEAL,
            Outcome::Gave => Bag::GIVE,
            Outcome::Showed => Bag::SHOW,
        };
        match rules.may_lie(character) {
            true => rules.inference.and(effect),
            false => rules.inference.and(effect).and(asked),
        }
    }

    /// Who could have answered this text so.
    pub fn answerers(&self, rules: &Rules, text: Inference) -> CharacterSet {
        if rules.has(Quirk::InertInference) {
            return rules.cast;
        }
        let (asked, liar) = (rules.asked_by(text), CharacterSet::only(Character::Ulrich));
        let honest = match self.outcome {
            Outcome::Nothing => rules.cast.minus(asked),
            _ => rules.cast.and(asked),
        };
        match rules.abilities && text != Inference::Prediction {
            true => honest.or(rules.cast.and(liar)),
            false => honest,
        }
    }

    /// What the one who asked learns of the recipient, who is this character.
    pub(in crate::raiders) fn learned(
        &self,
        rules: &Rules,
        text: Inference,
        recipient: Character,
    ) -> CharacterSet {
        match self.outcome {
            Outcome::Showed => CharacterSet::only(recipient),
            _ => self.answerers(rules, text),
        }
    }

    /// Who could have answered any card so: what everybody may conclude.
    pub(in crate::raiders) fn suspects(&self, rules: &Rules) -> CharacterSet {
        let could = |character: &Character| !self.texts(rules, *character).is_empty();
        rules.cast.iter().filter(could).collect()
    }

    /// Whether the same texts answer both, for any recipient.
    #[inline]
    pub(in crate::raiders) fn is_like(&self, other: &AnsweredCard) -> bool {
        self.recipient == other.recipient
            && self.outcome == other.outcome
            && (self.undamaged == other.undamaged || self.outcome != Outcome::One)
    }
}

/// The inference cards that were answered, oldest first.
///
/// Of more than 32 the oldest deck of cards is forgotten but for what each card alone gave away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnswerLog {
    entries: [AnsweredCard; MOST],
    len: u8,
}

impl AnswerLog {
    pub(in crate::raiders) const EMPTY: AnswerLog =
        AnswerLog { entries: [AnsweredCard::BLANK; MOST], len: 0 };

    /// The cards, oldest first.
    #[inline]
    pub fn entries(&self) -> &[AnsweredCard] {
        &self.entries[..self.len()]
    }

    /// The number of cards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no card was answered.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(in crate::raiders) const fn is_full(&self) -> bool {
        self.len() == MOST
    }

    #[inline]
    pub(in crate::raiders) fn push(&mut self, entry: AnsweredCard) {
        self.entries[self.len()] = entry;
        self.len += 1;
    }

    /// Forgets this many of the oldest.
    pub(in crate::raiders) fn forget(&mut self, oldest: usize) {
        self.entries.copy_within(oldest.., 0);
        self.entries[MOST - oldest..].fill(AnsweredCard::BLANK);
        self.len -= oldest as u8;
    }
}

impl Serialize for AnswerLog {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.entries())
    }
}

/// The texts that a seat knows, by their place in the log, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Texts(u128);

impl Texts {
    /// Nothing known.
    pub const NONE: Texts = Texts(0);

    /// The text of the card at this place, if it is known.
    #[inline]
    pub fn of(self, place: usize) -> Option<Inference> {
        let nibble = (self.0 >> (4 * place) & 15) as usize;
        Some(Inference::ALL[nibble.checked_sub(1)?])
    }

    /// The same and this one.
    #[inline]
    pub(in crate::raiders) fn with(self, place: usize, text: Inference) -> Texts {
        Texts(self.0 | (text.index() as u128 + 1) << (4 * place))
    }

    /// Forgets this many of the oldest.
    pub(in crate::raiders) fn forget(&mut self, oldest: usize) {
        self.0 = self.0.checked_shr(4 * oldest as u32).unwrap_or(0);
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let known = (0..MOST).filter_map(|place| Some((place, self.of(place)?)));
        serializer.collect_map(known)
    }
}
