//! What was seen, as sentences: `A 14, B 14, C 3: A and B cancel each other. C takes 8.`

use std::fmt;

use table::{Lang, SeatSet};

use crate::buzzard::{Bid, Reveal, Seen, Ties};
use crate::text::{and, list};

/// What was seen, as a sentence.
pub(super) fn tell(seen: &Seen, lang: Lang) -> String {
    match lang {
        Lang::English => English(seen).to_string(),
        Lang::Japanese => japanese(seen),
    }
}

struct English<'a>(&'a Seen);

impl fmt::Display for English<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Turned(prize) => write!(f, "{prize} is turned up."),
            Seen::Committed(seat) => write!(f, "{seat} has bid."),
            Seen::Bid(seat, bid) => write!(f, "{seat} {bid}."),
            Seen::Revealed(reveal) => reveal.fmt(f),
        }
    }
}

impl fmt::Display for Reveal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.bids(", "))?;
        for tied in self.ties_that_matter() {
            let verb = if self.ties == Ties::Cancel { "cancel each other" } else { "tie" };
            write!(f, " {} {verb}.", and(tied))?;
        }
        match (self.round.taker, self.round.pot) {
            (Some(taker), pot) => write!(f, " {taker} takes {pot}."),
            (None, pot) if self.waits => write!(f, " Nobody takes it. {pot} waits."),
            (None, pot) => write!(f, " Nobody takes it. {pot} is lost."),
        }
    }
}

fn japanese(seen: &Seen) -> String {
    match seen {
        Seen::Turned(prize) => format!("得点カード {prize} がめくられた。"),
        Seen::Committed(seat) => format!("{seat}がカードを伏せた。"),
        Seen::Bid(seat, bid) => format!("{seat}が {} を伏せた。", bid.value()),
        Seen::Revealed(reveal) => revealed(reveal),
    }
}

fn revealed(reveal: &Reveal) -> String {
    let verb = if reveal.ties == Ties::Cancel { "がバッティング。" } else { "が並んだ。" };
    let ties = list(reveal.ties_that_matter().map(|tied| list(tied, "と") + verb), "");
    let end = match (reveal.round.taker, reveal.round.pot) {
        (Some(taker), pot) => format!("{taker}が {pot} を取る。"),
        (None, pot) if reveal.waits => format!("だれも取れず、{pot} は持ち越し。"),
        (None, pot) => format!("だれも取れず、{pot} は流れた。"),
    };
    format!("{}：{ties}{end}", reveal.bids("、"))
}

impl Reveal {
    /// `A 14, B 14, C 3`.
    fn bids(&self, between: &str) -> String {
        list(self.round.bids.iter().map(|(seat, bid)| format!("{seat} {}", bid.value())), between)
    }

    /// Those who bid the same, by their first seat. Where ties do not cancel, only one for the pot matters.
    fn ties_that_matter(&self) -> impl Iterator<Item = SeatSet> {
        let (bids, lost_by) = (self.round.bids, self.lost_by());
        let matter = bids.iter().filter(move |(_, bid)| self.ties == Ties::Cancel || Some(*bid) == lost_by);
        let groups = matter.map(move |(seat, bid)| (seat, bids.bidders(bid)));
        groups.filter(|(seat, tied)| tied.len() > 1 && tied.first() == Some(*seat)).map(|(_, tied)| tied)
    }

    /// The best bid, if nobody may take the pot with it.
    fn lost_by(&self) -> Option<Bid> {
        let bids = self.round.bids.iter().map(|(_, bid)| bid);
        let best = if self.round.pot < 0 { bids.min() } else { bids.max() };
        best.filter(|_| self.round.taker.is_none())
    }
}
