//! What the programs of philidor do with the machine, written once for all of them.
//!
//! | room | what it is |
//! |---|---|
//! | `files/` | unpacked inputs, outputs that are there whole or not at all, a pipeline on many threads |
//! | `terminal/` | Ctrl-C, progress, exit codes |
//! | `memory.rs` | how much memory there is |
//! | `processes/` | programs that are started, talked to by lines, and ended with all that they have started |
//! | `text/` | text of others made safe to show, quantities, numbers in arguments |
//!
//! Nothing here knows chess.

#[cfg(feature = "commands")]
mod files;
mod memory;
pub mod processes;
#[cfg(feature = "commands")]
mod terminal;
mod text;

#[cfg(feature = "commands")]
pub use files::{
    Cut, ForeignEnd, InOrder, Input, Output, STANDARD, TooLong, WholeFile, begins, pipeline, read_line,
    read_whole, unpacked, whole_lines,
};
pub use memory::available_memory;
#[cfg(feature = "commands")]
pub use terminal::{ending, interruption, progress};
pub use text::{Grouped, Several, Visible, cut, is_hidden, number};
