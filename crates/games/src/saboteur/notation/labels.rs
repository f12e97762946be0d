//! What people read on cards and buttons: `Dig up-down-right at 3,4`, `Break B's cart`, `GoalLook at the top goal`.

use table::{Lang, Seat};

use crate::saboteur::{Action, Card, Claim, Edges, Face, Path, Side};
use crate::text::list;

impl Edges {
    /// As people read them: `up-down-right`.
    fn called(self, lang: Lang) -> String {
        let sides = super::LETTERS.iter().map(|(side, _)| *side).filter(|side| self.contains(*side));
        list(sides.map(|side| side.called(lang)), lang.either("-", ""))
    }
}

impl Side {
    fn called(self, lang: Lang) -> &'static str {
        match self {
            Side::Up => lang.either("up", "上"),
            Side::Right => lang.either("right", "右"),
            Side::Down => lang.either("down", "下"),
            Side::Left => lang.either("left", "左"),
        }
    }
}

impl Path {
    /// As people read it, by its open sides: `tunnel up-down-right`, `dead end up-left`.
    pub fn called(self, lang: Lang) -> String {
        let (sides, dead) = (self.edges().called(lang), self.is_dead_end());
        match lang {
            Lang::English => format!("{} {sides}", if dead { "dead end" } else { "tunnel" }),
            Lang::Japanese => format!("{}（{sides}）", if dead { "行き止まり" } else { "通路" }),
        }
    }
}

impl Card {
    /// As people read it: `tunnel up-down-right`, `cart breaking card`, `map card`.
    pub fn called(self, lang: Lang) -> String {
        match (self.face(), lang) {
            (Face::Tunnel(path), _) => path.called(lang),
            (Face::Break(tool), Lang::English) => format!("{tool} breaking card"),
            (Face::Repair(tools), Lang::English) => format!("{} repair card", tools.term(lang)),
            (_, Lang::English) => format!("{self} card"),
            (_, Lang::Japanese) => format!("{}カード", self.term(lang)),
        }
    }
}

/// An action of this seat as it stands on a button.
pub(super) fn label(own: Seat, action: &Action, lang: Lang) -> String {
    match lang {
        Lang::English => english(own, action),
        Lang::Japanese => japanese(own, action),
    }
}

fn english(own: Seat, action: &Action) -> String {
    let of = |seat: Seat| if seat == own { "your".to_string() } else { format!("{seat}'s") };
    match action {
        Action::Dig(path, cell) => format!("Dig {} at {cell}", path.called(Lang::English)),
        Action::Break(tool, seat) => format!("Break {} {tool}", of(*seat)),
        Action::Repair(card, tool, seat) if card.mends().len() > 1 => {
            format!("Repair {} {tool} with the {}", of(*seat), card.called(Lang::English))
        }
        Action::Repair(_, tool, seat) => format!("Repair {} {tool}", of(*seat)),
        Action::Rockfall(cell) => format!("Collapse the tunnel at {cell}"),
        Action::Map(goal) => format!("Look at the {goal} goal"),
        Action::Discard(card) => format!("Discard the {}", card.called(Lang::English)),
        Action::Say(Claim::Gold) => "Say that it is the gold".to_string(),
        Action::Say(Claim::Stone) => "Say that it is a stone".to_string(),
        Action::Say(Claim::Nothing) => "Say nothing".to_string(),
        Action::Take(card) => format!("Take the gold card worth {card}"),
    }
}

fn japanese(own: Seat, action: &Action) -> String {
    const JA: Lang = Lang::Japanese;
    let of = |seat: Seat| if seat == own { "自分".to_string() } else { seat.to_string() };
    match action {
        Action::Dig(path, cell) => format!("{cell} に{}を置く", path.called(JA)),
        Action::Break(tool, seat) => format!("{}の{}を壊す", of(*seat), tool.term(JA)),
        Action::Repair(card, tool, seat) if card.mends().len() > 1 => {
            format!("{}で{}の{}を直す", card.called(JA), of(*seat), tool.term(JA))
        }
        Action::Repair(_, tool, seat) => format!("{}の{}を直す", of(*seat), tool.term(JA)),
        Action::Rockfall(cell) => format!("落石で {cell} の通路を崩す"),
        Action::Map(goal) => format!("{}のゴールを見る", goal.term(JA)),
        Action::Discard(card) => format!("{}を捨てる", card.called(JA)),
        Action::Say(Claim::Nothing) => "何も言わない".to_string(),
        Action::Say(claim) => format!("{}だと言う", claim.term(JA)),
        Action::Take(card) => format!("金塊 {card} 個の金カードを取る"),
    }
}
