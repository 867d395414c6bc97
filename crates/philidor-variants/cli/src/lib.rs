//! The program `philidor-variants`: positions, moves and counts by the rules of a variant.
//!
//! The command `philidor` starts this program for subcommands with `--variant`. `args.rs` has the arguments, `command/`
//! carries them out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;

use std::process::ExitCode;

use philidor_program::program;

/// What the program does: reads its arguments, and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    program::run("philidor-variants", std::env::args_os().collect(), command::run)
}
