//! Reading: `input.rs` opens a file in its format, `files.rs` reads all of them on all threads, reports and sums up,
//! `numbered.rs` reads one game of one.

pub(crate) mod files;
pub(crate) mod input;
pub(crate) mod numbered;
