//! Zero-sum matrix games: the value, and an optimal mixture for each side.
//!
//! The row side maximises. A pure saddle point is looked for first; without one the column side's linear
//! program (maximise `sum y` under `A y <= 1`) is solved on a condensed tableau, from which both mixtures
//! are read. Nothing is allocated: the caller owns [`PayoffMatrix`] and [`Solver`] and uses them again.

/// The most rows, and the most columns, a matrix may have.
pub const MAX: usize = 15;

/// One more than [`MAX`]: the tableau has a right-hand side and an objective.
const WIDTH: usize = MAX + 1;

/// A reduced cost above `-COST` counts as none: the value is then off by at most this share of the spread.
const COST: f64 = 1e-11;

/// A smaller pivot would blow rounding errors up. The cells are scaled to `-1..=2` before.
const PIVOT: f64 = 1e-10;

/// By how much a bound may be missed for the sake of a larger pivot.
const SLACK: f64 = 1e-12;

/// Below this pivot the mixtures are corrected afterwards, because digits are lost.
const SMALL: f64 = 1e-4;

/// What the row side receives for each pair of choices.
#[derive(Clone, Debug)]
pub struct PayoffMatrix {
    rows: usize,
    cols: usize,
    cells: [[f64; WIDTH]; WIDTH],
}

impl PayoffMatrix {
    /// A matrix of zeros.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`MAX`].
    #[must_use]
    pub fn new(rows: usize, cols: usize) -> Self {
        let mut payoffs = Self { rows: 0, cols: 0, cells: [[0.0; WIDTH]; WIDTH] };
        payoffs.resize(rows, cols);
        payoffs
    }

    /// Copies a matrix given row by row.
    ///
    /// # Panics
    /// If the rows differ in length, or a side is 0 or longer than [`MAX`].
    #[must_use]
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Self {
        let mut payoffs = Self::new(rows.len(), rows.first().map_or(0, |row| row.as_ref().len()));
        for (i, row) in rows.iter().enumerate() {
            payoffs.row_mut(i).copy_from_slice(row.as_ref());
        }
        payoffs
    }

    /// Changes the size and leaves the cells as they were: write them all before the next use.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`MAX`].
    pub fn resize(&mut self, rows: usize, cols: usize) {
        assert!((1..=MAX).contains(&rows) && (1..=MAX).contains(&cols), "a side of 1 to {MAX}");
        (self.rows, self.cols) = (rows, cols);
    }

    /// The number of choices of the row side.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of choices of the column side.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The payoffs of one choice of the row side.
    #[must_use]
    pub fn row(&self, i: usize) -> &[f64] {
        &self.cells[i][..self.cols]
    }

    /// The payoffs of one choice of the row side, to be written.
    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.cells[i][..self.cols]
    }

    /// What the mixture `x` of the row side receives at least.
    #[must_use]
    pub fn guarantee(&self, x: &[f64]) -> f64 {
        let against = |j| (0..self.rows).map(|i| x[i] * self.cells[i][j]).sum();
        (0..self.cols).map(against).fold(f64::INFINITY, f64::min)
    }

    /// What the mixture `y` of the column side gives away at most.
    #[must_use]
    pub fn concession(&self, y: &[f64]) -> f64 {
        let against = |i| self.row(i).iter().zip(y).map(|(cell, y)| cell * y).sum();
        (0..self.rows).map(against).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The best pure choice of each side: row, column, and what they secure.
    fn pure(&self) -> Pure {
        let mut tops = [f64::NEG_INFINITY; WIDTH];
        let mut pure = Pure { row: 0, col: 0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        for (i, cells) in self.cells[..self.rows].iter().enumerate() {
            let mut low = f64::INFINITY;
            for (top, &cell) in tops.iter_mut().zip(&cells[..self.cols]) {
                low = if cell < low { cell } else { low };
                *top = if cell > *top { cell } else { *top };
            }
            if low > pure.low {
                (pure.row, pure.low) = (i, low);
            }
        }
        for (j, &top) in tops[..self.cols].iter().enumerate() {
            if top < pure.high {
                (pure.col, pure.high) = (j, top);
            }
        }
        pure
    }
}

/// The maximin row and the minimax column.
struct Pure {
    row: usize,
    col: usize,
    low: f64,
    high: f64,
}

/// A solved game.
#[derive(Clone, Copy, Debug)]
pub struct MatrixSolution<'a> {
    /// What the row side receives when both play well.
    pub value: f64,
    /// How often the row side plays each row.
    pub row: &'a [f64],
    /// How often the column side plays each column.
    pub col: &'a [f64],
}

