//! The programs that run now, so that none of them outlives this process.

use std::io;
use std::mem;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::program::GRACE;

/// A line on its way to a program; `None` closes its input.
pub(super) type Input = Option<String>;

/// While it is locked no program is reaped, so the number of a group on the list is no other group's.
static RUNNING: Mutex<Running> = Mutex::new(Running { programs: Vec::new(), is_over: false });

/// The programs that were started and have not been reaped.
struct Running {
    programs: Vec<(Pid, Sender<Input>)>,
    /// Whether all were ended, and no other may start.
    is_over: bool,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().expect("nobody panics while it is locked")
}

/// Starts a command whose lines come through this channel.
pub(super) fn start(command: &mut Command, input: &Sender<Input>) -> io::Result<Child> {
    let mut running = running();
    if running.is_over {
        return Err(io::Error::other("all programs are being ended"));
    }
    let child = command.spawn()?;
    running.programs.push((Pid::from_child(&child), input.clone()));
    Ok(child)
}

/// Reaps a program that has ended; `None` if it has not.
pub(super) fn reap(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let mut running = running();
    let (group, status) = (Pid::from_child(child), child.try_wait());
    if !matches!(status, Ok(None)) {
        running.programs.retain(|(other, _)| *other != group);
    }
    status
}

/// Ends all programs that play: closes their input, and a second later kills the process groups of those that still
/// run. Call it when the process is about to end: no other program can be started afterwards.
pub fn end_programs() {
    let mut running = running();
    running.is_over = true;
    for (_, input) in &running.programs {
        let _ = input.send(None);
    }
    let deadline = Instant::now() + GRACE;
    while running.programs.iter().any(|(group, _)| still_runs(*group)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(5));
    }
    for (group, _) in &running.programs {
        let _ = kill_process_group(*group, Signal::KILL);
    }
    // A thread that waits to reap or to start a program waits until this process is gone, and prints nothing.
    mem::forget(running);
}

/// Whether the first process of a group has not ended. It is only looked at: reaped, it would lose its number.
fn still_runs(group: Pid) -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(group), look), Ok(None))
}
