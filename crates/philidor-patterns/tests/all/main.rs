//! The tests of patterns: in random games against a second, plain reader, and with texts by hand.

mod agreement;
mod display;
mod games;
mod plain;
mod texts;
