//! What has been counted of a tree in parts: any thread notes a part here, and in a checkpoint if there is one.
//!
//! Once the ledger is closed, nothing more is written; threads that are still counting notice with their next part.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::checkpoint::Checkpoint;
use super::progress::Progress;

/// Takes a part and its leaves, from any thread, and answers whether to count on.
pub type Note<'a> = dyn Fn(usize, u128) -> ControlFlow<()> + Sync + 'a;

/// Which parts are counted, and with how many leaves.
pub struct Ledger {
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
    pub fn new(counts: Vec<Option<u128>>, checkpoint: Option<Checkpoint>, progress: Progress) -> Arc<Ledger> {
        let entries = Entries { counts, checkpoint, failure: None, closed: false };
        Arc::new(Ledger { entries: Mutex::new(entries), progress })
    }

    /// The leaves of each part, as far as they are known.
    pub fn counts(&self) -> Vec<Option<u128>> {
        self.entries().counts.clone()
    }

    /// The parts that are not counted.
    pub fn missing(&self) -> Vec<usize> {
        let entries = self.entries();
        entries.counts.iter().enumerate().filter(|(_, count)| count.is_none()).map(|(part, _)| part).collect()
    }

    /// Notes a count, and answers whether to count on: not once the ledger is closed or the checkpoint cannot be
    /// written.
    pub fn note(&self, part: usize, leaves: u128) -> ControlFlow<()> {
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

    /// Accepts no more counts, and waits until those that were written are on the disk.
    pub fn close(&self) -> io::Result<()> {
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
