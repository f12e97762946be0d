//! Two players with one thought each.

use games::Buzzard;
use games::buzzard::{Bid, Public};
use table::{Agent, Mixed, Rng, View, all_on};

/// Bids the prize's rank among the prizes left: the best card for the best prize. For a pot of vultures, the
/// lowest card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// The bid with as many lower ones as the prize has: as many prizes are left, this one included, as there are
    /// bids.
    fn bid(public: &Public, legal: &[Bid]) -> Bid {
        let rank = match public.prize {
            Some(prize) if public.pot() >= Some(0) => {
                public.prizes_left.iter().filter(|&left| left < prize).count()
            }
            _ => 0,
        };
        let lower = |bid: &Bid| legal.iter().filter(|other| *other < bid).count();
        *legal.iter().find(|bid| lower(bid) == rank).expect("there are as many bids as prizes")
    }
}

impl Agent<Buzzard> for Greedy {
    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        Greedy::bid(view.public, legal)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        Some(self)
    }
}

impl Mixed<Buzzard> for Greedy {
    fn mix(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng, out: &mut [f64]) {
        all_on(Some(Greedy::bid(view.public, legal)), legal, out);
    }
}

/// Bids the prize's own value: against one who bids at random, a best response in Goofspiel.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchPrize;

impl MatchPrize {
    /// The bid is always there: each prize comes once, and only it spends its bid.
    fn bid(public: &Public, legal: &[Bid]) -> Bid {
        let prize = public.prize.expect("bids are made for a prize").value();
        let same = legal.iter().find(|bid| i16::from(bid.value()) == i16::from(prize));
        *same.or(legal.iter().min()).expect("whoever is asked has a choice")
    }
}

impl Agent<Buzzard> for MatchPrize {
    fn act(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng) -> Bid {
        MatchPrize::bid(view.public, legal)
    }

    fn mixed(&mut self) -> Option<&mut dyn Mixed<Buzzard>> {
        Some(self)
    }
}

impl Mixed<Buzzard> for MatchPrize {
    fn mix(&mut self, view: View<'_, Buzzard>, legal: &[Bid], _rng: &mut Rng, out: &mut [f64]) {
        all_on(Some(MatchPrize::bid(view.public, legal)), legal, out);
    }
}
