//! A program as the hunter sees it: lines that are safe to show, and how it ended.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Instant;

use philidor_host::Visible;
use philidor_host::processes::{Heard, Process, TIME_TO_GO};

use super::failure::{Failure, quote};

/// Starts the program named by the first word, with the other words as its arguments.
pub(super) fn start(command: &[String]) -> Result<Process, Failure> {
    Process::start(command, None, None).map_err(|error| Failure::NotStarted(error.to_string()))
}

/// What is heard before this instant. In lines, tabs become spaces, and control characters are escaped.
pub(super) fn read(process: &Process, until: Instant) -> Heard {
    match process.read(until) {
        Heard::Line(line) => Heard::Line(readable(&line)),
        other => other,
    }
}

/// After [`Heard::End`] of a child that should have stayed: how it ended.
pub(super) fn ended(process: &mut Process) -> Failure {
    let (how, complaints) = process.ending();
    let complaints = complaints.iter().map(|line| quote(&readable(line))).collect();
    Failure::Ended { how, complaints }
}

/// After [`Heard::End`] of a child that was meant to end: whether it reported success.
pub(super) fn content(process: &mut Process) -> Result<(), Failure> {
    match process.wait(TIME_TO_GO) {
        Some(status) if status.success() => Ok(()),
        _ => Err(ended(process)),
    }
}

/// What to call a program that does not give its name: the name of its file.
pub(super) fn file_name(program: &str) -> String {
    let name = Path::new(program).file_name().map(OsStr::to_string_lossy);
    name.map_or_else(|| program.to_owned(), |name| Visible(&name).to_string())
}

fn readable(line: &str) -> String {
    Visible(&line.replace('\t', " ")).to_string()
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_are_harmless() {
        let script = r"printf 'a\tb\n\033[2J\n'";
        let mut process = start(&["sh", "-c", script].map(str::to_owned)).expect("a shell");
        let lines = [(); 3].map(|()| read(&process, Instant::now() + Duration::from_secs(20)));
        let expected = ["a b", "\\u{1b}[2J"].map(|line| Heard::Line(line.to_owned()));
        assert_eq!((&lines[..2], &lines[2]), (&expected[..], &Heard::End));
        assert_eq!(content(&mut process), Ok(()));
    }
}
