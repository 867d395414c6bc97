//! The `philidor` command: the rules of chess in a terminal.
//!
//! ```text
//! args/          the arguments, and their help
//! command/       carries them out, each command in a file or a folder of its own
//! siblings.rs    the other programs of philidor, which this one starts
//! ```
//!
//! What several programs need is in `philidor-program`. All of this is a library and not the program itself, so that
//! Cargo compiles it at the same time as the crates that it calls: only linking has to wait for them. It promises
//! nothing to other crates.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;
mod siblings;

use std::ffi::OsString;
use std::process::ExitCode;

use philidor_program::program::{self, Program};

use crate::args::Args;

/// The program.
const PROGRAM: Program = Program { name: "philidor", within: "philidor" };

/// What the program does: starts the program that answers, or reads its arguments and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some((program, words)) = siblings::asked_for(&arguments(), &words) {
        return siblings::start(&program, &words).unwrap_or_else(|error| program::fail(&error, &words));
    }
    let asked = words.get(1..).unwrap_or_default().to_vec();
    program::run::<Args>(PROGRAM, words, |args, output| command::run(args, &asked, output))
}

/// What the arguments are, for the manual pages.
#[must_use]
pub fn arguments() -> clap::Command {
    program::command::<Args>()
}
