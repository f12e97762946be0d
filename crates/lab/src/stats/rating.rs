//! Ratings of agents from games of any number of seats: Plackett-Luce, fitted to all games at once.
//!
//! The model ranks a table as a sequence of choices: first place goes to an agent with probability
//! proportional to its worth, second place likewise among the rest, and so on. With two seats it is Elo's
//! (Bradley-Terry's) model. The fit is Hunter's (2004) MM algorithm. Unlike an online rating it does not
//! depend on the order of games.
//!
//! *Ties.* A shared rank counts as the average, in log likelihood, of all orders of those who share it: a
//! draw of two is half a win and half a loss. So sharing a rank is evidence of equal strength, also where the
//! rules make whole teams win.

use std::collections::BTreeMap;

use super::bootstrap::{cut, resamples, tails};
use super::{Figure, Played};
use table::Rng;

/// The Elo points of one unit of log worth.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The fit stops when a round moves no log worth by more than this, far below a thousandth of a point.
const SETTLED: f64 = 1e-10;
/// For resamples a hundredth of a point will do, in half the rounds.
const NEARLY: f64 = 1e-6;
const MOST_ROUNDS: usize = 10_000;
/// Keeps the worth of one who never won (without a prior) away from zero.
const LEAST_WORTH: f64 = 1e-12;

/// Where zero lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At the mean rating of all agents.
    Mean,
    /// At this agent.
    Agent(usize),
}

/// The recipe of a rating list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlackettLuce {
    pub anchor: Anchor,
    /// Drawn games each agent plays with one imaginary opponent, so that one who always wins has a finite
    /// rating.
    ///
    /// Zero is the plain maximum likelihood; it exists only if no group of agents always beats the rest.
    pub prior: f64,
    pub resamples: usize,
    pub level: f64,
    pub seed: u64,
}

impl Default for PlackettLuce {
    fn default() -> Self {
        Self { anchor: Anchor::Mean, prior: 1.0, resamples: 1000, level: super::LEVEL, seed: 0 }
    }
}

impl PlackettLuce {
    /// Elo ratings of agents `0..agents`, with percentile intervals from a bootstrap of deals.
    ///
    /// `n` is the number of deals the agent sat in.
    ///
    /// # Panics
    /// If more than 16 seats share a rank.
    pub fn rate(&self, agents: usize, games: &[Played]) -> Vec<Figure> {
        let evidence = Evidence::of(agents, games);
        let once = vec![1.0; evidence.deals.len()];
        let worths = evidence.fit(self.prior, &once, &vec![1.0; agents + 1], SETTLED);
        let mut samples = self.samples(&evidence, &worths);
        let values = self.elo(&worths).into_iter().zip(&evidence.sat);
        values.zip(&mut samples).map(|((value, &n), sample)| self.estimate(value, n, sample)).collect()
    }

    fn estimate(&self, value: f64, n: usize, sample: &mut [f64]) -> Figure {
        sample.sort_by(f64::total_cmp);
        Figure::new(value, cut(sample, tails(self.level), n), n)
    }

    /// The ratings of every agent in every resample of deals.
    fn samples(&self, evidence: &Evidence, start: &[f64]) -> Vec<Vec<f64>> {
        let mut rng = Rng::new(self.seed);
        let deals = evidence.deals.len();
        let mut samples = vec![Vec::new(); evidence.agents];
        for _ in 0..resamples(self.resamples, deals) {
            let worths = evidence.fit(self.prior, &redraw(deals, &mut rng), start, NEARLY);
            samples.iter_mut().zip(self.elo(&worths)).for_each(|(sample, rating)| sample.push(rating));
        }
        samples
    }

    fn elo(&self, worths: &[f64]) -> Vec<f64> {
        let agents = worths.len() - 1;
        let logs: Vec<f64> = worths[..agents].iter().map(|worth| worth.ln()).collect();
        let zero = match self.anchor {
            Anchor::Mean => logs.iter().sum::<f64>() / agents as f64,
            Anchor::Agent(agent) => logs[agent],
        };
        logs.iter().map(|log| ELO * (log - zero)).collect()
    }
}

/// How often each deal occurs in a sample of as many.
fn redraw(deals: usize, rng: &mut Rng) -> Vec<f64> {
    let mut times = vec![0.0; deals];
    for _ in 0..deals {
        times[rng.below(deals as u32) as usize] += 1.0;
    }
    times
}

/// The games as the likelihood sees them: who was picked how often, and out of which bags.
struct Evidence {
    agents: usize,
    /// The deals in which each agent sat.
    sat: Vec<usize>,
    /// Every bag of agents that was ever picked from: sorted, an agent in two seats twice.
    bags: Vec<Vec<usize>>,
    deals: Vec<Deal>,
}

/// The part of one deal. A bag is named by its index.
#[derive(Default)]
struct Deal {
    picked: BTreeMap<usize, f64>,
    from: BTreeMap<usize, f64>,
}

impl Evidence {
    fn of(agents: usize, games: &[Played]) -> Self {
        // Sorted, so that neither sums nor resamples depend on the order of games.
        let mut sorted: Vec<_> = games.iter().map(|game| (game.deal, game.places())).collect();
        sorted.sort_unstable();
        let mut evidence = Self { agents, sat: vec![0; agents], bags: Vec::new(), deals: Vec::new() };
        let mut names = BTreeMap::new();
        for games in sorted.chunk_by(|a, b| a.0 == b.0) {
            evidence.add_deal(games, &mut names);
        }
        evidence
    }

