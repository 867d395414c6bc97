//! A child process and its pipes; waiting for it never takes longer than the caller allows.
//!
//! ```text
//!              ┌──► writer thread ──► standard input
//! main thread ─┤                                          the child
//!              ├──◄ reader thread ◄── standard output
//!              └──◄ last lines   ◄─── standard error
//! ```
//!
//! The main thread touches no pipe. It hands lines over to be written, and takes lines that were read, until an instant
//! that it names. So a child that does not read, does not write, or writes without end and without line breaks, holds
//! up a thread, and killing the child sets that thread free.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use philidor_host::Visible;

use super::patience::Patience;
use super::{Failure, group};

/// What a line has beyond these bytes is dropped.
const MAX_LINE: u64 = 1 << 14;

/// How many lines are read ahead; a child that writes more has to wait.
const LINES_AHEAD: usize = 256;

/// The lines that wait to be written; a child that does not read them gets no more.
const LINES_BEHIND: usize = 1024;

/// The last lines of standard error that are kept, and the characters of each.
const COMPLAINTS: usize = 8;
const MAX_COMPLAINT: usize = 300;

/// How long a child that closed its output, or was killed, may take to be gone.
const TIME_TO_GO: Duration = Duration::from_secs(1);

/// What was heard of a child.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line without its end; control characters are escaped.
    Line(String),
    /// Nothing until the instant came.
    Nothing,
    /// It closed its standard output, and nothing is left of it to read.
    End,
}

