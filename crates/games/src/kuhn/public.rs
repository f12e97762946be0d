//! What lies face up: who has a card, who passed, who bet.

use serde::Serialize;
use table::{PublicState, Seat, SeatSet, Turn};

use super::options::Rules;

/// What every spectator may read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Public {
    /// The options.
    pub rules: Rules,
    /// How many cards are dealt.
    pub dealt: u8,
    /// Who has bet.
    pub bets: SeatSet,
    /// Who has passed.
    pub passes: SeatSet,
    /// Who bet first.
    pub first_bet: Option<Seat>,
    /// How many actions were taken.
    pub actions: u8,
}

impl Public {
    /// Who shows a card for the pot.
    pub(super) fn contenders(&self) -> SeatSet {
        if self.bets.is_empty() { SeatSet::all(self.seats()) } else { self.bets }
    }
}

impl PublicState for Public {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    /// Everybody acts once; after the first bet, everybody else once more, in turn.
    fn turn(&self) -> Turn {
        let seats = self.seats();
        if usize::from(self.dealt) < seats {
            return Turn::Chance;
        }
        let last = self.first_bet.map_or(seats, |bettor| bettor.index() + seats);
        match usize::from(self.actions) {
            actions if actions < last => Turn::Seats(SeatSet::only(Seat::new(actions % seats))),
            _ => Turn::Over,
        }
    }
}
