//! What ratings and cross tables need to know of a game.

/// One finished game: which agent had which score, a seat at a time.
///
/// The score may be points or win share; more is better, and equal scores share a rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Games of one deal are one unit.
    pub deal: u64,
    /// (agent, score) by seat; an agent may sit twice.
    pub seats: Vec<(usize, f64)>,
}

impl Played {
    /// The (place, agent) pairs in ascending order, best place 0, equal scores in equal places.
    pub(super) fn places(&self) -> Vec<(usize, usize)> {
        let better = |score: f64| self.seats.iter().filter(|other| other.1 > score).count();
        let mut places: Vec<_> = self.seats.iter().map(|&(agent, score)| (better(score), agent)).collect();
        places.sort_unstable();
        places
    }
}
