//! A program: its arguments are read, its inputs are protected from its outputs, its errors reported with their exit
//! codes.
//!
//! ```text
//! 0    fine, also if the reader of standard output has closed the pipe, as `| head` does
//! 1    an error
//! 2    wrong usage: the same arguments would fail with any content of the files
//! 127  another program of philidor is asked for, and is not here
//! ```

use std::ffi::OsString;
use std::io::{BufWriter, ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;

use anstream::AutoStream;
use philidor_host::{FileError, ending, is_input};

use crate::arguments::files::protect_inputs;
use crate::command_tree::CommandTree;
use crate::terminal::output::{Output, WrongUsage};
use crate::terminal::paint::Paint;
use crate::terminal::streams::{self, ClosedOutput};

/// For a FEN that the shell has split into words.
const FEN_TIP: &str = "tip: a FEN needs quotes around it, as in '8/8/… w - - 0 1'";

/// How many characters a line of help has at most.
const WIDEST: usize = 100;

/// The arguments of a program.
pub trait Arguments: clap::Parser {
    /// Whether the answer is to be in JSON.
    fn json(&self) -> bool;
}

/// What the command puts before the words with which it starts a program: the build of the command, and after a blank
/// what people type for the program, such as `philidor pgn`.
pub const STARTED_BY: &str = "--started-by=";

/// What asks a program for its [`CommandTree`] as JSON.
pub const TREE: &str = "--arguments-as-json";

/// A program is not here; the text says how to get it. The exit code is that of shells: 127.
#[derive(Debug)]
pub struct NotInstalled(pub String);

impl std::fmt::Display for NotInstalled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotInstalled {}

/// The build that this program comes from: the version, and the commit in a checkout that is not a release.
pub const BUILD: &str = env!("PHILIDOR_BUILD");

/// Reads the words that only programs of philidor say to each other, and removes them: which build starts this
/// program, and whether the program is to say what its arguments are. Returns the other words and the command for
/// them, or, where nothing is left to do, the exit code.
///
/// # Errors
///
/// The program has answered, or another build has started it.
pub fn begin(
    name: &'static str,
    mut words: Vec<OsString>,
    mut command: clap::Command,
) -> Result<(Vec<OsString>, clap::Command), ExitCode> {
    let starter = words.get(1).and_then(|word| word.to_str()?.strip_prefix(STARTED_BY)).map(str::to_owned);
    if let Some(starter) = starter {
        words.remove(1);
        let (build, typed) = starter.split_once(' ').unwrap_or((&starter, name));
        if build != BUILD {
            let error = anyhow::anyhow!(
                "this is {name} of build {BUILD}, and `philidor` is of build {build}: both have to be of one build"
            );
            return Err(fail(&WrongUsage(error).into(), &words));
        }
        command = command.bin_name(typed.to_owned());
    } else {
        let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
        command = alone(command.bin_name(name), name, &names);
    }
    if words.get(1).is_some_and(|word| word == TREE) {
        return Err(write_tree(&command, &words));
    }
    Ok((words, command))
}

/// The command of a program that was started by itself: its examples begin with its own name, and not with that of the
/// command, which need not be here.
fn alone(command: clap::Command, name: &str, subcommands: &[String]) -> clap::Command {
    let help = command.get_after_help().map(|help| by_itself(&help.to_string(), name, subcommands));
    let command = if let Some(help) = help { command.after_help(help) } else { command };
    command.mut_subcommands(|below| alone(below, name, subcommands))
}

/// A text in which `philidor pgn check` is `philidor-pgn check`, and `philidor uci` is `philidor-engine uci`.
fn by_itself(text: &str, name: &str, subcommands: &[String]) -> String {
    let Some(short) = name.strip_prefix("philidor-") else { return text.to_owned() };
    let is_below = subcommands.iter().any(|below| below == short);
    let typed = format!("philidor {short} ");
    let mut written = if is_below { text.to_owned() } else { text.replace(&typed, &format!("{name} ")) };
    for below in subcommands {
        let typed = format!("philidor {below}");
        let mut parts = written.split(&typed);
        let mut again = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let is_word = !part.starts_with(|letter: char| letter.is_alphanumeric() || letter == '-');
            let typed = if is_word { format!("{name} {below}") } else { typed.clone() };
            again += &(typed + part);
        }
        written = again;
    }
    written
}

