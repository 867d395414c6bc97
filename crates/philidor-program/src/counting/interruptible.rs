//! A count that can be interrupted: it runs on threads of its own and notes what it finds in a ledger.
//!
//! ```text
//! counting threads ──part, leaves──► ledger ──line──► checkpoint
//!                                      ▲
//! main thread: waits for "counted" or Ctrl-C, then closes the ledger and reads it
//! ```
//!
//! A part can take minutes. Ctrl-C does not wait for those that have begun: the ledger is closed, what they find is
//! dropped, and they end with the program.

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::Context;
use philidor::perft::Subtrees;
use philidor_host::{interruption, threads};

use super::ledger::{Ledger, Note};
use super::options::CountOptions;

/// What the main thread waits for.
enum Event {
    /// The count with this number has ended.
    Counted(u64),
    Interrupted,
}

/// How a count ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every part is counted.
    Counted,
    /// Ctrl-C came first.
    Interrupted,
}

/// Counts, and listens for Ctrl-C. A program has one.
pub struct InterruptibleCount {
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// The number of the last count.
    number: Cell<u64>,
}

impl InterruptibleCount {
    /// From now on Ctrl-C ends a count and not the program.
    pub fn new() -> anyhow::Result<InterruptibleCount> {
        let (sender, events) = channel();
        let interrupts = sender.clone();
        // An error means that the receiver is gone, because the program is about to end.
        interruption::listen(move || drop(interrupts.send(Event::Interrupted)))?;
        Ok(InterruptibleCount { events, sender, number: Cell::new(0) })
    }

    /// Counts the parts that a ledger lacks, and closes it.
    pub fn count(
        &self,
        options: &CountOptions,
        subtrees: &Arc<Subtrees>,
        ledger: &Arc<Ledger>,
    ) -> anyhow::Result<Ending> {
        let (options, subtrees) = (options.clone(), Arc::clone(subtrees));
        self.fill(ledger, move |missing, note| options.perft().count_subtrees(&subtrees, missing, note))
    }

    /// Calls `count` for the parts that a ledger lacks, and closes the ledger.
    pub fn fill(
        &self,
        ledger: &Arc<Ledger>,
        count: impl FnOnce(&[usize], &Note<'_>) + Send + 'static,
    ) -> anyhow::Result<Ending> {
        let missing = ledger.missing();
        let noted = Arc::clone(ledger);
        self.work(move || count(&missing, &|part, leaves| noted.note(part, leaves)))?;
        ledger.close().context("cannot write the checkpoint")?;
        // An interruption after the last part has cost nothing.
        Ok(if ledger.missing().is_empty() { Ending::Counted } else { Ending::Interrupted })
    }

    /// Works in a thread of its own, until the work is done or Ctrl-C is pressed, which is not made to wait.
    ///
    /// # Errors
    ///
    /// The system does not start a thread.
    pub fn work(&self, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let number = self.number.get() + 1;
        self.number.set(number);
        let counted = CountedAtDrop(self.sender.clone(), number);
        let worker = threads::start(move || {
            let _counted = counted;
            work();
        })?;
        // A count that was interrupted may have ended since.
        let is_older = |event: &Event| matches!(event, Event::Counted(ended) if *ended < number);
        let event = self.events.iter().find(|event| !is_older(event));
        if let Some(Event::Counted(_)) = event {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        Ok(())
    }
}

/// Sends that a count has ended, also if it panicked.
struct CountedAtDrop(Sender<Event>, u64);

impl Drop for CountedAtDrop {
    fn drop(&mut self) {
        // An error means that the receiver is gone, because the program is about to end.
        let _ = self.0.send(Event::Counted(self.1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_without_a_thread_is_an_error() {
        let (sender, events) = channel();
        let run = InterruptibleCount { events, sender, number: Cell::new(0) };
        let error = threads::with_at_most(0, || run.work(|| ())).expect_err("no thread");
        assert!(error.to_string().starts_with("cannot start a thread: "), "{error}");
        assert!(threads::with_at_most(1, || run.work(|| ())).is_ok());
    }
}