/// A program that runs, until it is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// None once the input is closed.
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    complainer: Option<JoinHandle<()>>,
    /// How it ended, once it was waited for.
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a program, the first word, with the others as its arguments.
    pub(super) fn start(command: &[String]) -> Result<Process, Failure> {
        let not_started = |why: String| Failure::NotStarted(why);
        let Some((program, arguments)) = command.split_first() else {
            return Err(not_started("the command is empty".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child =
            group::start(&mut command).map_err(|error| not_started(format!("{program}: {error}")))?;

        let (input, to_write) = sync_channel(LINES_BEHIND);
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &to_write));
        }
        let (read, output) = sync_channel(LINES_AHEAD);
        if let Some(pipe) = child.stdout.take() {
            thread::spawn(move || send_lines(pipe, &read));
        }
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&complaints);
        let complainer = child.stderr.take().map(|pipe| thread::spawn(move || keep_lines(pipe, &kept)));
        Ok(Process { child, input: Some(input), output, complaints, complainer, status: None })
    }

    /// Hands a line over to be written. Whether the child reads it shows in what it answers.
    pub(super) fn write(&self, line: &str) {
        if let Some(input) = &self.input {
            // An error means that the pipe is broken or full: the child has ended or does not read, which its answers
            // will show.
            let _ = input.try_send(format!("{line}\n"));
        }
    }

    /// Closes the child's input after what has been written.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if there is one until then. Lines that came before the instant are returned after it, too.
    pub(super) fn read(&self, until: Instant) -> Heard {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// The next line of a child that should have one.
    pub(super) fn hear(&mut self, patience: &mut Patience) -> Result<String, Failure> {
        match self.read(patience.end()) {
            // A child that never stops is read no longer than a silent one.
            Heard::Line(line) if !patience.is_over() => {
                patience.hear();
                Ok(line)
            }
            Heard::Line(_) | Heard::Nothing => Err(patience.failure()),
            Heard::End => Err(self.ended()),
        }
    }

    /// After [`Heard::End`] of a child that should have stayed: how it ended.
    pub(super) fn ended(&mut self) -> Failure {
        let how = match self.wait() {
            Some(status) => in_words(status),
            None => "it closed its standard output and ran on".to_owned(),
        };
        Failure::Ended { how, complaints: self.complaints() }
    }

    /// After [`Heard::End`] of a child that was meant to end: whether it reported success.
    pub(super) fn content(&mut self) -> Result<(), Failure> {
        match self.wait() {
            Some(status) if status.success() => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// The last lines of its standard error, when it has ended.
    fn complaints(&mut self) -> Vec<String> {
        // What it said last may still be under way; but a child of the child may keep the pipe.
        let until = Instant::now() + TIME_TO_GO / 4;
        while self.complainer.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.complaints.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// How it ended, if it does so in the time that it has to go.
    fn wait(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + TIME_TO_GO;
        while self.status.is_none() {
            // An error means that there is no such child any more.
            self.status = group::try_wait(&mut self.child).ok()?;
            if self.status.is_none() {
                if Instant::now() >= until {
                    break;
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.status
    }
}

impl Drop for Process {
    /// Kills what still runs. A child that does not end in time is left to the system.
    fn drop(&mut self) {
        if self.status.is_none() {
            group::kill(&mut self.child);
            self.wait();
        }
    }
}

/// What to call a program that does not say it: the name of its file.
pub(super) fn file_name(program: &str) -> String {
    let name = Path::new(program).file_name().map(OsStr::to_string_lossy);
    name.map_or_else(|| program.to_owned(), |name| Visible(&name).to_string())
}

/// Writes until there is nothing more to write, or the pipe is closed.
fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Reads until the end of the pipe, or until the receiver is dropped.
fn send_lines(pipe: impl Read, lines: &SyncSender<String>) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads until the end of the pipe, and keeps the last lines that are not empty.
fn keep_lines(pipe: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        if line.trim().is_empty() {
            continue;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == COMPLAINTS {
            kept.pop_front();
        }
        kept.push_back(line.chars().take(MAX_COMPLAINT).collect());
    }
}

/// A line, made readable: tabs become spaces, bytes that are not UTF-8 are replaced, control characters escaped.
fn next_line(pipe: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    match pipe.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
        Ok(1..) => {}
        _ => return None,
    }
    if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
        pipe.skip_until(b'\n').ok()?;
    }
    let line = String::from_utf8_lossy(&line).replace('\t', " ");
    Some(Visible(line.trim_end_matches(['\n', '\r'])).to_string())
}

/// How a program ended: `exit code 3`, `killed by SIGSEGV`.
fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    {
        use nix::sys::signal::Signal;
        use std::os::unix::process::ExitStatusExt;

        if let Some(number) = status.signal() {
            let dumped = if status.core_dumped() { ", core dumped" } else { "" };
            return match Signal::try_from(number) {
                Ok(signal) => format!("killed by {signal}{dumped}"),
                Err(_) => format!("killed by signal {number}{dumped}"),
            };
        }
    }
    match status.code() {
        // Windows reports crashes by codes such as 0xC0000005.
        Some(code @ ..=-1) => format!("exit code {code:#010X}"),
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let words = ["sh", "-c", script].map(str::to_owned);
        Process::start(&words).expect("a shell")
    }

    fn patience() -> Patience {
        Patience::new(Duration::from_secs(20))
    }

    fn lines(process: &mut Process) -> Vec<String> {
        let mut lines = Vec::new();
        while let Heard::Line(line) = process.read(patience().end()) {
            lines.push(line);
        }
        lines
    }

    #[test]
    fn lines_come_one_by_one_and_harmless() {
        let mut process = shell(r"printf 'one\r\na\tb\n\033[2J\n\377\n\nlast'");
        assert_eq!(lines(&mut process), ["one", "a b", "\\u{1b}[2J", "\u{fffd}", "", "last"]);
        assert_eq!(process.content(), Ok(()));
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_read() {
        let mut process = shell("head -c 100000 /dev/zero | tr '\\0' x; echo; echo next");
        let lines = lines(&mut process);
        let lengths: Vec<usize> = lines.iter().map(String::len).collect();
        assert_eq!(lengths, [MAX_LINE as usize, 4]);
    }

    #[test]
    fn what_is_written_is_read_and_the_input_can_be_closed() {
        let mut process = shell("read first; echo \"got $first\"; cat");
        process.write("this");
        process.write("and that");
        process.close_input();
        assert_eq!(lines(&mut process), ["got this", "and that"]);
    }

    #[test]
    fn the_way_it_ended_is_reported_with_its_last_complaints() {
        let mut process = shell("seq 100 >&2; exit 3");
        assert_eq!(lines(&mut process).len(), 0);
        let complaints: Vec<String> = (93..=100).map(|number| number.to_string()).collect();
        let failure = Failure::Ended { how: "exit code 3".to_owned(), complaints };
        assert_eq!(process.content(), Err(failure.clone()));
        assert_eq!(process.hear(&mut patience()), Err(failure));

        let failure = shell("kill -SEGV $$").hear(&mut patience());
        assert!(
            matches!(&failure, Err(Failure::Ended { how, .. }) if how.starts_with("killed by SIGSEGV")),
            "{failure:?}"
        );
        let failure = shell("exec >&-; sleep 1000").hear(&mut patience());
        assert!(matches!(&failure, Err(Failure::Ended { how, .. }) if how.contains("ran on")), "{failure:?}");
    }

    #[test]
    fn a_file_that_is_not_a_program_is_not_started() {
        for command in [vec![], vec!["./no/such/program".to_owned()]] {
            assert!(matches!(Process::start(&command), Err(Failure::NotStarted(_))), "{command:?}");
        }
    }

    #[test]
    fn a_child_that_reads_and_says_nothing_holds_nothing_up() {
        let mut process = shell("sleep 1000");
        let long = "x".repeat(1 << 20);
        process.write(&long);
        process.write(&long);
        let heard = process.hear(&mut Patience::new(Duration::from_millis(50)));
        assert!(matches!(heard, Err(Failure::Silent(_))), "{heard:?}");
    }

    #[test]
    fn a_child_that_never_stops_talking_holds_nothing_up() {
        let mut process = shell("yes");
        let mut patience = Patience::new(Duration::from_millis(50));
        let failure = loop {
            if let Err(failure) = process.hear(&mut patience) {
                break failure;
            }
        };
        // On a busy machine it may be the reader thread that says nothing.
        assert!(matches!(failure, Failure::Slow(_) | Failure::Silent(_)), "{failure:?}");
    }

    #[test]
    fn children_of_the_child_die_with_it() {
        // The pipe ends when the last of them is gone.
        let mut process = shell("sleep 1000 & echo begun; wait");
        assert_eq!(process.hear(&mut patience()).as_deref(), Ok("begun"));
        group::kill(&mut process.child);
        assert_eq!(process.read(patience().end()), Heard::End);
    }

    #[test]
    fn children_of_a_child_that_exits_by_itself_die_with_it() {
        // They keep standard error open for as long as they live.
        for script in ["sleep 1000 >/dev/null & exit 0", "sleep 1000 >/dev/null & kill -KILL $$"] {
            let mut process = shell(script);
            assert_eq!(process.read(patience().end()), Heard::End);
            assert!(process.wait().is_some());
            let is_alive =
                |process: &Process| process.complainer.as_ref().is_some_and(|it| !it.is_finished());
            let patience = patience();
            while is_alive(&process) && !patience.is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            assert!(!is_alive(&process), "{script}");
        }
    }
}
