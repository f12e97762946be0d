//! Many games of one kind: seeds, series, seatings, and a table at which they are played.
//!
//! A *sitting* is one series of games in one seating. All sittings of a deal share the dealer's random stream.

use agents::Playable;
use table::{
    EventOf, Fault, Payoffs, Player, Referee, Replay, Seat, Seeds, Spec, SpecError, Witness, derive_seed,
};

use crate::error::LabError;

/// Which entrant of the match sits on which seat.
pub type Seating = Vec<usize>;

/// Every seating a paired deal is played in: all permutations up to three seats, else all rotations.
pub fn seatings(seats: usize) -> Vec<Seating> {
    let rotations = (0..seats).map(|shift| (0..seats).map(|seat| (seat + shift) % seats).collect());
    match seats {
        0..=2 => rotations.collect(),
        3 => rotations.flat_map(|r: Seating| [r.clone(), vec![r[0], r[2], r[1]]]).collect(),
        _ => rotations.collect(),
    }
}

/// Many games with the same rules and entrants.
pub struct Bulk<'a, G: Playable> {
    /// The rules every series begins with.
    pub rules: G::Rules,
    /// How many games a series has.
    pub series: u32,
    /// The entrants, at least as many as seats.
    pub entrants: &'a [Spec],
    /// What all randomness derives from.
    pub seed: u64,
    /// The seatings, a sitting each; after the last comes the first again.
    pub seatings: Vec<Seating>,
    /// How many sittings in a row are of one deal.
    pub per_deal: u64,
    /// Whether the events of each game are kept.
    pub keep_events: bool,
}

/// One game as the match sees it.
pub struct Played<G: Playable> {
    /// Its seeds.
    pub seeds: Seeds,
    /// Its number in the series, counted from 0.
    pub number: u32,
    /// Its rules, with what was carried over.
    pub rules: G::Rules,
    /// What each seat earned.
    pub payoffs: Payoffs,
    /// What happened, if it was kept.
    pub events: Vec<EventOf<G>>,
}

impl<G: Playable> Bulk<'_, G> {
    /// The seating of one sitting.
    pub fn seating(&self, sitting: u64) -> &Seating {
        &self.seatings[(sitting % self.seatings.len() as u64) as usize]
    }

    /// The sitting of one game, where all games are counted from 0.
    pub fn sitting(&self, game: u64) -> u64 {
        game / u64::from(self.series)
    }

    /// Plays these sittings on this thread, one after the other.
    pub fn play_here(&self, sittings: std::ops::Range<u64>) -> Result<Vec<Played<G>>, LabError> {
        let mut desk = self.desk()?;
        // Not collected: a `Result` of unknown length would be moved about as it grows.
        let games = (sittings.end - sittings.start) * u64::from(self.series);
        let mut all = Vec::with_capacity(games as usize);
        for sitting in sittings {
            let first = sitting * u64::from(self.series);
            for game in first..first + u64::from(self.series) {
                all.push(desk.play_nth(game)?);
            }
        }
        Ok(all)
    }

    /// A table at which games are played one by one.
    pub(crate) fn desk(&self) -> Result<Desk<'_, G>, SpecError> {
        Desk::new(self)
    }
}

/// One worker's table: the players, built once.
pub(crate) struct Desk<'a, G: Playable> {
    bulk: &'a Bulk<'a, G>,
    referee: Referee<G>,
    sitting: u64,
    seeds: Seeds,
    /// The number of the next game of the series.
    number: u32,
    /// The players: first those who sit, by seat, then those who wait.
    players: Vec<Player<G>>,
    /// Which entrant each of them is.
    seated: Seating,
}

impl<'a, G: Playable> Desk<'a, G> {
    fn new(bulk: &'a Bulk<'a, G>) -> Result<Self, SpecError> {
        let build = |spec| agents::seat::<G>(spec, &bulk.rules);
        let players: Vec<_> = bulk.entrants.iter().map(build).collect::<Result<_, _>>()?;
        let seated = (0..players.len()).collect();
        let (seeds, referee) = (Seeds::new(0), Referee::new(&bulk.rules, Seeds::new(0)));
        Ok(Desk { bulk, referee, sitting: 0, seeds, number: 0, players, seated })
    }

    /// Everybody sits down for a series.
    ///
    /// The deal decides the dealer's random stream; the players' own differ from seating to seating.
    pub(crate) fn begin(&mut self, sitting: u64) -> Result<(), LabError> {
        let Bulk { seed, per_deal, series, .. } = *self.bulk;
        let deal = sitting / per_deal;
        self.seeds = Seeds {
            deal: derive_seed(&[seed, deal]),
            players: derive_seed(&[seed, deal, sitting % per_deal]),
        };
        (self.sitting, self.number) = (sitting, 0);
        self.sit(self.bulk.seating(sitting));
        let seats = self.bulk.seating(sitting).len();
        let begun = (self.players[..seats].iter_mut().enumerate())
            .try_for_each(|(seat, player)| player.begin_series(Seat::new(seat), series));
        begun.map_err(|fault| self.broken(fault))
    }

    /// Plays this game, where all games are counted from 0. Those of one series must come one after another.
    pub(crate) fn play_nth(&mut self, game: u64) -> Result<Played<G>, LabError> {
        if game.is_multiple_of(u64::from(self.bulk.series)) {
            self.begin(self.bulk.sitting(game))?;
        }
        self.play(&mut ())
    }

    /// The seeds of the next game.
    pub(crate) fn seeds(&self) -> Seeds {
        self.seeds.of_game(self.number)
    }

    /// Plays the next game of the series before a witness.
    pub(crate) fn play(&mut self, witness: &mut impl Witness<G>) -> Result<Played<G>, LabError> {
        let (number, seeds) = (self.number, self.seeds());
        let last = (number > 0).then(|| self.referee.public());
        let rules = G::next_rules(&self.bulk.rules, number, last);
        self.referee.restart(&rules, seeds);
        let players = &mut self.players[..self.bulk.seating(self.sitting).len()];
        let (payoffs, events) = if self.bulk.keep_events {
            let mut kept = (Replay::<G>::default(), witness);
            (self.referee.play(players, &mut kept), kept.0.0)
        } else {
            (self.referee.play(players, witness), Vec::new())
        };
        let payoffs = payoffs.map_err(|fault| self.broken(fault))?;
        self.number += 1;
        Ok(Played { seeds, number, rules, payoffs, events })
    }

    /// A fault in the game that was to be played.
    fn broken(&self, fault: Fault) -> LabError {
        let game = self.sitting * u64::from(self.bulk.series) + u64::from(self.number);
        LabError::Fault { game: game + 1, fault }
    }

    /// Everybody goes to the seat of the next sitting.
    fn sit(&mut self, seating: &[usize]) {
        for (seat, entrant) in seating.iter().enumerate() {
            let from = self.seated.iter().position(|other| other == entrant).expect("each entrant sits once");
            self.seated.swap(seat, from);
            self.players.swap(seat, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paired_seatings_give_every_entrant_every_seat() {
        for (seats, count) in [(2, 2), (3, 6), (4, 4), (6, 6)] {
            let all = seatings(seats);
            assert_eq!(all.len(), count);
            for entrant in 0..seats {
                let sat: Vec<usize> =
                    (0..seats).filter(|&seat| all.iter().any(|s| s[seat] == entrant)).collect();
                assert_eq!(sat.len(), seats, "entrant {entrant} of {seats} sits everywhere");
            }
            let mut unique = all.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), count);
        }
    }
}
