//! Decks as bags of physical cards: the order of a deck is drawn when a card is.

use super::{Black, Faction, Inference, White};
use crate::bag::{Bag, CardKind};

/// The kinds of a deck, with the copies of each.
macro_rules! deck {
    ($kind:ident, $copies:expr) => {
        impl CardKind for $kind {
            type Bits = u32;

            const COPIES: &'static [u8] = &$copies;

            #[inline]
            fn index(self) -> usize {
                self.index()
            }

            #[inline]
            fn of_index(index: usize) -> $kind {
                $kind::of_index(index)
            }
        }
    };
}

deck!(White, [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
deck!(Black, [3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
deck!(Inference, [2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]);

/// All cards of these kinds.
const fn all_of(kinds: &[Inference]) -> Bag<Inference> {
    let (mut bits, mut i) = (0, 0);
    while i < kinds.len() {
        bits |= Bag::<Inference>::bits_of(&[kinds[i].index()]);
        i += 1;
    }
    Bag::of_bits(bits as u32)
}

impl Bag<White> {
    /// The sixteen of the box.
    pub const BOX: Bag<White> = Bag::of_bits(0xffff);
    /// The paper's: without the robe.
    pub const PAPER: Bag<White> = Bag::of_bits(0x7fff);
    /// As the published program has them: a second compass instead of the robe.
    pub const PUBLISHED: Bag<White> = Bag::of_bits(0x1_7fff);
}

impl Bag<Black> {
    /// The sixteen of the box.
    pub const BOX: Bag<Black> = Bag::of_bits(0xffff);
    /// The paper's: without gatling and masamune.
    pub const PAPER: Bag<Black> = Bag::of_bits(0x3fff);
    /// As the published program has them: the crossbow is missing too.
    pub const PUBLISHED: Bag<Black> = Bag::of_bits(0x1fff);
}

impl Bag<Inference> {
    /// The sixteen of the box.
    pub const BOX: Bag<Inference> = Bag::of_bits(0xffff);

    /// Give an equipment or take 1.
    pub const GIVE: Bag<Inference> = all_of(&[Inference::Greed, Inference::Blackmail, Inference::Anger]);
    /// Take 1.
    pub const ONE: Bag<Inference> = all_of(&[Inference::Slap, Inference::Spell, Inference::Bully]);
    /// Take 2.
    pub const TWO: Bag<Inference> = all_of(&[Inference::Exorcism, Inference::Lesson]);
    /// Heal 1, or take 1 if undamaged.
    pub const HEAL: Bag<Inference> = all_of(&[Inference::Aid, Inference::Huddle, Inference::Nurturance]);
    /// Show the character.
    pub const SHOW: Bag<Inference> = all_of(&[Inference::Prediction]);

    /// The questions that a faction answers with yes, whatever it bears.
    #[inline]
    pub(in crate::raiders) const fn asked_of(faction: Faction) -> Bag<Inference> {
        use Inference::{
            Aid, Anger, Blackmail, Exorcism, Greed, Huddle, Nurturance, Prediction, Slap, Spell,
        };
        const SHADOW: Bag<Inference> = all_of(&[Greed, Anger, Spell, Exorcism, Huddle, Prediction]);
        const RAIDER: Bag<Inference> = all_of(&[Blackmail, Anger, Slap, Aid, Prediction]);
        const CITIZEN: Bag<Inference> = all_of(&[Greed, Blackmail, Nurturance, Prediction]);
        match faction {
            Faction::Shadow => SHADOW,
            Faction::Raider => RAIDER,
            Faction::Citizen => CITIZEN,
        }
    }

    /// The question that only the weak, or only the strong, answer with yes.
    #[inline]
    pub(in crate::raiders) const fn asked_of_hp(hp: u8) -> Bag<Inference> {
        const WEAK: Bag<Inference> = all_of(&[Inference::Bully]);
        const STRONG: Bag<Inference> = all_of(&[Inference::Lesson]);
        if hp <= 11 { WEAK } else { STRONG }
    }
}
