//! What was seen, as sentences, and what is going on.

use std::fmt;

use table::{Lang, Seat};

use crate::saboteur::{Action, Card, Claim, Deed, End, Goal, Gold, Phase, Public, Seen, Took, Winner};
use crate::text::{and, list};

const JA: Lang = Lang::Japanese;

/// What was seen, as a sentence.
pub(super) fn tell(seen: &Seen, lang: Lang) -> String {
    match lang {
        Lang::English => English(seen).to_string(),
        Lang::Japanese => japanese(seen),
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Dig(path, cell, turned) => {
                write!(f, "digs {path} {cell}.")?;
                let turned = Goal::ALL.into_iter().zip(turned);
                turned
                    .filter_map(|(goal, up)| Some((goal, (*up)?)))
                    .try_for_each(|(goal, treasure)| write!(f, " The {goal} goal is {treasure}."))
            }
            Deed::Break(tool, seat) => write!(f, "breaks {tool} of {seat}."),
            Deed::Repair(card, tool, seat) => write!(f, "{}.", Action::Repair(*card, *tool, *seat)),
            Deed::Rockfall(cell, path) => write!(f, "collapses {cell}, where {path} was."),
            Deed::Map(goal, None) => write!(f, "looks at the {goal} goal."),
            Deed::Map(goal, Some(treasure)) => write!(f, "looks at the {goal} goal: {treasure}."),
            Deed::Discard(None) => f.write_str("discards a card."),
            Deed::Discard(Some(card)) => write!(f, "discards {card}."),
            Deed::Say(goal, Claim::Nothing) => write!(f, "says nothing about the {goal} goal."),
            Deed::Say(goal, claim) => write!(f, "says that the {goal} goal is {claim}."),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.winner {
            Winner::Diggers => "The diggers win",
            Winner::Saboteurs => "The saboteurs win",
            Winner::Nobody => "Nobody wins",
        })?;
        match self.saboteurs.len() {
            0 => write!(f, "; there was no saboteur.")?,
            1 => write!(f, "; the saboteur was {}.", and(self.saboteurs))?,
            _ => write!(f, "; the saboteurs were {}.", and(self.saboteurs))?,
        }
        let paid = self.served().zip(self.rewards).filter(|(_, reward)| !reward.is_empty());
        paid.into_iter()
            .try_for_each(|(seat, reward)| write!(f, " {seat} gets {}.", list(reward.cards(), "+")))
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card {
            None => write!(f, "{} takes a gold card.", self.seat)?,
            Some(card) => write!(f, "{} takes {card}.", self.seat)?,
        }
        match (self.next, self.rest) {
            (Some(next), Some(rest)) => write!(f, " {next} gets the rest: {rest}."),
            (Some(next), None) => write!(f, " {next} gets the rest."),
            _ => Ok(()),
        }
    }
}

struct English<'a>(&'a Seen);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or = |card: &Option<Card>, unseen: &str| card.map_or(unseen.to_string(), |card| card.to_string());
        match self.0 {
            Seen::Shuffled(round) => write!(f, "Round {}. The goals are shuffled.", round + 1),
            Seen::First(seat) => write!(f, "{seat} begins."),
            Seen::Role(seat, None) => write!(f, "{seat} gets a role."),
            Seen::Role(seat, Some(role)) => write!(f, "{seat} is a {role}."),
            Seen::Dealt(seat, card) => write!(f, "{seat} is dealt {}.", or(card, "a card")),
            Seen::Drew(seat, card) => write!(f, "{seat} draws {}.", or(card, "a card")),
            Seen::Did(seat, deed, None) => write!(f, "{seat} {deed}"),
            Seen::Did(seat, deed, Some(end)) => write!(f, "{seat} {deed} {end}"),
            Seen::Bundle(seat, count, None) => write!(f, "{seat} gets {count} gold cards to choose from."),
            Seen::Bundle(seat, count, Some(gold)) => {
                write!(f, "{seat} gets {count} gold cards to choose from: {gold}.")
            }
            Seen::Took(took) => took.fmt(f),
        }
    }
}

fn japanese(seen: &Seen) -> String {
    match *seen {
        Seen::Shuffled(round) => format!("第{}ラウンド。ゴールカードを裏向きに混ぜて並べた。", round + 1),
        Seen::First(seat) => format!("{seat}から始める。"),
        Seen::Role(seat, None) => format!("{seat}に役割が配られた。"),
        Seen::Role(seat, Some(role)) => format!("{seat}は{}。", role.term(JA)),
        Seen::Dealt(seat, card) => format!("{seat}に{}が配られた。", named(card)),
        Seen::Drew(seat, card) => format!("{seat}が{}を引いた。", named(card)),
        Seen::Did(seat, deed, end) => did(seat, &deed) + &end.map_or(String::new(), |end| ended(&end)),
        Seen::Bundle(seat, count, gold) => {
            let gold = gold.map_or(String::new(), |gold| format!("（{gold}）"));
            format!("{seat}が金カード{count}枚{gold}を受け取って選ぶ。")
        }
        Seen::Took(took) => taken(&took),
    }
}

