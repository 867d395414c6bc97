//! The commands, one file for each of them, or a folder.

mod analyze;
mod annotate;
mod bench;
mod check_uci;
mod evaluate;
mod genfens;
mod openings;
mod play;
mod tournament;
mod uci;

use std::process::ExitCode;

use philidor_program::terminal::output::Output;

use crate::args::{Args, Command};

/// Runs the subcommand. The code is a failure if the input had faults, which the output then names.
pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Uci(args) => uci::run(args, output)?,
        Command::Analyze(args) => return analyze::run(args, output),
        Command::Play(args) => play::run(args, output)?,
        Command::Evaluate(args) => evaluate::run(args, output)?,
        Command::Bench(args) => bench::run(args, output)?,
        Command::Genfens(args) => genfens::run(args, output)?,
        Command::Match(args) => return tournament::run(args, output),
        Command::Openings(args) => return openings::run(args, output),
        Command::CheckUci(args) => return check_uci::run(args, output),
        Command::Annotate { args, output: out } => {
            output.refuse_json("annotate writes PGN; `philidor analyze --json` is for programs")?;
            return annotate::run(args, out.output.as_deref());
        }
    }
    Ok(ExitCode::SUCCESS)
}
