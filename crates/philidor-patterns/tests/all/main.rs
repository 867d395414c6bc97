//! The tests of patterns: in random games against a second, plain reader, and with texts and queries by hand.

mod agreement;
mod display;
mod games;
mod plain;
#[cfg(feature = "json")]
mod queries;
mod texts;