fn named(card: Option<Card>) -> String {
    card.map_or_else(|| "カード".to_string(), |card| card.called(JA))
}

fn did(seat: Seat, deed: &Deed) -> String {
    match deed {
        Deed::Dig(path, cell, turned) => {
            let turned = Goal::ALL.into_iter().zip(turned).filter_map(|(goal, up)| Some((goal, (*up)?)));
            let turned = turned.map(|(goal, up)| format!("{}のゴールは{}。", goal.term(JA), up.term(JA)));
            format!("{seat}が {cell} に{}を置いた。{}", path.called(JA), list(turned, ""))
        }
        Deed::Break(tool, whose) => format!("{seat}が{whose}の{}を壊した。", tool.term(JA)),
        Deed::Repair(card, tool, whose) => {
            let with =
                if card.mends().len() > 1 { format!("{}カードで", card.term(JA)) } else { String::new() };
            format!("{seat}が{with}{whose}の{}を直した。", tool.term(JA))
        }
        Deed::Rockfall(cell, path) => format!("{seat}が落石で {cell} の{}を崩した。", path.called(JA)),
        Deed::Map(goal, None) => format!("{seat}が{}のゴールを見た。", goal.term(JA)),
        Deed::Map(goal, Some(up)) => {
            format!("{seat}が{}のゴールを見た。{}だった。", goal.term(JA), up.term(JA))
        }
        Deed::Discard(card) => format!("{seat}が{}を伏せて捨てた。", named(*card)),
        Deed::Say(goal, Claim::Nothing) => {
            format!("{seat}は{}のゴールについて何も言わなかった。", goal.term(JA))
        }
        Deed::Say(goal, claim) => {
            format!("{seat}は{}のゴールが{}だと言った。", goal.term(JA), claim.term(JA))
        }
    }
}

fn ended(end: &End) -> String {
    let winner = match end.winner {
        Winner::Diggers => "金鉱掘りの勝ち。",
        Winner::Saboteurs => "お邪魔者の勝ち。",
        Winner::Nobody => "勝者なし。",
    };
    let saboteurs = match end.saboteurs.is_empty() {
        true => "お邪魔者はいなかった。".to_string(),
        false => format!("お邪魔者は{}だった。", list(end.saboteurs, "と")),
    };
    let paid = end.served().zip(end.rewards).filter(|(_, reward)| !reward.is_empty());
    let paid = paid.map(|(seat, reward)| format!("{seat}は金塊 {} 個を得た。", list(reward.cards(), "+")));
    format!("{winner}{saboteurs}{}", list(paid, ""))
}

impl End {
    /// How the round ended, as sentences.
    pub(in crate::saboteur) fn told(&self, lang: Lang) -> String {
        match lang {
            Lang::English => self.to_string(),
            Lang::Japanese => ended(self),
        }
    }
}

fn taken(took: &Took) -> String {
    let card = took.card.map_or(String::new(), |card| format!("金塊 {card} 個の"));
    let rest = took.rest.map_or(String::new(), |rest: Gold| format!("（{rest}）"));
    let next = took.next.map_or(String::new(), |next| format!("残り{rest}は{next}に渡った。"));
    format!("{}が{card}金カードを取った。{next}", took.seat)
}

impl Public {
    /// What is going on, in a few words.
    pub(in crate::saboteur) fn doing(&self, lang: Lang) -> String {
        let of = |seat: Seat, english: &str, japanese: &str| {
            lang.either(format!("{seat} {english}"), format!("{seat}{japanese}"))
        };
        match self.phase {
            Phase::Goals | Phase::First | Phase::Role(_) | Phase::Deal(_) => {
                lang.either("a round is dealt", "カードを配っている").to_string()
            }
            Phase::Play(seat) => of(seat, "is to play", "の手番"),
            Phase::Say(seat, goal) => of(
                seat,
                &format!("may speak about the {goal} goal"),
                &format!("が{}のゴールについて話せる", goal.term(JA)),
            ),
            Phase::Draw(seat) => of(seat, "draws a card", "がカードを引く"),
            Phase::Bundle(seat) => of(seat, "draws gold", "が金カードを引く"),
            Phase::Take(seat) => of(seat, "takes gold", "が金カードを取る"),
            Phase::Over => lang.either("the game is over", "ゲーム終了").to_string(),
        }
    }
}
