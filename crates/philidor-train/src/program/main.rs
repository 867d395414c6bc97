//! The program `philidor-train`: from games of its own to a net of its own.
//!
//! `args/` has the arguments and their help, `command/` carries them out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;

use std::process::ExitCode;

use philidor_program::program::{self, Program};

/// The program.
const PROGRAM: Program = Program { name: "philidor-train", within: "philidor" };

fn main() -> ExitCode {
    program::run(PROGRAM, std::env::args_os().collect(), command::run)
}
