//! Text in and out: `turn 8`, `A bids 14`, and `A 14, B 14, C 3: A and B cancel each other. C takes 8.`

use std::fmt;
use std::str::FromStr;

use table::{Event, EventOf, Lang, Notation, OptionRow, Playthrough, Preset, SeatSet, Unreadable};

use super::cards::MOST_SEATS;
use super::options::{OPTIONS, PRESETS};
use super::{Bid, Buzzard, Prize, Reveal, Rules, Seen, Ties, TurnUp};
use crate::text::and;

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bids {}", self.value())
    }
}

/// People may also type `bid 14` or `14`.
impl FromStr for Bid {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Bid, Unreadable> {
        let number = text.strip_prefix("bids ").or(text.strip_prefix("bid ")).unwrap_or(text);
        let bid = number.parse().ok().and_then(Bid::new);
        bid.ok_or_else(|| Unreadable::new(text, "write `bids 14`, with a number from 1 to 15"))
    }
}

impl fmt::Display for Prize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl FromStr for Prize {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Prize, Unreadable> {
        let prize = text.parse().ok().and_then(Prize::new);
        prize.ok_or_else(|| Unreadable::new(text, "a prize is a number from -5 to 15, but not 0"))
    }
}

impl fmt::Display for TurnUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", self.0)
    }
}

impl FromStr for TurnUp {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<TurnUp, Unreadable> {
        match text.strip_prefix("turn ") {
            Some(prize) => Ok(TurnUp(prize.parse()?)),
            None => Err(Unreadable::new(text, "write `turn 8` or `A bids 14`")),
        }
    }
}

/// What was seen, as an English sentence.
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
        let bids: Vec<String> =
            self.round.bids.iter().map(|(seat, bid)| format!("{seat} {}", bid.value())).collect();
        write!(f, "{}:", bids.join(", "))?;
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

impl Reveal {
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

impl Notation for Buzzard {
    const ABOUT: &'static str = "ハゲタカのえじき: all bid at once for mice and vultures, equal bids cancel";
    const SEATS: (usize, usize) = (2, MOST_SEATS);
    const OPTIONS: &'static [OptionRow<Rules>] = OPTIONS;
    const PRESETS: &'static [Preset] = PRESETS;
    const KINDS: &'static [&'static str] = &["turn", "commit", "reveal"];
    const PLAYTHROUGHS: &'static [Playthrough] = &[
        Playthrough::short("buzzard", "buzzard(cards=4)", 3, 1),
        Playthrough::whole("buzzard_whole", "buzzard", 5, 1),
        Playthrough::short("goofspiel", "goofspiel(cards=3)", 2, 1),
    ];

    fn default_rules(seats: usize) -> Rules {
        Rules::default_for(seats)
    }

    fn kind(&self, event: &EventOf<Buzzard>) -> &'static str {
        match event {
            Event::Chance(_) => "turn",
            Event::Act(..) if self.public.committed.is_empty() => "reveal",
            Event::Act(..) => "commit",
        }
    }

    fn rulebook(lang: Lang) -> &'static str {
        match lang {
            Lang::English => include_str!("rulebook.md"),
        }
    }

    fn tell(seen: &Seen, lang: Lang) -> String {
        match lang {
            Lang::English => English(seen).to_string(),
        }
    }
}
