//! `philidor pgn`: files of games checked, counted, filtered, cut and converted.
//!
//! `annotate/`, `book.rs`, `check.rs`, `convert.rs`, `dedupe.rs`, `edit.rs`, `fens.rs`, `filter.rs`, `sort.rs`,
//! `split.rs`, `stats.rs` are the subcommands; `summary.rs` is what most of them end with; `philidor-games` reads and
//! writes.

#[cfg(feature = "engine")]
mod annotate;
mod book;
mod check;
mod convert;
mod dedupe;
mod edit;
mod fens;
mod filter;
mod sort;
mod split;
mod stats;
mod summary;

use std::process::ExitCode;

use philidor::pgn::Lines;
use philidor_games::{Checks, Format};
use philidor_host::interruption;

use crate::args::{PgnArgs, PgnCommand};
use crate::terminal::output::{Output, WrongUsage};

pub(super) fn run(args: &PgnArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if !matches!(args.command, PgnCommand::Check { .. } | PgnCommand::Stats { .. }) {
        interruption::end_when_interrupted()?;
    }
    match &args.command {
        PgnCommand::Check { files, variations, strict } => {
            let lines = if *variations { Lines::All } else { Lines::Main };
            check::run(&files.into(), Checks { lines, are_strict: *strict }, output)
        }
        PgnCommand::Stats { files } => stats::run(&files.into(), output),
        PgnCommand::Convert { files, to, output: out } => {
            let to = to.unwrap_or(Format::Json);
            if output.json && to != Format::Json {
                let words = "--json means --to json and cannot be combined with another format";
                return Err(WrongUsage(anyhow::Error::msg(words)).into());
            }
            convert::run(&files.into(), to, out.output.as_deref())
        }
        PgnCommand::Filter { files, conditions, output: out } => {
            filter::run(&files.into(), conditions, output.json, out.output.as_deref())
        }
        PgnCommand::Dedupe(args) => dedupe::run(args, output),
        PgnCommand::Fens { files, output: out } => {
            fens::run(&files.into(), output.json, out.output.as_deref())
        }
        PgnCommand::Strip(args) => {
            output.refuse_json("strip writes PGN; `philidor pgn convert --to json` makes JSON of it")?;
            edit::strip(args)
        }
        PgnCommand::Tags(args) => {
            output.refuse_json("tags writes PGN; `philidor pgn convert --to json` makes JSON of it")?;
            edit::tags(args)
        }
        PgnCommand::Sort(args) => {
            output.refuse_json("sort keeps the format; `philidor pgn convert --to json` changes it")?;
            sort::run(args)
        }
        PgnCommand::Merge { files, by, output: out } => {
            output.refuse_json("merge keeps the format; `philidor pgn convert --to json` changes it")?;
            sort::merge(&files.into(), by, out.output.as_deref())
        }
        PgnCommand::Split(args) => split::run(args, output),
        #[cfg(feature = "engine")]
        PgnCommand::Annotate { args, output: out } => {
            output.refuse_json("annotate writes PGN; `philidor analyze --json` is for programs")?;
            annotate::run(args, out.output.as_deref())
        }
        PgnCommand::Book(args) => book::run(args, output),
    }
}
