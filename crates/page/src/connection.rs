//! Connections: limits on their number, and a timeout for clients that do not read.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::safety::network;
use crate::store::held;

/// Counts the open connections by address.
#[derive(Default)]
pub(crate) struct Connections {
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// Upper limits on connections: in all, and from one address that is limited.
pub(crate) const MAX_CONNECTIONS: usize = 10_000;
pub(crate) const MAX_PER_ADDRESS: usize = 200;

/// The place of one connection in the count; it is free again when this is dropped.
pub(crate) struct ConnectionSlot {
    connections: Arc<Connections>,
    address: IpAddr,
}

impl Connections {
    /// Takes a place for one more connection, unless there are too many.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, limited: bool) -> Option<ConnectionSlot> {
        let address = network(address);
        let mut open = held(&self.open);
        let all: usize = open.values().sum();
        let here = open.get(&address).copied().unwrap_or(0);
        if all >= MAX_CONNECTIONS || limited && here >= MAX_PER_ADDRESS {
            return None;
        }
        open.insert(address, here + 1);
        Some(ConnectionSlot { connections: self.clone(), address })
    }

    pub(crate) fn is_empty(&self) -> bool {
        held(&self.open).is_empty()
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = held(&self.connections.open);
        let here = open.entry(self.address).or_default();
        *here = here.saturating_sub(1);
        if *here == 0 {
            open.remove(&self.address);
        }
    }
}

/// A connection that fails when the other side reads nothing for too long.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    time: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, time: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, time, waiting: None }
    }

    fn unless_too_long<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let time = self.time;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(time)));
        waiting.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.unless_too_long(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.unless_too_long(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(cx);
        self.unless_too_long(cx, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.unless_too_long(cx, done)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[test]
    fn who_takes_nothing_is_given_up_and_who_reads_is_not() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (near, mut far) = duplex(64);
            let mut near = WriteTimeout::new(near, Duration::from_millis(50));
            near.write_all(&[1; 64]).await.unwrap();
            let reader = tokio::spawn(async move {
                sleep(Duration::from_millis(20)).await;
                let mut taken = [0; 64];
                far.read_exact(&mut taken).await.unwrap();
                far
            });
            near.write_all(&[2; 64]).await.unwrap();
            let _far = reader.await.unwrap();
            let error = near.write_all(&[3; 64]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn an_address_has_so_many_connections_and_they_come_back() {
        let connections = Arc::new(Connections::default());
        let address = IpAddr::from([10, 0, 0, 1]);
        let inside: Vec<ConnectionSlot> =
            (0..MAX_PER_ADDRESS).map(|_| connections.enter(address, true).unwrap()).collect();
        assert!(connections.enter(address, true).is_none());
        assert!(
            connections.enter(address, false).is_some()
                && connections.enter(IpAddr::from([10, 0, 0, 2]), true).is_some()
        );
        drop(inside);
        assert!(connections.is_empty() && connections.enter(address, true).is_some());
    }
}
