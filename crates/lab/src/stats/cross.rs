//! Who does how well in whose company.

use super::{Figure, Played, Tally, by_deal, clustered_mean};

/// The mean score of each agent over the games in which another one sat too.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossTable {
    agents: usize,
    cells: Vec<Option<Figure>>,
}

impl CrossTable {
    /// The score of `row` against `column`; nothing on the diagonal or if they never met.
    pub fn get(&self, row: usize, column: usize) -> Option<Figure> {
        self.cells[row * self.agents + column]
    }
}

/// Fills the table for agents `0..agents`; an agent in several seats counts with the mean of them.
pub fn cross_table(agents: usize, games: &[Played], level: f64) -> CrossTable {
    let mut values = vec![Vec::new(); agents * agents];
    for game in games {
        for (row, score) in scores(game) {
            for (column, _) in scores(game).filter(|other| other.0 != row) {
                values[row * agents + column].push((game.deal, score));
            }
        }
    }
    CrossTable { agents, cells: values.into_iter().map(|cell| estimate(cell, level)).collect() }
}

fn estimate(games: Vec<(u64, f64)>, level: f64) -> Option<Figure> {
    let deals: Vec<Tally> = by_deal(games).into_values().collect();
    (!deals.is_empty()).then(|| clustered_mean(&deals, level))
}

/// The mean score of every agent at the table.
fn scores(game: &Played) -> impl Iterator<Item = (usize, f64)> {
    let seats = game.seats.iter().map(|&(agent, score)| (agent as u64, score));
    by_deal(seats).into_iter().map(|(agent, tally)| (agent as usize, tally.mean()))
}
