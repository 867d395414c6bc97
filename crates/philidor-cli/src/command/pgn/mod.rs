//! `philidor pgn`: files of games checked, counted, filtered, cut and converted.
//!
//! `annotate/`, `book.rs`, `check.rs`, `convert.rs`, `fens.rs`, `filter.rs`, `split.rs`, `stats.rs` are the subcommands;
//! `crate::games` reads and writes.

#[cfg(feature = "engine")]
mod annotate;
mod book;
mod check;
mod convert;
mod fens;
mod filter;
mod split;
mod stats;

use std::process::ExitCode;

use philidor_host::interruption;

use crate::args::{Form, PgnArgs, PgnCommand};
use crate::terminal::output::{Output, WrongUsage};

pub(super) fn run(args: &PgnArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if !matches!(args.command, PgnCommand::Check { .. } | PgnCommand::Stats { .. }) {
        interruption::end_when_interrupted()?;
    }
    match &args.command {
        PgnCommand::Check { files, variations } => check::run(files, *variations, output),
        PgnCommand::Stats { files } => stats::run(files, output),
        PgnCommand::Convert { files, to, output: out } => {
            let to = to.unwrap_or(Form::Json);
            if output.json && to != Form::Json {
                let words = "--json means --to json and cannot be combined with another form";
                return Err(WrongUsage(anyhow::Error::msg(words)).into());
            }
            convert::run(files, to, out.output.as_deref())
        }
        PgnCommand::Filter { files, conditions, output: out } => {
            filter::run(files, conditions, output.json, out.output.as_deref())
        }
        PgnCommand::Fens { files, output: out } => fens::run(files, output.json, out.output.as_deref()),
        PgnCommand::Split { files, games, output: prefix } => split::run(files, *games, prefix, output),
        #[cfg(feature = "engine")]
        PgnCommand::Annotate { args, output: out } => {
            output.refuse_json("annotate writes PGN; `philidor analyze --json` is for programs")?;
            annotate::run(args, out.output.as_deref())
        }
        PgnCommand::Book { files, max_ply, min_games, output: path } => {
            book::run(files, *max_ply, *min_games, path, output)
        }
    }
}
