//! Reasons why a play is not allowed.

use table::{Lang, View};

use crate::daihinmin::cards::{CardSet, Suit};
use crate::daihinmin::events::Action;
use crate::daihinmin::melds::{Meld, TableState};
use crate::daihinmin::public::Phase;
use crate::daihinmin::{Daihinmin, Public};

/// The first rule that stands against what this text means; nothing where it means neither an action nor cards.
pub(super) fn why_not(view: View<'_, Daihinmin>, text: &str, lang: Lang) -> Option<String> {
    let (verb, rest) = text.split_once(' ').unwrap_or(("", text));
    let named = if matches!(verb, "plays" | "play" | "gives" | "give") { rest } else { text };
    let action = text.parse().or_else(|_| named.parse().map(Action::Play));
    let cards = match action {
        Ok(Action::Pass) => return Some(lang.either(NO_PASS, NO_PASS_JA).to_string()),
        Ok(Action::Play(meld)) => meld.cards(),
        Ok(Action::Give(cards)) => cards,
        Err(_) => named.parse::<CardSet>().ok().filter(|cards| !cards.is_empty())?,
    };
    let missing = cards.minus(view.private.hand);
    let why = if view.public.phase == Phase::Exchange {
        exchange(lang)
    } else if matches!(action, Ok(Action::Give(_))) {
        lang.either(NO_GIFT, NO_GIFT_JA).to_string()
    } else if !missing.is_empty() {
        lang.either(format!("you do not hold {missing}"), format!("{missing} は手札にありません"))
    } else if let Ok(Action::Play(meld)) = action {
        covers(meld, view.public, lang)
    } else {
        lang.either(format!("{cards} do not go together"), format!("{cards} は組になりません"))
    };
    Some(why)
}

const NO_PASS: &str = "you may not pass now";
const NO_PASS_JA: &str = "いまはパスできません";
const NO_GIFT: &str = "cards are given away only in the exchange";
const NO_GIFT_JA: &str = "カードを渡すのは交換のときだけです";

fn exchange(lang: Lang) -> String {
    lang.either("now cards are given away, none is played", "いまは交換です。渡すカードを選んでください")
        .to_string()
}

/// Why a meld does not cover what lies on the table.
fn covers(meld: Meld, public: &Public, lang: Lang) -> String {
    let TableState { meld: lying, locked, .. } = public.table;
    let Some(lying) = lying else {
        return lang.either("the rules do not allow that now", "いまはルール上できません").to_string();
    };
    if lying.is_lone_joker() {
        return lang.either("only S3 beats the joker", "ジョーカーに勝てるのは S3 だけです").to_string();
    }
    if lying.kind() != meld.kind() || lying.len() != meld.len() {
        let many = lying.len();
        return lang.either(
            format!("{lying} lies on the table: it takes {many} of the same kind, higher ones"),
            format!("場は {lying} です。同じ形で {many} 枚のカードが要ります"),
        );
    }
    let reversed = public.table.reversed();
    let stronger = if reversed { meld.high() < lying.low() } else { meld.low() > lying.high() };
    if !stronger {
        let turned = if reversed {
            lang.either(": the order is reversed now", "（いまは強さが逆です）")
        } else {
            ""
        };
        return lang.either(
            format!("{meld} does not beat {lying}{turned}"),
            format!("{meld} は {lying} より強くありません{turned}"),
        );
    }
    if locked {
        let suits: String =
            Suit::ALL.into_iter().filter(|&suit| lying.suits().contains(suit)).map(Suit::letter).collect();
        return lang.either(
            format!("the suits are locked: only {suits} until the table is cleared"),
            format!("しばりです。場が流れるまで {suits} だけ出せます"),
        );
    }
    lang.either("the rules do not allow that now", "いまはルール上できません").to_string()
}
