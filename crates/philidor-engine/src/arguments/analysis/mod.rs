//! An analysis: a table for people (`table.rs`), and JSON for programs (`json.rs`).

pub mod json;
pub mod table;
