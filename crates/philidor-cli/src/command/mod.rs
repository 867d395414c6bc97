//! The commands, each in a file of its own.
//!
//! What several of them need is beside this folder.

#[cfg(feature = "engine")]
mod analyze;
#[cfg(feature = "engine")]
mod bench;
mod book;
mod check_fen;
#[cfg(feature = "engine")]
mod check_uci;
mod compare;
mod completions;
#[cfg(feature = "train")]
mod data;
#[cfg(feature = "engine")]
mod evaluate;
#[cfg(feature = "engine")]
mod genfens;
#[cfg(feature = "hunt")]
mod hunt;
#[cfg(feature = "engine")]
mod interrupt;
#[cfg(feature = "mcp")]
mod mcp;
mod moves;
#[cfg(feature = "engine")]
mod openings;
mod perft;
#[cfg(feature = "pgn")]
mod pgn;
#[cfg(feature = "engine")]
mod play;
mod san;
#[cfg(feature = "train")]
mod selfplay;
mod show;
#[cfg(feature = "train")]
mod spsa;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "engine")]
mod tournament;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "train")]
mod tune;
#[cfg(feature = "engine")]
mod uci;
#[cfg(feature = "variants")]
mod variant;
#[cfg(feature = "hunt")]
mod verify;

use std::process::ExitCode;

use crate::args::{Args, Command};
use crate::terminal::output::Output;

/// Runs the subcommand. The code is a failure if the input had faults, which the output then names.
pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Perft(args) => return perft::run(args, output),
        Command::Compare(args) => compare::run(args, output)?,
        Command::Book(args) => book::run(args, output)?,
        Command::Completions(args) => completions::run(args, output)?,
        Command::Moves(args) => return moves::run(args, output),
        Command::Show(args) => return show::run(args, output),
        Command::San(args) => return san::run(args, output),
        #[cfg(feature = "pgn")]
        Command::Pgn(args) => return pgn::run(args, output),
        #[cfg(feature = "tables")]
        Command::Tables(args) => return tables::run(args, output),
        #[cfg(feature = "mcp")]
        Command::Mcp(args) => return mcp::run(args, output),
        #[cfg(feature = "hunt")]
        Command::Hunt(args) => return hunt::run(args, output),
        #[cfg(feature = "hunt")]
        Command::Verify(args) => return verify::run(args, output),
        #[cfg(feature = "engine")]
        Command::Match(args) => return tournament::run(args, output),
        #[cfg(feature = "engine")]
        Command::Openings(args) => return openings::run(args, output),
        #[cfg(feature = "train")]
        Command::Selfplay(args) => return selfplay::run(args, output),
        #[cfg(feature = "train")]
        Command::Train(args) => return train::run(args, output),
        #[cfg(feature = "train")]
        Command::Data(args) => return data::run(args, output),
        #[cfg(feature = "train")]
        Command::Tune(args) => return tune::run(args, output),
        #[cfg(feature = "train")]
        Command::Spsa(args) => return spsa::run(args, output),
        #[cfg(feature = "engine")]
        Command::CheckUci(args) => return check_uci::run(args, output),
        #[cfg(feature = "engine")]
        Command::Uci(args) => uci::run(args, output)?,
        #[cfg(feature = "engine")]
        Command::Analyze(args) => return analyze::run(args, output),
        #[cfg(feature = "engine")]
        Command::Play(args) => play::run(args, output)?,
        #[cfg(feature = "engine")]
        Command::Evaluate(args) => evaluate::run(args, output)?,
        #[cfg(feature = "engine")]
        Command::Bench(args) => bench::run(args, output)?,
        #[cfg(feature = "engine")]
        Command::Genfens(args) => genfens::run(args, output)?,
        Command::CheckFen(args) => return check_fen::run(args, output),
    }
    Ok(ExitCode::SUCCESS)
}
