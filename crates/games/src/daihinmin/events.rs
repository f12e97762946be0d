//! What happens: plays and passes, gifts, the deal; and how much of it each observer sees.

use serde::Serialize;
use table::{BySeat, Seat};

use super::cards::CardSet;
use super::melds::Meld;
use super::options::Line;
use super::private::Private;

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Lay these cards on the table.
    Play(Meld),
    /// Stay out until the table is cleared.
    Pass,
    /// Give these cards to the one who had to give its best.
    Give(CardSet),
}

/// What luck decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Chance {
    /// Who plays after whom.
    Order(Line),
    /// Who is dealt the first card.
    First(Seat),
    /// Everybody's cards, before any are given away.
    Deal(BySeat<CardSet>),
    /// How those still in are ranked when nobody plays any more.
    Lots(Line),
}

/// One event as one observer saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Seen {
    /// Who plays after whom.
    Ordered(Line),
    /// Who is dealt the first card.
    First(Seat),
    /// The cards were dealt, and the poor have given their best.
    Dealt {
        /// What the observer has after it: the rich do not see which cards came.
        own: Option<Private>,
        /// Who leads, if nobody has to give back.
        opener: Option<Seat>,
    },
    /// A gift went to the one who had to give its best.
    Gave {
        /// Who gave.
        giver: Seat,
        /// Who received.
        receiver: Seat,
        /// The number of cards.
        count: u8,
        /// Which cards: only these two see it.
        cards: Option<CardSet>,
        /// Who leads, if this was the last gift.
        opener: Option<Seat>,
    },
    /// Cards were played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        meld: Meld,
        /// What followed.
        then: Then,
    },
    /// A seat passed.
    Passed {
        /// Who.
        seat: Seat,
        /// What followed.
        then: Then,
    },
    /// Nobody played any more, and those still in were ranked by lot.
    Lots(Line),
}

/// What followed a play or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Then {
    /// Whether the suits are locked now.
    pub locked: bool,
    /// Whether the table was cleared.
    pub cleared: bool,
    /// The place, counted from 1, of who has just gone out.
    pub out: Option<u8>,
}
