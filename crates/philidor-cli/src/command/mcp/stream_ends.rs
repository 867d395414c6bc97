//! The two ends of the conversation: standard input, whose end is noticed, and a channel to the thread that writes.

use std::io::{Error, ErrorKind};
use std::pin::Pin;
use std::sync::mpsc::Sender;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, Stdin};
use tokio_util::sync::CancellationToken;

/// Standard input. Its end is announced as soon as it is read, before the last messages have been answered.
pub(super) struct Questions {
    pub(super) input: Stdin,
    pub(super) ended: CancellationToken,
}

impl AsyncRead for Questions {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<(), Error>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.input).poll_read(context, buffer));
        if read.is_err() || buffer.filled().len() == before {
            self.ended.cancel();
        }
        Poll::Ready(read)
    }
}

/// Sends bytes to the thread that writes them, without ever waiting for it.
pub(super) struct Answers(pub(super) Sender<Vec<u8>>);

impl AsyncWrite for Answers {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize, Error>> {
        let sent = self.0.send(bytes.to_vec());
        Poll::Ready(sent.map(|()| bytes.len()).map_err(|_| Error::from(ErrorKind::BrokenPipe)))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}
