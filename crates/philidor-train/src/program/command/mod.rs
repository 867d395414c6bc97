//! The commands, one file for each of them, or a folder.

mod data;
mod selfplay;
mod spsa;
mod train;
mod tune;

use std::process::ExitCode;

use philidor_program::terminal::output::Output;

use crate::args::{Args, Command};

/// Runs the subcommand. The code is a failure if the input had faults, which the output then names.
pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Selfplay(args) => selfplay::run(args, output),
        Command::Train(args) => train::run(args, output),
        Command::Data(args) => data::run(args, output),
        Command::Tune(args) => tune::run(args, output),
        Command::Spsa(args) => spsa::run(args, output),
    }
}
