//! The two ends of the conversation: standard input, whose end is noticed, and a channel to the thread that writes.
//!
//! ```text
//! standard input ─► lines ─► no JSON, or too long: answered here, with `id: null`
//!                     └────► rmcp, unless too much waits: calls that run, answers that no one reads
//! ```

use std::io::{Error, ErrorKind, Read, stdin};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, ready};
use std::thread::sleep;
use std::time::{Duration, Instant};

use philidor_host::threads;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_util::sync::CancellationToken;

/// How many bytes are read at a time.
const BLOCK: usize = 16 << 10;

/// The bytes of a message, at most.
pub(super) const MAX_MESSAGE: usize = 16 << 20;

/// How many bytes of answers may wait for a client that does not read, before nothing more is asked.
const MAX_UNWRITTEN: usize = 4 << 20;

/// How many calls may run or wait.
const MAX_CALLS: usize = 128;

/// How often is looked whether there is less.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// How long a client may read nothing at all while too much waits.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The same after it has asked its last question.
pub(super) const LAST_PAUSE: Duration = Duration::from_secs(10);

/// What waits.
#[derive(Default)]
pub(super) struct Load {
    /// Bytes of answers that are not written yet.
    pub(super) unwritten: AtomicUsize,
    /// Calls that run or wait for their turn.
    pub(super) calls: AtomicUsize,
}

impl Load {
    fn is_high(&self) -> bool {
        self.unwritten.load(Relaxed) > MAX_UNWRITTEN || self.calls.load(Relaxed) > MAX_CALLS
    }

    /// Waits until there is less. Returns whether there is, or the client reads no more.
    fn wait(&self) -> bool {
        let mut written = (Instant::now(), self.unwritten.load(Relaxed));
        while self.is_high() {
            sleep(BETWEEN_LOOKS);
            let unwritten = self.unwritten.load(Relaxed);
            if unwritten != written.1 || unwritten <= MAX_UNWRITTEN {
                written = (Instant::now(), unwritten);
            }
            let pause = written.0.elapsed();
            if pause > LONGEST_PAUSE || pause > LAST_PAUSE && input_is_closed() {
                return false;
            }
        }
        true
    }
}

/// Whether the other side has closed standard input, even if not all of it has been read.
#[cfg(unix)]
fn input_is_closed() -> bool {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let input = stdin();
    let mut asked = [PollFd::new(input.as_fd(), PollFlags::empty())];
    poll(&mut asked, PollTimeout::ZERO)
        .is_ok_and(|_| asked[0].revents().is_some_and(|events| events.contains(PollFlags::POLLHUP)))
}

#[cfg(not(unix))]
const fn input_is_closed() -> bool {
    false
}

/// The channel to the thread that writes.
pub(super) struct Outlet {
    sender: Sender<Vec<u8>>,
    load: Arc<Load>,
}

impl Outlet {
    pub(super) const fn new(sender: Sender<Vec<u8>>, load: Arc<Load>) -> Outlet {
        Outlet { sender, load }
    }

    fn send(&self, bytes: &[u8]) -> Result<(), Error> {
        self.load.unwritten.fetch_add(bytes.len(), Relaxed);
        self.sender.send(bytes.to_vec()).map_err(|_| Error::from(ErrorKind::BrokenPipe))
    }
}

/// What is read, line by line.
#[derive(Default)]
struct Lines {
    line: Vec<u8>,
    /// Whether the line is longer than messages may be; its rest is passed over.
    is_too_long: bool,
}

impl Lines {
    /// Takes bytes, and passes each whole line to `each` until that returns an error.
    fn take<E>(
        &mut self,
        bytes: &[u8],
        mut each: impl FnMut(Result<Vec<u8>, Faulty>) -> Result<(), E>,
    ) -> Result<(), E> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let is_whole = part.ends_with(b"\n");
            if !self.is_too_long {
                self.line.extend_from_slice(part);
            }
            if self.line.len() > MAX_MESSAGE {
                self.line = Vec::new();
                self.is_too_long = true;
            }
            if !is_whole {
                continue;
            }
            let (line, is_too_long) = (std::mem::take(&mut self.line), std::mem::take(&mut self.is_too_long));
            if is_too_long {
                let words = format!("a message has more than {MAX_MESSAGE} bytes, the limit");
                each(Err(Faulty::new(-32_600, words)))?;
            } else if !line.trim_ascii().is_empty() {
                each(judged(line))?;
            }
        }
        Ok(())
    }
}

/// A message, if it has the form of one; what is wrong with its words is found later.
fn judged(line: Vec<u8>) -> Result<Vec<u8>, Faulty> {
    let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
    let message: Value = serde_json::from_slice(text)
        .map_err(|error| Faulty::new(-32_700, format!("the message is not JSON: {error}")))?;
    let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    let is_answer = ["result", "error"].iter().any(|name| message.get(name).is_some());
    if !is_answer && !message["method"].is_string() {
        let words = "not a request: an object with `jsonrpc`, `id`, `method` and `params`".to_owned();
        return Err(Faulty { id, ..Faulty::new(-32_600, words) });
    }
    if message.get("params").is_some_and(|params| !params.is_object() && !params.is_null()) {
        return Err(Faulty { id, ..Faulty::new(-32_602, "`params` is not an object".to_owned()) });
    }
    Ok(line)
}

/// A message that is answered at once: the request, if it is known which, the code of the protocol, and words.
struct Faulty {
    id: Value,
    code: i32,
    words: String,
}

impl Faulty {
    const fn new(code: i32, words: String) -> Faulty {
        Faulty { id: Value::Null, code, words }
    }

    /// The line that answers it.
    fn answer(self) -> String {
        let Faulty { id, code, words } = self;
        format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": words } }))
    }
}

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
    pub(super) fn start(
        ended: CancellationToken,
        outlet: Weak<Outlet>,
        load: Arc<Load>,
    ) -> Result<Questions, Error> {
        let (sender, blocks) = channel(1);
        threads::start(move || {
            let mut input = stdin().lock();
            let mut lines = Lines::default();
            // No one listens any more once the program ends.
            let mut pass_on = |line: Result<Vec<u8>, Faulty>| match line {
                Ok(_) if !load.wait() => Err(()),
                Ok(line) => sender.blocking_send(Ok(line)).map_err(drop),
                Err(faulty) => outlet.upgrade().ok_or(())?.send(faulty.answer().as_bytes()).map_err(drop),
            };
            loop {
                let mut block = vec![0; BLOCK];
                let read = input.read(&mut block).map(|count| block.truncate(count));
                if read.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
                    continue;
                }
                match read {
                    Ok(()) if !block.is_empty() => {
                        if lines.take(&block, &mut pass_on).is_err() {
                            return;
                        }
                    }
                    Ok(()) => {
                        // The last line may lack its end.
                        let _ = lines.take(b"\n", &mut pass_on);
                        return;
                    }
                    Err(error) => {
                        let _ = sender.blocking_send(Err(error));
                        return;
                    }
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
pub(super) struct Answers(pub(super) Arc<Outlet>);

impl AsyncWrite for Answers {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize, Error>> {
        Poll::Ready(self.0.send(bytes).map(|()| bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}
