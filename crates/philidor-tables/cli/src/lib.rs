//! The program `philidor-tables`: endgame tables solved from nothing, probed and checked.
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
    program::run("philidor-tables", std::env::args_os().collect(), command::run)
}
