//! The program `philidor-engine`: the engine for any chess program, and what one does with engines.
//!
//! ```text
//! args/          the arguments, and their help
//! command/       carries them out, each command in a file or a folder of its own
//! ```
//!
//! Without arguments it speaks UCI, as chess programs start their engines. It is a library for its tests, and
//! promises nothing to other crates.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;

use std::ffi::OsString;
use std::process::ExitCode;

use philidor_program::program::{self, STARTED_BY};

/// What the program does: reads its arguments, and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    program::run("philidor-engine", words(std::env::args_os()), command::run)
}

/// The arguments: `uci` if there are none. OpenBench's workers give several as one:
/// `"genfens 8 seed 1 book None" quit`.
fn words(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = arguments.collect();
    // The command says first which build it is.
    let is_started = words.get(1).is_some_and(|word| word.to_string_lossy().starts_with(STARTED_BY));
    let first = 1 + usize::from(is_started);
    if words.len() <= first {
        words.push("uci".into());
    }
    let openbench =
        words.get(first).and_then(|word| word.to_str()).filter(|text| text.starts_with("genfens "));
    if let Some(text) = openbench {
        let split: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        words.splice(first.., split);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_words_are_uci_and_openbench_gives_many_as_one() {
        let own = format!("{STARTED_BY}0.1.0");
        for started in [&["philidor-engine"][..], &["philidor-engine", &own]] {
            let all = |rest: &[&str]| words(started.iter().chain(rest).map(OsString::from));
            assert_eq!(all(&[]).last(), Some(&"uci".into()));
            assert_eq!(all(&["genfens 8 seed 1", "quit"])[started.len()..], ["genfens", "8", "seed", "1"]);
            assert_eq!(all(&["bench", "1"])[started.len()..], ["bench", "1"]);
        }
    }
}
