//! The two ends of the conversation: standard input, whose end is noticed, and a channel to the thread that writes.

use std::io::{Error, ErrorKind, Read, stdin};
use std::pin::Pin;
use std::sync::mpsc::Sender;
use std::task::{Context, Poll, ready};

use philidor_host::threads;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_util::sync::CancellationToken;

/// How many bytes are read at a time.
const BLOCK: usize = 16 << 10;

/// Standard input, read by a thread of its own. Its end is announced as soon as it is read, before the last messages
/// have been answered.
pub(super) struct Questions {
    blocks: Receiver<Result<Vec<u8>, Error>>,
    /// What is left of the last block, the next byte last.
    left: Vec<u8>,
    ended: CancellationToken,
}

impl Questions {
    /// Starts to read.
    ///
    /// # Errors
    ///
    /// The system does not start a thread.
    pub(super) fn start(ended: CancellationToken) -> Result<Questions, Error> {
        let (sender, blocks) = channel(1);
        threads::start(move || {
            let mut input = stdin().lock();
            loop {
                let mut block = vec![0; BLOCK];
                let read = input.read(&mut block).map(|count| block.truncate(count));
                if read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
                    continue;
                }
                let is_last = read.is_err() || block.is_empty();
                // No one listens any more once the program ends.
                if sender.blocking_send(read.map(|()| block)).is_err() || is_last {
                    return;
                }
            }
        })?;
        Ok(Questions { blocks, left: Vec::new(), ended })
    }
}

impl AsyncRead for Questions {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<(), Error>> {
        if self.left.is_empty() {
            match ready!(self.blocks.poll_recv(context)) {
                Some(Ok(mut block)) => {
                    block.reverse();
                    self.left = block;
                }
                Some(Err(error)) => {
                    self.ended.cancel();
                    return Poll::Ready(Err(error));
                }
                None => {}
            }
        }
        if self.left.is_empty() {
            self.ended.cancel();
        }
        while buffer.remaining() > 0
            && let Some(byte) = self.left.pop()
        {
            buffer.put_slice(&[byte]);
        }
        Poll::Ready(Ok(()))
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
