//! Threads for agents, fed by a queue, so that no table waits for the page and the page waits for no table.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::{io, thread};

use crate::store::held;

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    quick: VecDeque<Job>,
    long: VecDeque<Job>,
    closed: bool,
}

/// How long a question is expected to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    Quick,
    Long,
    /// A program thinks; here a thread only waits, however long.
    External,
}

impl Effort {
    /// The effort of a player whose last answer took so long.
    pub(crate) fn after(last: Duration) -> Effort {
        const LONG: Duration = Duration::from_millis(100);
        if last > LONG { Effort::Long } else { Effort::Quick }
    }
}

/// The threads and their queue. Half of the threads take quick questions only, so that these never wait for long ones. A
/// question to a program has a thread of its own.
#[derive(Clone)]
pub(crate) struct Thinkers {
    queue: Arc<(Mutex<Queue>, Condvar)>,
    /// How long each answer takes on a test clock, where nobody needs a thread.
    #[cfg(test)]
    takes: Option<Arc<Takes>>,
}

/// How long the next answer takes.
#[cfg(test)]
type Takes = dyn Fn() -> Duration + Send + Sync;

impl Thinkers {
    /// Starts this number of threads.
    pub(crate) fn start(threads: usize) -> io::Result<Thinkers> {
        let thinkers = Thinkers {
            queue: Arc::default(),
            #[cfg(test)]
            takes: None,
        };
        for number in 0..threads {
            let (queue, takes_long) = (thinkers.clone(), number % 2 == 0);
            thread::Builder::new().name(format!("thinker {number}")).spawn(move || queue.work(takes_long))?;
        }
        Ok(thinkers)
    }

    /// Without threads: each answer takes so long on the clock of the test.
    #[cfg(test)]
    pub(crate) fn on_clock(takes: impl Fn() -> Duration + Send + Sync + 'static) -> Thinkers {
        Thinkers { queue: Arc::default(), takes: Some(Arc::new(takes)) }
    }

    /// Does some work when a thread is free, and passes the result on; `None` if it panicked.
    pub(crate) fn run<T>(
        &self,
        effort: Effort,
        work: impl FnOnce() -> T + Send + 'static,
        then: impl FnOnce(Option<T>) + Send + 'static,
    ) {
        let job: Job = Box::new(move || then(catch_unwind(AssertUnwindSafe(work)).ok()));
        #[cfg(test)]
        if let Some(takes) = &self.takes {
            let time = takes();
            tokio::spawn(async move {
                tokio::time::sleep(time).await;
                job();
            });
            return;
        }
        let (queue, ready) = &*self.queue;
        let mut queue = held(queue);
        match effort {
            Effort::Quick => queue.quick.push_back(job),
            Effort::Long => queue.long.push_back(job),
            Effort::External => apart(job).unwrap_or_else(|job| queue.long.push_back(job)),
        }
        // Not every thread takes every question, so all must wake up.
        ready.notify_all();
    }

    /// Ends the threads once they have finished their work; the queue is dropped.
    pub(crate) fn close(&self) {
        let (queue, ready) = &*self.queue;
        let mut queue = held(queue);
        *queue = Queue { closed: true, ..Queue::default() };
        ready.notify_all();
    }

    fn work(&self, takes_long: bool) {
        // Requests come before thinking. If the system refuses, all threads are alike.
        let _ = rustix::process::nice(5);
        while let Some(job) = self.next(takes_long) {
            job();
        }
    }

    fn next(&self, takes_long: bool) -> Option<Job> {
        let (queue, ready) = &*self.queue;
        let mut queue = held(queue);
        loop {
            if queue.closed {
                return None;
            }
            let long = if takes_long { queue.long.pop_front() } else { None };
            if let Some(job) = long.or_else(|| queue.quick.pop_front()) {
                return Some(job);
            }
            queue = ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Does some work on a thread of its own; if none can be started, the work comes back.
fn apart(job: Job) -> Result<(), Job> {
    let waits = Arc::new(Mutex::new(Some(job)));
    let taken = waits.clone();
    let work = move || {
        let job = held(&taken).take();
        job.into_iter().for_each(|job| job());
    };
    match thread::Builder::new().name("external".to_string()).spawn(work) {
        Ok(_) => Ok(()),
        Err(_) => held(&waits).take().map_or(Ok(()), Err),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_panic_is_an_answer_and_the_thread_goes_on() {
        let thinkers = Thinkers::start(1).unwrap();
        let (send, receive) = channel();
        let other = send.clone();
        thinkers.run(
            Effort::Quick,
            || panic!("planted"),
            move |answer: Option<i32>| other.send(answer).unwrap(),
        );
        thinkers.run(Effort::Quick, || 3, move |answer| send.send(answer).unwrap());
        assert_eq!(receive.iter().take(2).collect::<Vec<_>>(), [None, Some(3)]);
        thinkers.close();
    }

    #[test]
    fn who_waits_for_somebody_outside_has_a_thread_of_its_own() {
        let thinkers = Thinkers::start(1).unwrap();
        let (free, wait) = channel::<()>();
        let (send, receive) = channel();
        let wait = Mutex::new(wait);
        let other = send.clone();
        thinkers.run(Effort::External, move || held(&wait).recv(), move |_| other.send("external").unwrap());
        thinkers.run(Effort::Long, || (), move |_| send.send("here").unwrap());
        assert_eq!(receive.recv(), Ok("here"), "while the other waits");
        free.send(()).unwrap();
        assert_eq!(receive.recv(), Ok("external"));
        thinkers.close();
    }

    #[test]
    fn quick_questions_do_not_wait_for_long_ones() {
        let thinkers = Thinkers::start(2).unwrap();
        let (free, wait) = channel::<()>();
        let (send, receive) = channel();
        let wait = Mutex::new(wait);
        let stuck = move || held(&wait).recv();
        let (first, second) = (send.clone(), send.clone());
        thinkers.run(Effort::Long, stuck, move |_| first.send("long").unwrap());
        thinkers.run(Effort::Long, || (), move |_| second.send("long").unwrap());
        thinkers.run(Effort::Quick, || (), move |_| send.send("quick").unwrap());
        assert_eq!(receive.recv(), Ok("quick"), "while both long ones wait");
        free.send(()).unwrap();
        assert_eq!(receive.iter().take(2).collect::<Vec<_>>(), ["long", "long"]);
        thinkers.close();
    }
}
