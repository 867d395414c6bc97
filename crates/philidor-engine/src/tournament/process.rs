//! A child process and its pipes; waiting for it never takes longer than the caller allows.
//!
//! ```text
//!          ┌──► writer thread ──► standard input
//! referee ─┤                                          the child
//!          ├──◄ reader thread ◄── standard output
//!          └──◄ last line     ◄── standard error
//! ```
//!
//! The referee touches no pipe, so a child that does not read, does not write, or writes without end and without line
//! breaks, holds up a thread and nothing else. Killing the child sets that thread free.
//!
//! The child ends with all that it has started, see `group.rs`.
//!
//! `philidor-hunt` has a file like this one. It has other deadlines, keeps what a child complains about, and follows
//! orphans with `nix`, which the command `match` asks for, too. What both share are three functions that pass lines on,
//! too few for a crate between them, and the engine depends on nothing but the library.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::log::{Log, Protocol, Speaker};
use super::player::Deadline;
use super::{failure, group};

/// How often a wait looks whether the match is stopped.
pub(super) const SLICE: Duration = Duration::from_millis(50);

/// Longer lines are cut after this many bytes.
const MAX_LINE_BYTES: u64 = 1 << 14;

/// How many lines are read ahead; a child that writes more has to wait.
const LINES_AHEAD: usize = 256;

/// The lines that wait to be written; a child that does not read them gets no more.
const LINES_TO_WRITE: usize = 64;

/// How long a child may take to end after `quit`, and after it was killed.
const TIME_TO_QUIT: Duration = Duration::from_millis(300);
const TIME_TO_DIE: Duration = Duration::from_secs(1);

/// How long the last lines of a child that is gone may take to come; others may hold its pipes open.
const TIME_TO_CLOSE: Duration = Duration::from_millis(100);

/// A program that runs, until it is dropped.
pub(super) struct Process {
    child: Child,
    /// `None` once the input is closed.
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    complaint: Arc<Mutex<String>>,
    /// Reads what the child complains about.
    listener: Option<JoinHandle<()>>,
    protocol: Protocol,
}

