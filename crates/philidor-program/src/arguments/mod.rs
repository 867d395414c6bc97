//! Arguments that several programs take: positions (`position.rs`), suites (`suite.rs`), how a tree is
//! counted (`counting.rs`), words that
//! name values (`values.rs`); and which arguments are files that no output may replace (`files.rs`).

pub mod counting;
pub mod files;
pub mod position;
pub mod suite;
pub mod values;
