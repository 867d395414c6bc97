//! What is asked by the rules of a variant, one file for each question; `facts.rs` is what the first two draw,
//! `position.rs` reads positions.

mod check_fen;
mod facts;
mod moves;
mod perft;
mod position;
mod san;
mod show;

use std::process::ExitCode;

use philidor_program::terminal::output::Output;

use crate::args::{Args, Command};

/// Runs the subcommand. The code is a failure if the input had faults, which the output then names.
pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Perft(args) => perft::run(args, output),
        Command::Moves(args) => moves::run(args, output),
        Command::Show(args) => show::run(args, output),
        Command::CheckFen(args) => check_fen::run(args, output),
        Command::San(args) => san::run(args, output),
    }
}