    fn add_deal(&mut self, games: &[(u64, Vec<(usize, usize)>)], names: &mut BTreeMap<Vec<usize>, usize>) {
        let mut deal = Deal::default();
        for (_, places) in games {
            deal.add_game(places, &mut |bag| {
                *names.entry(bag).or_insert_with_key(|bag| {
                    self.bags.push(bag.clone());
                    self.bags.len() - 1
                })
            });
        }
        deal.picked.keys().for_each(|&agent| self.sat[agent] += 1);
        self.deals.push(deal);
    }

    /// The worths that make the games likeliest, deals repeated `times`; the imaginary opponent's is the
    /// last.
    fn fit(&self, prior: f64, times: &[f64], start: &[f64], settled: f64) -> Vec<f64> {
        let (picked, from) = self.counts(prior, times);
        let mut worths = start.to_vec();
        for _ in 0..MOST_ROUNDS {
            let next = self.improve(prior, &picked, &from, &worths);
            let moved = worths.iter().zip(&next).map(|(a, b)| (b / a).ln().abs()).fold(0.0, f64::max);
            worths = next;
            if moved < settled {
                break;
            }
        }
        worths
    }

    /// Sums over the deals: picks of each agent, choices from each bag.
    fn counts(&self, prior: f64, times: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut picked = vec![prior / 2.0; self.agents + 1];
        picked[self.agents] *= self.agents as f64;
        let mut from = vec![0.0; self.bags.len()];
        for (deal, &times) in self.deals.iter().zip(times).filter(|(_, times)| **times > 0.0) {
            deal.picked.iter().for_each(|(&agent, weight)| picked[agent] += times * weight);
            deal.from.iter().for_each(|(&bag, weight)| from[bag] += times * weight);
        }
        (picked, from)
    }

    /// One MM step (Hunter 2004): picks, divided by the sum over bags of choices / worth of the bag.
    fn improve(&self, prior: f64, picked: &[f64], from: &[f64], worths: &[f64]) -> Vec<f64> {
        let mut chances = self.prior_chances(prior, worths);
        for (bag, choices) in self.bags.iter().zip(from) {
            let each = choices / bag.iter().map(|&agent| worths[agent]).sum::<f64>();
            bag.iter().for_each(|&agent| chances[agent] += each);
        }
        let mut next: Vec<f64> = (0..worths.len())
            .map(|i| if chances[i] > 0.0 { picked[i] / chances[i] } else { worths[i] })
            .collect();
        self.center(&mut next);
        next
    }

    fn prior_chances(&self, prior: f64, worths: &[f64]) -> Vec<f64> {
        let imaginary = worths[self.agents];
        let mut chances: Vec<f64> =
            worths[..self.agents].iter().map(|worth| prior / (worth + imaginary)).collect();
        chances.push(chances.iter().sum());
        chances
    }

    /// Only ratios mean anything: the geometric mean of the agents' worths is kept at one.
    fn center(&self, worths: &mut [f64]) {
        worths.iter_mut().for_each(|worth| *worth = worth.max(LEAST_WORTH));
        let mean = worths[..self.agents].iter().map(|worth| worth.ln()).sum::<f64>() / self.agents as f64;
        worths.iter_mut().for_each(|worth| *worth /= mean.exp());
    }
}

impl Deal {
    fn add_game(&mut self, places: &[(usize, usize)], name: &mut impl FnMut(Vec<usize>) -> usize) {
        let mut start = 0;
        for rank in places.chunk_by(|a, b| a.0 == b.0) {
            let tied: Vec<usize> = rank.iter().map(|seat| seat.1).collect();
            start += tied.len();
            let behind: Vec<usize> = places[start..].iter().map(|seat| seat.1).collect();
            self.add_rank(&tied, &behind, name);
        }
    }

    /// In an average order of the tied, each is picked once, and every subset of them is equally often what
    /// is left.
    fn add_rank(&mut self, tied: &[usize], behind: &[usize], name: &mut impl FnMut(Vec<usize>) -> usize) {
        assert!(tied.len() <= 16, "{} seats share a rank", tied.len());
        tied.iter().for_each(|&agent| *self.picked.entry(agent).or_default() += 1.0);
        for subset in 1u32..1 << tied.len() {
            let left = tied.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, &agent)| agent);
            let mut bag: Vec<usize> = left.chain(behind.iter().copied()).collect();
            bag.sort_unstable();
            self.add_choice(bag, 1.0 / choose(tied.len() as u32, subset.count_ones()), name);
        }
    }

    /// A choice among one agent alone says nothing and would slow the fit: its pick is taken back.
    fn add_choice(&mut self, bag: Vec<usize>, weight: f64, name: &mut impl FnMut(Vec<usize>) -> usize) {
        if bag[0] == bag[bag.len() - 1] {
            *self.picked.entry(bag[0]).or_default() -= weight;
        } else {
            *self.from.entry(name(bag)).or_default() += weight;
        }
    }
}

/// The number of subsets of size `k`.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |all, i| all * f64::from(n - i) / f64::from(i + 1))
}