/// The workspace of the solver.
#[derive(Clone, Debug)]
pub struct Solver {
    tableau: Tableau,
    row: [f64; MAX],
    col: [f64; MAX],
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// An empty workspace.
    #[must_use]
    pub fn new() -> Self {
        Self { tableau: Tableau::new(), row: [0.0; MAX], col: [0.0; MAX] }
    }

    /// The value of the game.
    pub fn value(&mut self, game: &PayoffMatrix) -> f64 {
        let pure = game.pure();
        if pure.low >= pure.high {
            return pure.low;
        }
        self.tableau.solve(game, &pure);
        self.tableau.value(pure.low)
    }

    /// The value of the game and a mixture for each side that secures it.
    pub fn solve(&mut self, game: &PayoffMatrix) -> MatrixSolution<'_> {
        let pure = game.pure();
        self.row.fill(0.0);
        self.col.fill(0.0);
        let value = if pure.low >= pure.high { self.play_pure(&pure) } else { self.play_mixed(game, &pure) };
        MatrixSolution { value, row: &self.row[..game.rows], col: &self.col[..game.cols] }
    }

    fn play_pure(&mut self, pure: &Pure) -> f64 {
        self.row[pure.row] = 1.0;
        self.col[pure.col] = 1.0;
        pure.low
    }

    fn play_mixed(&mut self, game: &PayoffMatrix, pure: &Pure) -> f64 {
        self.tableau.solve(game, pure);
        self.tableau.read(&mut self.row, &mut self.col);
        normalise(&mut self.row);
        normalise(&mut self.col);
        self.tableau.value(pure.low)
    }
}

fn normalise(mix: &mut [f64; MAX]) {
    let sum: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|share| *share /= sum);
}

/// The condensed simplex tableau: basic variables by row, non-basic ones by column.
///
/// Row `rows` is the objective and column `cols` the right-hand side. Labels below `cols` are columns of the
/// game, the others slacks, one for each row of the game.
#[derive(Clone, Debug)]
struct Tableau {
    rows: usize,
    cols: usize,
    scale: f64,
    least: f64,
    cells: [[f64; WIDTH]; WIDTH],
    basic: [usize; WIDTH],
    free: [usize; WIDTH],
}

impl Tableau {
    fn new() -> Self {
        let cells = [[0.0; WIDTH]; WIDTH];
        Self { rows: 0, cols: 0, scale: 1.0, least: 1.0, cells, basic: [0; WIDTH], free: [0; WIDTH] }
    }

    /// Finds an optimal basis, entering the minimax column first.
    fn solve(&mut self, game: &PayoffMatrix, pure: &Pure) {
        self.load(game, pure);
        self.optimise(pure.col);
        for _ in 0..4 {
            if self.least >= SMALL {
                return;
            }
            self.polish(game, pure.low);
            self.polish(game, pure.low);
            let Some(col) = self.entering_steepest() else { return };
            self.optimise(col);
        }
    }

    /// Shifts and scales the game so that its value lies in `1..=2`: then the program is bounded and well
    /// conditioned whatever the payoffs measure.
    fn load(&mut self, game: &PayoffMatrix, pure: &Pure) {
        (self.rows, self.cols, self.least) = (game.rows, game.cols, 1.0);
        self.scale = pure.high - pure.low;
        for (i, row) in game.cells[..game.rows].iter().enumerate() {
            self.scale =
                row[..game.cols].iter().fold(self.scale, |scale, cell| scale.max((cell - pure.low).abs()));
            self.basic[i] = game.cols + i;
        }
        let shrink = 1.0 / self.scale;
        for (cells, row) in self.cells.iter_mut().zip(&game.cells[..game.rows]) {
            // Cells right of the right-hand side must be zero: the pivot runs over whole blocks.
            *cells = [0.0; WIDTH];
            for (cell, &payoff) in cells.iter_mut().zip(&row[..game.cols]) {
                *cell = (payoff - pure.low) * shrink + 1.0;
            }
            cells[game.cols] = 1.0;
        }
        self.cells[game.rows] = [0.0; WIDTH];
        self.cells[game.rows][..game.cols].fill(-1.0);
        self.free = std::array::from_fn(|j| j);
    }

