//! Division of work: one thread reads, several parse games and write parts, the caller keeps the order.
//!
//! ```text
//! reader    unpacks, cuts into chunks of whole games ──┐
//!                                                      ▼
//! workers   ◄──────────────── tasks: read a chunk, write a part ◄──┐
//!    │                                                             │
//!    └─ rows of a chunk, or a written part ────► caller: order, parts, notes
//! ```
//!
//! A bounded number of chunks is under way: a chunk is read when the rows of an earlier one have been taken, and into
//! its memory. Tasks are taken in the order of their arrival, so parts do not pile up: no chunk is begun before the
//! parts that were full when it arrived.

use std::io::{self, BufRead, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result, anyhow};
use philidor_host::InOrder;
use philidor_host::pipeline::{next, permits};
use philidor_host::threads::start_in;
use philidor_pgn::{Chunks, Limits, Place};

use super::chunk::{self, Chunk, Read};
use super::files::{Files, Written};
use super::input::Input;
use super::part::{Checkpoint, Part};

/// A task for a worker.
enum Task {
    Read(Chunk),
    Write(Box<Part>),
}

/// A message to the caller.
enum Message {
    /// The rows of the chunk with this number, and its memory.
    Read(usize, Box<Read>, Option<Vec<u8>>),
    /// The files of a part are written.
    Written(Box<Part>, Written),
    /// The number of chunks, once all have been read.
    End(usize),
    /// An error that ends the import.
    Failed(anyhow::Error),
}

/// What the caller does with its messages.
pub(super) trait Steward {
    /// Takes the rows of the next chunk, and returns the parts that are full.
    fn take(&mut self, read: &Read, full: &mut Vec<Part>);
    /// There are no more chunks: returns the last part, the first time.
    fn end(&mut self) -> Option<Part>;
    fn note(&mut self, part: &Part, written: Written) -> Result<()>;
}

/// Imports everything after a place.
pub(super) fn run(
    inputs: &[Input],
    limits: Limits,
    from: Checkpoint,
    threads: usize,
    files: &Files,
    read: &Arc<AtomicU64>,
    steward: &mut impl Steward,
) -> Result<()> {
    let under_way = 2 * threads + 1;
    let (permits, permitted) = permits((0..under_way).map(|_| Vec::new()));
    let (tasks, to_do) = channel();
    let to_do = Mutex::new(to_do);
    let (messages, heard) = channel();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = Reader { permitted, tasks: tasks.clone(), messages: messages.clone(), number: 0 };
        for worker in 0..threads {
            let (to_do, is_over, messages) = (&to_do, &is_over, messages.clone());
            let started = start_in(scope, move || {
                while let Ok(task) = next(to_do) {
                    if is_over.load(Relaxed) || messages.send(done(task, limits, files)).is_err() {
                        return;
                    }
                }
            });
            match started {
                Err(error) if worker == 0 => return Err(error.into()),
                // Fewer are enough.
                Err(_) => break,
                Ok(_) => {}
            }
        }
        start_in(scope, move || reader.run(inputs, from, read))?;
        drop(messages);
        let ended = conduct(&heard, &permits, &tasks, steward);
        // With the channels closed, workers find no more tasks, and the reader cannot send chunks: all of them end.
        is_over.store(true, Relaxed);
        drop((permits, tasks));
        ended
    })
}

/// Does a task. The column library may panic if a column cannot hold a value: then nothing must wait for the outcome.
fn done(task: Task, limits: Limits, files: &Files) -> Message {
    let outcome = catch_unwind(AssertUnwindSafe(|| match task {
        Task::Read(chunk) => {
            let read = chunk::read(&chunk, limits)?;
            Ok(Message::Read(chunk.number, Box::new(read), Some(chunk.bytes)))
        }
        Task::Write(part) => {
            let written = files.write(&part)?;
            Ok(Message::Written(part, written))
        }
    }));
    let outcome = outcome.unwrap_or_else(|_| Err(anyhow!("a thread ended before its work was done")));
    outcome.unwrap_or_else(Message::Failed)
}

/// Receives messages until everything is done.
fn conduct(
    heard: &Receiver<Message>,
    permits: &SyncSender<Vec<u8>>,
    tasks: &Sender<Task>,
    steward: &mut impl Steward,
) -> Result<()> {
    let mut results = InOrder::default();
    let (mut end, mut unwritten) = (None, 0_u64);
    let mut full = Vec::new();
    while end != Some(results.taken()) || unwritten > 0 {
        match heard.recv().context("the threads ended before the work was done")? {
            Message::Read(number, read, memory) => {
                results.put(number, (read, memory));
            }
            Message::End(count) => end = Some(count),
            Message::Written(part, written) => {
                unwritten -= 1;
                steward.note(&part, written)?;
            }
            Message::Failed(error) => return Err(error),
        }
        while let Some((read, memory)) = results.take() {
            steward.take(&read, &mut full);
            // The reader may have ended and need no more permits.
            let _ = memory.map(|memory| permits.send(memory));
        }
        if end == Some(results.taken()) {
            full.extend(steward.end());
        }
        for part in full.drain(..) {
            unwritten += 1;
            tasks
                .send(Task::Write(Box::new(part)))
                .map_err(|_| anyhow!("the threads ended before the work was done"))?;
        }
    }
    Ok(())
}

