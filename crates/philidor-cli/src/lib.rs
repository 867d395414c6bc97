//! The `philidor` command: the rules of chess in a terminal.
//!
//! ```text
//! args/        the arguments, and their help
//! command/     carries them out, each command in a file or a folder of its own
//! counting/    trees counted on many threads       suite/      files of positions with known counts
//! terminal/    what is written, and how it looks
//! ```
//!
//! Beside these folders are two nouns: a line of moves as it is written (`movetext.rs`), large numbers and times
//! (`quantity.rs`). What is done for each game or position of a file is in
//! `philidor-games`: this crate is not optimized.
//!
//! All of this is a library and not the program itself, so that Cargo compiles it at the same time as the crates that
//! it calls: only linking has to wait for them. It promises nothing to other crates.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;
mod counting;
#[cfg(feature = "engine")]
mod movetext;
mod quantity;
#[cfg(feature = "hunt")]
mod suite;
mod terminal;

use std::ffi::OsString;
use std::io::{BufWriter, ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

use anstream::AutoStream;
use clap::{CommandFactory, FromArgMatches};
use philidor_games::FileError;
use philidor_host::{ending, is_input};

use crate::args::{Args, protect_inputs};
use crate::terminal::output::{Output, WrongUsage};
use crate::terminal::paint::Paint;
use crate::terminal::streams::{self, ClosedOutput};

/// For a FEN that the shell has split into words.
const FEN_TIP: &str = "tip: a FEN needs quotes around it, as in '8/8/… w - - 0 1'";

/// What the program does: reads its arguments, and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    let mut command = with_negative_numbers(Args::command());
    let parsed = command.try_get_matches_from_mut(words(std::env::args_os())).and_then(|matches| {
        let args = Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((args, matches))
    });
    let (args, matches) = match parsed {
        Ok(parsed) => parsed,
        // Help for a closed standard output.
        Err(text) if !text.use_stderr() && streams::output_is_closed() => {
            return fail(&streams::closed().into());
        }
        Err(text) => {
            let code = print(&text);
            if text.kind() == clap::error::ErrorKind::UnknownArgument && has_fen_in_words(std::env::args_os())
            {
                // The exit code says the same without it.
                let _ = writeln!(stderr(), "\n  {FEN_TIP}");
            }
            return code;
        }
    };
    if let Err(error) = protect_inputs(&command, &matches) {
        return fail(&error.into());
    }
    let stdout = stdout().lock();
    let paint = Paint::for_stream(&stdout);
    let mut standard = BufWriter::new(AutoStream::auto(stdout));
    let mut closed = ClosedOutput;
    let writer: &mut dyn Write = if streams::output_is_closed() { &mut closed } else { &mut standard };
    let mut output = Output { writer, paint, json: args.json };
    let outcome = command::run(&args, &mut output);
    let writer = output.writer;
    let outcome = outcome.and_then(|code| writer.flush().map(|()| code).map_err(anyhow::Error::from));
    match outcome {
        Ok(code) => code,
        // The reader has closed the pipe, as `| head` does: it has what it wants, and there is nothing to report.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// What the arguments are, for the manual pages.
#[must_use]
pub fn arguments() -> clap::Command {
    Args::command()
}

/// A command that takes `-5` as a value, which is then refused by its range, and not as an unknown flag.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let may_be_one = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        if takes_values { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(may_be_one).mut_subcommands(with_negative_numbers)
}

/// The arguments, of which OpenBench's workers give several as one: `"genfens 8 seed 1 book None" quit`.
fn words(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = arguments.collect();
    if let Some(text) =
        words.get(1).and_then(|word| word.to_str()).filter(|text| text.starts_with("genfens "))
    {
        let split: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
        words.splice(1.., split);
    }
    words
}

/// Whether two arguments in a row are the board and the side to move of a FEN, which had no quotes for the shell.
fn has_fen_in_words(arguments: impl Iterator<Item = OsString>) -> bool {
    let words: Vec<OsString> = arguments.collect();
    let is_board = |word: &OsString| word.to_string_lossy().matches('/').count() == 7;
    words.windows(2).any(|pair| is_board(&pair[0]) && (pair[1] == "w" || pair[1] == "b"))
}

/// Prints what clap has instead of arguments: help, the version, or what is wrong with the arguments.
fn print(text: &clap::Error) -> ExitCode {
    match text.print().and_then(|()| stdout().flush()) {
        // Help that was asked for cannot be written. A message about wrong usage has its own exit code.
        Err(error) if !text.use_stderr() && error.kind() != ErrorKind::BrokenPipe => fail(&error.into()),
        _ => ExitCode::from(u8::try_from(text.exit_code()).unwrap_or(2)),
    }
}

/// Reports an error, with the exit code of its kind.
fn fail(error: &anyhow::Error) -> ExitCode {
    let bad = Paint::for_stream(&stderr()).bad();
    // If even this cannot be written, the exit code must do.
    let _ = writeln!(AutoStream::auto(stderr()), "{bad}error:{bad:#} {error:#}");
    if has_fen_in_words(std::env::args_os()) {
        let _ = writeln!(stderr(), "{FEN_TIP}");
    }
    let is_wrong = |error: &FileError| error.is_wrong_usage();
    let is_usage = error.is::<WrongUsage>() || error.downcast_ref().is_some_and(is_wrong);
    if is_usage || is_input(error.chain()) { ExitCode::from(2) } else { ExitCode::FAILURE }
}

/// Whether the reader of standard output has closed it. A JSON error wraps the error of writing.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let json = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
    };
    ending::is_broken_pipe(error.chain())
        || error.downcast_ref::<FileError>().is_some_and(FileError::is_broken_pipe)
        || error.chain().any(|cause| json(cause) == Some(ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_without_quotes_is_recognized() {
        let has_fen = |text: &str| has_fen_in_words(text.split(' ').map(OsString::from));
        assert!(has_fen("show --fen 8/8/8/8/8/8/8/8 w - - 0 1"));
        assert!(!has_fen("show --fen 8/8/8/8/8/8/8/8"));
    }
}
