//! What raises levels.

use crate::step::Step;
use std::fmt;

/// Why a device gave up. Take a smaller game, another device, or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceError {
    /// There is none, or it cannot be used.
    Missing(String),
    /// It has too little memory.
    Memory {
        /// The bytes a level and the one below take, and what is needed beside them.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// It broke down.
    Failed(String),
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(why) => write!(f, "no GPU can be used: {why}"),
            Self::Memory { needed, free } => {
                let [needed, free] = [needed, free].map(|&bytes| bytes as f64 / 1e9);
                write!(f, "two levels take {needed:.1} GB, and {free:.1} GB are free")
            }
            Self::Failed(why) => write!(f, "the device failed: {why}"),
        }
    }
}

impl std::error::Error for DeviceError {}

/// What was seen while a level was raised.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Raised {
    /// The most by which the mixtures found for a matrix game differ in what they secure: its value lies between.
    pub gap: f64,
    /// The most that a value lost when it was stored.
    pub rounding: f64,
    /// The games without a pure saddle point.
    pub mixed: u64,
    /// The steps of the simplex method in all.
    pub pivots: u64,
}

/// A machine that keeps the values of levels and raises one from another.
///
/// A value is a word of 32 bits: a number in single precision or, for the price of a rule, a pair of numbers of
/// 16 bits, see [`LevelTask`](super::LevelTask).
pub trait Device {
    /// The values of one level, wherever the device keeps them.
    type Cells;

    /// How it is called.
    fn name(&self) -> String;

    /// The bytes that levels may take.
    ///
    /// # Errors
    /// If the device does not answer.
    fn room(&self) -> Result<u64, DeviceError>;

    /// This many words, all 0.
    ///
    /// # Errors
    /// If there is no room.
    fn zeros(&mut self, len: usize) -> Result<Self::Cells, DeviceError>;

    /// Works out a level from the one below.
    ///
    /// # Errors
    /// If there is no room or the device breaks down.
    fn raise(&mut self, step: &Step, below: &Self::Cells) -> Result<(Self::Cells, Raised), DeviceError>;

    /// The words at these places.
    ///
    /// # Errors
    /// If the device breaks down.
    fn gather(&mut self, cells: &Self::Cells, at: &[u64]) -> Result<Vec<u32>, DeviceError>;

    /// Copies words out, from this place on.
    ///
    /// # Errors
    /// If the device breaks down.
    fn read(&mut self, cells: &Self::Cells, from: usize, out: &mut [u32]) -> Result<(), DeviceError>;

    /// Copies words in, from this place on.
    ///
    /// # Errors
    /// If the device breaks down.
    fn write(&mut self, cells: &mut Self::Cells, from: usize, words: &[u32]) -> Result<(), DeviceError>;
}
