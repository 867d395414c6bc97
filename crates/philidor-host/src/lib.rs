//! What the commands of philidor do with files, written once for all of them.
//!
//! | file | what it is |
//! |---|---|
//! | `input.rs` | a file or standard input as bytes, and how much of it has been read |
//! | `bound.rs` | limits on what is read, as a whole and line by line |
//! | `packing.rs` | gzip, zstd and bzip2, recognized by their first bytes |
//! | `pipeline.rs` | parts of a file: read by one thread, worked on by many, taken in order |
//! | `in_order.rs` | numbered results that arrive in any order, handed out in order |
//! | `output.rs` | standard output, or a file |
//! | `whole.rs`, `partial.rs` | a file that appears only when it is whole; the file beside it that is written meanwhile |
//! | `torn.rs` | a last line that a kill has torn, and whether it may be cut |
//! | `interruption.rs` | Ctrl-C: who listens, and what is removed before the program ends |
//! | `progress.rs` | bars on standard error |
//! | `number.rs`, `several.rs` | numbers in arguments; a number of things |
//! | `ending.rs` | exit codes, closed pipes, numbers of threads |
//!
//! Nothing here knows chess.

mod bound;
pub mod ending;
mod in_order;
mod input;
pub mod interruption;
mod number;
mod output;
mod packing;
mod partial;
pub mod pipeline;
pub mod progress;
mod several;
mod torn;
mod whole;

pub use bound::{TooLong, read_line, read_whole};
pub use in_order::InOrder;
pub use input::{Input, STANDARD};
pub use number::number;
pub use output::Output;
pub use packing::unpacked;
pub use several::Several;
pub use torn::{Cut, ForeignEnd, begins, whole_lines};
pub use whole::WholeFile;
