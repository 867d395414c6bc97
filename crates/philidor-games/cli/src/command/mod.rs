//! What is done with files of games, one file for each subcommand. `games_output.rs` is where games go, `summary.rs`
//! what most subcommands end with; `philidor-games` reads and writes.

mod book;
mod check;
mod convert;
mod dedupe;
mod edit;
mod fens;
mod filter;
mod games_output;
mod polyglot;
mod sort;
mod split;
mod stats;
mod summary;

use std::process::ExitCode;

use philidor_games::{Checks, FileError, Format};
use philidor_host::interruption;
use philidor_pgn::Lines;

use crate::args::{Args, Command};
use philidor_program::terminal::output::{Output, WrongUsage};

/// Runs the subcommand. The code is a failure if a game or a file had faults, which the output then names.
pub(crate) fn run(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    carry_out(args, output).map_err(|error| match error.downcast::<FileError>() {
        Ok(FileError::File(error)) => error.into(),
        Ok(error) if error.is_wrong_usage() => WrongUsage(error.into()).into(),
        Ok(error) => error.into(),
        Err(error) => error,
    })
}

fn carry_out(args: &Args, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    if !matches!(args.command, Command::Check { .. } | Command::Stats { .. } | Command::Polyglot(_)) {
        interruption::end_when_interrupted()?;
    }
    match &args.command {
        Command::Check { files, variations, strict } => {
            let lines = if *variations { Lines::All } else { Lines::Main };
            check::run(&files.into(), Checks { lines, are_strict: *strict }, output)
        }
        Command::Stats { files } => stats::run(&files.into(), output),
        Command::Convert { files, to, output: out } => {
            let to = to.unwrap_or(Format::Json);
            if output.json && to != Format::Json {
                let words = "--json means --to json and cannot be combined with another format";
                return Err(WrongUsage(anyhow::Error::msg(words)).into());
            }
            convert::run(&files.into(), to, out.output.as_deref())
        }
        Command::Filter { files, conditions, output: out } => {
            filter::run(&files.into(), conditions, output.json, out.output.as_deref())
        }
        Command::Dedupe(args) => dedupe::run(args, output),
        Command::Fens { files, output: out } => fens::run(&files.into(), output.json, out.output.as_deref()),
        Command::Strip(args) => {
            output.refuse_json("strip writes PGN; `philidor pgn convert --to json` makes JSON of it")?;
            edit::strip(args)
        }
        Command::Tags(args) => {
            output.refuse_json("tags writes PGN; `philidor pgn convert --to json` makes JSON of it")?;
            edit::tags(args)
        }
        Command::Sort(args) => {
            output.refuse_json("sort keeps the format; `philidor pgn convert --to json` changes it")?;
            sort::run(args)
        }
        Command::Merge { files, by, output: out } => {
            output.refuse_json("merge keeps the format; `philidor pgn convert --to json` changes it")?;
            sort::merge(&files.into(), by, out.output.as_deref())
        }
        Command::Split(args) => split::run(args, output),
        Command::Book(args) => book::run(args, output),
        Command::Polyglot(args) => polyglot::run(args, output).map(|()| ExitCode::SUCCESS),
    }
}
