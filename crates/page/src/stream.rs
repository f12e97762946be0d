//! The stream of one client: the newest state at once, then one for everything that happens and that it can see.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use tokio::sync::{mpsc, watch};

use crate::refusal::Refusal;
use crate::room::Room;
use crate::server::raised;
use crate::state::{Look, Mark, Message, Position};

/// How long a stream is silent before it shows that it lives.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The stream of one client.
///
/// Its timing tells no more than its content. A change that this client cannot see sends nothing, and does not put off the
/// next sign of life either: [`KeepAlive`] counts from the last frame.
///
/// # Errors
/// If the table cannot be shown at all.
pub(crate) async fn events(
    room: Arc<Room>,
    look: Look,
    told: Option<Position>,
    closing: watch::Receiver<bool>,
    keep_alive: Duration,
) -> Result<Response, Refusal> {
    let (first, messages) = room.follow(look, told).await?;
    let client = Client { room, look, told: first.told, mark: first.mark, messages, closing };
    let stream = unfold((client, Some(first)), async |(mut client, first)| {
        let message = if let Some(first) = first { first } else { client.next().await? };
        Some((Ok::<_, Infallible>(Event::default().data(message.text)), (client, None)))
    });
    let stream = Sse::new(stream).keep_alive(KeepAlive::new().interval(keep_alive));
    let mut response = stream.into_response();
    // `Sse` would allow a cache to keep what a seat sees.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A client that follows a table.
struct Client {
    room: Arc<Room>,
    look: Look,
    /// How far it has been told.
    told: Position,
    /// The mark of the last message.
    mark: Mark,
    messages: mpsc::Receiver<Message>,
    closing: watch::Receiver<bool>,
}

impl Client {
    /// Waits for the next message; none once the table leaves the memory or the server ends. A client for which too many wait
    /// already gets those, and then the newest state with all events since.
    async fn next(&mut self) -> Option<Message> {
        loop {
            let waiting = tokio::select! {
                waiting = self.messages.recv() => waiting,
                () = raised(&mut self.closing) => return None,
            };
            let message = match waiting {
                Some(message) => message,
                None => {
                    let (newest, messages) = self.room.follow(self.look, Some(self.told)).await.ok()?;
                    self.messages = messages;
                    newest
                }
            };
            let is_new = message.is_news_after(self.mark);
            (self.told, self.mark) = (message.told, message.mark);
            if is_new {
                return Some(message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::StreamExt;
    use table::{Lang, Seat, Shape};
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::host_agents::HostAgents;
    use crate::rooms::Rooms;
    use crate::store::Store;
    use crate::store::tests::Scratch;
    use crate::thinking::Thinkers;

    /// Everybody is told that something may have changed, and nothing has that anybody sees.
    async fn change_out_of_sight(room: Arc<Room>, stop: Arc<AtomicBool>) {
        while !stop.load(Ordering::Relaxed) {
            room.go_on().await;
            sleep(Duration::from_millis(10)).await;
        }
    }

    async fn listen(scratch: &Scratch) -> Vec<String> {
        let (store, thinkers) = (Store::open(&scratch.0).unwrap(), Thinkers::start(1).unwrap());
        let rooms =
            Rooms::new(store, thinkers, HostAgents::default(), 1, Duration::ZERO, Box::new(|_| {})).unwrap();
        let wanted = serde_json::from_str(r#"{"game": "kuhn", "seats": ["person", "person"]}"#).unwrap();
        let opened = rooms.open(&wanted).await.unwrap();
        let room = rooms.room(&opened.id).await.unwrap();
        let look = Look { observer: Some(Seat::new(0)), lang: Lang::English, shape: Shape::Wide };
        let (_stays_open, closing) = watch::channel(false);
        let quiet = Duration::from_millis(200);
        let response = events(room.clone(), look, None, closing, quiet).await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        let mut frames = response.into_body().into_data_stream();
        let stop = Arc::new(AtomicBool::new(false));
        let busy = tokio::spawn(change_out_of_sight(room, stop.clone()));
        let mut heard = Vec::new();
        while heard.len() < 4 {
            let frame = timeout(Duration::from_secs(20), frames.next()).await.expect("a frame in time");
            heard.push(String::from_utf8(frame.unwrap().unwrap().to_vec()).unwrap());
        }
        stop.store(true, Ordering::Relaxed);
        busy.await.unwrap();
        heard
    }

    #[test]
    fn what_cannot_be_seen_neither_sends_a_frame_nor_puts_one_off() {
        let scratch = Scratch::new("keep-alive");
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let heard = runtime.block_on(async { listen(&scratch).await });
        assert!(heard[0].starts_with("data: {\"version\":") && heard[0].ends_with("}\n\n"), "{}", heard[0]);
        assert_eq!(heard[1..], [":\n\n"; 3]);
    }
}
