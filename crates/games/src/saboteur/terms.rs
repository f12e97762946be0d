//! What the pieces are called, in the words of the Japanese edition and the papers or in our English ones.

use table::Lang;

use super::{Card, Claim, Face, Goal, Role, Tool, Tools, Treasure};
use crate::text::list;

impl Tool {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["ランタン", "つるはし", "トロッコ"][self.index()])
    }
}

impl Tools {
    /// What they are called.
    pub fn term(self, lang: Lang) -> String {
        list(self.iter().map(|tool| tool.term(lang)), lang.either("/", "・"))
    }
}

impl Role {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["金鉱掘り", "お邪魔者"][self.index()])
    }
}

impl Goal {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["上", "中央", "下"][self.index()])
    }
}

impl Treasure {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["金塊", "石(左と下)", "石(左と上)"][self.index()])
    }
}

impl Claim {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["金塊", "石", "何も言わない"][self.index()])
    }
}

impl Card {
    /// What it is called. A tunnel is its open sides in every language.
    pub fn term(self, lang: Lang) -> String {
        match (lang, self.face()) {
            (Lang::English, _) | (_, Face::Tunnel(_)) => self.to_string(),
            (_, Face::Break(tool)) => format!("{}破壊", tool.term(lang)),
            (_, Face::Repair(tools)) => format!("{}修理", tools.term(lang)),
            (_, Face::Rockfall) => "落石".to_string(),
            (_, Face::Map) => "宝の地図".to_string(),
        }
    }
}
