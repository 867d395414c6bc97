//! All tests of `philidor-sql` from outside, in one program, for each program takes long to link.
//!
//! ```text
//! machine.rs     folders, runs of the command, a runtime with a large stack
//! functions.rs   every function, in every form of its arguments
//! tables.rs      what Syzygy tables say, and what is wrong with them
//! command.rs     query, functions, perft: what a user sees
//! explorer.rs    an index of an import counts what SQL counts
//! import.rs      files of games into tables and back, also after a kill
//! book.rs        the sessions of the chapter in the book
//! search.rs      games with a pattern, and what is asked before they are played
//! study.rs       evaluations and puzzles into tables, also after a kill
//! cluster.rs     a scheduler and workers as real processes, and what befalls them
//! fixtures.rs    functions that do wrong or take their time
//! ```

#![allow(clippy::unwrap_used)] // a test may fail

mod book;
mod cluster;
mod command;
mod explorer;
mod fixtures;
mod functions;
mod import;
mod machine;
mod search;
mod study;
mod tables;
