//! What an action is made of, as a person picks it: a seat, an area, a deck, an equipment, or what is done.

use table::{Lang, Part, Seat};

use super::labels;
use crate::raiders::{Action, Area, Deck, Equipment};
use crate::text::capitalized;

/// The parts of an action.
pub(super) fn parts(action: &Action) -> Vec<Part> {
    let at = |seat: Seat| Part::new("seat", seat.to_string());
    let card = |equipment: Equipment| Part::new("card", equipment.word());
    match *action {
        Action::Attack(seat) | Action::Target(seat) | Action::Hand(seat) => vec![at(seat)],
        Action::Hurt(seat) => vec![Part::new("does", "hurts"), at(seat)],
        Action::Heal(seat) => vec![Part::new("does", "heals"), at(seat)],
        Action::Steal(seat, equipment) | Action::Give(seat, equipment) => vec![at(seat), card(equipment)],
        Action::Take(equipment) | Action::GiveUp(equipment) => vec![card(equipment)],
        Action::Go(area) => vec![Part::new("area", area.word())],
        Action::Draw(deck) => vec![Part::new("deck", deck.word())],
        Action::Choose(sum) => vec![Part::new("sum", sum.to_string())],
        _ => vec![Part::new("does", action.to_string())],
    }
}

/// A part as people read it.
pub(super) fn part_label(part: &Part, lang: Lang) -> String {
    let text = match (part.sort, part.name.as_str()) {
        ("does", "hurts") => Some(lang.either("2 damage", "2 ダメージ").to_string()),
        ("does", "heals") => Some(lang.either("heal 1", "1 回復").to_string()),
        ("does", name) => name.parse().ok().map(|action| labels::done(action, lang)),
        ("card", name) => name.parse().ok().map(|card: Equipment| card.term(lang).replace('-', " ")),
        ("area", name) => name.parse().ok().map(|area: Area| area.term(lang).to_string()),
        ("deck", name) => name.parse().ok().map(|deck| drawn(deck, lang)),
        ("sum", name) => name.parse().ok().map(|sum| labels::done(Action::Choose(sum), lang)),
        _ => None,
    };
    text.map_or_else(|| part.name.clone(), |text| capitalized(&text))
}

fn drawn(deck: Deck, lang: Lang) -> String {
    lang.either(format!("{deck} card"), deck.term(lang).to_string())
}
