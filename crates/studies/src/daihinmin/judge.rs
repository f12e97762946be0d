//! What a play loses against the best one, by a search that is longer than that of anybody at the table.

use games::daihinmin::{Action, Daihinmin};
use search::playout::Playout;
use table::{Game, Hidden, Rng, View};

use players::daihinmin::narrow;
use players::daihinmin::{EndgameSolver, Finish, Playouts};

/// Tries plays in the worlds that a seat holds possible, and lets `rule` play on.
pub(super) struct Judge {
    finish: Finish,
    playouts: Playouts,
    /// The number of worlds searched for the best play; in as many others it is compared with the one chosen.
    worlds: u32,
}

impl Judge {
    pub(super) fn new(worlds: u32) -> Judge {
        let solver = Some(EndgameSolver::default());
        let finish = Finish { mate: true, solver: solver.clone() };
        Judge { finish, playouts: Playouts::new(true, solver), worlds }
    }

    /// How many points of this game a choice is expected to lose. What surely wins loses nothing.
    pub(super) fn loss(
        &mut self,
        view: View<'_, Daihinmin>,
        legal: &[Action],
        chosen: Action,
        rng: &mut Rng,
    ) -> f64 {
        self.playouts.forget();
        if self.finish.find(view, legal, rng) == Some(chosen) {
            return 0.0;
        }
        let best = self.best(view, legal, rng);
        if best == chosen {
            return 0.0;
        }
        // Fresh worlds: in those that it was found in, the best seems better than it is.
        let points = self.points(view, &[best, chosen], rng);
        points[0] - points[1]
    }

    fn best(&mut self, view: View<'_, Daihinmin>, legal: &[Action], rng: &mut Rng) -> Action {
        let mut candidates = legal.to_vec();
        candidates.sort_unstable();
        narrow(view, &mut candidates);
        let points = self.points(view, &candidates, rng);
        let best = (0..candidates.len()).max_by(|&a, &b| points[a].total_cmp(&points[b]).then(b.cmp(&a)));
        candidates[best.expect("whoever is asked has a choice")]
    }

    /// The mean points that each of these earns, all in the same worlds.
    fn points(&mut self, view: View<'_, Daihinmin>, actions: &[Action], rng: &mut Rng) -> Vec<f64> {
        let mut sums = vec![0.0; actions.len()];
        for _ in 0..self.worlds {
            let (world, luck) = (Daihinmin::imagine(view, rng), Rng::new(rng.bits()));
            for (sum, &action) in sums.iter_mut().zip(actions) {
                let mut then = world;
                self.playouts.run_from(&mut then, view.seat, action, &mut luck.clone());
                *sum += then.payoffs().points[view.seat];
            }
        }
        sums.iter().map(|sum| sum / f64::from(self.worlds)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{EventOf, Notation, Seat};

    /// What B loses by this, after A has laid a three and everybody else holds a card.
    fn lost(hands: &str, deck: &str, chosen: &str) -> f64 {
        let rules =
            Daihinmin::read_rules(&format!("daihinmin(deck={deck},tribute=0)").parse().unwrap(), 3).unwrap();
        let mut truth = Daihinmin::new(&rules);
        for line in ["order ABC", "first A", &format!("deal {hands}"), "A plays D3"] {
            let event: EventOf<Daihinmin> = line.parse().unwrap();
            truth.apply(&event);
        }
        let (seat, mut legal) = (Seat::new(1), Vec::new());
        Daihinmin::legal(truth.view(seat), &mut legal);
        Judge::new(40).loss(truth.view(seat), &legal, chosen.parse().unwrap(), &mut Rng::new(3))
    }

    #[test]
    fn who_could_go_out_and_passes_loses_places() {
        let (hands, deck) = ("D3S5 H7 C9", "D3S5H7C9");
        assert_eq!(lost(hands, deck, "plays H7"), 0.0);
        assert!(lost(hands, deck, "passes") > 0.5);
    }
}
