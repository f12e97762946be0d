//! Adds up what everybody earns, deal by deal.

use table::{Payoffs, Seat};

use crate::stats::{Bootstrap, Figure, LEVEL, Tally, clustered_mean, rate};

/// What each entrant of a match or an arena earned.
pub(crate) struct Tallies {
    /// By entrant: the deals it sat in, in order.
    entrants: Vec<Vec<Earned>>,
    games_per_deal: u64,
    /// How many games were added.
    games: u64,
}

/// What one entrant earned in the games of one deal, on all its seats.
struct Earned {
    deal: u64,
    points: Tally,
    wins: Tally,
}

impl Tallies {
    pub(crate) fn new(entrants: usize, games_per_deal: u64) -> Tallies {
        Tallies { entrants: (0..entrants).map(|_| Vec::new()).collect(), games_per_deal, games: 0 }
    }

    /// Adds the next game, with its entrants by seat.
    pub(crate) fn add(&mut self, table: &[usize], Payoffs { points, wins }: &Payoffs) {
        let deal = self.games / self.games_per_deal;
        for (seat, &entrant) in table.iter().enumerate() {
            let (deals, seat) = (&mut self.entrants[entrant], Seat::new(seat));
            if deals.last().is_none_or(|last| last.deal != deal) {
                deals.push(Earned { deal, points: Tally::default(), wins: Tally::default() });
            }
            let earned = deals.last_mut().expect("just added");
            earned.points.add(points[seat]);
            earned.wins.add(wins[seat]);
        }
        self.games += 1;
    }

    /// How many games were added, of whole deals or not.
    pub(crate) fn added(&self) -> u64 {
        self.games
    }

    /// How many deals were played to their end; only they count.
    pub(crate) fn deals(&self) -> u64 {
        self.games / self.games_per_deal
    }

    /// How many games these deals had.
    pub(crate) fn games(&self) -> u64 {
        self.deals() * self.games_per_deal
    }

    /// The sum of an entrant's win shares.
    pub(crate) fn wins(&self, entrant: usize) -> f64 {
        self.whole(entrant).map(|earned| earned.wins.sum).sum()
    }

    /// An entrant's mean points.
    pub(crate) fn mean(&self, entrant: usize) -> Figure {
        let points: Vec<Tally> = self.whole(entrant).map(|earned| earned.points).collect();
        clustered_mean(&points, LEVEL).or_open()
    }

    /// The share of games that an entrant won.
    pub(crate) fn win_rate(&self, entrant: usize) -> Figure {
        let wins: Vec<Tally> = self.whole(entrant).map(|earned| earned.wins).collect();
        win_rate(&wins).or_open()
    }

    fn whole(&self, entrant: usize) -> impl Iterator<Item = &Earned> {
        let end = self.deals();
        self.entrants[entrant].iter().take_while(move |earned| earned.deal < end)
    }
}

/// Wilson's interval where every deal is one game, won or lost, or all deals are; else the bootstrap over
/// deals.
pub(crate) fn win_rate(deals: &[Tally]) -> Figure {
    let won_or_lost = |deal: &Tally| deal.games == 1 && (deal.sum == 0.0 || deal.sum == 1.0);
    if deals.iter().all(won_or_lost) {
        return rate(deals.iter().filter(|deal| deal.sum == 1.0).count() as u64, deals.len() as u64, LEVEL);
    }
    let resampled = Bootstrap::default().ratio(deals);
    match resampled.value {
        // Deals that are all alike cannot be resampled into others: each counts as one trial.
        0.0 => rate(0, deals.len() as u64, LEVEL),
        1.0 => rate(deals.len() as u64, deals.len() as u64, LEVEL),
        _ => resampled,
    }
}