    /// Runs the simplex method with this column entering first.
    fn optimise(&mut self, first: usize) {
        match self.cols / 4 {
            0 => self.run::<4>(first),
            1 => self.run::<8>(first),
            2 => self.run::<12>(first),
            _ => self.run::<WIDTH>(first),
        }
    }

    fn run<const BLOCK: usize>(&mut self, first: usize) {
        let patience = 4 * (self.rows + self.cols);
        let mut entering = Some(first);
        // Bland's rule ends by itself; the bound only guards against rounding.
        for step in 1..64 * patience {
            let Some(col) = entering else { return };
            let bland = step > patience;
            let leaving = if bland { self.leaving_bland(col) } else { self.leaving_largest(col) };
            let Some(row) = leaving else { return };
            self.pivot::<BLOCK>(row, col);
            entering = if bland { self.entering_bland() } else { self.entering_steepest() };
        }
    }

    fn entering_steepest(&self) -> Option<usize> {
        let mut best = (None, -COST);
        for (j, &cost) in self.cells[self.rows][..self.cols].iter().enumerate() {
            if cost < best.1 {
                best = (Some(j), cost);
            }
        }
        best.0
    }

    fn entering_bland(&self) -> Option<usize> {
        let costs = &self.cells[self.rows];
        (0..self.cols).filter(|&j| costs[j] < -COST).min_by_key(|&j| self.free[j])
    }

    /// The row that leaves by Harris' rule: of those that bound the column within `SLACK`, the largest pivot.
    fn leaving_largest(&self, col: usize) -> Option<usize> {
        let rows = &self.cells[..self.rows];
        let mut bound = f64::INFINITY;
        for row in rows.iter().filter(|row| row[col] > PIVOT) {
            bound = bound.min((row[self.cols].max(0.0) + SLACK) / row[col]);
        }
        let mut best = (None, PIVOT);
        for (i, row) in rows.iter().enumerate() {
            if row[col] > best.1 && row[self.cols] <= bound * row[col] {
                best = (Some(i), row[col]);
            }
        }
        best.0
    }

    /// The row that leaves by Bland's rule: of those that bound the column, the least label.
    fn leaving_bland(&self, col: usize) -> Option<usize> {
        let ratio = |&i: &usize| self.cells[i][self.cols].max(0.0) / self.cells[i][col];
        let order =
            |i: &usize, k: &usize| ratio(i).total_cmp(&ratio(k)).then(self.basic[*i].cmp(&self.basic[*k]));
        (0..self.rows).filter(|&i| self.cells[i][col] > PIVOT).min_by(order)
    }

    fn pivot<const BLOCK: usize>(&mut self, at: usize, col: usize) {
        self.least = self.least.min(self.cells[at][col]);
        let inverse = 1.0 / self.cells[at][col];
        let mut pivot = [0.0; BLOCK];
        pivot.copy_from_slice(&self.cells[at][..BLOCK]);
        pivot.iter_mut().for_each(|cell| *cell *= inverse);
        pivot[col] = inverse;
        for row in &mut self.cells[..=self.rows] {
            let factor = std::mem::take(&mut row[col]);
            for (cell, pivot) in row[..BLOCK].iter_mut().zip(&pivot) {
                *cell -= factor * pivot;
            }
        }
        self.cells[at][..BLOCK].copy_from_slice(&pivot);
        std::mem::swap(&mut self.basic[at], &mut self.free[col]);
    }

    /// One step of iterative refinement: what the mixtures miss on the game itself, sent through the inverse
    /// that the tableau holds.
    fn polish(&mut self, game: &PayoffMatrix, low: f64) {
        let (mut x, mut y) = ([0.0; MAX], [0.0; MAX]);
        self.read(&mut x, &mut y);
        let cell = |i: usize, j: usize| (game.cells[i][j] - low) / self.scale + 1.0;
        let row_miss = |i: usize| 1.0 - (0..self.cols).map(|j| cell(i, j) * y[j]).sum::<f64>();
        let col_miss = |j: usize| 1.0 - (0..self.rows).map(|i| cell(i, j) * x[i]).sum::<f64>();
        let missed = |&label: &usize| if label < self.cols { 0.0 } else { row_miss(label - self.cols) };
        let rows: [f64; WIDTH] = std::array::from_fn(|j| self.free[..self.cols].get(j).map_or(0.0, missed));
        let missed = |&label: &usize| if label < self.cols { col_miss(label) } else { 0.0 };
        let cols: [f64; WIDTH] = std::array::from_fn(|i| self.basic[..self.rows].get(i).map_or(0.0, missed));
        self.correct(&rows, &cols);
    }

