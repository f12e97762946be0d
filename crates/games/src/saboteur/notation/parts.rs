//! What an action is made of, as a person picks it: a card of the hand, and where or at whom it is played.

use table::{Lang, Part};

use crate::saboteur::{Action, Card, Claim, Goal, Path, Tool};
use crate::text::capitalized;

/// The parts of an action.
pub(super) fn parts(action: &Action) -> Vec<Part> {
    let card = |card: Card| Part::new("card", card.to_string());
    match *action {
        Action::Dig(path, cell) => {
            let parts = [card(path.card()), Part::new("cell", cell.to_string())];
            parts.into_iter().chain(rotation(path)).collect()
        }
        Action::Break(tool, seat) => vec![card(Card::breaking(tool)), Part::new("seat", seat.to_string())],
        Action::Repair(with, tool, seat) => {
            let parts = [card(with), Part::new("seat", seat.to_string())];
            let which = (with.mends().len() > 1).then(|| Part::new("tool", tool.word()));
            parts.into_iter().chain(which).collect()
        }
        Action::Rockfall(cell) => vec![card(Card::ROCKFALL), Part::new("cell", cell.to_string())],
        Action::Map(goal) => vec![card(Card::MAP), Part::new("goal", goal.word())],
        Action::Discard(away) => vec![card(away), Part::new("does", "discards")],
        Action::Say(claim) => vec![Part::new("says", claim.word())],
        Action::Take(gold) => vec![Part::new("gold", gold.to_string())],
    }
}

/// How a card lies that can lie in two ways.
fn rotation(path: Path) -> Option<Part> {
    let two_ways = path.edges() != path.edges().turned();
    let upright = path.card().path() == Some(path);
    two_ways.then(|| Part::new("turn", if upright { "upright" } else { "turned" }))
}

/// A part as people read it.
pub(super) fn part_label(part: &Part, lang: Lang) -> String {
    let text = match (part.sort, part.name.as_str()) {
        ("does", _) => Some(lang.either("discard", "捨てる").to_string()),
        ("turn", "upright") => Some(lang.either("upright", "そのまま").to_string()),
        ("turn", _) => Some(lang.either("turned", "逆さ").to_string()),
        ("card", name) => name.parse().ok().map(|card: Card| card.called(lang)),
        ("tool", name) => name.parse().ok().map(|tool: Tool| tool.term(lang).to_string()),
        ("goal", name) => name.parse().ok().map(|goal| aim(goal, lang)),
        ("says", name) => name.parse().ok().map(|claim: Claim| claim.term(lang).to_string()),
        ("gold", worth) => Some(lang.either(format!("gold card worth {worth}"), format!("金塊 {worth} 個"))),
        _ => None,
    };
    text.map_or_else(|| part.name.clone(), |text| capitalized(&text))
}

fn aim(goal: Goal, lang: Lang) -> String {
    lang.either(format!("{goal} goal"), format!("{}のゴール", goal.term(lang)))
}
