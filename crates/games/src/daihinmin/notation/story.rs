//! What was seen, as sentences.

use std::fmt;

use table::{Lang, Seat};

use crate::daihinmin::events::{Seen, Then};
use crate::daihinmin::private::Private;

/// What is said as long as it holds.
pub(super) const LASTING: &[&str] = &["The suits are locked.", "しばり。"];

/// What was seen, as a sentence.
pub(super) fn tell(seen: &Seen, lang: Lang) -> String {
    match lang {
        Lang::English => English(seen).to_string(),
        Lang::Japanese => Japanese(seen).to_string(),
    }
}

const EN: Lang = Lang::English;
const JA: Lang = Lang::Japanese;

struct English<'a>(&'a Seen);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Ordered(line) => write!(f, "The order is {line}."),
            Seen::First(seat) => write!(f, "{seat} is dealt the first card."),
            Seen::Dealt { own, opener } => {
                f.write_str("The cards are dealt.")?;
                own.map_or(Ok(()), |own| tell_own(f, &own))?;
                tell_opener(f, *opener)
            }
            Seen::Gave { giver, receiver, count, cards, opener } => {
                let cards = cards.map_or(format!("{count} of its cards"), |cards| cards.faces(EN));
                write!(f, "{giver} gives {cards} to {receiver}.")?;
                tell_opener(f, *opener)
            }
            Seen::Played { seat, meld, then } => {
                let revolution = if meld.is_revolution() { " Revolution." } else { "" };
                write!(f, "{seat} plays {}.{revolution}", meld.faces(EN))?;
                tell_then(f, *seat, then)
            }
            Seen::Passed { seat, then } => {
                write!(f, "{seat} passes.")?;
                tell_then(f, *seat, then)
            }
            Seen::Lots(line) => write!(f, "Nobody plays any more. The lots rank {line}."),
        }
    }
}

fn tell_own(f: &mut fmt::Formatter<'_>, own: &Private) -> fmt::Result {
    match own.gave.is_empty() {
        true => write!(f, " You hold {}.", own.hand.faces(EN)),
        false => write!(f, " You give {} and hold {}.", own.gave.faces(EN), own.hand.faces(EN)),
    }
}

fn tell_opener(f: &mut fmt::Formatter<'_>, opener: Option<Seat>) -> fmt::Result {
    opener.map_or(Ok(()), |seat| write!(f, " {seat} leads."))
}

fn tell_then(f: &mut fmt::Formatter<'_>, seat: Seat, then: &Then) -> fmt::Result {
    if then.locked {
        write!(f, " {}", LASTING[0])?;
    }
    if let Some(place) = then.out {
        write!(f, " {seat} is out, number {place}.")?;
    }
    if then.cleared {
        f.write_str(" The table is cleared.")?;
    }
    Ok(())
}

struct Japanese<'a>(&'a Seen);

impl fmt::Display for Japanese<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Ordered(line) => write!(f, "席順は {line}。"),
            Seen::First(seat) => write!(f, "最初のカードは{seat}に配られる。"),
            Seen::Dealt { own, opener } => {
                f.write_str("カードが配られた。")?;
                own.map_or(Ok(()), |own| tell_own_ja(f, &own))?;
                tell_opener_ja(f, *opener)
            }
            Seen::Gave { giver, receiver, count, cards, opener } => {
                let cards =
                    cards.map_or(format!("カード{count}枚"), |cards| format!(" {} ", cards.faces(JA)));
                write!(f, "{giver}が{receiver}に{cards}を渡した。")?;
                tell_opener_ja(f, *opener)
            }
            Seen::Played { seat, meld, then } => {
                let revolution = if meld.is_revolution() { "革命！" } else { "" };
                write!(f, "{seat}が {} を出した。{revolution}", meld.faces(JA))?;
                tell_then_ja(f, then)
            }
            Seen::Passed { seat, then } => {
                write!(f, "{seat}はパス。")?;
                tell_then_ja(f, then)
            }
            Seen::Lots(line) => write!(f, "だれも出さなくなった。くじ引きによる順位は {line}。"),
        }
    }
}

fn tell_own_ja(f: &mut fmt::Formatter<'_>, own: &Private) -> fmt::Result {
    if !own.gave.is_empty() {
        write!(f, "あなたは {} を献上した。", own.gave.faces(JA))?;
    }
    write!(f, "手札は {}。", own.hand.faces(JA))
}

fn tell_opener_ja(f: &mut fmt::Formatter<'_>, opener: Option<Seat>) -> fmt::Result {
    opener.map_or(Ok(()), |seat| write!(f, "{seat}から始める。"))
}

fn tell_then_ja(f: &mut fmt::Formatter<'_>, then: &Then) -> fmt::Result {
    if then.locked {
        f.write_str(LASTING[1])?;
    }
    if let Some(place) = then.out {
        write!(f, "{place}番目に上がり。")?;
    }
    if then.cleared {
        f.write_str("場が流れた。")?;
    }
    Ok(())
}
