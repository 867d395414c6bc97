//! The program, as the tests start it.

use std::ffi::OsStr;
use std::process::Command;

pub(crate) use philidor_proof::program::{Outcome, fed};

/// The program with the words that follow `philidor` where people type them.
pub(crate) fn philidor(words: &[impl AsRef<OsStr>]) -> Command {
    let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
    let words = if words.first().is_some_and(|word| *word == "pgn") { &words[1..] } else { &words[..] };
    philidor_proof::program::program(env!("CARGO_BIN_EXE_philidor-engine"), words)
}
