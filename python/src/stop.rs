//! Long work, which Ctrl-C ends.
//!
//! ```text
//! Python's thread                      a thread of its own
//! work ──────────────────────────────► counts, reads, fills
//!    │ looks for Ctrl-C                   │ looks at `Stop`, often
//!    ◄──────────── answer ────────────────┘
//! ```
//!
//! Python handles signals only in its main thread, and only when it is asked to. So the thread that asked waits, and
//! wakes often enough to look for them. The work holds no Python object, so other Python threads run meanwhile.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use philidor_host::threads::start_in;
use pyo3::prelude::*;

use crate::errors;

/// How long the thread that asked sleeps before it looks for Ctrl-C.
pub(crate) const NAP: Duration = Duration::from_millis(50);

/// Whether work should end before it is done. Its answer is then thrown away.
#[derive(Default)]
pub(crate) struct Stop(AtomicBool);

impl Stop {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }

    /// The flag itself, for work that is done elsewhere.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// Does work with the interpreter released, and turns a panic into an exception. Ctrl-C ends long work; work that takes
/// only hundredths of a second is not worth a thread.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    is_long: bool,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<T> {
    let stop = &Stop::default();
    if !is_long {
        return errors::safely(py, || work(stop));
    }
    let (worked, waited) = py.detach(|| {
        thread::scope(|scope| {
            let (ended, end) = sync_channel::<()>(0);
            let working = start_in(scope, move || {
                let _ended = ended; // dropped at the end, even by a panic
                work(stop)
            });
            let working = match working {
                Ok(working) => working,
                Err(error) => return (Ok(Err(error)), Ok(())),
            };
            let waited = wait(&end, stop);
            (working.join().map(Ok), waited)
        })
    });
    waited?;
    let worked = worked.map_err(|panic| errors::of_panic(py, panic.as_ref()))?;
    worked.map_err(|error| errors::of_thread(&error))
}

/// Waits for the end of the work; stops it on an exception.
fn wait(end: &Receiver<()>, stop: &Stop) -> PyResult<()> {
    while end.recv_timeout(NAP) == Err(RecvTimeoutError::Timeout) {
        if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
            stop.0.store(true, Relaxed);
            return Err(interrupt);
        }
    }
    Ok(())
}
