//! A count that can be broken off: it runs on threads of its own and writes what it finds into a ledger.
//!
//! ```text
//! counting threads ──part, leaves──► ledger ──line──► checkpoint
//!                                      ▲
//! main thread: waits for "counted" or Ctrl-C, then closes the ledger and reads it
//! ```
//!
//! A part can take minutes. Whoever presses Ctrl-C does not wait for those that are begun: the ledger is closed, what
//! they find is not written any more, and they end with the program.

use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use philidor::Cpu;
use philidor::perft::{Perft, Subtrees, Table};
use philidor_files::interruption;

use super::checkpoint::Checkpoint;
use super::progress::Progress;

/// How to count.
#[derive(Clone)]
pub(super) struct Method {
    pub(super) cpu: Cpu,
    pub(super) threads: usize,
    pub(super) plain: bool,
    pub(super) table: Option<Arc<Table>>,
}

impl Method {
    /// What counts so.
    pub(super) fn perft(&self) -> Perft<'_> {
        let perft = Perft::new().cpu(self.cpu).threads(self.threads);
        let perft = if self.plain { perft.plain() } else { perft };
        match &self.table {
            Some(table) => perft.table(table),
            None => perft,
        }
    }
}

/// Takes a part and its leaves, from any thread, and answers whether to count on.
pub(super) type Note<'a> = dyn Fn(usize, u128) -> ControlFlow<()> + Sync + 'a;

/// What the main thread waits for.
enum Event {
    Counted,
    Interrupted,
}

/// How a count ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Every part is counted.
    Counted,
    /// Ctrl-C came first.
    Interrupted,
}

/// Counts, and listens to Ctrl-C. A program has one.
pub(in crate::command) struct Counter {
    events: Receiver<Event>,
    sender: Sender<Event>,
}

impl Counter {
    /// From now on Ctrl-C ends a count and not the program.
    pub(in crate::command) fn new() -> anyhow::Result<Counter> {
        let (sender, events) = channel();
        let interrupts = sender.clone();
        // Nobody listens any more: the program is about to end.
        interruption::listen(move || drop(interrupts.send(Event::Interrupted)))?;
        Ok(Counter { events, sender })
    }

    /// Counts the parts that a ledger lacks, and closes it.
    pub(super) fn count(
        &self,
        method: &Method,
        subtrees: &Arc<Subtrees>,
        ledger: &Arc<Ledger>,
    ) -> anyhow::Result<Ending> {
        let (method, subtrees) = (method.clone(), Arc::clone(subtrees));
        self.fill(ledger, move |missing, note| method.perft().count_subtrees(&subtrees, missing, note))
    }

    /// Lets `count` find the parts that a ledger lacks, and closes the ledger.
    pub(super) fn fill(
        &self,
        ledger: &Arc<Ledger>,
        count: impl FnOnce(&[usize], &Note<'_>) + Send + 'static,
    ) -> anyhow::Result<Ending> {
        let missing = ledger.missing();
        let noted = Arc::clone(ledger);
        self.work(move || count(&missing, &|part, leaves| noted.note(part, leaves)));
        ledger.close().context("cannot write the checkpoint")?;
        // An interruption after the last part has cost nothing.
        Ok(if ledger.missing().is_empty() { Ending::Counted } else { Ending::Interrupted })
    }

    /// Lets somebody work until all is done, or Ctrl-C comes; whoever works then is not waited for.
    pub(in crate::command) fn work(&self, work: impl FnOnce() + Send + 'static) {
        let counted = CountedAtDrop(self.sender.clone());
        let worker = thread::spawn(move || {
            let _counted = counted;
            work();
        });
        if let Ok(Event::Counted) = self.events.recv() {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    }
}

/// Tells that a count has ended, also if it panicked.
struct CountedAtDrop(Sender<Event>);

impl Drop for CountedAtDrop {
    fn drop(&mut self) {
        // Nobody listens any more: the program is about to end.
        let _ = self.0.send(Event::Counted);
    }
}

/// Which parts are counted, and with how many leaves.
pub(super) struct Ledger {
    entries: Mutex<Entries>,
    progress: Progress,
}

struct Entries {
    counts: Vec<Option<u128>>,
    checkpoint: Option<Checkpoint>,
    failure: Option<io::Error>,
    closed: bool,
}

impl Ledger {
    /// A ledger that begins with these counts, and writes all others into a checkpoint, too.
    pub(super) fn new(
        counts: Vec<Option<u128>>,
        checkpoint: Option<Checkpoint>,
        progress: Progress,
    ) -> Arc<Ledger> {
        let entries = Entries { counts, checkpoint, failure: None, closed: false };
        Arc::new(Ledger { entries: Mutex::new(entries), progress })
    }

    /// What is known.
    pub(super) fn counts(&self) -> Vec<Option<u128>> {
        self.entries().counts.clone()
    }

    fn missing(&self) -> Vec<usize> {
        let entries = self.entries();
        entries.counts.iter().enumerate().filter(|(_, count)| count.is_none()).map(|(part, _)| part).collect()
    }

    /// Writes a count down, if nothing says that counting on is in vain.
    pub(super) fn note(&self, part: usize, leaves: u128) -> ControlFlow<()> {
        let mut entries = self.entries();
        if entries.closed || entries.failure.is_some() {
            return ControlFlow::Break(());
        }
        if let Some(Err(error)) =
            entries.checkpoint.as_mut().map(|checkpoint| checkpoint.append(part, leaves))
        {
            entries.failure = Some(error);
            return ControlFlow::Break(());
        }
        entries.counts[part] = Some(leaves);
        drop(entries);
        self.progress.advance(leaves);
        ControlFlow::Continue(())
    }

    /// Lets nothing be written any more, and what is written reach the disk.
    fn close(&self) -> io::Result<()> {
        let mut entries = self.entries();
        entries.closed = true;
        if let Some(error) = entries.failure.take() {
            return Err(error);
        }
        entries.checkpoint.take().map_or(Ok(()), Checkpoint::close)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        // A thread that panicked has left whole entries behind: each is written in one piece.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
