//! The tests of patterns: in games against a second reader of their meaning, and against the texts of the field.

mod agreement;
mod games;
mod plain;
#[cfg(feature = "json")]
mod queries;
mod texts;
