//! Counting trees on many threads, so that it can be watched and interrupted.
//!
//! ```text
//! options.rs, tables.rs    how to count: level, threads, table
//! interruptible.rs         a count that Ctrl-C may end
//! ledger.rs                what it has found so far
//! checkpoint.rs            the file that outlives a kill
//! sharing.rs               a tree in parts that threads share out, made by whatever counts the rest
//! stoppable.rs             a count that another thread can stop
//! progress.rs              the bar
//! report.rs                what was counted, for programs and for people
//! ```

pub mod checkpoint;
pub mod interruptible;
pub mod ledger;
pub mod options;
pub mod progress;
pub mod report;
pub mod sharing;
pub mod stoppable;
pub mod tables;