/// Runs a program of this name with these words, of which the first is the name that it was called by, and reports its
/// error.
#[must_use]
pub fn run<A: Arguments>(
    name: &'static str,
    words: Vec<OsString>,
    act: impl FnOnce(&A, &mut Output<'_>) -> anyhow::Result<ExitCode>,
) -> ExitCode {
    let (words, mut command) = match begin(name, words, command::<A>()) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let words = words.as_slice();
    let parsed = command.try_get_matches_from_mut(words).and_then(|matches| {
        let args = A::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((args, matches))
    });
    let (args, matches) = match parsed {
        Ok(parsed) => parsed,
        // Help for a closed standard output.
        Err(text) if !text.use_stderr() && streams::output_is_closed() => {
            return fail(&streams::closed().into(), words);
        }
        Err(text) => {
            let code = print(&text, words);
            if text.kind() == clap::error::ErrorKind::UnknownArgument && has_fen(words) {
                // The exit code says the same without it.
                let _ = writeln!(stderr(), "\n  {FEN_TIP}");
            }
            return code;
        }
    };
    if let Err(error) = protect_inputs(&command, &matches) {
        return fail(&error.into(), words);
    }
    let stdout = stdout().lock();
    let paint = Paint::for_stream(&stdout);
    let mut standard = BufWriter::new(AutoStream::auto(stdout));
    let mut closed = ClosedOutput;
    let writer: &mut dyn Write = if streams::output_is_closed() { &mut closed } else { &mut standard };
    let mut output = Output { writer, paint, json: args.json() };
    let outcome = act(&args, &mut output);
    let writer = output.writer;
    let outcome = outcome.and_then(|code| writer.flush().map(|()| code).map_err(anyhow::Error::from));
    match outcome {
        Ok(code) => code,
        // The reader has closed the pipe: it has what it wants, and there is nothing to report.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => fail(&error, words),
    }
}

/// The arguments of a program as clap knows them, for the reader of arguments and for manual pages.
#[must_use]
pub fn command<A: Arguments>() -> clap::Command {
    with_negative_numbers(A::command())
}

/// What is wrong with the help of a command and its subcommands: what has none, and lines that a terminal, or a manual
/// page, would break in the middle. A program asserts that nothing is.
pub fn unhelpful(command: &clap::Command) -> Vec<String> {
    let name = command.get_name();
    let mut faults = Vec::new();
    if command.get_about().is_none() {
        faults.push(format!("{name} has no help"));
    }
    let silent = command.get_arguments().filter(|argument| argument.get_help().is_none());
    faults.extend(silent.map(|argument| format!("{name}: {} has no help", argument.get_id())));
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let long = help.lines().filter(|line| line.chars().count() > WIDEST);
    faults.extend(long.map(|line| format!("{name}: {line}")));
    faults.extend(command.get_subcommands().flat_map(unhelpful));
    faults
}

/// Writes what the arguments are.
fn write_tree(command: &clap::Command, words: &[OsString]) -> ExitCode {
    if streams::output_is_closed() {
        return fail(&streams::closed().into(), words);
    }
    let tree = serde_json::to_vec(&CommandTree::of(command)).map_err(anyhow::Error::from);
    let written = tree.and_then(|tree| Ok(stdout().write_all(&tree).and_then(|()| stdout().flush())?));
    match written {
        Err(error) if !is_broken_pipe(&error) => fail(&error, words),
        _ => ExitCode::SUCCESS,
    }
}

/// A command that takes `-5` as a value, which is then refused by its range, and not as an unknown flag.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let may_be_one = |arg: clap::Arg| {
        let takes_values = arg.get_action().takes_values();
        if takes_values { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(may_be_one).mut_subcommands(with_negative_numbers)
}

/// Whether two words in a row are the board and the side to move of a FEN, which had no quotes for the shell.
fn has_fen(words: &[OsString]) -> bool {
    let is_board = |word: &OsString| word.to_string_lossy().matches('/').count() == 7;
    words.windows(2).any(|pair| is_board(&pair[0]) && (pair[1] == "w" || pair[1] == "b"))
}

/// Prints what clap has instead of arguments: help, the version, or what is wrong with the arguments.
fn print(text: &clap::Error, words: &[OsString]) -> ExitCode {
    match text.print().and_then(|()| stdout().flush()) {
        // Help that was asked for cannot be written. A message about wrong usage has its own exit code.
        Err(error) if !text.use_stderr() && error.kind() != ErrorKind::BrokenPipe => {
            fail(&error.into(), words)
        }
        _ => ExitCode::from(u8::try_from(text.exit_code()).unwrap_or(2)),
    }
}

/// Reports an error, with the exit code of its kind.
#[must_use]
pub fn fail(error: &anyhow::Error, words: &[OsString]) -> ExitCode {
    let bad = Paint::for_stream(&stderr()).bad();
    let mut stderr = AutoStream::auto(stderr());
    // If even this cannot be written, the exit code must do.
    let _ = writeln!(stderr, "{bad}error:{bad:#} {error:#}");
    if has_fen(words) {
        let _ = writeln!(stderr, "{FEN_TIP}");
    }
    if error.is::<NotInstalled>() {
        return ExitCode::from(127);
    }
    let is_fen = error.downcast_ref().is_some_and(FileError::is_fen);
    let is_usage = error.is::<WrongUsage>() || is_fen || is_input(error.chain());
    if is_usage { ExitCode::from(2) } else { ExitCode::FAILURE }
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
    fn the_examples_of_a_program_by_itself_begin_with_its_name() {
        let below = ["check", "uci", "play"].map(str::to_owned);
        for (name, text, shown) in [
            (
                "philidor-pgn",
                "  philidor pgn check a.pgn\n  philidor annotate",
                "  philidor-pgn check a.pgn\n  philidor annotate",
            ),
            (
                "philidor-engine",
                "`philidor uci`, philidor play",
                "`philidor-engine uci`, philidor-engine play",
            ),
            (
                "philidor-engine",
                "philidor check-uci x; philidor playful",
                "philidor check-uci x; philidor playful",
            ),
            ("philidor-play", "philidor play a", "philidor-play play a"),
            ("philidor", "philidor check", "philidor check"),
        ] {
            assert_eq!(by_itself(text, name, &below), shown);
        }
    }

    #[test]
    fn a_fen_without_quotes_is_recognized() {
        let has = |text: &str| has_fen(&text.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(has("show --fen 8/8/8/8/8/8/8/8 w - - 0 1"));
        assert!(!has("show --fen 8/8/8/8/8/8/8/8"));
    }
}
