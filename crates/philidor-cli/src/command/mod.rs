//! The commands, each in a file of its own.
//!
//! What several of them need is beside this folder.

mod analyze;
mod bench;
mod book;
mod check_fen;
mod compare;
mod completions;
mod draw;
mod evaluate;
mod game;
mod hunt;
mod magics;
mod man;
mod moves;
mod openings;
mod perft;
mod pgn;
mod play;
mod san;
mod show;
mod tournament;
mod uci;
mod verify;

use std::process::ExitCode;

use crate::args::{Args, Command, UciArgs};
use crate::terminal::output::Output;

/// Runs the subcommand. The code is a failure if the input had faults, which the output then names.
pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Perft(args) => return perft::run(args, output),
        Command::Compare(args) => compare::run(args, output)?,
        Command::Draw(args) => draw::run(args, output)?,
        Command::Magics(args) => magics::run(args, output)?,
        Command::Book(args) => book::run(args, output)?,
        Command::Completions(args) => completions::run(args, output)?,
        Command::Man(args) => man::run(args, output)?,
        Command::Moves(args) => return moves::run(args, output),
        Command::Show(args) => return show::run(args, output),
        Command::San(args) => return san::run(args, output),
        Command::Game(args) => game::run(args, output)?,
        Command::Pgn(args) => return pgn::run(args, output),
        Command::Hunt(args) => return hunt::run(args, output),
        Command::Verify(args) => return verify::run(args, output),
        Command::Match(args) => return tournament::run(args, output),
        Command::Openings(args) => return openings::run(args, output),
        Command::Uci(UciArgs {}) => uci::run(output)?,
        Command::Analyze(args) => return analyze::run(args, output),
        Command::Play(args) => play::run(args, output)?,
        Command::Evaluate(args) => evaluate::run(args, output)?,
        Command::Bench(args) => bench::run(args, output)?,
        Command::CheckFen(args) => return check_fen::run(args, output),
    }
    Ok(ExitCode::SUCCESS)
}
