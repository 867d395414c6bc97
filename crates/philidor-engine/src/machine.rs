//! The threads and the memory of this machine.

use std::num::NonZero;
use std::thread;

/// How many threads this machine runs at once.
#[must_use]
pub fn threads_of_this_machine() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The memory that the system could give to this program, in bytes; `None` where the system does not say. Linux does:
/// there more can be allocated than there is, and a program that uses it is killed.
#[must_use]
pub fn available_memory() -> Option<u64> {
    philidor_host::available_memory()
}
