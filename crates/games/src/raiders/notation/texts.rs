//! What cards, characters and outcomes say, for people.

use table::Lang;

use crate::raiders::{Character, Daniel, Inference, Outcome, Rules};

impl Inference {
    /// What it says.
    pub fn rule(self, lang: Lang) -> &'static str {
        match self {
            Inference::Greed => lang.either(
                "a citizen or a shadow gives an equipment or takes 1",
                "シチズンかシャドウなら、装備を渡すか 1 ダメージを受ける",
            ),
            Inference::Blackmail => lang.either(
                "a citizen or a raider gives an equipment or takes 1",
                "シチズンかレイダーなら、装備を渡すか 1 ダメージを受ける",
            ),
            Inference::Anger => lang.either(
                "a raider or a shadow gives an equipment or takes 1",
                "レイダーかシャドウなら、装備を渡すか 1 ダメージを受ける",
            ),
            Inference::Slap => lang.either("a raider takes 1", "レイダーなら、1 ダメージを受ける"),
            Inference::Aid => lang.either(
                "a raider heals 1, or takes 1 if undamaged",
                "レイダーなら、1 回復する（無傷なら 1 ダメージを受ける）",
            ),
            Inference::Spell => lang.either("a shadow takes 1", "シャドウなら、1 ダメージを受ける"),
            Inference::Exorcism => lang.either("a shadow takes 2", "シャドウなら、2 ダメージを受ける"),
            Inference::Huddle => lang.either(
                "a shadow heals 1, or takes 1 if undamaged",
                "シャドウなら、1 回復する（無傷なら 1 ダメージを受ける）",
            ),
            Inference::Nurturance => lang.either(
                "a citizen heals 1, or takes 1 if undamaged",
                "シチズンなら、1 回復する（無傷なら 1 ダメージを受ける）",
            ),
            Inference::Bully => {
                lang.either("who bears 11 or less takes 1", "HPが 11 以下なら、1 ダメージを受ける")
            }
            Inference::Lesson => {
                lang.either("who bears 12 or more takes 2", "HPが 12 以上なら、2 ダメージを受ける")
            }
            Inference::Prediction => lang.either(
                "anybody shows the character to the one who asks",
                "だれであっても、引いた人に正体を見せる",
            ),
        }
    }
}

impl Outcome {
    /// What was seen.
    pub fn told(self, lang: Lang) -> &'static str {
        match self {
            Outcome::Nothing => lang.either("nothing happened", "何も起こらなかった"),
            Outcome::One => lang.either("1 damage", "1 ダメージ"),
            Outcome::Two => lang.either("2 damage", "2 ダメージ"),
            Outcome::Healed => lang.either("healed 1", "1 回復"),
            Outcome::Gave => lang.either("gave an equipment", "装備を渡した"),
            Outcome::Showed => lang.either("showed the character", "正体を見せた"),
        }
    }
}

impl Character {
    /// What it can do.
    pub fn ability(self, lang: Lang) -> &'static str {
        match self {
            Character::Ulrich => lang.either(
                "may answer inference cards falsely, even while hidden.",
                "正体を隠したままでも、推理カードに嘘の答えができる。",
            ),
            Character::Vampire => lang.either(
                "heals 2 when the own attack does damage.",
                "自分の攻撃でダメージを与えると 2 回復する。",
            ),
            Character::Werewolf => lang.either(
                "may attack whoever attacked it, at once.",
                "攻撃を受けたら、すぐに相手を攻撃できる。",
            ),
            Character::Emi => lang.either(
                "may move to an area beside the one rolled.",
                "出目のエリアの隣のエリアへ移動できる。",
            ),
            Character::Felix => lang.either(
                "once, at the start of a turn: a die's damage to somebody.",
                "手番の初めに、ゲーム中に一度だけ、だれかにダイスの目のダメージを与える。",
            ),
            Character::Gordon => lang.either(
                "once, at the end of a turn: no damage until the next.",
                "手番の終わりに、ゲーム中に一度だけ、次の手番までダメージを受けなくなる。",
            ),
            Character::Alice => lang.either(
                "once, at the start of a turn: heals completely.",
                "手番の初めに、ゲーム中に一度だけ、ダメージをすべて回復する。",
            ),
            Character::Byron => lang.either(
                "may take an equipment instead of doing 2 damage or more.",
                "2 以上のダメージを与える代わりに、相手の装備を奪える。",
            ),
            Character::Craig => lang.either(
                "may take 2 damage to attack the same once more.",
                "2 ダメージを受けて、同じ相手をもう一度攻撃できる。",
            ),
            Character::Daniel => lang.either(
                "must be shown when another is the first out.",
                "ほかのだれかが最初に脱落したら、正体を公開しなければならない。",
            ),
        }
    }

    /// When it wins, as the end of a sentence.
    pub fn condition(self, rules: &Rules, lang: Lang) -> &'static str {
        match (self, rules.daniel) {
            (Character::Ulrich | Character::Vampire | Character::Werewolf, _) => match rules.seats {
                7 => lang.either(
                    "when all raiders or three citizens are out",
                    "レイダー全員か、シチズン三人の脱落",
                ),
                _ => lang.either("when all raiders are out", "レイダー全員の脱落"),
            },
            (Character::Emi | Character::Felix | Character::Gordon, _) => {
                lang.either("when all shadows are out", "シャドウ全員の脱落")
            }
            (Character::Alice, _) => {
                lang.either("if not out when the game ends", "ゲーム終了時に脱落していないこと")
            }
            (Character::Byron, _) => lang.either("with five pieces of equipment", "装備を五つ持つこと"),
            (Character::Craig, _) => lang.either(
                "by a kill of the own attack when two are out already",
                "すでに二人が脱落しているときに、自分の攻撃でだれかを脱落させること",
            ),
            (Character::Daniel, Daniel::Card) => lang.either(
                "as the first to be out, or if not out when all shadows are",
                "最初に脱落すること、または脱落せずにシャドウが全員脱落すること",
            ),
            (Character::Daniel, Daniel::Paper) => lang.either(
                "as the first to be out, or if not out when the shadows win",
                "最初に脱落すること、または脱落せずにシャドウが勝つこと",
            ),
            (Character::Daniel, Daniel::First) => lang.either("as the first to be out", "最初に脱落すること"),
        }
    }
}
