//! The program `philidor-train`: from games of its own to a net of its own.
//!
//! `args/` has the arguments and their help, `command/` carries them out.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;

use std::process::ExitCode;

use philidor_program::program;

fn main() -> ExitCode {
    program::run("philidor-train", std::env::args_os().collect(), command::run)
}
