//! What people read on buttons: `Attack B`, `Draw a white card`, `Do not show yourself`.

use table::{Lang, View};

use crate::raiders::{Action, Deck, Declined, Equipment, Raiders, area_of};
use crate::text::capitalized;

/// An action of this seat as it stands on a button.
pub(super) fn label(view: View<'_, Raiders>, action: Action, lang: Lang) -> String {
    match (action, view.public.phase.declined()) {
        (Action::Decline, Some(what)) => declines(what, lang).to_string(),
        _ => done(action, lang),
    }
}

/// An action whose label needs no view.
pub(super) fn done(action: Action, lang: Lang) -> String {
    match lang {
        Lang::English => english(action),
        Lang::Japanese => japanese(action),
    }
}

fn declines(what: Declined, lang: Lang) -> &'static str {
    match what {
        Declined::Show => lang.either("Stay hidden", "正体を公開しない"),
        Declined::Ability => lang.either("Do not use the ability", "特殊能力を使わない"),
        Declined::Area => lang.either("Do not use the area", "エリアの効果を使わない"),
        Declined::Attack => lang.either("Do not attack", "攻撃しない"),
        Declined::Again => lang.either("Do not attack again", "もう一度は攻撃しない"),
        Declined::Take => lang.either("Do the damage instead", "奪わずにダメージを与える"),
        Declined::StrikeBack => lang.either("Do not strike back", "反撃しない"),
    }
}

fn english(action: Action) -> String {
    let the = |equipment: Equipment| match equipment {
        Equipment::Excalibur | Equipment::Masamune => capitalized(equipment.word()),
        _ => format!("the {}", equipment.word().replace('-', " ")),
    };
    match action {
        Action::Decline => "Decline".to_string(),
        Action::Reveal => "Show your character to all".to_string(),
        Action::UseAbility => "Use the ability".to_string(),
        Action::StrikeBack => "Strike back".to_string(),
        Action::AttackAgain => "Take 2 damage and attack again".to_string(),
        Action::AttackAll => "Attack all in range".to_string(),
        Action::Choose(sum) => match area_of(sum) {
            Some(area) => format!("Move by {sum} to the {area}"),
            None => format!("Move by {sum} to any area"),
        },
        Action::Go(area) => format!("Go to the {area}"),
        Action::Draw(Deck::Inference) => "Draw an inference card".to_string(),
        Action::Draw(deck) => format!("Draw a {deck} card"),
        Action::Attack(seat) => format!("Attack {seat}"),
        Action::Target(seat) => format!("Choose {seat}"),
        Action::Hurt(seat) => format!("Do 2 damage to {seat}"),
        Action::Heal(seat) => format!("Heal {seat} by 1"),
        Action::Hand(seat) => format!("Hand the card to {seat}"),
        Action::Steal(seat, equipment) => format!("Take {} from {seat}", the(equipment)),
        Action::Give(seat, equipment) => format!("Give {} to {seat}", the(equipment)),
        Action::Take(equipment) => format!("Take {}", the(equipment)),
        Action::Nothing => "Nothing happens to you".to_string(),
        Action::TakeOne => "Take 1 damage".to_string(),
        Action::TakeTwo => "Take 2 damage".to_string(),
        Action::HealOne => "Heal 1 damage".to_string(),
        Action::GiveUp(equipment) => format!("Give up {}", the(equipment)),
        Action::Show => "Show your character to the one who asks".to_string(),
    }
}

fn japanese(action: Action) -> String {
    const JA: Lang = Lang::Japanese;
    match action {
        Action::Decline => "やめておく".to_string(),
        Action::Reveal => "正体を公開する".to_string(),
        Action::UseAbility => "特殊能力を使う".to_string(),
        Action::StrikeBack => "反撃する".to_string(),
        Action::AttackAgain => "2 ダメージを受けてもう一度攻撃する".to_string(),
        Action::AttackAll => "攻撃できる範囲の全員を攻撃する".to_string(),
        Action::Choose(sum) => match area_of(sum) {
            Some(area) => format!("{sum} で{}へ移動する", area.term(JA)),
            None => format!("{sum} で好きなエリアへ移動する"),
        },
        Action::Go(area) => format!("{}へ移動する", area.term(JA)),
        Action::Draw(deck) => format!("{}を引く", deck.term(JA)),
        Action::Attack(seat) => format!("{seat}を攻撃する"),
        Action::Target(seat) => format!("{seat}を選ぶ"),
        Action::Hurt(seat) => format!("{seat}に 2 ダメージを与える"),
        Action::Heal(seat) => format!("{seat}を 1 回復する"),
        Action::Hand(seat) => format!("{seat}に推理カードを渡す"),
        Action::Steal(seat, equipment) => format!("{seat}から「{}」を奪う", equipment.term(JA)),
        Action::Give(seat, equipment) => format!("{seat}に「{}」を渡す", equipment.term(JA)),
        Action::Take(equipment) => format!("「{}」を取る", equipment.term(JA)),
        Action::Nothing => "何も起こらない".to_string(),
        Action::TakeOne => "1 ダメージを受ける".to_string(),
        Action::TakeTwo => "2 ダメージを受ける".to_string(),
        Action::HealOne => "1 回復する".to_string(),
        Action::GiveUp(equipment) => format!("「{}」を手放す", equipment.term(JA)),
        Action::Show => "引いた人に正体を見せる".to_string(),
    }
}
