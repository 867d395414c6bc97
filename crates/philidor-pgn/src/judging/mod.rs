//! From events to a verdict: are all moves legal, and can the result be right?
//!
//! | file | what it is |
//! |---|---|
//! | `check.rs` | a checker that plays main lines or all lines, and the check of a whole file |
//! | `arbiter.rs` | a faster one for main lines, which keeps only what the check needs |
//! | `scoresheet.rs` | what both note about each game, and the counts |
//! | `doubt.rs` | results that cannot be right |

mod arbiter;
mod check;
mod doubt;
mod scoresheet;

pub use arbiter::Arbiter;
pub use check::{CheckOptions, Checker, Lines, check, check_with};
pub use doubt::Doubt;
pub use scoresheet::Counts;
