//! The commands, one file for each of them, or a folder.

mod check_fen;
mod compare;
pub(crate) mod completions;
mod moves;
mod perft;
mod san;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use philidor::Position;
use philidor_program::show;
use philidor_program::terminal::output::Output;

use crate::args::{Args, Command};
use crate::siblings::{self, Request};

/// Runs the subcommand, which these words ask for. The code is a failure if the input had faults, which the output then
/// names.
pub(crate) fn run(args: &Args, words: &[OsString], output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if let Some(program) = args.command.answered_by() {
        let (program, typed) = (program.to_owned(), "philidor".to_owned());
        return siblings::start(&Request { program, typed, words: words.to_vec() });
    }
    match &args.command {
        Command::Perft(args) => perft::run(args, output),
        Command::Verify(args) => verify::run(args, output),
        Command::Moves(args) => moves::run(args, output),
        Command::Compare(args) => compare::run(args, output).map(|()| ExitCode::SUCCESS),
        Command::Show(args) => {
            let unasked = |_: &Position| Ok((None::<&str>, true));
            show::run(args, unasked, output)
        }
        Command::CheckFen(args) => check_fen::run(args, output),
        Command::San(args) => san::run(args, output),
        Command::Completions(args) => completions::run(args, output).map(|()| ExitCode::SUCCESS),
    }
}
