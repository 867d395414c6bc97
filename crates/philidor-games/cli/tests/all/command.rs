//! The program, as the tests start it.

use std::ffi::OsStr;
use std::process::Command;

pub(crate) use philidor_proof::program::{Outcome, fed};

/// The program with the words that follow `philidor` where people type them.
pub(crate) fn philidor(words: &[impl AsRef<OsStr>]) -> Command {
    let words: Vec<&OsStr> = words.iter().map(AsRef::as_ref).collect();
    // `philidor pgn check` is `philidor-pgn check`, and `philidor book` is `philidor-pgn polyglot`.
    let words = match words.split_first() {
        Some((first, rest)) if *first == "pgn" => rest.to_vec(),
        Some((first, rest)) if *first == "book" => [&[OsStr::new("polyglot")], rest].concat(),
        _ => words,
    };
    philidor_proof::program::program(env!("CARGO_BIN_EXE_philidor-pgn"), &words)
}
