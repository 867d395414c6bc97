//! How a program of philidor ends, and how many threads it uses until then.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::num::NonZero;

use crate::machine::threads_of_this_machine;

/// The exit code after Ctrl-C, as shells know it: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Whether a chain of errors is due to a pipe closed by its reader, as in `philidor … | head`: the reader has what it
/// wants, and there is nothing to report.
///
/// ```
/// use std::io;
/// use philidor_host::ending::is_broken_pipe;
///
/// let error = io::Error::from(io::ErrorKind::BrokenPipe);
/// assert!(is_broken_pipe([&error as &dyn std::error::Error]));
/// ```
pub fn is_broken_pipe<'a>(chain: impl IntoIterator<Item = &'a (dyn Error + 'static)>) -> bool {
    chain.into_iter().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    })
}

/// The number of threads asked for; by default one for each core that this process may use.
pub fn threads(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    asked.or(NonZero::new(threads_of_this_machine())).unwrap_or(NonZero::<usize>::MIN)
}
