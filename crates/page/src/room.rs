//! One table: the lock around it, and the clients that watch it.
//!
//! An accepted command is applied, written to disk, and only then shown and acknowledged. The lock is held meanwhile, so
//! nobody sees anything that is not on disk. Work that has begun is finished even if the client has gone.
//!
//! Whenever something happens, a message is made for every reader who sees it, and waits for the reader to take it: what is
//! told together does not depend on who reads when, nor on the pace.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex as StdMutex, Weak};
use std::time::Duration;

use table::{Advice, Host, Lang, Pending, PlayError, Seat, Thinking};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{Mutex, MutexGuard, mpsc, oneshot};
use tokio::task::block_in_place;
use tokio::time::Instant;

use crate::command::NumberedCommand;
use crate::live::{Accepted, LiveTable};
use crate::opening::{earlier, record};
use crate::refusal::Refusal;
use crate::rooms::Rooms;
use crate::secret::Fingerprint;
use crate::state::{Look, Mark, Message, Position};
use crate::store::{held, now};
use crate::thinking::Effort;

/// A table in memory, or the reason why it is not there.
enum Core {
    Loaded(Box<LiveTable>),
    /// The disk refused a line, so memory differs from disk. The next request restores the table.
    Gone,
    /// It cannot be restored.
    Closed,
}

/// Upper limit on the messages that wait for one reader. One who takes nothing for longer gets the newest state afterwards,
/// with all events since the last one it took.
const WAITING: usize = 128;

/// A client that follows a table.
struct Reader {
    look: Look,
    /// How far it has been told, and the mark of its last message.
    told: Position,
    mark: Mark,
    queue: mpsc::Sender<Message>,
}

impl Reader {
    /// Makes the next message if there is something new to see. Returns whether the client still follows.
    fn tell(&mut self, live: &mut LiveTable) -> bool {
        let message = live.message(self.look, Some(self.told), Vec::new());
        let is_new = message.is_news_after(self.mark);
        (self.told, self.mark) = (message.told, message.mark);
        !is_new || self.queue.try_send(message).is_ok()
    }
}

/// Does something that takes a while, without keeping other tasks from their threads.
fn apart<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => block_in_place(work),
        _ => work(),
    }
}

/// One table.
pub(crate) struct Room {
    pub(crate) id: String,
    rooms: Arc<Rooms>,
    prints: Vec<Option<Fingerprint>>,
    core: Mutex<Core>,
    /// Whether it is on disk. A match that is only shown is not.
    is_kept: bool,
    /// The clients that follow. Locked after `core`.
    readers: StdMutex<Vec<Reader>>,
    /// The time of the last request, in milliseconds of the Unix time.
    used: AtomicU64,
    /// How long the last answer of a player took, in milliseconds.
    thought: AtomicU64,
    /// One hint at a time.
    hinting: Mutex<()>,
}

impl Room {
    pub(crate) fn new(
        id: String,
        rooms: Arc<Rooms>,
        prints: Vec<Option<Fingerprint>>,
        live: Option<LiveTable>,
        is_kept: bool,
    ) -> Arc<Room> {
        let core = live.map_or(Core::Closed, |live| Core::Loaded(Box::new(live)));
        let (core, readers, hinting) = (Mutex::new(core), StdMutex::default(), Mutex::new(()));
        let (used, thought) = (AtomicU64::new(now()), AtomicU64::new(0));
        Arc::new(Room { id, rooms, prints, core, is_kept, readers, used, thought, hinting })
    }

    /// The seat that a bearer `A.secret` opens here.
    pub(crate) fn seat(&self, letter: &str, secret: &str) -> Result<Seat, Refusal> {
        let seat: Seat = letter.parse().map_err(|_| Refusal::NoBearer)?;
        let print = self.prints.get(seat.index()).and_then(Option::as_ref).ok_or(Refusal::BadToken)?;
        if print.fits(secret) { Ok(seat) } else { Err(Refusal::BadToken) }
    }

    /// Whether there was no request since a time.
    pub(crate) fn is_idle(&self, since: u64) -> bool {
        self.used.load(Ordering::Relaxed) < since
    }

    /// Notes a request.
    pub(crate) fn touch(&self) {
        self.used.store(now(), Ordering::Relaxed);
    }

    /// Lets the table go on by itself: agents think and the clock runs.
    pub(crate) async fn go_on(self: &Arc<Self>) {
        let Ok(mut live) = self.live().await else { return };
        if self.keep(&mut live, None).await.is_ok() {
            self.publish(&mut live);
        }
    }

