//! Tests of the public words: known counts, laws on random games, texts.
#![allow(clippy::unwrap_used, reason = "tests")]

mod castling;
mod ends;
mod laws;
mod material;
mod on_trust;
mod perft;
mod plain;
mod quiet;
mod random;
mod texts;
