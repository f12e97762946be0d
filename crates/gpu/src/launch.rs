//! Calls into the driver that the compiler cannot check: launching kernels with plain pointers.
#![allow(unsafe_code)]

use cudarc::driver::{
    CudaFunction, CudaSlice, CudaStream, CudaView, CudaViewMut, DevicePtr, DeviceRepr, DriverError,
    LaunchConfig, PushKernelArg,
};
use solve::Turned;

/// [`Turned`] as the kernels have it, which know only games for points: there the nodes of a pot do not depend on who
/// takes it, nor on whether the players have changed places.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Turn {
    taken: u32,
    tied: u32,
    size: f32,
    ties: u32,
}

impl From<&Turned> for Turn {
    fn from(turned: &Turned) -> Turn {
        let Turned { next: [tied, _, taken, ..], gain, ties } = *turned;
        Turn { taken, tied, size: gain, ties }
    }
}

// SAFETY: four plain numbers of four bytes, laid out as in C.
unsafe impl DeviceRepr for Turn {}

/// `Batch` of the kernels: addresses of arrays that outlive the launch, then two numbers.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Batch {
    pub patterns: u64,
    pub boards: u64,
    pub pairs: u64,
    pub shapes: u64,
    pub below_rows: u64,
    pub turns: u64,
    pub lists: u64,
    pub list_at: u64,
    pub stride: u32,
    pub repeats: u32,
}

// SAFETY: plain numbers, laid out as in C.
unsafe impl DeviceRepr for Batch {}

/// `BidRule` of the kernels.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct RuleArgs {
    pub runs: u64,
    pub cards: u32,
    pub unit: f32,
}

// SAFETY: plain numbers, laid out as in C.
unsafe impl DeviceRepr for RuleArgs {}

/// Whether the driver and the compiler of kernels can be loaded, or what is missing.
pub(crate) fn check_libraries() -> Result<(), &'static str> {
    // SAFETY: both only try to load a library of the system under its usual names.
    let (driver, compiler) =
        unsafe { (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
    match (driver, compiler) {
        (false, _) => Err("the CUDA driver (libcuda) is not installed"),
        (_, false) => Err("the CUDA compiler library (libnvrtc) is not installed"),
        _ => Ok(()),
    }
}

/// The address of an array on the card.
pub(crate) fn address<T>(stream: &CudaStream, array: &CudaSlice<T>) -> u64 {
    array.device_ptr(stream).0
}

/// What the kernel that takes the mean over prizes needs beside its batch.
pub(crate) struct Means<'a> {
    pub draws: &'a CudaSlice<u32>,
    pub upto: &'a CudaSlice<u32>,
    pub rows: &'a CudaSlice<u64>,
    pub nodes: u32,
    pub rounds: u32,
}

/// Solves the games of a batch.
pub(crate) fn solve(
    stream: &CudaStream,
    kernel: &CudaFunction,
    config: LaunchConfig,
    (below, batch): (&CudaSlice<u32>, Batch),
    values: &mut CudaViewMut<'_, f64>,
    stats: &mut CudaSlice<u64>,
) -> Result<(), DriverError> {
    let mut launch = stream.launch_builder(kernel);
    launch.arg(below).arg(&batch).arg(values).arg(stats);
    // SAFETY: the arguments are those of `solve_D`; the batch's patterns, pairs and turns index the arrays they
    // were made with, `values` has a row of `stride` for each pattern of the launch, and the threads of a block
    // have the shared memory that the configuration names.
    unsafe { launch.launch(config) }.map(drop)
}

/// Takes the mean over prizes of solved games.
pub(crate) fn average(
    stream: &CudaStream,
    kernel: &CudaFunction,
    config: LaunchConfig,
    (values, batch): (&CudaSlice<f64>, Batch),
    means: &Means<'_>,
    here: &mut CudaSlice<u32>,
    stats: &mut CudaSlice<u64>,
) -> Result<(), DriverError> {
    let mut launch = stream.launch_builder(kernel);
    launch.arg(values).arg(&batch).arg(means.draws).arg(means.upto).arg(means.rows);
    launch.arg(&means.nodes).arg(&means.rounds).arg(here).arg(stats);
    // SAFETY: the arguments are those of `average`; every draw is a turn, so below `stride`, and every row lies in
    // `here`.
    unsafe { launch.launch(config) }.map(drop)
}

/// Finds the best replies to a rule.
pub(crate) fn respond(
    stream: &CudaStream,
    kernel: &CudaFunction,
    config: LaunchConfig,
    (below, batch): (&CudaSlice<u32>, Batch),
    rule: RuleArgs,
    values: &mut CudaSlice<f64>,
) -> Result<(), DriverError> {
    let mut launch = stream.launch_builder(kernel);
    launch.arg(below).arg(&batch).arg(&rule).arg(values);
    // SAFETY: the arguments are those of `respond`; a pair of floats is as large as a double, and `values` has a row
    // of `stride` times `cards` for each pattern.
    unsafe { launch.launch(config) }.map(drop)
}

/// Takes the mean over prizes of replies to a rule.
pub(crate) fn average_rule(
    stream: &CudaStream,
    kernel: &CudaFunction,
    config: LaunchConfig,
    (values, batch, rule): (&CudaSlice<f64>, Batch, RuleArgs),
    ranks: &CudaSlice<u8>,
    means: &Means<'_>,
    here: &mut CudaSlice<u32>,
) -> Result<(), DriverError> {
    let mut launch = stream.launch_builder(kernel);
    launch.arg(values).arg(&batch).arg(&rule).arg(ranks).arg(means.draws).arg(means.upto).arg(means.rows);
    launch.arg(&means.nodes).arg(&means.rounds).arg(here);
    // SAFETY: the arguments are those of `average_rule`; ranks are below the number of cards, whose runs are known.
    unsafe { launch.launch(config) }.map(drop)
}

/// Reads the words at some places.
pub(crate) fn gather(
    stream: &CudaStream,
    kernel: &CudaFunction,
    cells: &CudaSlice<u32>,
    at: &CudaView<'_, u64>,
    out: &mut CudaSlice<u32>,
) -> Result<(), DriverError> {
    let count = u32::try_from(at.len()).expect("places are asked for by the million at most");
    let mut launch = stream.launch_builder(kernel);
    launch.arg(cells).arg(at).arg(&count).arg(out);
    // SAFETY: the arguments are those of `gather`, and the places were checked to lie in `cells`.
    unsafe { launch.launch(LaunchConfig::for_num_elems(count)) }.map(drop)
}
