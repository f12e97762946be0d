//! What cards, characters and outcomes say, for people.

use crate::raiders::{Character, Daniel, Inference, Outcome, Rules};

impl Inference {
    /// What it says.
    pub const fn rule(self) -> &'static str {
        match self {
            Inference::Greed => "a citizen or a shadow gives an equipment or takes 1",
            Inference::Blackmail => "a citizen or a raider gives an equipment or takes 1",
            Inference::Anger => "a raider or a shadow gives an equipment or takes 1",
            Inference::Slap => "a raider takes 1",
            Inference::Aid => "a raider heals 1, or takes 1 if undamaged",
            Inference::Spell => "a shadow takes 1",
            Inference::Exorcism => "a shadow takes 2",
            Inference::Huddle => "a shadow heals 1, or takes 1 if undamaged",
            Inference::Nurturance => "a citizen heals 1, or takes 1 if undamaged",
            Inference::Bully => "who bears 11 or less takes 1",
            Inference::Lesson => "who bears 12 or more takes 2",
            Inference::Prediction => "anybody shows the character to the one who asks",
        }
    }
}

impl Outcome {
    /// What was seen.
    pub const fn told(self) -> &'static str {
        match self {
            Outcome::Nothing => "nothing happened",
            Outcome::One => "1 damage",
            Outcome::Two => "2 damage",
            Outcome::Healed => "healed 1",
            Outcome::Gave => "gave an equipment",
            Outcome::Showed => "showed the character",
        }
    }
}

impl Character {
    /// What it can do.
    pub const fn ability(self) -> &'static str {
        match self {
            Character::Ulrich => "may answer inference cards falsely, even while hidden.",
            Character::Vampire => "heals 2 when the own attack does damage.",
            Character::Werewolf => "may attack whoever attacked it, at once.",
            Character::Emi => "may move to an area beside the one rolled.",
            Character::Felix => "once, at the start of a turn: a die's damage to somebody.",
            Character::Gordon => "once, at the end of a turn: no damage until the next.",
            Character::Alice => "once, at the start of a turn: heals completely.",
            Character::Byron => "may take an equipment instead of doing 2 damage or more.",
            Character::Craig => "may take 2 damage to attack the same once more.",
            Character::Daniel => "must be shown when another is the first out.",
        }
    }

    /// When it wins, as the end of a sentence.
    pub const fn condition(self, rules: &Rules) -> &'static str {
        match (self, rules.daniel) {
            (Character::Ulrich | Character::Vampire | Character::Werewolf, _) => match rules.seats {
                7 => "when all raiders or three citizens are out",
                _ => "when all raiders are out",
            },
            (Character::Emi | Character::Felix | Character::Gordon, _) => "when all shadows are out",
            (Character::Alice, _) => "if not out when the game ends",
            (Character::Byron, _) => "with five pieces of equipment",
            (Character::Craig, _) => "by a kill of the own attack when two are out already",
            (Character::Daniel, Daniel::Card) => "as the first to be out, or if not out when all shadows are",
            (Character::Daniel, Daniel::Paper) => {
                "as the first to be out, or if not out when the shadows win"
            }
            (Character::Daniel, Daniel::First) => "as the first to be out",
        }
    }
}
