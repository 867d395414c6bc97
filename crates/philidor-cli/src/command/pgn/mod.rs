//! `philidor pgn`: files of games checked, counted, filtered, cut and converted.
//!
//! `input.rs` opens and unpacks, `pipeline.rs` shares the work out, `games.rs` goes from game to game and tells of the
//! bad ones; the other files are a subcommand each.

mod binary;
mod book;
mod check;
mod convert;
mod fens;
mod filter;
pub(super) mod game;
mod games;
mod input;
mod pipeline;
mod replay;
mod split;
mod stats;

use std::process::ExitCode;

use super::Output;
use crate::args::{PgnArgs, PgnCommand};

pub(super) fn run(args: &PgnArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    match &args.command {
        PgnCommand::Check { files, variations } => check::run(files, *variations, output),
        PgnCommand::Stats { files } => stats::run(files, output),
        PgnCommand::Convert { files, to, output: out } => convert::run(files, *to, out.output.as_deref()),
        PgnCommand::Filter { files, conditions, output: out } => {
            filter::run(files, conditions, out.output.as_deref())
        }
        PgnCommand::Fens { files, output: out } => fens::run(files, out.output.as_deref()),
        PgnCommand::Split { files, games, output: prefix } => split::run(files, *games, prefix, output),
        PgnCommand::Book { files, max_ply, min_games, output: path } => {
            book::run(files, *max_ply, *min_games, path, output)
        }
    }
}
