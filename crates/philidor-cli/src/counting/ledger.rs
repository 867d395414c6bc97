//! What is counted of a tree in parts, noted by any thread and in a checkpoint if there is one.
//!
//! Once the ledger is closed, nothing is written any more; threads that still count learn it with their next part.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::checkpoint::Checkpoint;
use super::progress::Progress;

/// Takes a part and its leaves, from any thread, and answers whether to count on.
pub(crate) type Note<'a> = dyn Fn(usize, u128) -> ControlFlow<()> + Sync + 'a;

/// Which parts are counted, and with how many leaves.
pub(crate) struct Ledger {
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
    pub(crate) fn new(
        counts: Vec<Option<u128>>,
        checkpoint: Option<Checkpoint>,
        progress: Progress,
    ) -> Arc<Ledger> {
        let entries = Entries { counts, checkpoint, failure: None, closed: false };
        Arc::new(Ledger { entries: Mutex::new(entries), progress })
    }

    /// What is known.
    pub(crate) fn counts(&self) -> Vec<Option<u128>> {
        self.entries().counts.clone()
    }

    /// The parts that are not counted.
    pub(crate) fn missing(&self) -> Vec<usize> {
        let entries = self.entries();
        entries.counts.iter().enumerate().filter(|(_, count)| count.is_none()).map(|(part, _)| part).collect()
    }

    /// Writes a count down, if nothing says that counting on is in vain.
    pub(crate) fn note(&self, part: usize, leaves: u128) -> ControlFlow<()> {
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
    pub(crate) fn close(&self) -> io::Result<()> {
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
