//! Reading: `input.rs` opens a file in its format, `files.rs` reads all of them on all threads, reports and sums up.

pub(crate) mod files;
pub(crate) mod input;
