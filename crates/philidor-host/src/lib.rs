//! What the programs of philidor do with the machine, written once for all of them.
//!
//! | room or file | what it is |
//! |---|---|
//! | `files/` | unpacked inputs, outputs that are there whole or not at all, a pipeline on many threads |
//! | `terminal/` | Ctrl-C, progress, notes, exit codes |
//! | `processes/` | programs that are started, talked to by lines, and ended with all that they have started |
//! | `threads.rs`, `affinity.rs` | threads, as far as the system has them; threads that stay on one core |
//! | `clock.rs` | what time it is, also in a page |
//! | `machine.rs` | how many threads it runs at once, and its memory |
//! | `checksum.rs` | whether a file is damaged |
//! | `text/` | untrusted text made safe to show, quantities, numbers in arguments |
//!
//! `files/` and `terminal/` are for commands, and need the feature `commands`. Nothing here knows chess.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod affinity;
mod checksum;
pub mod clock;
// All files that are written are opened and named here, and nowhere else.
#[allow(clippy::disallowed_methods)]
#[cfg(feature = "commands")]
mod files;
mod machine;
pub mod processes;
#[cfg(feature = "commands")]
mod terminal;
mod text;
pub mod threads;

pub use checksum::{NO_BYTES, checksum};
pub use machine::{available_memory, threads_of_this_machine};

#[cfg(feature = "commands")]
pub use files::{
    Cut, FileError, InOrder, Input, Output, Packer, Place, STANDARD, TooLong, UnknownLine, WholeFile,
    append_alone, append_to, begins, is_input, pipeline, protect, read_line, read_whole, refuse_foreign,
    refuse_standard_output, unpacked, whole_lines,
};
#[cfg(feature = "commands")]
pub use terminal::{ending, interruption, note, progress};
pub use text::{Grouped, Several, Size, SizeError, Visible, cut, is_hidden, number, without_byte_order_mark};
