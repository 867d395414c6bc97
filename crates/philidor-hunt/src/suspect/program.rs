//! Programs as suspects: three ways to ask one.
//!
//! ```text
//! Uci        runs all the time, speaks UCI and knows `go perft N`
//! Lines      runs all the time, speaks a protocol of one line for each question
//! Template   a command that is run anew for each question
//! ```

pub use crate::suspect::{Lines, Template, TemplateError, Uci};
