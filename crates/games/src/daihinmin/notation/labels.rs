//! What people read on cards and buttons: `♠Q`, `Play ♠5 Joker(♠6) ♠7`, `Pass`.

use table::{Lang, Part};

use crate::daihinmin::cards::{Card, CardSet, TWO};
use crate::daihinmin::events::Action;
use crate::daihinmin::melds::{Joker, Meld};
use crate::text::list;

impl CardSet {
    /// As people read them, weakest first.
    pub fn faces(self, lang: Lang) -> String {
        list(self.iter().map(|card| card.face(lang)), " ")
    }
}

impl Meld {
    /// As people read it, with what the joker stands for: `♠5 Joker(♠6) ♠7`.
    pub fn faces(self, lang: Lang) -> String {
        let Joker::For(cell) = self.joker() else { return self.cards().faces(lang) };
        let below = |card: &Card| card.cell() < Some(cell);
        let (before, after): (Vec<Card>, Vec<Card>) = self.naturals().iter().partition(below);
        let faces = |cards: Vec<Card>| cards.into_iter().map(move |card| card.face(lang));
        let stands = format!("{}({})", Card::JOKER.face(lang), cell.face());
        list(faces(before).chain([stands]).chain(faces(after)), " ")
    }
}

/// An action as it stands on a button.
pub(super) fn label(action: &Action, lang: Lang) -> String {
    match (action, lang) {
        (Action::Pass, _) => passes(lang).to_string(),
        (Action::Play(meld), Lang::English) => format!("Play {}", meld.faces(lang)),
        (Action::Play(meld), Lang::Japanese) => format!("{} を出す", meld.faces(lang)),
        (Action::Give(cards), Lang::English) => format!("Give {}", cards.faces(lang)),
        (Action::Give(cards), Lang::Japanese) => format!("{} を渡す", cards.faces(lang)),
    }
}

fn passes(lang: Lang) -> &'static str {
    lang.either("Pass", "パス")
}

/// A card, a pass, or what the joker stands for.
pub(super) fn part_label(part: &Part, lang: Lang) -> String {
    match part.sort {
        "does" => passes(lang).to_string(),
        "joker" => stands_for(part.name.trim_start_matches('='), lang),
        _ => part.name.parse::<Card>().map_or_else(|_| part.name.clone(), |card| card.face(lang)),
    }
}

fn stands_for(name: &str, lang: Lang) -> String {
    let Some((Some(cell), _)) = super::first_cell(name) else { return name.to_string() };
    let sign = cell.suit().sign();
    match (cell.column(), lang) {
        (0, Lang::English) => format!("Joker below {sign}3"),
        (0, Lang::Japanese) => format!("ジョーカーを{sign}3の下に"),
        (column, Lang::English) if column > TWO => format!("Joker above {sign}2"),
        (column, Lang::Japanese) if column > TWO => format!("ジョーカーを{sign}2の上に"),
        (_, Lang::English) => format!("Joker as {}", cell.face()),
        (_, Lang::Japanese) => format!("ジョーカーを{}に", cell.face()),
    }
}
