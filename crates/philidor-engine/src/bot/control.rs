//! How another thread stops a search or reports a ponder hit.
//!
//! ```text
//! one thread                              another
//! bot.search(…, &control, …) ◄── reads ── control.stop()
//! ```

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Stops a search, or reports that the move it ponders on was played. Clones control the same search.
///
/// ```
/// use philidor_engine::Control;
///
/// let control = Control::new();
/// let other = control.clone();
/// std::thread::spawn(move || other.stop());
/// control.wait();
/// assert!(control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    /// Held while a flag changes, so that no waiting thread misses it.
    change: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// A control for a search that has yet to begin.
    #[must_use]
    pub fn new() -> Control {
        Control::default()
    }

    /// Stops the search. It answers with its best move so far, within milliseconds.
    pub fn stop(&self) {
        self.set(&self.shared.stopped);
    }

    /// Reports that the opponent has played the move on which the search ponders: from now on its clock runs.
    pub fn ponder_hit(&self) {
        self.set(&self.shared.ponder_hit);
    }

    /// Whether the search is to stop. Cheap enough to be asked at every node.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Relaxed)
    }

    /// Whether the move that was pondered on has been played.
    #[must_use]
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.shared.ponder_hit.load(Relaxed)
    }

    /// Waits until the search is stopped, or the move that it ponders on was played.
    pub fn wait(&self) {
        let mut guard = self.shared.change.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && !self.is_ponder_hit() {
            guard = self.shared.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, flag: &AtomicBool) {
        let _guard = self.shared.change.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Relaxed);
        self.shared.changed.notify_all();
    }
}
