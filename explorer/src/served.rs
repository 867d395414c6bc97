//! The index of a folder as it is served: games that a build adds are there without a restart of the server.
//!
//! ```text
//! a request, once in a while     has explorer.json changed?  ── no ──> the index that is open
//!                                            │ yes
//!                                     does it say the same?  ── yes ─> the same
//!                                            │ no
//!                                     the index that is there now, for all requests from here on
//! ```
//!
//! A build removes the positions that it has replaced. A request that needs one of them whose file was not open is
//! asked again of the index that is there now.

use std::fs;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant, SystemTime};

use anyhow::Result;

use crate::index::Index;
use crate::manifest::{MANIFEST, Manifest};

/// What changes when a file is replaced: its time and its length.
type Stamp = (SystemTime, u64);

/// After an index could not be opened, the next look is later by this factor.
const REFUSED: u32 = 30;

/// An index that follows its folder.
#[derive(Debug)]
pub(crate) struct Served {
    state: Mutex<State>,
    /// Held while the folder is looked at, so that no older index takes the place of a newer one.
    looking: Mutex<()>,
}

#[derive(Debug)]
struct State {
    index: Arc<Index>,
    /// Of the manifest that was read last; `None` if only the index itself has read it.
    stamp: Option<Stamp>,
    /// Of a manifest whose index could not be opened.
    refused: Option<Stamp>,
    looked: Instant,
}

impl Served {
    pub(crate) fn new(index: Index) -> Served {
        let state = State { index: Arc::new(index), stamp: None, refused: None, looked: Instant::now() };
        Served { state: Mutex::new(state), looking: Mutex::new(()) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index that is open.
    pub(crate) fn index(&self) -> Arc<Index> {
        Arc::clone(&self.state().index)
    }

    /// Whether the folder has not been looked at for this long; if so, the caller has to look.
    pub(crate) fn is_due(&self, after: Duration) -> bool {
        let state = &mut *self.state();
        let after = if state.refused.is_some() { after.saturating_mul(REFUSED) } else { after };
        let is_due = state.looked.elapsed() >= after;
        if is_due {
            state.looked = Instant::now();
        }
        is_due
    }

    /// Opens the index that is in the folder now, unless it is the same one or another thread is doing so. An error is
    /// reported once; the next look tries again.
    pub(crate) fn look(&self) -> Result<()> {
        match self.looking.try_lock() {
            Ok(looking) => self.open(looking),
            Err(TryLockError::Poisoned(looking)) => self.open(looking.into_inner()),
            Err(TryLockError::WouldBlock) => Ok(()),
        }
    }

    fn open(&self, looking: MutexGuard<'_, ()>) -> Result<()> {
        let index = self.index();
        let Some(stamp) = stamp(&index) else { return Ok(()) };
        if self.state().stamp == Some(stamp) {
            return Ok(());
        }
        // The stamp is older than what is read: a manifest that comes between is read at the next look.
        let opened = Manifest::find(index.folder()).and_then(|found| {
            // Whole manifests are compared, since games without a result change no sum, but do change the folder of the
            // positions.
            let is_new = found.is_some_and(|found| found != *index.manifest());
            is_new.then(|| Index::open(index.folder())).transpose()
        });
        let state = &mut *self.state();
        let result = match opened {
            Ok(new) => {
                (state.stamp, state.refused) = (Some(stamp), None);
                if let Some(new) = new {
                    state.index = Arc::new(new);
                }
                Ok(())
            }
            Err(error) => {
                let is_known = state.refused.replace(stamp) == Some(stamp);
                if is_known { Ok(()) } else { Err(error) }
            }
        };
        drop(looking);
        result
    }

    /// The index that has taken the place of this one, if one has.
    pub(crate) fn successor(&self, of: &Arc<Index>) -> Option<Arc<Index>> {
        let looked = self.open(self.looking.lock().unwrap_or_else(PoisonError::into_inner));
        if looked.is_err() {
            // The caller reports why its question failed; this error is left to be reported by the next look.
            self.state().refused = None;
        }
        Some(self.index()).filter(|index| !Arc::ptr_eq(index, of))
    }
}

fn stamp(index: &Index) -> Option<Stamp> {
    let known = fs::metadata(index.folder().join(MANIFEST)).ok()?;
    Some((known.modified().ok()?, known.len()))
}
