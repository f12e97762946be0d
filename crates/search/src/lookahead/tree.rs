//! The rounds of a search: joint choices played out, and solved from the last round back.

use table::{Enumerable, Event, Fault, Game, PublicState, Rng, Seat, SeatSet, Turn};

use super::round::RoundSolver;
use super::{FIRST, Horizon, LeafValues, SEATS};

/// Where a state belongs: the cell of the matrix, and its share of it.
#[derive(Clone, Copy, Debug)]
struct Part {
    cell: usize,
    probability: f64,
}

/// One round that is looked at, with room for all that may follow it.
struct Level<G: Game> {
    /// What either seat may do; nothing where it is not asked.
    actions: [Vec<G::Action>; 2],
    /// What the first seat earns, a row for each of its actions.
    cells: Vec<f64>,
    /// The states in which somebody chooses next.
    states: Vec<G>,
    parts: Vec<Part>,
    values: Vec<f64>,
    outcomes: Vec<(G::Chance, f64)>,
    /// Where among the outcomes of the first, second, .. chance event after the round the drawn ones begin.
    offsets: Vec<f64>,
}

/// All rounds of a search, kept from one search to the next for the room they take.
pub(super) struct Rounds<G: Game> {
    /// By how many rounds are left to be searched, that one included.
    levels: Vec<Level<G>>,
    solver: RoundSolver,
    /// How many rounds the last search was deep.
    depth: usize,
    leaves: u64,
}

impl<G: Game> Default for Level<G> {
    fn default() -> Self {
        Level {
            actions: [Vec::new(), Vec::new()],
            cells: Vec::new(),
            states: Vec::new(),
            parts: Vec::new(),
            values: Vec::new(),
            outcomes: Vec::new(),
            offsets: Vec::new(),
        }
    }
}

impl<G: Enumerable> Rounds<G> {
    pub(super) fn new() -> Rounds<G> {
        Rounds { levels: Vec::new(), solver: RoundSolver::new(), depth: 0, leaves: 0 }
    }

    /// What the first seat earns from this state on if both play well.
    pub(super) fn search(
        &mut self,
        root: &G,
        horizon: &Horizon,
        leaves: &mut impl LeafValues<G>,
        rng: &mut Rng,
    ) -> Result<f64, Fault> {
        self.levels.resize_with(horizon.depth as usize + 1, Level::default);
        self.leaves = 0;
        self.depth = self.depth_within(root, horizon, rng);
        let level = self.look(root, self.depth, horizon, leaves, rng)?;
        let value = self.solver.solve(&level.cells, level.columns());
        self.levels[self.depth] = level;
        Ok(value)
    }

    /// How many leaves were valued.
    pub(super) fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The actions of a seat in the first round of the last search, how often each is played, and what the first seat earns if
    /// it is, against the other seat's mixture.
    pub(super) fn at_root(
        &self,
        seat: Seat,
        actions: &mut Vec<G::Action>,
        mix: &mut Vec<f64>,
        points: &mut Vec<f64>,
    ) {
        let (level, [row, col]) = (&self.levels[self.depth], self.solver.mixes());
        let columns = level.columns();
        actions.clone_from(&level.actions[seat.index()]);
        mix.clear();
        points.clear();
        let sum = |cells: &mut dyn Iterator<Item = &f64>, mix: &[f64]| {
            cells.zip(mix).map(|(cell, share)| cell * share).sum::<f64>()
        };
        if seat == FIRST {
            mix.extend_from_slice(row);
            points.extend(level.cells.chunks_exact(columns).map(|cells| sum(&mut cells.iter(), col)));
        } else {
            mix.extend_from_slice(col);
            let column = |at: usize| sum(&mut level.cells[at..].iter().step_by(columns), row);
            points.extend((0..columns).map(column));
        }
    }

    /// As many rounds as the horizon allows, by the number of leaves along one way to play on.
    fn depth_within(&mut self, root: &G, horizon: &Horizon, rng: &mut Rng) -> usize {
        let (mut state, mut leaves, mut level) = (root.clone(), 1_u64, std::mem::take(&mut self.levels[0]));
        let mut depth = 0;
        while depth < horizon.depth as usize {
            level.open(&state);
            let joint = (level.rows() * level.columns()) as u64;
            level.play(&state, [0, 0], horizon, rng);
            leaves = leaves.saturating_mul(joint).saturating_mul(level.states.len().max(1) as u64);
            if depth > 0 && leaves > horizon.leaves {
                break;
            }
            depth += 1;
            // The game is over, or goes on alike from any of them.
            let Some(next) = level.states.pop() else { break };
            state = next;
        }
        self.levels[0] = level;
        depth
    }

