//! Levels on a card.

use std::ops::Range;
use std::sync::Arc;

use cudarc::driver::sys::CUfunction_attribute;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, CudaSlice, CudaStream, DeviceRepr, DriverError, LaunchConfig,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use solve::{BidRule, Device, DeviceError, Raised, Step, Utility};

use crate::launch::{self, Batch, Means, RuleArgs, Turn};

const KERNELS: &str = include_str!("kernel.cu");

/// The most choices of a side.
const MOST: usize = 15;

/// The bytes that the results of a batch of patterns may take.
const BATCH: usize = 8 << 30;

/// Kept free for the arrays of a level beside its values and a batch.
const SPARE: u64 = 2 << 30;

/// A grid is no higher.
const HIGHEST: usize = 65_535;

/// Games one after another on a thread: they share what a block reads first.
const REPEATS: u32 = 8;

/// The first graphics card of this machine.
pub struct Card {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    solve: Vec<CudaFunction>,
    average: CudaFunction,
    respond: CudaFunction,
    average_rule: CudaFunction,
    gather: CudaFunction,
}

/// Whether there is a card that can be worked with: libraries, driver and card are asked, and nothing is kept.
///
/// # Errors
/// What is missing.
pub fn probe() -> Result<(), DeviceError> {
    first_card().map(drop)
}

fn first_card() -> Result<Arc<CudaContext>, DeviceError> {
    launch::check_libraries().map_err(|why| DeviceError::Missing(why.to_string()))?;
    CudaContext::new(0).map_err(|error| DeviceError::Missing(error.to_string()))
}

impl Card {
    /// Opens the card and compiles the kernels for it.
    ///
    /// # Errors
    /// If there is no card, no driver or no compiler.
    pub fn open() -> Result<Card, DeviceError> {
        let context = first_card()?;
        let module = compile(&context)?;
        let kernel = |name: &str| module.load_function(name).map_err(failed);
        let solve = (1..=MOST).map(|size| kernel(&format!("solve_{size}"))).collect::<Result<Vec<_>, _>>()?;
        for (size, kernel) in (1..).zip(&solve) {
            let most = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            kernel.set_attribute(most, shared(size) as i32).map_err(failed)?;
        }
        Ok(Card {
            average: kernel("average")?,
            respond: kernel("respond")?,
            average_rule: kernel("average_rule")?,
            gather: kernel("gather")?,
            stream: context.default_stream(),
            solve,
            context,
        })
    }

    fn upload<T: DeviceRepr>(&self, array: &[T]) -> Result<CudaSlice<T>, DeviceError> {
        self.stream.clone_htod(array).map_err(failed)
    }

    fn free(&self) -> Result<u64, DeviceError> {
        self.stream.synchronize().map_err(failed)?;
        Ok(self.context.mem_get_info().map_err(failed)?.0 as u64)
    }

    fn zeroed(&self, words: usize) -> Result<CudaSlice<u32>, DeviceError> {
        let free = self.free()?;
        let memory = |_| DeviceError::Memory { needed: words as u64 * 4, free };
        self.stream.alloc_zeros(words).map_err(memory)
    }
}

fn compile(context: &Arc<CudaContext>) -> Result<Arc<CudaModule>, DeviceError> {
    let (major, minor) = context.compute_capability().map_err(failed)?;
    let options = vec![format!("--gpu-architecture=compute_{major}{minor}"), "--std=c++14".to_string()];
    let options = CompileOptions { options, ..CompileOptions::default() };
    let kernels = compile_ptx_with_opts(KERNELS, options);
    let kernels = kernels.map_err(|error| DeviceError::Failed(format!("the kernels: {error:?}")))?;
    context.load_module(kernels).map_err(failed)
}

fn failed(error: DriverError) -> DeviceError {
    DeviceError::Failed(error.to_string())
}

/// The threads of a block that solves games of this size: what fits several times into the memory they share.
fn threads(size: usize) -> u32 {
    if size <= 8 { 64 } else { 32 }
}

/// The bytes such a block shares: a tableau and its labels for each thread.
fn shared(size: usize) -> u32 {
    (size * (size + 1) * 8 + 2 * size) as u32 * threads(size)
}

/// The arrays of a [`Step`] on the card, its patterns ordered by the size of their games.
struct Laid {
    order: Vec<u32>,
    patterns: CudaSlice<u32>,
    boards: CudaSlice<u64>,
    pairs: CudaSlice<u32>,
    shapes: CudaSlice<u32>,
    below_rows: CudaSlice<u64>,
    turns: CudaSlice<Turn>,
    lists: CudaSlice<u32>,
    list_at: CudaSlice<u32>,
    draws: CudaSlice<u32>,
    upto: CudaSlice<u32>,
    rows: CudaSlice<u64>,
}

