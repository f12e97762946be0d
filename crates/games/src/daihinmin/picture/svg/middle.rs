//! The table in the middle: the meld to beat, the exchange before play, the ranks at the end.

use table::{Lang, Scene};

use super::super::cards::{draw_laid, lying};
use super::Plan;
use crate::daihinmin::{CardSet, Daihinmin, Meld, Pair, Phase, Suit, rank_terms};
use crate::svg::{BOLD, EMPTY, FELT, MIDDLE, QUIET, RED, Svg, row};
use crate::text::list;

pub(super) fn draw(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Daihinmin>, y: i32) {
    sheet.rect((plan.margin, y), (plan.room(), plan.felt), 18, FELT);
    match scene.public.phase {
        Phase::Play => draw_meld(sheet, plan, scene, y),
        Phase::Exchange => draw_lines(sheet, plan, y, &exchange(scene)),
        Phase::Over => draw_lines(sheet, plan, y, &ranking(scene)),
        Phase::Order | Phase::First | Phase::Deal | Phase::Lots => {
            let says = scene.lang.either("the cards are dealt", "カードを配ります");
            draw_lines(sheet, plan, y, &[(says.to_string(), QUIET)]);
        }
    }
}

/// Lines in the middle of the table.
fn draw_lines(sheet: &mut Svg, plan: &Plan, y: i32, lines: &[(String, &str)]) {
    let first = y + plan.felt / 2 - 13 * (lines.len() as i32 - 1) + 5;
    for (n, (line, style)) in lines.iter().enumerate() {
        let at = (plan.width / 2, first + 26 * n as i32);
        sheet.text_within(at, (16, plan.room() - 8), &format!("{style} {MIDDLE}"), line);
    }
}

/// The meld to beat, or the place for one; below it what holds and whose it is.
fn draw_meld(sheet: &mut Svg, plan: &Plan, scene: &Scene<'_, Daihinmin>, y: i32) {
    let ((wide, high), middle, top) = (plan.laid, plan.width / 2, y + plan.felt / 12);
    match scene.public.table.meld {
        Some(meld) => draw_cards(sheet, plan, meld, top, scene.lang),
        None => sheet.rect((middle - wide / 2, top), plan.laid, wide / 8, EMPTY),
    }
    let (flags, whose) = (flags(scene), whose(scene));
    let base = top + high + 30;
    sheet.text((middle, base), 16, &format!("{RED} {BOLD} {MIDDLE}"), &flags);
    let base = if flags.is_empty() { base } else { base + 24 };
    sheet.text((middle, base), 14, &format!("{QUIET} {MIDDLE}"), whose);
}

fn draw_cards(sheet: &mut Svg, plan: &Plan, meld: Meld, y: i32, lang: Lang) {
    let (cards, (left, right)) = (lying(meld), plan.span());
    for (x, card) in row(cards.len(), (left + 12, right - 12), plan.laid.0, 6).zip(cards) {
        draw_laid(sheet, (x, y), plan.laid, (meld, card), lang);
    }
}

/// What a play has to respect, or what turns the order.
fn flags(scene: &Scene<'_, Daihinmin>) -> String {
    let table = &scene.public.table;
    let suits = table.meld.map_or(String::new(), |meld| meld.suits().iter().map(Suit::sign).collect());
    let flags = [
        (table.locked, scene.lang.either(format!("locked to {suits}"), format!("しばり {suits}"))),
        (table.revolution, scene.lang.either("revolution", "革命").to_string()),
        (table.back, scene.lang.either("jack back", "11バック").to_string()),
        (table.reversed(), scene.lang.either("3 is high", "3 が強い").to_string()),
    ];
    let flags = flags.into_iter().filter(|(holds, _)| *holds).map(|(_, flag)| flag);
    list(flags, " · ")
}

/// Whose trick it is.
fn whose(scene: &Scene<'_, Daihinmin>) -> String {
    let (last, now) = (scene.public.last, scene.public.now);
    match scene.public.table.meld {
        Some(_) => scene.lang.either(format!("played by {last}"), format!("{last} の場")),
        None => scene.lang.either(format!("an empty table: {now} leads"), format!("場は空 · {now} から")),
    }
}

/// Who gives what to whom before play begins.
fn exchange(scene: &Scene<'_, Daihinmin>) -> Vec<(String, &'static str)> {
    let pairs = scene.public.rules.pairs();
    let mut lines: Vec<(String, &str)> = pairs.map(|pair| (given(scene, pair), QUIET)).collect();
    let Some(view) = scene.view else { return lines };
    let cards = |cards: CardSet| list(cards.iter().map(|card| card.face(scene.lang)), " ");
    if !view.private.gave.is_empty() {
        let gave = cards(view.private.gave);
        lines
            .push((scene.lang.either(format!("you gave {gave}"), format!("あなたは {gave} を渡した")), BOLD));
    }
    if let Some(pair) =
        scene.public.rules.pair_of(view.seat).filter(|_| scene.public.giving.contains(view.seat))
    {
        lines.push((asked(scene.lang, pair), "font-weight='600' fill='var(--accent, #0b62a6)'"));
    }
    lines
}

/// What a pair exchanges.
fn given(scene: &Scene<'_, Daihinmin>, Pair { rich, poor, count }: Pair) -> String {
    let done = !scene.public.giving.contains(rich);
    let english = match done {
        true => format!("{poor} and {rich} have exchanged {count}"),
        false => format!("{poor} gave its best {count} to {rich}, {rich} gives {count} back"),
    };
    let japanese = match done {
        true => format!("{poor} と {rich} は {count} 枚を交換した"),
        false => format!("{poor} → {rich} 強い {count} 枚 · {rich} → {poor} 好きな {count} 枚"),
    };
    scene.lang.either(english, japanese)
}

fn asked(lang: Lang, Pair { poor, count, .. }: Pair) -> String {
    let cards = if count == 1 { "card" } else { "cards" };
    lang.either(format!("choose {count} {cards} for {poor}"), format!("{poor} に渡す {count} 枚を選ぶ"))
}

/// Everybody by the rank that the game gave.
fn ranking(scene: &Scene<'_, Daihinmin>) -> Vec<(String, &'static str)> {
    let public = scene.public;
    let own = |seat| scene.view.is_some_and(|view| view.seat == seat);
    let ranks = rank_terms(public.finished.len(), scene.lang);
    let line = |(place, &seat): (usize, &table::Seat)| {
        let line = format!("{}  {seat} {}  {}", place + 1, scene.name(seat), ranks[place]);
        (line, if own(seat) { BOLD } else { "" })
    };
    public.finished.as_slice().iter().enumerate().map(line).collect()
}
