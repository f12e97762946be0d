//! Adds up what everybody earns, deal by deal.

use std::collections::BTreeSet;

use catalog::{FinishedGame, Forfeit};
use serde::Serialize;
use table::{Payoffs, Seat};

use crate::stats::{Bootstrap, Figure, LEVEL, Tally, clustered_mean, rate};

/// What each entrant of a match or an arena earned.
pub(crate) struct Tallies {
    /// By entrant: the deals it sat in, in order.
    entrants: Vec<Vec<Earned>>,
    games_per_deal: u64,
    /// How many games were added.
    games: u64,
    /// The deals with a game that somebody forfeited: they are counted apart.
    apart: BTreeSet<u64>,
    /// The number of games each entrant forfeited, by deal.
    forfeits: Vec<Vec<u64>>,
    /// The first breakdowns.
    breakdowns: Vec<Breakdown>,
}

/// A game that an entrant forfeited.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breakdown {
    /// Which game, counted from 1.
    pub game: u64,
    /// Which entrant, counted from 0 in the order given.
    pub entrant: usize,
    /// What happened.
    pub why: String,
}

/// The number of breakdowns that are reported, the first ones.
const TOLD: usize = 10;

/// What one entrant earned in the games of one deal, on all its seats.
struct Earned {
    deal: u64,
    points: Tally,
    wins: Tally,
}

impl Tallies {
    pub(crate) fn new(entrants: usize, games_per_deal: u64) -> Tallies {
        Tallies {
            entrants: (0..entrants).map(|_| Vec::new()).collect(),
            games_per_deal,
            games: 0,
            apart: BTreeSet::new(),
            forfeits: vec![Vec::new(); entrants],
            breakdowns: Vec::new(),
        }
    }

    /// Adds the next game, with its entrants by seat.
    pub(crate) fn add(&mut self, table: &[usize], game: &FinishedGame) {
        for Forfeit { seat, fault } in &game.forfeits {
            let why = Some(fault.to_string());
            self.forfeit(table[seat.index()], why);
        }
        self.add_payoffs(table, &game.payoffs);
    }

    /// This entrant has forfeited the game that is added next.
    pub(crate) fn forfeit(&mut self, entrant: usize, why: Option<String>) {
        let deal = self.games / self.games_per_deal;
        self.apart.insert(deal);
        self.forfeits[entrant].push(deal);
        if let Some(why) = why.filter(|_| self.breakdowns.len() < TOLD) {
            self.breakdowns.push(Breakdown { game: self.games + 1, entrant, why });
        }
    }

    /// Adds the next game, with its entrants by seat.
    pub(crate) fn add_payoffs(&mut self, table: &[usize], Payoffs { points, wins }: &Payoffs) {
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

    /// How many of these games are counted apart, because somebody forfeited a game of their deal.
    pub(crate) fn apart(&self) -> u64 {
        self.apart.range(..self.deals()).count() as u64 * self.games_per_deal
    }

    /// Whether a game of this number, counted from 0, is counted apart.
    pub(crate) fn is_apart(&self, game: u64) -> bool {
        self.apart.contains(&(game / self.games_per_deal))
    }

    /// How many of these games an entrant forfeited.
    pub(crate) fn forfeits(&self, entrant: usize) -> u64 {
        self.forfeits[entrant].iter().filter(|&&deal| deal < self.deals()).count() as u64
    }

    /// The first breakdowns.
    pub(crate) fn breakdowns(&self) -> Vec<Breakdown> {
        let games = self.games();
        self.breakdowns.iter().filter(|breakdown| breakdown.game <= games).cloned().collect()
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
        let whole = self.entrants[entrant].iter().take_while(move |earned| earned.deal < end);
        whole.filter(|earned| !self.apart.contains(&earned.deal))
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