impl Laid {
    fn new(card: &Card, step: &Step) -> Result<Laid, DeviceError> {
        let mut order: Vec<u32> = (0..step.patterns() as u32).collect();
        order.sort_by_key(|&pattern| size(step, pattern));
        Ok(Laid {
            patterns: card.upload(&order)?,
            boards: card.upload(&step.boards)?,
            pairs: card.upload(&step.pairs)?,
            shapes: card.upload(&step.shapes)?,
            below_rows: card.upload(&step.below_rows)?,
            turns: card.upload(&step.turns.iter().map(Turn::from).collect::<Vec<_>>())?,
            lists: card.upload(&step.lists)?,
            list_at: card.upload(&step.list_at)?,
            draws: card.upload(&step.draws)?,
            upto: card.upload(&step.upto)?,
            rows: card.upload(&step.rows)?,
            order,
        })
    }

    /// The patterns from this place of the order on.
    fn batch(&self, stream: &CudaStream, step: &Step, from: usize) -> Batch {
        Batch {
            patterns: launch::address(stream, &self.patterns) + 4 * from as u64,
            boards: launch::address(stream, &self.boards),
            pairs: launch::address(stream, &self.pairs),
            shapes: launch::address(stream, &self.shapes),
            below_rows: launch::address(stream, &self.below_rows),
            turns: launch::address(stream, &self.turns),
            lists: launch::address(stream, &self.lists),
            list_at: launch::address(stream, &self.list_at),
            stride: step.turns.len() as u32,
            repeats: REPEATS,
        }
    }

    fn means(&self, step: &Step) -> Means<'_> {
        Means {
            draws: &self.draws,
            upto: &self.upto,
            rows: &self.rows,
            nodes: step.nodes as u32,
            rounds: step.rounds as u32,
        }
    }

    /// The longest list of turns among some patterns.
    fn longest(&self, step: &Step, range: Range<usize>) -> usize {
        let patterns = self.order[range].iter();
        patterns.map(|&pattern| step.list(pattern as usize).len()).max().unwrap_or(0)
    }

    /// Cuts some places of the order into stretches of equal size of games.
    fn stretches(&self, step: &Step, range: Range<usize>) -> Vec<(usize, Range<usize>)> {
        let mut stretches: Vec<(usize, Range<usize>)> = Vec::new();
        for at in range {
            let size = size(step, self.order[at]);
            match stretches.last_mut() {
                Some((last, stretch)) if *last == size => stretch.end = at + 1,
                _ => stretches.push((size, at..at + 1)),
            }
        }
        stretches
    }
}

/// The longer side of a pattern's games.
fn size(step: &Step, pattern: u32) -> usize {
    let (rows, cols, _) = step.shape(pattern as usize);
    rows.max(cols)
}

/// A block for each stretch of the turns, and one below another for each pattern.
fn grid(turns: usize, patterns: usize, threads: u32, shared: u32) -> LaunchConfig {
    let blocks = turns.div_ceil((threads * REPEATS) as usize).max(1);
    LaunchConfig {
        grid_dim: (blocks as u32, patterns as u32, 1),
        block_dim: (threads, 1, 1),
        shared_mem_bytes: shared,
    }
}

impl Card {
    /// The number of result places that holds a batch of patterns, and the number of patterns in it.
    fn results(&self, step: &Step, cards: usize) -> Result<(CudaSlice<f64>, usize), DeviceError> {
        let each = step.turns.len() * cards;
        let room = (self.free()? as usize).saturating_sub(SPARE as usize / 2).min(BATCH);
        let patterns = (room / (8 * each)).clamp(1, HIGHEST).min(step.patterns());
        let free = self.free()?;
        let memory = |_| DeviceError::Memory { needed: (8 * each * patterns) as u64, free };
        Ok((self.stream.alloc_zeros(each * patterns).map_err(memory)?, patterns))
    }

    fn solve_level(
        &self,
        step: &Step,
        below: &CudaSlice<u32>,
        here: &mut CudaSlice<u32>,
    ) -> Result<Raised, DeviceError> {
        let laid = Laid::new(self, step)?;
        let (mut values, at_once) = self.results(step, 1)?;
        let mut stats = self.stream.alloc_zeros::<u64>(4).map_err(failed)?;
        for from in (0..step.patterns()).step_by(at_once) {
            let range = from..step.patterns().min(from + at_once);
            for (size, stretch) in laid.stretches(step, range.clone()) {
                let batch = laid.batch(&self.stream, step, stretch.start);
                let rows = (stretch.start - from) * step.turns.len()..(stretch.end - from) * step.turns.len();
                let longest = laid.longest(step, stretch.clone());
                let config = grid(longest, stretch.len(), threads(size), shared(size));
                let (kernel, mut part) = (&self.solve[size - 1], values.slice_mut(rows));
                launch::solve(&self.stream, kernel, config, (below, batch), &mut part, &mut stats)
                    .map_err(failed)?;
            }
            let (batch, config) =
                (laid.batch(&self.stream, step, from), grid(step.nodes, range.len(), 256, 0));
            let means = laid.means(step);
            launch::average(&self.stream, &self.average, config, (&values, batch), &means, here, &mut stats)
                .map_err(failed)?;
        }
        let stats = self.stream.clone_dtoh(&stats).map_err(failed)?;
        self.stream.synchronize().map_err(failed)?;
        let [gap, rounding] = [stats[0], stats[1]].map(f64::from_bits);
        Ok(Raised { gap, rounding, pivots: stats[2], mixed: stats[3] })
    }

