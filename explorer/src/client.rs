//! The connection of a client, which ends if the client does not read.
//!
//! A client that asks and never reads fills the buffers between it and the server. hyper then waits to write for as
//! long as the connection lasts, which is forever.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A connection on which no write may wait for longer than a time.
pub(crate) struct ClientStream<S> {
    stream: S,
    limit: Duration,
    /// Runs while a write waits.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> ClientStream<S> {
    pub(crate) fn new(stream: S, limit: Duration) -> ClientStream<S> {
        ClientStream { stream, limit, waiting: None }
    }

    /// What has become of a write: an error if it has waited for too long.
    fn in_time<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client does not read")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ClientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ClientStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.in_time(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.in_time(context, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    /// A connection that takes this many bytes, and then nothing.
    struct Full(usize);

    impl AsyncWrite for Full {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            let taken = self.0.min(bytes.len());
            self.0 -= taken;
            if taken == 0 { Poll::Pending } else { Poll::Ready(Ok(taken)) }
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Pending
        }
    }

    async fn write(client: &mut ClientStream<Full>, bytes: &[u8]) -> io::Result<usize> {
        poll_fn(|context| Pin::new(&mut *client).poll_write(context, bytes)).await
    }

    #[tokio::test]
    async fn what_a_client_does_not_take_in_time_is_an_error() {
        let mut client = ClientStream::new(Full(3), Duration::from_millis(1));
        assert_eq!(write(&mut client, b"ab").await.unwrap(), 2);
        assert_eq!(write(&mut client, b"cd").await.unwrap(), 1);
        assert_eq!(write(&mut client, b"d").await.unwrap_err().kind(), ErrorKind::TimedOut);
        let mut client = ClientStream::new(Full(0), Duration::from_millis(1));
        let ended = poll_fn(|context| Pin::new(&mut client).poll_shutdown(context)).await;
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::TimedOut);
    }
}
