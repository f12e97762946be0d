//! A program of somebody else's, spoken to in lines and ended for sure.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::running::{self, Input};

/// No line of a program is longer, so that a broken one cannot fill the memory.
const LONGEST_LINE: usize = 1 << 20;

/// How many lines may wait unread before the program has to wait too.
const UNREAD_LINES: usize = 8;

/// How long a program may take to end once its input is closed, before it is killed.
pub(super) const GRACE: Duration = Duration::from_secs(1);

/// A line a program wrote.
pub(super) struct Line {
    /// What it says, without its line feed; bytes that are no text are replaced.
    pub text: String,
    /// Whether it goes on beyond the longest line there may be.
    pub endless: bool,
    /// Whether more was written together with it.
    pub more: bool,
}

/// Why there is no line.
pub(super) enum Silence {
    /// The program closed its output, most likely because it ended.
    Closed,
    /// It wrote nothing in time.
    Late,
}

/// A running program. Dropping it ends it, and whatever it started in its process group.
///
/// Three threads stand between it and us, one for each of its standard streams, so that a program which
/// neither reads nor writes can never make us wait longer than we mean to.
pub(super) struct Program {
    child: Child,
    /// Lines on their way to the program.
    input: Sender<Input>,
    output: Receiver<Line>,
    /// Comes when its standard error is closed: the last line of it.
    last_words: Receiver<String>,
}

impl Program {
    /// Starts a command of the shell, in a process group of its own.
    pub(super) fn start(command: &str) -> io::Result<Program> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (input, to_write) = mpsc::channel();
        let mut child = running::start(&mut shell, &input)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { unreachable!("all three are piped") };
        let (read, output) = mpsc::sync_channel(UNREAD_LINES);
        let (word, last_words) = mpsc::channel();
        thread::spawn(move || write_lines(stdin, &to_write));
        thread::spawn(move || read_lines(BufReader::new(stdout), &read));
        thread::spawn(move || word.send(last_line(BufReader::new(stderr))));
        Ok(Program { child, input, output, last_words })
    }

    /// Sends a line. That a program no longer reads is seen by its silence.
    pub(super) fn tell(&self, line: String) {
        let _ = self.input.send(Some(line));
    }

    /// A line that was written although nobody waits for one, or that the program closed its output.
    pub(super) fn unasked(&self) -> Option<Result<Line, Silence>> {
        match self.output.try_recv() {
            Ok(line) => Some(Ok(line)),
            Err(TryRecvError::Disconnected) => Some(Err(Silence::Closed)),
            Err(TryRecvError::Empty) => None,
        }
    }

    /// The next line, if it comes in time.
    pub(super) fn line(&self, limit: Duration) -> Result<Line, Silence> {
        self.output.recv_timeout(limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Closed,
        })
    }

    /// Closes the program's input, waits this long for it to end, and then kills its process group.
    ///
    /// `None` if even that did not end it.
    pub(super) fn stop(&mut self, grace: Duration) -> Option<ExitStatus> {
        let _ = self.input.send(None);
        let deadline = Instant::now() + grace;
        // Only once nobody can write to us any more may the program be reaped without killing its group.
        // Until it is reaped its number belongs to it, so the group that is killed can be no other.
        let ended = if self.is_closed_by(deadline) { self.wait_until(deadline) } else { None };
        ended.or_else(|| {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            self.wait_until(Instant::now() + GRACE)
        })
    }

    /// The last line of its standard error, once it was stopped.
    pub(super) fn last_words(&self) -> Option<String> {
        self.last_words.recv_timeout(GRACE).ok().filter(|words| !words.is_empty())
    }

    fn is_closed_by(&self, deadline: Instant) -> bool {
        while Instant::now() < deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            if let Err(Silence::Closed) = self.line(left) {
                return true;
            }
        }
        false
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match running::reap(&mut self.child) {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop(GRACE);
    }
}

/// Ends when the input is to be closed, or nobody listens.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Input>) {
    while let Ok(Some(line)) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Ends when the program closes its output, writes an endless line, or nobody listens.
fn read_lines(mut stdout: BufReader<impl Read>, lines: &SyncSender<Line>) {
    while let Some(mut line) = next_line(&mut stdout) {
        line.more = !stdout.buffer().is_empty();
        let endless = line.endless;
        if lines.send(line).is_err() || endless {
            return;
        }
    }
}

fn next_line(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes).ok().filter(|&read| read > 0)?;
    let endless = bytes.len() == LONGEST_LINE;
    let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string();
    Some(Line { text, endless, more: false })
}

/// The last line that says something.
fn last_line(mut stderr: BufReader<impl Read>) -> String {
    let mut last = String::new();
    while let Some(line) = next_line(&mut stderr) {
        if !line.text.trim().is_empty() {
            last = line.text;
        }
    }
    last
}
