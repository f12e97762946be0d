//! What was seen, as Japanese sentences.

use table::{Lang, Seat};

use crate::raiders::events::MOST_SEATS;
use crate::raiders::{Action, Aftermath, Chance, Character, Deck, Declined, Seen, What, area_of};
use crate::text::list;

const JA: Lang = Lang::Japanese;

/// What was seen, as a sentence.
pub(super) fn tell(seen: &Seen) -> String {
    let what = match (seen.what, seen.after.declined) {
        (What::Acted(seat, Action::Decline), Some(what)) => format!("{seat}は{}。", declined(what)),
        (what, _) => happened(what),
    };
    what + &aftermath(&seen.after)
}

fn declined(what: Declined) -> &'static str {
    match what {
        Declined::Show => "正体を公開しなかった",
        Declined::Ability => "特殊能力を使わなかった",
        Declined::Area => "エリアの効果を使わなかった",
        Declined::Attack => "攻撃しなかった",
        Declined::Again => "もう一度は攻撃しなかった",
        Declined::Take => "装備を奪わなかった",
        Declined::StrikeBack => "反撃しなかった",
    }
}

fn happened(what: What) -> String {
    match what {
        What::Luck(outcome) => luck(outcome),
        What::Dealt(seat, Some(character)) => format!("{seat}は{}。", character.term(JA)),
        What::Dealt(seat, None) => format!("{seat}にキャラクターが配られた。"),
        What::Drew(seat, Some(text)) => format!("{seat}が推理カード「{}」を引いた。", text.term(JA)),
        What::Drew(seat, None) => format!("{seat}が推理カードを引いた。"),
        What::Acted(seat, action) => acted(seat, action),
        What::Handed(seat, recipient, text) => {
            let text = text.map_or(String::new(), |text| format!("「{}」", text.term(JA)));
            format!("{seat}が{recipient}に推理カード{text}を渡した。")
        }
        What::Showed(seat, giver, Some(character)) => {
            format!("{seat}が{giver}に正体を見せた。{}だった。", character.term(JA))
        }
        What::Showed(seat, giver, None) => format!("{seat}が{giver}に正体を見せた。"),
    }
}

fn luck(outcome: Chance) -> String {
    let place = |sum| area_of(sum).map(|area| area.term(JA));
    match outcome {
        Chance::Order(order) => format!("手番の順は {order}。"),
        Chance::Layout(layout) => {
            format!("エリアの並びは{}。", list(layout.0.map(|area| area.term(JA)), "、"))
        }
        Chance::Deal(seat, character) => format!("{seat}は{}。", character.term(JA)),
        Chance::Move(seat, sum) => {
            format!("{seat}の出目は {sum}、{}へ。", place(sum).unwrap_or("好きなエリア"))
        }
        Chance::Draw(seat, card) => format!("{seat}が「{}」を引いた。", card.term(JA)),
        Chance::Hit(seat, 0) => format!("{seat}の出目は 0、攻撃は失敗。"),
        Chance::Hit(seat, number) => format!("{seat}の攻撃が {number} で命中。"),
        Chance::Die(seat, number) => format!("{seat}の出目は {number}。"),
        Chance::Riot(_, sum) => match place(sum) {
            Some(area) => format!("暴動の出目は {sum}、{area}で起こる。"),
            None => format!("暴動の出目は {sum}、どこにも起こらない。"),
        },
    }
}

fn acted(seat: Seat, action: Action) -> String {
    let done = match action {
        Action::Decline => "は何もしなかった".to_string(),
        Action::Reveal => "が正体を公開した".to_string(),
        Action::UseAbility => "が特殊能力を使った".to_string(),
        Action::StrikeBack => "が反撃する".to_string(),
        Action::AttackAgain => "がもう一度攻撃する".to_string(),
        Action::AttackAll => "が攻撃できる範囲の全員を攻撃する".to_string(),
        Action::Choose(sum) => format!("は {sum} で移動する"),
        Action::Go(area) => format!("が{}へ移動した", area.term(JA)),
        Action::Draw(Deck::Inference) => "は推理カードを引く".to_string(),
        Action::Draw(deck) => format!("は{}を引く", deck.term(JA)),
        Action::Attack(target) => format!("が{target}を攻撃する"),
        Action::Target(target) => format!("が{target}を選んだ"),
        Action::Hurt(target) => format!("が{target}を傷つけた"),
        Action::Heal(target) => format!("が{target}を回復した"),
        Action::Hand(target) => format!("が{target}に推理カードを渡した"),
        Action::Steal(target, equipment) => format!("が{target}から「{}」を奪った", equipment.term(JA)),
        Action::Give(target, equipment) => format!("が{target}に「{}」を渡した", equipment.term(JA)),
        Action::Take(equipment) => format!("が「{}」を取った", equipment.term(JA)),
        Action::Nothing => "には何も起こらなかった".to_string(),
        Action::TakeOne | Action::TakeTwo => "はカードでダメージを受けた".to_string(),
        Action::HealOne => "はカードで回復した".to_string(),
        Action::GiveUp(equipment) => format!("が「{}」を手放した", equipment.term(JA)),
        Action::Show => "が正体を見せた".to_string(),
    };
    format!("{seat}{done}。")
}

fn aftermath(after: &Aftermath) -> String {
    let mut told = String::new();
    for seat in Seat::all(MOST_SEATS) {
        match after.change[seat.index()] {
            0 => {}
            healed @ ..0 => told += &format!("{seat}は {} 回復。", -healed),
            taken => told += &format!("{seat}に {taken} ダメージ。"),
        }
    }
    for seat in after.out {
        let was =
            after.shown.of(seat).map_or(String::new(), |character| format!("正体は{}。", who(character)));
        told += &format!("{seat}は脱落。{was}");
    }
    for (seat, character) in after.shown.iter().filter(|(seat, _)| !after.out.contains(*seat)) {
        told += &format!("{seat}の正体は{}。", who(character));
    }
    match (after.over, after.winners.is_empty()) {
        (false, _) => told,
        (true, true) => told + "ゲーム終了、勝者なし。",
        (true, false) => format!("{told}ゲーム終了、{}の勝ち。", list(after.winners, "と")),
    }
}

/// `エミ（レイダー）`
fn who(character: Character) -> String {
    format!("{}（{}）", character.term(JA), character.faction().term(JA))
}