    /// One round as a matrix.
    fn look(
        &mut self,
        state: &G,
        depth: usize,
        horizon: &Horizon,
        leaves: &mut impl LeafValues<G>,
        rng: &mut Rng,
    ) -> Result<Level<G>, Fault> {
        let mut level = std::mem::take(&mut self.levels[depth]);
        level.open(state);
        for row in 0..level.rows() {
            (0..level.columns()).for_each(|col| level.play(state, [row, col], horizon, rng));
        }
        level.values.resize(level.states.len(), 0.0);
        if depth == 1 {
            self.leaves += level.states.len() as u64;
            leaves.write_values(&level.states, &mut level.values)?;
        } else {
            for (state, value) in level.states.iter().zip(&mut level.values) {
                let below = self.look(state, depth - 1, horizon, leaves, rng)?;
                *value = self.solver.value(&below.cells, below.columns());
                self.levels[depth - 1] = below;
            }
        }
        level.sum_up();
        Ok(level)
    }
}

impl<G: Enumerable> Level<G> {
    /// Lists what both may do in this state, and forgets what followed another.
    fn open(&mut self, state: &G) {
        let asked = asked(state);
        for seat in SEATS {
            let actions = &mut self.actions[seat.index()];
            actions.clear();
            if asked.contains(seat) {
                G::legal(state.view(seat), actions);
            }
        }
        self.states.clear();
        self.parts.clear();
        self.offsets.clear();
        self.cells.clear();
        self.cells.resize(self.rows() * self.columns(), 0.0);
    }

    /// How many choices the first seat has; one who is not asked has one.
    fn rows(&self) -> usize {
        self.actions[0].len().max(1)
    }

    fn columns(&self) -> usize {
        self.actions[1].len().max(1)
    }

    /// Plays a joint choice, and all that chance may decide then.
    fn play(&mut self, state: &G, choices: [usize; 2], horizon: &Horizon, rng: &mut Rng) {
        let mut next = state.clone();
        for (seat, choice) in SEATS.into_iter().zip(choices) {
            if let Some(&action) = self.actions[seat.index()].get(choice) {
                next.apply(&Event::Act(seat, action));
            }
        }
        let cell = choices[0] * self.columns() + choices[1];
        self.go_on(next, Part { cell, probability: 1.0 }, 0, horizon, rng);
    }

    /// Goes on to where somebody chooses or the game is over, after so many chance events.
    fn go_on(&mut self, state: G, part: Part, events: usize, horizon: &Horizon, rng: &mut Rng) {
        match state.public().turn() {
            Turn::Over => self.cells[part.cell] += part.probability * state.payoffs().points[FIRST],
            Turn::Seats(_) => {
                self.states.push(state);
                self.parts.push(part);
            }
            Turn::Chance => self.branch(&state, part, events, horizon, rng),
        }
    }

    fn branch(&mut self, state: &G, part: Part, events: usize, horizon: &Horizon, rng: &mut Rng) {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        state.outcomes(&mut outcomes);
        if outcomes.len() > horizon.outcomes as usize {
            draw_evenly(&mut outcomes, horizon.outcomes, self.offset(events, rng));
        }
        for &(outcome, probability) in &outcomes {
            let mut next = state.clone();
            next.apply(&Event::Chance(outcome));
            let part = Part { probability: part.probability * probability, ..part };
            self.go_on(next, part, events + 1, horizon, rng);
        }
        self.outcomes = outcomes;
    }

    /// One number for all joint choices, so that they are compared by the same luck.
    fn offset(&mut self, events: usize, rng: &mut Rng) -> f64 {
        while self.offsets.len() <= events {
            self.offsets.push(rng.f64());
        }
        self.offsets[events]
    }

    /// Adds what the states are worth to the cells they belong to.
    fn sum_up(&mut self) {
        for (part, value) in self.parts.iter().zip(&self.values) {
            self.cells[part.cell] += part.probability * value;
        }
    }
}

/// Who is to choose.
fn asked<G: Game>(state: &G) -> SeatSet {
    match state.public().turn() {
        Turn::Seats(set) => set,
        _ => SeatSet::NONE,
    }
}

/// Leaves `count` draws of a list, at even distances over its probabilities from an offset in [0, 1) on; what is drawn twice
/// stands there once, with twice the share. On average over offsets each outcome has its probability.
pub(super) fn draw_evenly<C: Copy>(outcomes: &mut Vec<(C, f64)>, count: u32, offset: f64) {
    let (share, total) = (1.0 / f64::from(count), outcomes.iter().map(|(_, p)| p).sum::<f64>());
    let (mut passed, mut drawn, mut kept) = (0.0, 0, 0);
    for at in 0..outcomes.len() {
        let (outcome, probability) = outcomes[at];
        passed += probability / total;
        let before = drawn;
        while drawn < count && (f64::from(drawn) + offset) * share < passed {
            drawn += 1;
        }
        if drawn > before {
            outcomes[kept] = (outcome, f64::from(drawn - before) * share);
            kept += 1;
        }
    }
    outcomes.truncate(kept);
    // Rounding may pass the last place by.
    if let Some(last) = outcomes.last_mut() {
        last.1 += f64::from(count - drawn) * share;
    }
}
