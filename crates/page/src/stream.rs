//! Events as the browser reads them: the newest state at once, then one for each change, and a sign of life between.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::Frame;
use tokio::sync::{mpsc, watch};

use crate::refusal::Refusal;
use crate::room::Room;
use crate::server::raised;
use crate::state::{Look, Message, Told};

/// How often a quiet stream shows that it lives.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// The stream of one client.
///
/// # Errors
/// If the table cannot be shown at all.
pub(crate) async fn events(
    room: Arc<Room>,
    look: Look,
    told: Option<Told>,
    closing: watch::Receiver<bool>,
) -> Result<Body, Refusal> {
    // Whatever happens after the first message is noticed: the changes are watched before it is made.
    let changes = room.watch();
    let first = room.message(look, told).await?;
    let (sender, frames) = mpsc::channel(1);
    let feeder = Feeder { room, look, sender, changes, closing };
    tokio::spawn(feeder.feed(first));
    Ok(Body::new(Frames(frames)))
}

struct Feeder {
    room: Arc<Room>,
    look: Look,
    sender: mpsc::Sender<Bytes>,
    changes: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
}

impl Feeder {
    /// Sends until the client goes, the table does, or the server ends. Who reads slowly gets the newest state next, with
    /// all events since the last one it got.
    async fn feed(mut self, first: Message) {
        let (mut told, mut mark) = (first.told, first.mark);
        if !self.send(first.bytes).await {
            return;
        }
        while self.wait().await {
            self.changes.mark_unchanged();
            let Ok(message) = self.room.message(self.look, Some(told)).await else { return };
            let is_new = message.has_news || message.mark != mark;
            (told, mark) = (message.told, message.mark);
            if is_new && !self.send(message.bytes).await {
                return;
            }
        }
    }

    /// Whether the client has taken it.
    async fn send(&mut self, bytes: Bytes) -> bool {
        tokio::select! {
            sent = self.sender.send(bytes) => sent.is_ok(),
            () = raised(&mut self.closing) => false,
        }
    }

    /// Waits for a change; whether there is one to tell.
    async fn wait(&mut self) -> bool {
        loop {
            tokio::select! {
                changed = self.changes.changed() => return changed.is_ok(),
                () = self.sender.closed() => return false,
                () = raised(&mut self.closing) => return false,
                () = tokio::time::sleep(SIGN_OF_LIFE) => {}
            }
            if !self.send(Bytes::from_static(b":\n\n")).await {
                return false;
            }
        }
    }
}

/// A body whose pieces come as they are made.
struct Frames(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Frames {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(cx).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