    async fn live(&self) -> Result<TableGuard<'_>, Refusal> {
        let guard = self.core.lock().await;
        match &*guard {
            Core::Loaded(_) => Ok(TableGuard(guard)),
            Core::Gone => Err(Refusal::Disk),
            Core::Closed => Err(Refusal::Closed),
        }
    }

    /// Carries out a command of a seat. It is on disk when this returns. It is finished even if the client has gone.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        seat: Seat,
        NumberedCommand { turn, command }: NumberedCommand,
    ) -> Result<(Accepted, u64), Refusal> {
        let room = self.clone();
        let work = tokio::spawn(async move {
            let mut live = room.live().await?;
            let accepted = apart(|| live.enter(seat, turn, command))?;
            if accepted == Accepted::New {
                room.keep(&mut live, Some(seat)).await?;
                room.publish(&mut live);
            }
            Ok((accepted, live.stamp()))
        });
        work.await.unwrap_or(Err(Refusal::Broken))
    }

    /// Repeats an event of a table elsewhere, once the delay of the turn is over: how quickly it came does not show below that.
    pub(crate) async fn repeat(
        self: &Arc<Self>,
        work: impl FnOnce(&mut dyn Host) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let closed = |_| PlayError::Refused("the table is closed".to_string());
        let mut live = loop {
            let live = self.live().await.map_err(closed)?;
            let due = live.beat.due;
            if live.beat.is_over() {
                break live;
            }
            drop(live);
            tokio::time::sleep_until(due).await;
        };
        work(&mut *live.host)?;
        self.keep(&mut live, None).await.map_err(closed)?;
        self.publish(&mut live);
        Ok(())
    }

    /// Takes the answer of an agent, which is held until its time.
    async fn answer(self: Arc<Self>, seat: Seat, question: u64, thinking: Option<Thinking>) {
        let Ok(mut live) = self.live().await else { return };
        live.hold(seat, question, thinking);
        self.play(&mut live).await;
    }

    /// Brings about what was held, if its time has come.
    async fn play(self: &Arc<Self>, live: &mut TableGuard<'_>) {
        let before = live.health();
        if !apart(|| live.play(&self.rooms.pace_counts)) {
            return;
        }
        let is_down = live.health() != before && live.health().seat().is_some();
        if let Some(fault) = live.host.fault().filter(|_| is_down) {
            self.rooms.tell(&format!("table {}: {fault}", self.id));
        }
        if self.keep(live, None).await.is_ok() {
            self.publish(live);
        }
    }

    /// Writes new lines to disk. If that fails, the table leaves memory: only what is on disk has happened.
    async fn keep(&self, live: &mut TableGuard<'_>, by: Option<Seat>) -> Result<(), Refusal> {
        let (from, lines) = live.unkept(by);
        if lines.is_empty() || !self.is_kept {
            live.all_kept();
            return Ok(());
        }
        match self.rooms.store.append(&self.id, from, lines).await {
            Ok(()) => {
                live.all_kept();
                Ok(())
            }
            Err(error) => {
                self.rooms.tell(&format!("table {}: {error}", self.id));
                *live.0 = Core::Gone;
                self.rooms.drop_room(&self.id);
                held(&self.readers).clear();
                Err(Refusal::Disk)
            }
        }
    }

    /// Tells clients of a change that is on disk, asks the agents, and starts the delay of the turn and the clock.
    fn publish(self: &Arc<Self>, live: &mut LiveTable) {
        let before = live.clock.deadline;
        let last = Duration::from_millis(self.thought.load(Ordering::Relaxed));
        for (number, question) in live.questions() {
            let effort = live.effort(question.seat(), last);
            self.ask(number, question, effort);
        }
        let begins = live.changed();
        self.tell_readers(live);
        if begins || live.is_anything_held() && live.beat.is_over() {
            self.wait(live.beat.due, |room, due| async move { room.end_delay(due).await });
        }
        match live.clock.deadline {
            Some(deadline) if before != Some(deadline) => {
                self.wait(deadline, |room, deadline| async move { room.time_out(deadline).await });
            }
            _ => {}
        }
    }

    /// Makes the next message for every reader who sees something new.
    fn tell_readers(&self, live: &mut LiveTable) {
        let mut readers = held(&self.readers);
        if !readers.is_empty() {
            // A reader that has gone or takes nothing is dropped; the latter comes back.
            apart(|| readers.retain_mut(|reader| reader.tell(live)));
        }
    }

    fn ask(self: &Arc<Self>, number: u64, question: Box<dyn Pending>, effort: Effort) {
        let (room, seat) = (self.clone(), question.seat());
        let runtime = Handle::current();
        let answer = move |thinking| drop(runtime.spawn(room.answer(seat, number, thinking)));
        let room = self.clone();
        let think = move || {
            let (begun, is_forced) = (Instant::now(), question.is_forced());
            let thinking = question.think();
            let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            // Where nobody thought, nothing is learned of how long it takes.
            if !is_forced {
                room.thought.store(took, Ordering::Relaxed);
            }
            thinking
        };
        self.rooms.thinkers.run(effort, think, answer);
    }

    /// Does something at a time, if the table is still in memory then.
    fn wait<F: Future<Output = ()> + Send>(
        self: &Arc<Self>,
        time: Instant,
        then: impl FnOnce(Arc<Room>, Instant) -> F + Send + 'static,
    ) {
        let room = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep_until(time).await;
            if let Some(room) = Weak::upgrade(&room) {
                then(room, time).await;
            }
        });
    }

    /// The delay of a turn is over.
    async fn end_delay(self: Arc<Self>, due: Instant) {
        let Ok(mut live) = self.live().await else { return };
        if live.beat.due == due {
            self.play(&mut live).await;
        }
    }

    async fn time_out(self: Arc<Self>, deadline: Instant) {
        let Ok(mut live) = self.live().await else { return };
        if live.clock.deadline != Some(deadline) {
            return;
        }
        apart(|| live.time_out());
        if self.keep(&mut live, None).await.is_ok() {
            self.publish(&mut live);
        }
    }

    /// The message for a client that has been told so much, and all messages after it until the client takes too few of them
    /// or the table leaves memory.
    pub(crate) async fn follow(
        &self,
        look: Look,
        told: Option<Position>,
    ) -> Result<(Message, mpsc::Receiver<Message>), Refusal> {
        let (mut sought, mut found) = (0..0, Vec::new());
        loop {
            {
                let mut live = self.live().await?;
                let games = live.forgotten(told);
                if games.is_empty() || games == sought || !self.is_kept {
                    let first = apart(|| live.message(look, told, found));
                    let (queue, messages) = mpsc::channel(WAITING);
                    let reader = Reader { look, told: first.told, mark: first.mark, queue };
                    held(&self.readers).push(reader);
                    return Ok((first, messages));
                }
                sought = games;
            }
            let games = sought.clone();
            let Look { observer, lang, .. } = look;
            found = self.rooms.kept(&self.id, move |kept| earlier(kept, games, observer, lang)).await?;
        }
    }

    /// The advice of a good player for this seat, and the player's name. It thinks where all agents do.
    pub(crate) async fn advice(&self, seat: Seat, lang: Lang) -> Result<(String, Advice), Refusal> {
        let _alone = self.hinting.try_lock().map_err(|_| Refusal::RateLimited)?;
        let (name, adviser) = {
            let mut live = self.live().await?;
            apart(|| live.adviser(seat, lang))?
        };
        let (sender, advice) = oneshot::channel();
        // The client may have gone.
        self.rooms.thinkers.run(
            Effort::Long,
            move || adviser.advise(),
            move |advice| drop(sender.send(advice)),
        );
        let advice = advice.await.map_err(|_| Refusal::Busy)?;
        advice.and_then(Result::ok).map(|advice| (name, advice)).ok_or(Refusal::NoAdvice)
    }

    /// The record, once the series is over.
    pub(crate) async fn record(&self) -> Result<String, Refusal> {
        // Other matches that are still played may use the seeds of a match that is only shown.
        if !self.is_kept || !self.live().await?.is_series_over() {
            return Err(Refusal::Unfinished);
        }
        self.rooms.kept(&self.id, record).await?.ok_or(Refusal::Closed)
    }
}

/// The lock on a table in memory.
struct TableGuard<'a>(MutexGuard<'a, Core>);

const LIVE: &str = "looked at when it was locked, and given up together with the lock";

impl std::ops::Deref for TableGuard<'_> {
    type Target = LiveTable;

    fn deref(&self) -> &LiveTable {
        match &*self.0 {
            Core::Loaded(live) => live,
            Core::Gone | Core::Closed => unreachable!("{LIVE}"),
        }
    }
}

impl std::ops::DerefMut for TableGuard<'_> {
    fn deref_mut(&mut self) -> &mut LiveTable {
        match &mut *self.0 {
            Core::Loaded(live) => live,
            Core::Gone | Core::Closed => unreachable!("{LIVE}"),
        }
    }
}

#[cfg(test)]
mod tests;
