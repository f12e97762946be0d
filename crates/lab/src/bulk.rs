//! Plays many games of one kind: seeds, seatings, all cores, results in order.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use agents::Seated;
use rayon::prelude::*;
use table::{
    BySeat, EventOf, Luck, Payoffs, Player, Referee, Replay, Seat, Spec, SpecError, Witness, derive_seed,
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
pub struct Bulk<'a, G: Seated> {
    /// The rules of every game.
    pub rules: G::Rules,
    /// The entrants, at least as many as seats.
    pub entrants: &'a [Spec],
    /// What all luck derives from.
    pub seed: u64,
    /// The seatings, a game each; after the last comes the first again.
    pub seatings: Vec<Seating>,
    /// So many games in a row are of one deal.
    pub round: u64,
    /// Whether the events of each game are kept.
    pub keep_events: bool,
}

/// One game as the match sees it.
pub struct Played<G: Seated> {
    /// The seed of its deal.
    pub seed: u64,
    /// What each seat earned.
    pub payoffs: Payoffs,
    /// What happened, if it was kept.
    pub events: Vec<EventOf<G>>,
}

/// So many games a worker plays with the same player objects.
const CHUNK: u64 = 64;

/// Few slow games are still spread over the cores. The number of threads has no say in it: a program that
/// remembers earlier games meets the same ones on any machine.
const FEWEST_CHUNKS: u64 = 16;

impl<G: Seated> Bulk<'_, G> {
    /// Plays these games on all cores of the pool; `done` is called with the number of games finished.
    pub fn play(
        &self,
        games: std::ops::Range<u64>,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Played<G>>, LabError> {
        let (finished, broken) = (AtomicU64::new(games.start), AtomicBool::new(false));
        let chunk = CHUNK.min((games.end - games.start).div_ceil(FEWEST_CHUNKS)).max(1);
        let starts: Vec<u64> = games.clone().step_by(chunk as usize).collect();
        let chunks: Vec<_> = starts
            .into_par_iter()
            .map(|start| {
                if broken.load(Ordering::Relaxed) {
                    return Ok(Vec::new());
                }
                let chunk = start..(start + chunk).min(games.end);
                let played = chunk.clone().count() as u64;
                let result = self.play_here(chunk);
                broken.fetch_or(result.is_err(), Ordering::Relaxed);
                done(finished.fetch_add(played, Ordering::Relaxed) + played);
                result
            })
            .collect();
        chunks.into_iter().collect::<Result<Vec<_>, _>>().map(|chunks| chunks.into_iter().flatten().collect())
    }

    /// The seating of one game.
    pub fn seating(&self, game: u64) -> &Seating {
        &self.seatings[(game % self.seatings.len() as u64) as usize]
    }

    /// Plays these games on this thread, one after the other.
    pub fn play_here(&self, games: std::ops::Range<u64>) -> Result<Vec<Played<G>>, LabError> {
        let mut desk = self.desk()?;
        // Not collected: a `Result` of unknown length would be moved about as it grows.
        let mut all = Vec::with_capacity((games.end - games.start) as usize);
        for game in games {
            all.push(desk.play(game, &mut ())?);
        }
        Ok(all)
    }

    /// A table at which games are played one by one.
    pub(crate) fn desk(&self) -> Result<Desk<'_, G>, SpecError> {
        Desk::new(self)
    }
}

/// One worker's table: the players, built once.
pub(crate) struct Desk<'a, G: Seated> {
    bulk: &'a Bulk<'a, G>,
    referee: Referee<G>,
    luck: Luck,
    /// The players: first those who sit, by seat, then those who wait.
    players: Vec<Player<G>>,
    /// Which entrant each of them is.
    seated: Seating,
}

impl<'a, G: Seated> Desk<'a, G> {
    fn new(bulk: &'a Bulk<'a, G>) -> Result<Self, SpecError> {
        let build = |spec| agents::seat::<G>(spec, &bulk.rules);
        let players: Vec<_> = bulk.entrants.iter().map(build).collect::<Result<_, _>>()?;
        let seated = (0..players.len()).collect();
        Ok(Desk { bulk, referee: Referee::new(&bulk.rules, 0), luck: Luck::new(0), players, seated })
    }

    /// Plays one game before a witness.
    ///
    /// The deal decides the dealer's luck; the players' own luck differs from seating to seating.
    pub(crate) fn play(&mut self, game: u64, witness: &mut dyn Witness<G>) -> Result<Played<G>, LabError> {
        let round = self.bulk.round;
        let (deal, seating) = (game / round, self.bulk.seating(game));
        let seed = derive_seed(&[self.bulk.seed, deal]);
        self.referee.restart(&self.bulk.rules, seed);
        self.luck.restart(derive_seed(&[self.bulk.seed, deal, game % round]));
        self.sit(seating);
        let players = &mut self.players[..seating.len()];
        let mut kept = (Replay::<G>::default(), witness);
        let witness: &mut dyn Witness<G> = if self.bulk.keep_events { &mut kept } else { kept.1 };
        let payoffs = self.referee.play(players, &mut self.luck, witness);
        let payoffs = payoffs.map_err(|fault| LabError::Fault { game: game + 1, fault })?;
        Ok(Played { seed, payoffs, events: kept.0.0 })
    }

    /// Everybody goes to the seat of the next game.
    fn sit(&mut self, seating: &[usize]) {
        for (seat, entrant) in seating.iter().enumerate() {
            let from = self.seated.iter().position(|other| other == entrant).expect("each entrant sits once");
            self.seated.swap(seat, from);
            self.players.swap(seat, from);
        }
    }
}

/// What was earned by seat, told by entrant.
pub(crate) fn by_entrant(payoffs: &Payoffs, seating: &[usize]) -> Payoffs {
    let place =
        |entrant: Seat| seating.iter().position(|&e| e == entrant.index()).expect("each entrant sits");
    let seats = seating.len();
    let tell = |values: &BySeat<f64>| BySeat::from_fn(seats, |entrant| values[Seat::new(place(entrant))]);
    Payoffs { points: tell(&payoffs.points), wins: tell(&payoffs.wins) }
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

    #[test]
    fn payoffs_follow_the_entrant() {
        let by_seat = BySeat::from_fn(3, |seat| seat.index() as f64);
        let told = by_entrant(&Payoffs { points: by_seat, wins: by_seat }, &[2, 0, 1]);
        assert_eq!(told.points.as_slice(), [1.0, 2.0, 0.0]);
    }
}