/// The thread that reads.
struct Reader {
    permitted: Receiver<Vec<u8>>,
    tasks: Sender<Task>,
    messages: Sender<Message>,
    /// The number of the next chunk.
    number: usize,
}

/// The receiver is gone.
struct Unheard;

impl Reader {
    fn run(mut self, inputs: &[Input], from: Checkpoint, read: &Arc<AtomicU64>) {
        let mut memory = None;
        for (file, input) in inputs.iter().enumerate().skip(from.file) {
            let skip = if file == from.file { from.offset } else { 0 };
            if self.read_file(file, input, skip, read, &mut memory).is_err() {
                return;
            }
        }
        let _ = self.messages.send(Message::End(self.number));
    }

    fn read_file(
        &mut self,
        file: usize,
        input: &Input,
        skip: u64,
        read: &Arc<AtomicU64>,
        memory: &mut Option<Vec<u8>>,
    ) -> Result<(), Unheard> {
        let file_name: Arc<str> = input.name.as_str().into();
        let mut place = Place { offset: skip, ..Place::default() };
        let opened = input.open(read).and_then(|mut bytes| {
            skipped(&mut bytes, skip)?;
            Ok(Chunks::new(bytes))
        });
        let mut chunks = match opened {
            Ok(chunks) => chunks,
            // Bytes that were there before must be there again.
            Err(error) if skip > 0 => return self.fail(error, &input.name, "as far as before"),
            Err(error) => return self.stop(file, &file_name, None, error),
        };
        loop {
            let mut bytes = match memory.take() {
                Some(bytes) => bytes,
                None => self.permitted.recv().map_err(|_| Unheard)?,
            };
            match chunks.next_chunk(&mut bytes) {
                Ok(Some(start)) => {
                    self.lose(file, &file_name, skip, &mut chunks)?;
                    let offset = skip + start.offset;
                    place.offset = offset + bytes.len() as u64;
                    let chunk =
                        Chunk { number: self.number, file, file_name: Arc::clone(&file_name), offset, bytes };
                    self.number += 1;
                    self.tasks.send(Task::Read(chunk)).map_err(|_| Unheard)?;
                }
                Ok(None) => {
                    *memory = Some(bytes);
                    return self.lose(file, &file_name, skip, &mut chunks);
                }
                Err(error) => {
                    *memory = Some(bytes);
                    return self.stop(file, &file_name, Some(place), error);
                }
            }
        }
    }

    /// A file cannot be read any further. A system error may be gone the next time, so it ends the import, which can
    /// then resume; a fault in the file is permanent, and becomes a reject.
    fn stop(
        &mut self,
        file: usize,
        file_name: &Arc<str>,
        place: Option<Place>,
        error: io::Error,
    ) -> Result<(), Unheard> {
        if error.raw_os_error().is_some() {
            return self.fail(error, file_name, "any further");
        }
        let reason = format!("cannot be read any further: {error}");
        self.send(chunk::unreadable(file, file_name, place, reason))
    }

    /// Reports games that were passed over after one that is too long.
    fn lose<R: io::Read>(
        &mut self,
        file: usize,
        file_name: &Arc<str>,
        before: u64,
        chunks: &mut Chunks<R>,
    ) -> Result<(), Unheard> {
        match chunks.take_lost().filter(|lost| lost.games > 0) {
            Some(lost) => self.send(chunk::passed_over(file, file_name, before, lost)),
            None => Ok(()),
        }
    }

    /// Sends what has become of bytes without games.
    fn send(&mut self, read: Result<Read>) -> Result<(), Unheard> {
        let message = match read {
            Ok(read) => Message::Read(self.number, Box::new(read), None),
            Err(error) => Message::Failed(error),
        };
        self.number += 1;
        self.messages.send(message).map_err(|_| Unheard)
    }

    fn fail(&self, error: io::Error, name: &str, how_far: &str) -> Result<(), Unheard> {
        let error = anyhow::Error::from(error).context(format!("{name} cannot be read {how_far}"));
        let _ = self.messages.send(Message::Failed(error));
        Err(Unheard)
    }
}

/// Skips a number of bytes.
fn skipped(bytes: &mut impl BufRead, count: u64) -> io::Result<()> {
    match io::copy(&mut bytes.take(count), &mut io::sink())? {
        skipped if skipped == count => Ok(()),
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
