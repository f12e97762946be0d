//! The levels of the buzzard raised on a graphics card.
//!
//! `kernel.cu` has the arithmetic: one thread a matrix game. `card` lays the levels out on the card and goes through
//! their patterns in batches; `launch` is the only file with unsafe code. The driver and the compiler of kernels are
//! looked for when a card is opened, so everything builds without them.

mod card;
mod launch;

pub use card::{Card, probe};
