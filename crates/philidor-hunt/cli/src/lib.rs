//! The program `philidor-hunt`: what is wrong in another program's move generator. `args.rs` has its arguments,
//! `hunting.rs` carries them out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod hunting;

use std::process::ExitCode;

use philidor_program::program;

/// What the program does: reads its arguments, and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    program::run("philidor-hunt", std::env::args_os().collect(), hunting::run)
}
