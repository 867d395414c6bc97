//! The program `philidor-pgn`: files of games checked, counted, filtered, cut and converted, and Polyglot books.
//!
//! `args/` has the arguments and their help, `command/` carries them out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;

use std::process::ExitCode;

use philidor_program::program;

/// What the program does: reads its arguments, and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    program::run("philidor-pgn", std::env::args_os().collect(), command::run)
}
