//! What the pieces are called, in the words of the Japanese edition and the paper or in our English ones.

use table::Lang;

use super::{Area, Black, Card, Character, Deck, Equipment, Faction, Inference, White};

impl Faction {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["シャドウ", "レイダー", "シチズン"][self.index()])
    }
}

impl Character {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        const NAMES: [&str; Character::COUNT] = [
            "ウルリッヒ",
            "ヴァンパイア",
            "狼男",
            "エミ",
            "フェリックス",
            "ゴードン",
            "アリス",
            "バイロン",
            "クレイグ",
            "ダニエル",
        ];
        lang.either(self.word(), NAMES[self.index()])
    }
}

impl Area {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        const NAMES: [&str; Area::COUNT] =
            ["探偵事務所", "ブラックミスト", "大聖堂", "地下通路", "市庁舎", "オリバーの隠れ家"];
        lang.either(self.word(), NAMES[self.index()])
    }
}

impl Deck {
    /// What its cards are called.
    pub fn term(self, lang: Lang) -> &'static str {
        lang.either(self.word(), ["推理カード", "白のカード", "黒のカード"][self.index()])
    }
}

impl White {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        const NAMES: [&str; White::COUNT] = [
            "いやしの聖水",
            "裁きの閃光",
            "光臨",
            "守護天使",
            "封印の知恵",
            "応急手当",
            "幸せのクッキー",
            "恩恵",
            "闇を祓う鏡",
            "銀のロザリオ",
            "エクスカリバー",
            "神秘のコンパス",
            "幸運のブローチ",
            "いにしえの聖杯",
            "賢者のローブ",
            "もう一つの神秘のコンパス",
        ];
        lang.either(self.word(), NAMES[self.index()])
    }
}

impl Black {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        const NAMES: [&str; Black::COUNT] = [
            "吸血コウモリ",
            "オリバーの子分",
            "三つ目の黒犬",
            "暴動",
            "バナナの皮",
            "呪いの人形",
            "戦慄の闇儀式",
            "サーベル",
            "拳銃【L】",
            "拳銃【R】",
            "クロスボウガン",
            "ガトリング",
            "妖刀マサムネ",
        ];
        lang.either(self.word(), NAMES[self.index()])
    }
}

impl Inference {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        const NAMES: [&str; Inference::COUNT] = [
            "強欲",
            "脅迫",
            "怒り",
            "平手打ち",
            "援助",
            "呪文",
            "悪魔祓い",
            "密談",
            "慈しみ",
            "弱い者いじめ",
            "手痛い教訓",
            "予言",
        ];
        lang.either(self.word(), NAMES[self.index()])
    }
}

impl Card {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        match self {
            Card::Inference(card) => card.term(lang),
            Card::White(card) => card.term(lang),
            Card::Black(card) => card.term(lang),
        }
    }
}

impl Equipment {
    /// What it is called.
    pub fn term(self, lang: Lang) -> &'static str {
        self.card().term(lang)
    }
}
