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

    use philidor_host::processes::Wait;

    use super::super::timeout::Timeout;
    use super::*;

    fn shell(script: &str) -> Process {
        start(&["sh", "-c", script].map(str::to_owned)).expect("a shell")
    }

    fn timeout() -> Timeout {
        Timeout::new(Duration::from_secs(20))
    }

    #[test]
    fn lines_are_harmless() {
        let mut process = shell(r"printf 'a\tb\n\033[2J\n'");
        let lines = [(); 3].map(|()| read(&process, timeout().end()));
        let expected = ["a b", "\\u{1b}[2J"].map(|line| Heard::Line(line.to_owned()));
        assert_eq!((&lines[..2], &lines[2]), (&expected[..], &Heard::End));
        assert_eq!(content(&mut process), Ok(()));
    }

    #[test]
    fn the_way_it_ended_is_reported_with_its_last_complaints() {
        let mut process = shell("seq 100 >&2; exit 3");
        assert_eq!(read(&process, timeout().end()), Heard::End);
        let complaints: Vec<String> = (93..=100).map(|number| number.to_string()).collect();
        let failure = Failure::Ended { how: "exit code 3".to_owned(), complaints };
        assert_eq!(content(&mut process), Err(failure.clone()));
        assert_eq!(timeout().hear(&mut process), Err(failure));

        let failure = timeout().hear(&mut shell("kill -SEGV $$"));
        assert!(
            matches!(&failure, Err(Failure::Ended { how, .. }) if how.starts_with("killed by SIGSEGV")),
            "{failure:?}"
        );
        let failure = timeout().hear(&mut shell("exec >&-; sleep 1000"));
        assert!(matches!(&failure, Err(Failure::Ended { how, .. }) if how.contains("ran on")), "{failure:?}");
    }

    #[test]
    fn a_child_that_never_stops_talking_holds_nothing_up() {
        let mut process = shell("yes");
        let mut timeout = Timeout::new(Duration::from_millis(50));
        let failure = loop {
            if let Err(failure) = timeout.hear(&mut process) {
                break failure;
            }
        };
        // On a busy machine it may be the reader thread that says nothing.
        assert!(matches!(failure, Failure::Slow(_) | Failure::Silent(_)), "{failure:?}");
    }
}