    fn answer_level(
        &self,
        step: &Step,
        below: &CudaSlice<u32>,
        here: &mut CudaSlice<u32>,
    ) -> Result<Raised, DeviceError> {
        let ruled = step.ruled.as_ref().expect("only the price of a rule is asked so");
        let laid = Laid::new(self, step)?;
        let cards = if ruled.rule == BidRule::Uniform { 1 } else { step.rounds };
        let (runs, ranks) = (self.upload(ruled.runs.as_flattened())?, self.upload(&ruled.ranks)?);
        let (mut values, at_once) = self.results(step, cards)?;
        let rule =
            RuleArgs { runs: launch::address(&self.stream, &runs), cards: cards as u32, unit: ruled.unit };
        for from in (0..step.patterns()).step_by(at_once) {
            let range = from..step.patterns().min(from + at_once);
            let batch = laid.batch(&self.stream, step, from);
            let config = grid(laid.longest(step, range.clone()), range.len(), 128, 0);
            launch::respond(&self.stream, &self.respond, config, (below, batch), rule, &mut values)
                .map_err(failed)?;
            let (config, means) = (grid(step.nodes, range.len(), 256, 0), laid.means(step));
            let results = (&values, batch, rule);
            launch::average_rule(&self.stream, &self.average_rule, config, results, &ranks, &means, here)
                .map_err(failed)?;
        }
        self.stream.synchronize().map_err(failed)?;
        Ok(Raised::default())
    }
}

impl Device for Card {
    type Cells = CudaSlice<u32>;

    fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "a card without a name".to_string())
    }

    fn room(&self) -> Result<u64, DeviceError> {
        Ok(self.free()?.saturating_sub(SPARE))
    }

    fn zeros(&mut self, len: usize) -> Result<CudaSlice<u32>, DeviceError> {
        self.zeroed(len.max(1))
    }

    fn raise(
        &mut self,
        step: &Step,
        below: &CudaSlice<u32>,
    ) -> Result<(CudaSlice<u32>, Raised), DeviceError> {
        if step.utility == Utility::Win {
            let why = "the card solves games for points alone; solve for the win on the processor";
            return Err(DeviceError::Failed(why.to_string()));
        }
        let mut here = self.zeroed(step.states() as usize)?;
        let raised = match step.ruled {
            None => self.solve_level(step, below, &mut here)?,
            Some(_) => self.answer_level(step, below, &mut here)?,
        };
        Ok((here, raised))
    }

    fn gather(&mut self, cells: &CudaSlice<u32>, at: &[u64]) -> Result<Vec<u32>, DeviceError> {
        assert!(at.iter().all(|&at| at < cells.len() as u64), "places of this level");
        let places = self.upload(at)?;
        let mut out = self.zeroed(at.len().max(1))?;
        launch::gather(&self.stream, &self.gather, cells, &places.as_view(), &mut out).map_err(failed)?;
        let mut words = self.stream.clone_dtoh(&out).map_err(failed)?;
        self.stream.synchronize().map_err(failed)?;
        words.truncate(at.len());
        Ok(words)
    }

    fn read(&mut self, cells: &CudaSlice<u32>, from: usize, out: &mut [u32]) -> Result<(), DeviceError> {
        let part = cells.slice(from..from + out.len());
        self.stream.memcpy_dtoh(&part, out).map_err(failed)?;
        self.stream.synchronize().map_err(failed)
    }

    fn write(&mut self, cells: &mut CudaSlice<u32>, from: usize, words: &[u32]) -> Result<(), DeviceError> {
        let mut part = cells.slice_mut(from..from + words.len());
        self.stream.memcpy_htod(words, &mut part).map_err(failed)?;
        self.stream.synchronize().map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the tests run there is mostly no card: then it must be said, not shouted.
    #[test]
    fn a_missing_card_is_a_sentence() {
        match Card::open() {
            Ok(card) => assert!(!card.name().is_empty()),
            Err(error) => assert!(error.to_string().starts_with("no GPU can be used: "), "{error}"),
        }
    }
}
