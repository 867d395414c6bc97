//! Ctrl-C: one handler for the whole program, the same for the other signals that ask a program to end.
//!
//! ```text
//! Ctrl-C ──► is_interrupted() ──► every listener, in the order in which they came
//!                                     │
//!  running programs, unfinished files ◄── end_program(), from a listener or from anywhere else
//!                       exit code 130
//! ```
//!
//! The system ends a program that never listens. One that listens decides what Ctrl-C means: a count that first closes
//! its ledger calls [`listen`], a command that just stops calls [`end_when_interrupted`].

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::ending::INTERRUPTED;
use crate::processes::{end_orphans, end_programs};

/// What is called when Ctrl-C comes.
type Listener = Box<dyn FnMut() + Send>;

/// Whether Ctrl-C has come since the program began to listen. It guards no other memory, so `Relaxed` is enough.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The listeners; the first one installs the handler.
static LISTENERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

/// The files that have been begun and do not have their names yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// From now on, each Ctrl-C calls this on a thread of its own, and no longer ends the program.
///
/// # Errors
///
/// The system does not let the program listen, or a handler other than this module's is installed.
///
/// ```
/// use std::sync::mpsc::channel;
/// use philidor_host::interruption;
///
/// let (sender, events) = channel();
/// interruption::listen(move || drop(sender.send("interrupted")))?;
/// assert!(events.try_recv().is_err() && !interruption::is_interrupted());
/// # Ok::<(), interruption::CannotListen>(())
/// ```
pub fn listen(listener: impl FnMut() + Send + 'static) -> Result<(), CannotListen> {
    let mut listeners = listeners();
    if listeners.is_empty() {
        ctrlc::set_handler(interrupt).map_err(CannotListen)?;
    }
    listeners.push(Box::new(listener));
    Ok(())
}

/// From now on, Ctrl-C [ends the program](end_program).
///
/// # Errors
///
/// As [`listen`].
pub fn end_when_interrupted() -> Result<(), CannotListen> {
    listen(|| end_program())
}

/// Whether Ctrl-C has come since the program began to listen.
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Relaxed)
}

/// Kills the programs that run, removes the files that are not finished, and ends this program as one that was
/// interrupted.
#[allow(clippy::disallowed_methods)] // The files that `files/` has begun.
pub fn end_program() -> ! {
    end_programs();
    end_orphans();
    // While this is locked, no file is begun and none gets its name.
    let unfinished = unfinished();
    unfinished.iter().for_each(|partial| drop(fs::remove_file(partial)));
    exit(INTERRUPTED.into())
}

/// The files to remove before the program ends; Ctrl-C waits while this is locked.
pub(crate) fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listeners() -> MutexGuard<'static, Vec<Listener>> {
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the handler does.
fn interrupt() {
    IS_INTERRUPTED.store(true, Relaxed);
    listeners().iter_mut().for_each(|listener| listener());
}

/// Ctrl-C cannot be listened to.
#[derive(Debug)]
pub struct CannotListen(ctrlc::Error);

impl fmt::Display for CannotListen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot listen to Ctrl-C")
    }
}

impl Error for CannotListen {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        // The system's own message says more, such as that no thread could be started.
        match &self.0 {
            ctrlc::Error::System(error) => Some(error),
            error => Some(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn an_interruption_is_known_and_every_listener_hears_of_each() {
        let (sender, heard) = channel();
        for name in ["first", "second"] {
            let (sender, mut times) = (sender.clone(), 0);
            listen(move || {
                times += 1;
                sender.send((name, times)).expect("the test listens");
            })
            .expect("no other handler");
        }
        assert!(!is_interrupted());
        interrupt();
        interrupt();
        assert!(is_interrupted());
        let heard: Vec<_> = heard.try_iter().collect();
        assert_eq!(heard, [("first", 1), ("second", 1), ("first", 2), ("second", 2)]);
    }
}
