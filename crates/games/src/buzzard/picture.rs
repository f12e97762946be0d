//! A view drawn: the prize and the pot, all rounds so far with everybody's bids, the seat's own hand.

mod animals;
mod svg;
mod text;

use table::{Lang, Notation, Picture, PublicState, Scene, Seat, SeatSet, Turn};

use super::{Buzzard, Pot, Prize, Public, Round, Ties, Utility};
use crate::text::{and, list};

impl Picture for Buzzard {
    fn text(scene: &Scene<'_, Buzzard>) -> String {
        text::draw(scene)
    }

    fn svg(scene: &Scene<'_, Buzzard>) -> String {
        svg::draw(scene)
    }
}

/// `buzzard · round 6 of 15 · you are A`
fn title(scene: &Scene<'_, Buzzard>) -> String {
    let (public, rules) = (scene.public, Buzzard::write_rules(&scene.public.rules));
    let (played, of) = (public.log.len(), public.rules.cards);
    let round = match public.turn() {
        Turn::Over => scene.lang.either(format!("over after {played} rounds"), format!("{played} 回で終了")),
        _ => {
            scene.lang.either(format!("round {} of {of}", played + 1), format!("第 {} 回 / {of}", played + 1))
        }
    };
    match scene.view {
        Some(view) => {
            format!("{rules} · {round} · {} {}", scene.lang.either("you are", "あなたは"), view.seat)
        }
        None => format!("{rules} · {round}"),
    }
}

/// What the next reveal is about, and who will take it.
fn stake(public: &Public, lang: Lang) -> String {
    let carried = match public.carried {
        0 => String::new(),
        carried => lang.either(format!(" and {carried} carried"), format!("(持ち越し {carried})")),
    };
    match (public.prize, public.turn()) {
        (Some(prize), _) => format!("{prize}{carried}: {}", claim(public, lang)),
        (None, Turn::Over) => winners(public, lang),
        (None, _) => lang.either(
            format!("the next prize, still face down{carried}"),
            format!("次の得点カードはまだ伏せてある{carried}"),
        ),
    }
}

fn claim(public: &Public, lang: Lang) -> String {
    let pot = public.pot().unwrap_or(0);
    let (end, extreme) = if pot < 0 { ("LOWEST", "最小") } else { ("HIGHEST", "最大") };
    let what = if public.carried == 0 { "it".to_string() } else { pot.to_string() };
    let whole = if public.carried == 0 { String::new() } else { format!(" {pot} ") };
    let takes = if pot < 0 { "引き取る" } else { "取る" };
    match public.rules.ties {
        Ties::Cancel => lang.either(
            format!("the {end} unique bid takes {what}"),
            format!("重ならない{extreme}の数が{whole}を{takes}", whole = or_it(&whole)),
        ),
        Ties::Discard => lang.either(
            format!("the {end} bid takes {what}, unless it is tied"),
            format!("{extreme}の数が{whole}を{takes}(同じ数なら誰も取らない)", whole = or_it(&whole)),
        ),
    }
}

/// What is taken, in Japanese.
fn or_it(whole: &str) -> &str {
    if whole.is_empty() { "これ" } else { whole }
}

fn winners(public: &Public, lang: Lang) -> String {
    let best = public.points.as_slice().iter().max();
    let winners = public.points.iter().filter(|(_, total)| Some(total) == best).map(|(seat, _)| seat);
    let winners: SeatSet = winners.collect();
    let counts = match (public.rules.utility, public.seats()) {
        (Utility::Points, 3..) => lang.either(
            "; what counts are the points less the mean of the others'",
            "。数えるのは他の席の平均との差",
        ),
        (Utility::Points, _) => lang.either("; what counts is the difference", "。数えるのは点差"),
        _ => "",
    };
    let win = match winners.len() {
        1 => lang.either(format!("{} wins", and(winners)), format!("{winners} の勝ち")),
        _ => lang.either(
            format!("{} share the win", and(winners)),
            format!("{} が勝ちを分け合う", list(winners, " と ")),
        ),
    };
    win + counts
}

/// What stands in a seat's row for the round being played.
fn envelope(scene: &Scene<'_, Buzzard>, seat: Seat) -> Option<String> {
    let own = scene.view_of(seat).and_then(|view| view.private.bid);
    let shown = own.map_or("?".to_string(), |bid| bid.value().to_string());
    scene.public.committed.contains(seat).then_some(shown)
}

/// The prizes that make up what is carried.
fn waiting(public: &Public) -> Vec<Prize> {
    let rounds: Vec<&Round> = public.log.iter().collect();
    let taken = rounds.iter().rposition(|round| round.taker.is_some());
    let carries = public.rules.pot == Pot::Carry && public.turn() != Turn::Over;
    let since = taken.map_or(0, |taken| taken + 1);
    rounds[since..].iter().filter(|_| carries).map(|round| round.prize).collect()
}
