//! Files: read packed or not, worked on in chunks, written whole or not at all.
//!
//! | file | what it is |
//! |---|---|
//! | `input.rs` | a file or standard input as bytes, and how much of it has been read |
//! | `wait.rs` | input that may never come |
//! | `bound.rs` | limits on what is read, as a whole and line by line |
//! | `packing.rs`, `packer.rs` | gzip, zstd and bzip2: unpacked, recognized by their first bytes; packed, if a name says so |
//! | `members.rs` | the parts of a gzip file, and what follows them |
//! | `pipeline.rs` | chunks of a file: read by one thread, worked on by many, taken in order |
//! | `in_order.rs` | numbered results that arrive in any order, handed out in order |
//! | `output.rs` | standard output, or a file |
//! | `protection.rs`, `place.rs` | what no output may change; where a file is, whatever its name |
//! | `appended.rs` | a file to which lines or games are added, by one process at a time |
//! | `whole.rs`, `partial.rs` | a file that appears only when it is whole; the file beside it that is written meanwhile |
//! | `error.rs`, `foreign.rs` | why a file cannot be used; text in UTF-16, and tar archives, known by their beginning |
//! | `shown.rs` | the name of a file in a message |
//! | `torn.rs` | a last line that a kill has torn, and whether it may be cut |

mod appended;
mod bound;
mod error;
mod foreign;
mod in_order;
mod input;
#[cfg(feature = "packed")]
mod members;
mod output;
mod packer;
mod packing;
mod partial;
pub mod pipeline;
mod place;
mod protection;
mod shown;
mod torn;
mod wait;
mod whole;

pub use appended::{append_alone, append_to};
pub use bound::{TooLong, read_line, read_whole};
pub use error::FileError;
pub use foreign::refuse_foreign;
pub use in_order::InOrder;
pub use input::{Input, STANDARD};
pub use output::Output;
pub use packer::Packer;
pub use packing::unpacked;
pub use place::Place;
pub use protection::{is_input, protect, refuse_standard_output};
pub use torn::{Cut, UnknownLine, begins, whole_lines};
pub use whole::WholeFile;
