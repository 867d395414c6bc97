//! What the commands of philidor do with files, written once for all of them.
//!
//! | file | what it is |
//! |---|---|
//! | `input.rs` | a file or standard input as bytes, and how much of it has been read |
//! | `packing.rs` | gzip, zstd and bzip2, recognized by their first bytes |
//! | `pipeline.rs` | parts of a file: read by one thread, worked on by many, taken in order |
//! | `in_order.rs` | numbered results that arrive in any order, handed out in order |
//! | `ending.rs` | exit codes, closed pipes, numbers of threads |
//!
//! Nothing here knows chess.

pub mod ending;
mod in_order;
mod input;
mod packing;
pub mod pipeline;

pub use in_order::InOrder;
pub use input::{Input, STANDARD};
pub use packing::unpacked;
