//! Reading from pipes and terminals, which may stay silent forever, and stopping when the rest is no longer needed.
//!
//! A pipeline ends when its caller has all that it wants. At that moment the reading thread may be blocked in `read`,
//! which returns with the next byte or never. So it polls for input first, and checks every few milliseconds whether
//! the pipeline has ended.

use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

thread_local! {
    /// Whether this thread's reading is given up, if anyone may give it up.
    static GIVEN_UP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// From now on this thread reads until the flag is set; then its input seems to end.
pub(super) fn read_until(given_up: Arc<AtomicBool>) {
    GIVEN_UP.set(Some(given_up));
}

/// Input that may have to be waited for.
pub(super) struct Waiting<R>(pub(super) R);

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use nix::errno::Errno;
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

        let given_up = GIVEN_UP.with_borrow(Clone::clone);
        while let Some(flag) = &given_up {
            if flag.load(Relaxed) {
                return Ok(0);
            }
            match poll(&mut [PollFd::new(self.0.as_fd(), PollFlags::POLLIN)], PollTimeout::from(SLICE)) {
                Ok(0) | Err(Errno::EINTR) => {}
                // There is something to read, or to report: the end, or an error.
                _ => break,
            }
        }
        self.0.read(buffer)
    }
}

#[cfg(not(unix))]
impl<R: Read> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if GIVEN_UP.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Relaxed))) {
            return Ok(0);
        }
        self.0.read(buffer)
    }
}

/// How long a slice is, in milliseconds.
#[cfg(unix)]
const SLICE: u8 = 50;
