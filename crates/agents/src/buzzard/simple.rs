//! Two players with one thought each.

use games::Buzzard;
use games::buzzard::{Bid, Public};
use table::{Agent, Mixed, Rng, View};

/// Bids the prize's rank among the prizes left: the best card for the best prize. For a pot of vultures, the
/// lowest card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// Which of the legal bids, lowest first: as many prizes are left, this one included, as there are bids.
    fn rank(public: &Public) -> usize {
        match public.prize {
            Some(prize) if public.pot() >= Some(0) => {
                public.prizes_left.iter().filter(|&left| left < prize).count()
            }
            _ => 0,
        }
    }
}

impl Agent<Buzzard> for Greedy {
    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        legal[Greedy::rank(view.public)]
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        Some(self)
    }
}

impl Mixed<Buzzard> for Greedy {
    fn mix(&mut self, view: View<'_, Buzzard>, _legal: &[Bid], _rng: &mut Rng, out: &mut [f64]) {
        out.fill(0.0);
        out[Greedy::rank(view.public)] = 1.0;
    }
}

/// Bids the prize's own value: against one who bids at random, a best response in Goofspiel.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchPrize;

impl MatchPrize {
    /// The bid is always there: each prize comes once, and only it spends its bid.
    fn place(public: &Public, legal: &[Bid]) -> usize {
        let prize = public.prize.expect("bids are made for a prize").value();
        legal.iter().position(|bid| i16::from(bid.value()) == i16::from(prize)).unwrap_or(0)
    }
}

impl Agent<Buzzard> for MatchPrize {
    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        legal[MatchPrize::place(view.public, legal)]
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        Some(self)
    }
}

impl Mixed<Buzzard> for MatchPrize {
    fn mix(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng, out: &mut [f64]) {
        out.fill(0.0);
        out[MatchPrize::place(view.public, legal)] = 1.0;
    }
}
