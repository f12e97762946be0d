//! What cards, suits and ranks are called, by people.

use table::Lang;

use super::cards::{COLUMNS, Card, GridCell, Suit};

impl Suit {
    /// Its sign.
    pub const fn sign(self) -> char {
        ['♣', '♦', '♥', '♠'][self.index()]
    }
}

impl GridCell {
    /// Its rank as it is printed on a card; below 3 is `-`, and above 2 is `+`.
    pub fn printed_rank(self) -> &'static str {
        match &COLUMNS[self.column()..=self.column()] {
            "T" => "10",
            rank => rank,
        }
    }

    /// `♠Q`
    pub fn face(self) -> String {
        format!("{}{}", self.suit().sign(), self.printed_rank())
    }
}

impl Card {
    /// `♠Q`, `♠10`, `Joker`
    pub fn face(self, lang: Lang) -> String {
        self.cell().map_or(lang.either("Joker", "ジョーカー").to_string(), GridCell::face)
    }
}

/// The names of the ranks of this many seats, the richest first.
pub fn rank_terms(seats: usize, lang: Lang) -> &'static [&'static str] {
    const ENGLISH: [&[&str]; 3] = [
        &["daifugo", "heimin", "daihinmin"],
        &["daifugo", "fugo", "hinmin", "daihinmin"],
        &["daifugo", "fugo", "heimin", "hinmin", "daihinmin"],
    ];
    const JAPANESE: [&[&str]; 3] = [
        &["大富豪", "平民", "大貧民"],
        &["大富豪", "富豪", "貧民", "大貧民"],
        &["大富豪", "富豪", "平民", "貧民", "大貧民"],
    ];
    lang.either(ENGLISH, JAPANESE)[seats.clamp(3, 5) - 3]
}