impl Process {
    /// Starts a program, the first word, with the others as its arguments, under a name for the log.
    pub(super) fn start(
        name: &str,
        words: &[String],
        folder: Option<&Path>,
        log: Option<&Log>,
    ) -> Result<Process, Failure> {
        let not_started = |why: String| Failure::NotStarted(failure::harmless(&why));
        let (program, arguments) =
            words.split_first().ok_or_else(|| not_started("the command is empty".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        folder.map(|folder| command.current_dir(folder));
        let mut child =
            group::start(&mut command).map_err(|error| not_started(format!("{program}: {error}")))?;

        let protocol = Protocol::new(log, name, child.id());
        let (input, to_write) = sync_channel(LINES_TO_WRITE);
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &to_write));
        }
        let (read, output) = sync_channel(LINES_AHEAD);
        if let Some(pipe) = child.stdout.take() {
            let protocol = protocol.clone();
            thread::spawn(move || send_lines(pipe, &read, &protocol));
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&complaint);
        let theirs = protocol.clone();
        let listener = child.stderr.take();
        let listener = listener.map(|pipe| thread::spawn(move || keep_last_line(pipe, &kept, &theirs)));
        Ok(Process { child, input: Some(input), output, complaint, listener, protocol })
    }

    /// Hands a line over to be written. Whether the child reads it shows in what it answers.
    pub(super) fn write(&self, line: &str) {
        if let Some(input) = &self.input {
            self.protocol.note(Speaker::Referee, line);
            // An error means that the pipe is broken or full: the child has ended or does not read, which its answers
            // will show.
            let _ = input.try_send(format!("{line}\n"));
        }
    }

    /// The next line. A child that never stops is read no longer than a silent one.
    pub(super) fn read(&mut self, deadline: Deadline<'_>) -> Result<String, Failure> {
        let begin = Instant::now();
        loop {
            let left = deadline.until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(SLICE)) {
                _ if deadline.stop.is_stopped() => return Err(Failure::Stopped),
                // A last look without waiting: what came in time counts, even if this thread did not get to see it.
                Ok(line) if !left.is_zero() || line.starts_with("bestmove") => return Ok(line),
                Ok(_) => return Err(Failure::Silent(begin.elapsed())),
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Crashed(self.end())),
                // Another program may hold the output of a child that is gone: with the group that one ends, too.
                Err(RecvTimeoutError::Timeout) if matches!(group::try_wait(&mut self.child), Ok(Some(_))) => {
                    match self.output.recv_timeout(TIME_TO_CLOSE) {
                        Ok(line) => return Ok(line),
                        Err(_) => return Err(Failure::Crashed(self.end())),
                    }
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Failure::Silent(begin.elapsed()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How a child ended that closed its output, with the last that it said.
    fn end(&mut self) -> String {
        let how = match self.wait(TIME_TO_DIE) {
            Some(status) => status.to_string(),
            None => "it closed its standard output and ran on".to_owned(),
        };
        // Its last line may still be in the pipe, which ends with the child, unless another program holds it open.
        let until = Instant::now() + TIME_TO_CLOSE;
        while self.listener.as_ref().is_some_and(|it| !it.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let complaint = failure::harmless(&complaint);
        if complaint.is_empty() { how } else { format!("{how}, {complaint}") }
    }

    /// How it ended, if it does so in this time.
    fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            // An error means that there is no such child any more.
            let status = group::try_wait(&mut self.child).ok()?;
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    /// Asks it to quit, and kills it if it does not. A child that does not even die is left to the system.
    fn drop(&mut self) {
        self.write("quit");
        self.input = None;
        if self.wait(TIME_TO_QUIT).is_none() {
            group::kill(&mut self.child);
            self.wait(TIME_TO_DIE);
        }
    }
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
fn send_lines(pipe: impl Read, lines: &SyncSender<String>, protocol: &Protocol) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        protocol.note(Speaker::Engine, &line);
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads until the end of the pipe, and keeps the last line that says something.
fn keep_last_line(pipe: impl Read, kept: &Mutex<String>, protocol: &Protocol) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        protocol.note(Speaker::Complaint, &line);
        if !line.is_empty() {
            *kept.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
    }
}

/// A line without blanks around it; what is not UTF-8 is replaced.
fn next_line(pipe: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    match pipe.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
        Ok(1..) => {}
        _ => return None,
    }
    if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
        pipe.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim().to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::bot::control::Control;

    const LIMIT: Duration = Duration::from_secs(30);

    fn shell(script: &str) -> Process {
        let command = ["sh", "-c", script].map(str::to_owned);
        Process::start("a shell", &command, None, None).expect("a shell")
    }

    #[test]
    fn what_a_child_leaves_behind_is_killed() {
        for script in ["sleep 1000 & echo begun", "sleep 1000 >/dev/null & echo begun; read -r quit"] {
            let mut process = shell(script);
            let stop = Control::new();
            assert_eq!(process.read(Deadline::new(LIMIT, &stop)).as_deref(), Ok("begun"));
            // The listener holds the other one until every process that could complain is gone.
            let complaint = Arc::clone(&process.complaint);
            drop(process);
            let until = Instant::now() + LIMIT;
            while Arc::strong_count(&complaint) > 1 {
                assert!(Instant::now() < until, "somebody lives on: {script}");
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// The other one may have left the group, so that it is out of reach.
    #[test]
    fn a_child_that_ends_has_crashed_even_if_another_program_holds_its_output() {
        for script in ["sleep 60 & exit 3", "setsid sleep 60 & exit 3", "setsid sleep 60 & echo last; exit 3"]
        {
            let (mut process, stop, begin) = (shell(script), Control::new(), Instant::now());
            let failure = loop {
                match process.read(Deadline::new(LIMIT, &stop)) {
                    Ok(line) => assert_eq!(line, "last"),
                    Err(failure) => break failure,
                }
            };
            assert_eq!(failure, Failure::Crashed("exit status: 3".to_owned()), "{script}");
            assert!(begin.elapsed() < LIMIT / 2, "{script}: {:?}", begin.elapsed());
        }
    }
}