    fn correct(&mut self, rows: &[f64; WIDTH], cols: &[f64; WIDTH]) {
        for j in 0..self.cols {
            let change: f64 = (0..self.rows).map(|i| cols[i] * self.cells[i][j]).sum();
            self.cells[self.rows][j] += change;
        }
        for row in &mut self.cells[..self.rows] {
            let change: f64 = row[..self.cols].iter().zip(rows).map(|(cell, miss)| cell * miss).sum();
            row[self.cols] += change;
        }
        let played = (0..self.rows).filter(|&i| self.basic[i] < self.cols);
        self.cells[self.rows][self.cols] = played.map(|i| self.cells[i][self.cols]).sum();
    }

    /// The value of the game before shift and scale.
    fn value(&self, low: f64) -> f64 {
        low + (1.0 / self.cells[self.rows][self.cols] - 1.0) * self.scale
    }

    /// Writes both mixtures, not yet normalised: the basic columns, and the duals of the non-basic slacks.
    fn read(&self, x: &mut [f64; MAX], y: &mut [f64; MAX]) {
        for (i, &label) in self.basic[..self.rows].iter().enumerate() {
            if label < self.cols {
                y[label] = self.cells[i][self.cols].max(0.0);
            }
        }
        for (j, &label) in self.free[..self.cols].iter().enumerate() {
            if label >= self.cols {
                x[label - self.cols] = self.cells[self.rows][j].max(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator, so that the tests need no crate.
    struct Dice(u64);

    impl Dice {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB) >> 11
        }

        fn below(&mut self, n: u64) -> usize {
            usize::try_from(self.next() % n).expect("below a small n")
        }

        fn matrix(&mut self, mut cell: impl FnMut(&mut Self) -> f64) -> PayoffMatrix {
            let mut game = PayoffMatrix::new(1 + self.below(15), 1 + self.below(15));
            for i in 0..game.rows() {
                (0..game.cols()).for_each(|j| game.row_mut(i)[j] = cell(self));
            }
            game
        }
    }

    /// The whole proof: both mixtures are distributions, and they secure the same value.
    fn check(game: &PayoffMatrix) -> f64 {
        let mut solver = Solver::new();
        let alone = solver.value(game);
        let found = solver.solve(game);
        let spread = game.cells[..game.rows]
            .iter()
            .flat_map(|row| &row[..game.cols])
            .fold(1.0, |s: f64, c| s.max(c.abs()));
        for mix in [found.row, found.col] {
            assert!(mix.iter().all(|&share| (0.0..=1.0 + 1e-12).contains(&share)), "{mix:?}");
            assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        assert_eq!(alone.to_bits(), found.value.to_bits());
        assert!(game.guarantee(found.row) >= found.value - 1e-9 * spread, "{game:?} {found:?}");
        assert!(game.concession(found.col) <= found.value + 1e-9 * spread, "{game:?} {found:?}");
        found.value
    }

    fn expect<R: AsRef<[f64]>>(rows: &[R], value: f64) {
        let found = check(&PayoffMatrix::from_rows(rows));
        assert!((found - value).abs() < 1e-12, "{found} for {value}");
    }

    #[test]
    fn known_games() {
        expect(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]], 0.0);
        expect(&[[1.0, -1.0], [-1.0, 1.0]], 0.0);
        // Row mixes p, 1-p: columns give 2+p (rising), 5-3p and 11-9p; the first two meet at 3/4.
        expect(&[[3.0, 2.0, 2.0], [2.0, 5.0, 11.0]], 2.75);
        expect(&[[4.0]], 4.0);
        expect(&[[-7.0, -3.0], [-2.0, -9.0]], -57.0 / 11.0);
    }

    #[test]
    fn dominated_choices_are_never_played() {
        let game = PayoffMatrix::from_rows(&[[1.0, -1.0, 9.0], [-1.0, 1.0, 9.0], [-2.0, -2.0, 8.0]]);
        assert!(check(&game).abs() < 1e-12);
        let mut solver = Solver::new();
        let found = solver.solve(&game);
        assert_eq!((found.row[2], found.col[2]), (0.0, 0.0));
    }

    #[test]
    fn a_saddle_is_pure() {
        let game = PayoffMatrix::from_rows(&[[3.0, 1.0, 4.0], [2.0, 0.0, 1.0]]);
        let mut solver = Solver::new();
        let found = solver.solve(&game);
        assert_eq!((found.value, found.row, found.col), (1.0, &[1.0, 0.0][..], &[0.0, 1.0, 0.0][..]));
    }

    #[test]
    fn random_real_games() {
        let mut dice = Dice(1);
        for _ in 0..20_000 {
            check(&dice.matrix(|dice| dice.next() as f64 / (1u64 << 52) as f64 * 40.0 - 20.0));
        }
    }

    #[test]
    fn random_degenerate_games() {
        let mut dice = Dice(2);
        for kinds in [2, 3, 4, 7] {
            for _ in 0..10_000 {
                check(&dice.matrix(|dice| dice.below(kinds) as f64 - 1.0));
            }
        }
    }

    /// The fallback is hardly ever needed, so it is run here from the start.
    #[test]
    fn blands_rule_alone_finds_the_value() {
        let mut dice = Dice(6);
        for _ in 0..5_000 {
            let game = dice.matrix(|dice| dice.below(4) as f64);
            let pure = game.pure();
            let mut tableau = Tableau::new();
            if pure.low < pure.high {
                tableau.load(&game, &pure);
                while let Some(col) = tableau.entering_bland() {
                    let row = tableau.leaving_bland(col).expect("bounded");
                    tableau.pivot::<WIDTH>(row, col);
                }
                assert!((tableau.value(pure.low) - check(&game)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn games_with_equal_and_nearly_equal_rows() {
        let mut dice = Dice(3);
        for noise in [0.0, 1e-15, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4] {
            for _ in 0..4_000 {
                let mut game = dice.matrix(|dice| dice.below(5) as f64);
                let twin = game.clone();
                let (from, to) = (dice.below(game.rows() as u64), dice.below(game.rows() as u64));
                let row = game.row_mut(to);
                row.iter_mut()
                    .zip(twin.row(from))
                    .for_each(|(cell, twin)| *cell = twin + noise * dice.below(3) as f64);
                check(&game);
            }
        }
    }

    #[test]
    fn scale_does_not_matter() {
        let mut dice = Dice(4);
        for scale in [1e-9, 1e-3, 1e9] {
            for _ in 0..2_000 {
                let mut game = dice.matrix(|dice| dice.below(100) as f64 - 50.0);
                let plain = check(&game);
                game.cells.as_flattened_mut().iter_mut().for_each(|cell| *cell *= scale);
                assert!((Solver::new().value(&game) / scale - plain).abs() < 1e-9 * 50.0);
            }
        }
    }

    /// Multiplicative weights: slow, knows nothing of linear programs, and brackets the value.
    fn bracket(game: &PayoffMatrix) -> (f64, f64) {
        let (mut x, mut y) = ([0.0; MAX], [0.0; MAX]);
        let (mut logs_x, mut logs_y) = ([0.0f64; MAX], [0.0f64; MAX]);
        let steps = 20_000;
        for _ in 0..steps {
            let (p, q) = (soft(&logs_x[..game.rows]), soft(&logs_y[..game.cols]));
            for i in 0..game.rows {
                x[i] += p[i] / f64::from(steps);
                logs_x[i] += 0.02 * game.row(i).iter().zip(&q).map(|(cell, q)| cell * q).sum::<f64>();
            }
            for j in 0..game.cols {
                y[j] += q[j] / f64::from(steps);
                logs_y[j] -= 0.02 * (0..game.rows).map(|i| game.cells[i][j] * p[i]).sum::<f64>();
            }
        }
        (game.guarantee(&x), game.concession(&y))
    }

    fn soft(logs: &[f64]) -> Vec<f64> {
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| (log - top).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    #[test]
    fn a_slow_learner_agrees() {
        let mut dice = Dice(5);
        for _ in 0..40 {
            let game = dice.matrix(|dice| dice.below(9) as f64 / 4.0 - 1.0);
            let (low, high) = bracket(&game);
            let value = check(&game);
            assert!(low - 1e-9 <= value && value <= high + 1e-9 && high - low < 0.1, "{low} {value} {high}");
        }
    }
}
