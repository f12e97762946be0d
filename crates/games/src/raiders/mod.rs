//! Shadow Raiders (シャドウレイダーズ): two factions hunt each other without knowing who is who.
//!
//! Sources: public descriptions of the game (Group SNE and Cosaic, 2018) and of Shadow Hunters (2005), whose
//! engine it shares; for the modified rules K. Kijima and D. Yokoyama, "正体隠匿型ゲーム「ShadowRaiders」を用いた
//! 陣営推定効果の検証", with the program its first author published. In short:
//!
//! * Four to eight seats hold a character each, in secret: shadows, raiders and citizens. Shadows want all
//!   raiders out, raiders all shadows, each citizen something of its own.
//! * A turn: roll and move to another of six areas, do what the area says (draw a card, hurt or heal, steal),
//!   then attack somebody in range.
//! * White and black cards are read aloud; equipment stays. An inference card is handed to somebody, who
//!   reads it in silence and obeys: everybody sees what happens, only two know what was asked.
//! * Damage counts up; who has as much as the character bears is out and shows it.
//! * The game ends as soon as somebody's condition holds; all whose condition holds then win.

mod cards;
mod deal;
mod events;
mod notation;
mod options;
mod phrases;
mod picture;
mod private;
mod public;
mod rules;
mod terms;
#[cfg(test)]
mod tests;

pub use cards::{
    Area, AreaSet, Black, Card, Character, CharacterSet, Deck, Dice, Equipment, EquipmentSet, Faction,
    Inference, Layout, White, area_of,
};
pub use events::{Action, Aftermath, Chance, Declined, Faces, Order, Seen, What};
pub use options::{Damage, Daniel, Hp, LayoutRule, OrderRule, Quirk, Quirks, Range, Rules, SeatA};
pub use private::Private;
pub use public::{Aim, AnswerLog, AnsweredCard, Attack, Outcome, Phase, Public, Show, Texts};
pub use rules::Raiders;
