#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), no_std)]
#![deny(missing_docs, unsafe_code)]

extern crate alloc;

// `suite.rs`, a whole suite; `built_in.rs`, the suites of `data/`; `entry.rs`, what a suite holds; `error.rs`, why a
// line cannot be read. `line.rs` reads a line, `block.rs` a block, and `operations.rs` divides a line at its
// semicolons. `epd/`: positions with any operations.
mod block;
mod built_in;
mod entry;
pub mod epd;
mod error;
mod line;
mod operations;
mod suite;

pub use built_in::{ALL, CHESS960, DENSE, EDGE_CASES, RANDOM, STANDARD};
pub use entry::{Entry, Line, SuiteLimits};
pub use error::{LineError, SuiteError};
pub use operations::quoted;
pub use suite::Suite;

philidor::debug_is_the_sentence!(epd::EpdError, LineError, SuiteError);
