//! Counting trees on many threads, so that it can be watched and interrupted.
//!
//! ```text
//! options.rs, tables.rs    how to count: level, threads, table
//! interruptible.rs         a count that Ctrl-C may end
//! ledger.rs                what it has found so far
//! checkpoint.rs            the file that outlives a kill
//! stoppable.rs             a count that another thread can stop
//! progress.rs              the bar
//! ```

pub(crate) mod checkpoint;
pub(crate) mod interruptible;
pub(crate) mod ledger;
pub(crate) mod options;
pub(crate) mod progress;
#[cfg(feature = "engine")]
pub(crate) mod stoppable;
pub(crate) mod tables;
