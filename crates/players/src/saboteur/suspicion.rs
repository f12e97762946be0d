//! The seats that a player of the papers takes for saboteurs. The paper does not say how, so each reading has a name.

use games::saboteur::{Deed, Play, Public};
use table::{BySeat, MAX_SEATS, Rng, Seat, SeatSet, derive_seed};

use super::distance::distance;

/// How roles are estimated. What is suspected once stays suspected for the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspects {
    /// Nobody is suspected.
    None,
    /// Seats that made the way to the goals longer, with a tunnel card or a rockfall.
    Path,
    /// The same, and seats that broke a tool of one that was not suspected.
    PathBreak,
    /// Seats that broke a tool.
    Break,
    /// Seats that passed.
    Pass,
    /// As many others as there may be saboteurs, guessed once a round.
    Guess,
    /// Seats that broke a tool of the one that suspects.
    Attacked,
    /// Who the saboteurs are is told.
    Oracle,
}

impl Suspects {
    /// The rules by name.
    pub const NAMES: &'static [(&'static str, Suspects)] = &[
        ("none", Suspects::None),
        ("path", Suspects::Path),
        ("path-break", Suspects::PathBreak),
        ("break", Suspects::Break),
        ("pass", Suspects::Pass),
        ("guess", Suspects::Guess),
        ("attacked", Suspects::Attacked),
        ("oracle", Suspects::Oracle),
    ];

    /// The rules that judge by what everybody sees alone, by name: nothing is guessed or told.
    pub const SEEN: &'static [(&'static str, Suspects)] = &[
        ("path", Suspects::Path),
        ("path-break", Suspects::PathBreak),
        ("break", Suspects::Break),
        ("pass", Suspects::Pass),
        ("attacked", Suspects::Attacked),
    ];

    const fn watches_distance(self) -> bool {
        matches!(self, Suspects::Path | Suspects::PathBreak)
    }
}

/// What was noticed in this round, by everybody who follows one rule. It holds nothing a spectator could not know,
/// save what was told.
#[derive(Clone, Copy, Debug)]
pub struct Suspicion {
    rule: Suspects,
    round: u8,
    /// How much of the log was read.
    read: usize,
    /// The distance of the board that was read last.
    distance: u8,
    /// The seats that everybody suspects.
    common: SeatSet,
    /// The seats that each seat suspects besides.
    own: BySeat<SeatSet>,
    /// What guesses derive from, so that they stand from the beginning of the game.
    seed: u64,
}

/// The distance before the first card; only whether it grows matters, and the first card is always compared.
const UNREAD: u8 = u8::MAX;

impl Suspicion {
    /// Nothing noticed yet; guesses, if there are any, always come out the same.
    pub fn new(rule: Suspects) -> Suspicion {
        Suspicion::guessing(rule, 0)
    }

    /// Nothing noticed yet; guesses derive from this seed.
    pub fn guessing(rule: Suspects, seed: u64) -> Suspicion {
        Suspicion {
            rule,
            round: 0,
            read: 0,
            distance: UNREAD,
            common: SeatSet::NONE,
            own: BySeat::new(MAX_SEATS, SeatSet::NONE),
            seed,
        }
    }

    /// The rule it follows.
    pub const fn rule(&self) -> Suspects {
        self.rule
    }

    /// The seats that everybody suspects.
    pub const fn common(&self) -> SeatSet {
        self.common
    }

    /// Takes notice of what happened last.
    #[inline]
    pub fn see(&mut self, public: &Public) {
        if matches!(self.rule, Suspects::None) {
            return;
        }
        if public.round != self.round || public.log.len() < self.read {
            *self = Suspicion { round: public.round, ..Suspicion::guessing(self.rule, self.seed) };
        }
        if self.rule.watches_distance() && self.distance == UNREAD {
            self.distance = distance(&public.rules.new_board());
        }
        if public.log.len() > self.read {
            self.read = public.log.len();
            if let Some(play) = public.log.last() {
                self.judge(public, play);
            }
        }
    }

    fn judge(&mut self, public: &Public, play: Play) {
        let suspect = match (self.rule, play.deed) {
            (Suspects::Path | Suspects::PathBreak, Deed::Dig(..) | Deed::Rockfall(..)) => {
                self.moved_away(public, play.deed)
            }
            (Suspects::PathBreak, Deed::Break(_, whom)) => !self.common.contains(whom),
            (Suspects::Break, Deed::Break(..)) | (Suspects::Pass, Deed::Discard(_)) => true,
            (Suspects::Attacked, Deed::Break(_, whom)) => {
                self.own[whom] = self.own[whom].with(play.seat);
                false
            }
            _ => false,
        };
        if suspect {
            self.common = self.common.with(play.seat);
        }
    }

    /// Whether the board is farther from the goals than it was. A seat that turns up a goal came as near as one can.
    fn moved_away(&mut self, public: &Public, deed: Deed) -> bool {
        let before = self.distance;
        self.distance = distance(&public.board);
        let found = matches!(deed, Deed::Dig(_, _, turned) if turned.iter().any(Option::is_some));
        self.distance > before && !found
    }

    /// A tip that is true.
    pub fn told(&mut self, seat: Seat, saboteur: bool) {
        self.common = if saboteur { self.common.with(seat) } else { self.common.without(seat) };
    }

    /// The seats that a seat suspects now; never itself.
    #[inline]
    pub fn of(&self, public: &Public, seat: Seat) -> SeatSet {
        let own = match self.rule {
            Suspects::Guess => self.guess(public, seat),
            _ => self.own[seat],
        };
        own.or(self.common).without(seat)
    }

    fn guess(&self, public: &Public, seat: Seat) -> SeatSet {
        let parts = [self.seed, u64::from(public.round), seat.index() as u64];
        guess(public, seat, &mut Rng::new(derive_seed(&parts)))
    }
}

/// As many others as there can be saboteurs, each set equally likely.
fn guess(public: &Public, seat: Seat, rng: &mut Rng) -> SeatSet {
    let seats = usize::from(public.rules.seats);
    let mut left = SeatSet::all(seats).without(seat);
    let mut guessed = SeatSet::NONE;
    for _ in 0..public.rules.role_cards().0 {
        let Some(one) = left.nth(rng.below(left.len() as u32) as usize) else { break };
        // `nth` eats the set: take it anew.
        guessed = guessed.with(one);
        left = SeatSet::all(seats).without(seat).minus(guessed);
    }
    guessed
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Saboteur;
    use games::saboteur::{Cell, Treasure};
    use table::{Game, Notation};

    /// The goals left may be far from the one just turned up: no reason to suspect.
    #[test]
    fn whoever_turns_up_a_stone_is_not_suspected() {
        let rules = Saboteur::read_rules(&"saboteur-collusion".parse().unwrap(), 6).unwrap();
        let (game, seat) = (Saboteur::new(&rules), Seat::new(1));
        for (turned, suspected) in [([None; 3], true), ([None, Some(Treasure::StoneUl), None], false)] {
            let mut suspicion = Suspicion { distance: 1, ..Suspicion::new(Suspects::Path) };
            let deed = Deed::Dig("LR".parse().unwrap(), Cell::at(8, 3), turned);
            suspicion.judge(game.public(), Play { seat, deed });
            assert_eq!(suspicion.common.contains(seat), suspected);
            assert_eq!(suspicion.distance, 7, "the board as it is now");
        }
    }
}
