//! What the programs of philidor do with the machine, written once for all of them.
//!
//! | room | what it is |
//! |---|---|
//! | `files/` | unpacked inputs, outputs that are there whole or not at all, a pipeline on many threads |
//! | `terminal/` | Ctrl-C, progress, exit codes |
//! | `text/` | numbers in arguments, a number of things |
//!
//! Nothing here knows chess.

mod files;
mod terminal;
mod text;

pub use files::{
    Cut, ForeignEnd, InOrder, Input, Output, STANDARD, TooLong, WholeFile, begins, pipeline, read_line,
    read_whole, unpacked, whole_lines,
};
pub use terminal::{ending, interruption, progress};
pub use text::{Several, number};
