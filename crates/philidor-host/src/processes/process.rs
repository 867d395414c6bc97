//! A child process and its pipes; waiting for it never takes longer than the caller allows.
//!
//! ```text
//!         ┌──► writer thread ──► standard input
//! caller ─┤                                          the child
//!         ├──◄ reader thread ◄── standard output
//!         └──◄ last lines    ◄── standard error
//! ```
//!
//! The caller touches no pipe. It hands lines over to be written, and takes lines that were read, until an instant that
//! it names. So a child that does not read, does not write, or writes without end and without line breaks, holds up
//! only one of these threads, and killing the child frees it.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::exit::in_words;
use super::group;
use crate::text::Visible;
use crate::threads;

/// The longest line that is kept, in bytes; what it has beyond them is dropped.
const MAX_LINE: u64 = 1 << 14;

/// How many lines are read ahead; a child that writes more has to wait.
const LINES_AHEAD: usize = 256;

/// How many lines may wait to be written; a child that does not read them gets no more.
const LINES_BEHIND: usize = 1024;

/// How many of the last lines of standard error are kept.
const COMPLAINTS: usize = 8;

/// How long a child that closed its output, or was killed, may take to be gone.
pub const TIME_TO_GO: Duration = Duration::from_secs(1);

/// How long the last lines of standard error may take to arrive after the child has ended; others may hold the pipe
/// open.
const TIME_TO_CLOSE: Duration = Duration::from_millis(250);

/// What was heard from a child.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line without its end; what is not UTF-8 is replaced.
    Line(String),
    /// Nothing until the instant came.
    Nothing,
    /// It closed its standard output, and nothing is left of it to read.
    End,
}

/// Who says a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// This process, to the child.
    Parent,
    /// The child.
    Child,
    /// The child on its standard error.
    Complaint,
}

/// Called with each line as it is written or read, and with the child's process ID: a log.
pub type Listener = Arc<dyn Fn(u32, Speaker, &str) + Send + Sync>;

/// A program that runs, until it is dropped.
pub struct Process {
    child: Child,
    /// None once the input is closed.
    input: Option<SyncSender<String>>,
    output: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    complainer: Option<JoinHandle<()>>,
    listener: Option<Listener>,
    /// How it ended, once it was waited for.
    status: Option<ExitStatus>,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("child", &self.child).finish_non_exhaustive()
    }
}

impl Process {
    /// Starts the program named by the first word, with the other words as its arguments, in the folder if one is
    /// given.
    ///
    /// # Errors
    ///
    /// What the system reports, with the name of the program.
    pub fn start(words: &[String], folder: Option<&Path>, listener: Option<Listener>) -> io::Result<Process> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        folder.map(|folder| command.current_dir(folder));
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", Visible(program)));
        let child = group::start(&mut command).map_err(named)?;
        let (input, to_write) = sync_channel(LINES_BEHIND);
        let (read, output) = sync_channel(LINES_AHEAD);
        let mut process = Process {
            child,
            input: Some(input),
            output,
            complaints: Arc::default(),
            complainer: None,
            listener,
            status: None,
        };
        // An error ends the child, since the process is dropped.
        process.serve_pipes(to_write, read).map_err(named)?;
        Ok(process)
    }

    /// Starts a thread for each pipe.
    fn serve_pipes(&mut self, to_write: Receiver<String>, read: SyncSender<String>) -> io::Result<()> {
        let (number, listener) = (self.child.id(), &self.listener);
        let listening = |speaker| {
            let listener = listener.clone();
            move |line: &str| listener.iter().for_each(|listener| listener(number, speaker, line))
        };
        if let Some(pipe) = self.child.stdin.take() {
            threads::start(move || write_lines(pipe, &to_write))?;
        }
        if let Some(pipe) = self.child.stdout.take() {
            let note = listening(Speaker::Child);
            threads::start(move || send_lines(pipe, &read, note))?;
        }
        if let Some(pipe) = self.child.stderr.take() {
            let (kept, note) = (Arc::clone(&self.complaints), listening(Speaker::Complaint));
            self.complainer = Some(threads::start(move || keep_lines(pipe, &kept, note))?);
        }
        Ok(())
    }

    /// Hands a line over to be written. Whether the child reads it shows in what it answers.
    pub fn write(&self, line: &str) {
        if let Some(input) = &self.input {
            self.listener.iter().for_each(|listener| listener(self.child.id(), Speaker::Parent, line));
            // An error means that the pipe is broken or full: the child has ended or does not read, which its answers
            // will show.
            let _ = input.try_send(format!("{line}\n"));
        }
    }

    /// Closes the child's input after what has been written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if one comes before this instant. A line that is already here is returned even after it.
    pub fn read(&self, until: Instant) -> Heard {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Whether it has ended; what it left running in its group is killed then. Another program may still hold its
    /// output.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.try_wait(), Ok(Some(_)))
    }

    /// How it ended, if it does so within this time.
    pub fn wait(&mut self, time: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + time;
        loop {
            // An error means that the child is gone.
            let status = self.try_wait().ok()?;
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How it ended, in words, and the last lines of its standard error that are not blank; it has closed its output.
    pub fn ending(&mut self) -> (String, Vec<String>) {
        let ran_on = || "it closed its standard output and ran on".to_owned();
        (self.wait(TIME_TO_GO).map_or_else(ran_on, in_words), self.complaints())
    }

    /// The last lines of its standard error that are not blank, once it has ended.
    fn complaints(&mut self) -> Vec<String> {
        // Its last words may still be in the pipe; but a child of the child may keep the pipe open.
        let until = Instant::now() + TIME_TO_CLOSE;
        while self.complainer.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        self.complaints.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Waits for the child only once: after that, its number may belong to another process.
    fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = group::try_wait(&mut self.child)?;
        }
        Ok(self.status)
    }
}

impl Drop for Process {
    /// Kills what still runs. A child that does not end in time is left to the system.
    fn drop(&mut self) {
        if self.status.is_none() {
            group::kill(&mut self.child);
            self.wait(TIME_TO_GO);
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
fn send_lines(pipe: impl Read, lines: &SyncSender<String>, note: impl Fn(&str)) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        note(&line);
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Reads until the end of the pipe, and keeps the last lines that are not blank.
fn keep_lines(pipe: impl Read, kept: &Mutex<VecDeque<String>>, note: impl Fn(&str)) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = next_line(&mut pipe) {
        note(&line);
        if line.trim().is_empty() {
            continue;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == COMPLAINTS {
            kept.pop_front();
        }
        kept.push_back(line);
    }
}

/// A line without its end.
fn next_line(pipe: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    match pipe.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
        Ok(1..) => {}
        _ => return None,
    }
    if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
        pipe.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    fn shell(script: &str) -> Process {
        let words = ["sh", "-c", script].map(str::to_owned);
        Process::start(&words, None, None).expect("a shell")
    }

    fn hear(process: &Process) -> Heard {
        process.read(Instant::now() + LIMIT)
    }

    fn lines(process: &Process) -> Vec<String> {
        let mut lines = Vec::new();
        while let Heard::Line(line) = hear(process) {
            lines.push(line);
        }
        lines
    }

    /// Waits until every process that could complain is gone.
    fn silence(process: &Process) -> bool {
        let until = Instant::now() + LIMIT;
        let is_silent = || process.complainer.as_ref().is_none_or(JoinHandle::is_finished);
        while !is_silent() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        is_silent()
    }

    #[test]
    fn lines_come_one_by_one() {
        let process = shell(r"printf 'one\r\n a\tb \n\377\n\nlast'");
        assert_eq!(lines(&process), ["one", " a\tb ", "\u{fffd}", "", "last"]);
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_read() {
        let process = shell("head -c 100000 /dev/zero | tr '\\0' x; echo; echo next");
        let lengths: Vec<usize> = lines(&process).iter().map(String::len).collect();
        assert_eq!(lengths, [MAX_LINE as usize, 4]);
    }

    #[test]
    fn what_is_written_is_read_and_the_input_can_be_closed() {
        let mut process = shell("read first; echo \"got $first\"; cat");
        process.write("this");
        process.write("and that");
        process.close_input();
        assert_eq!(lines(&process), ["got this", "and that"]);
    }

    #[test]
    fn the_last_complaints_are_kept() {
        let mut process = shell("seq 100 >&2; echo >&2; exit 3");
        assert_eq!(hear(&process), Heard::End);
        assert_eq!(process.wait(LIMIT).and_then(|status| status.code()), Some(3));
        let last: Vec<String> = (93..=100).map(|number| number.to_string()).collect();
        assert_eq!(process.complaints(), last);
    }

    #[test]
    fn a_listener_hears_both_sides() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&heard);
        let listener: Listener = Arc::new(move |_, speaker, line| {
            kept.lock().expect("no panic").push((speaker, line.to_owned()));
        });
        let words = ["sh", "-c", "read -r line; echo answer"].map(str::to_owned);
        let process = Process::start(&words, None, Some(listener)).expect("a shell");
        process.write("question");
        assert_eq!(hear(&process), Heard::Line("answer".to_owned()));
        let said = [(Speaker::Parent, "question"), (Speaker::Child, "answer")];
        assert_eq!(*heard.lock().expect("no panic"), said.map(|(who, line)| (who, line.to_owned())));
    }

    #[test]
    fn a_file_that_is_not_a_program_is_not_started() {
        let start = |words: &[String]| Process::start(words, None, None).expect_err("no program").to_string();
        assert_eq!(start(&[]), "the command is empty");
        assert!(start(&["./no/such/program".to_owned()]).starts_with("./no/such/program: "));
        assert!(start(&["./no\u{1b}[2J".to_owned()]).starts_with(r"./no\u{1b}[2J: "));
    }

    #[test]
    fn a_child_whose_pipes_get_no_threads_is_an_error() {
        let words = ["sh", "-c", "sleep 1000"].map(str::to_owned);
        for started in 0..3 {
            let start = || Process::start(&words, None, None);
            let error = threads::with_at_most(started, start).expect_err("a thread is missing");
            assert!(error.to_string().starts_with("sh: cannot start a thread: "), "{error}");
        }
    }

    #[test]
    fn a_child_that_reads_and_says_nothing_holds_nothing_up() {
        let process = shell("sleep 1000");
        let long = "x".repeat(1 << 20);
        process.write(&long);
        process.write(&long);
        assert_eq!(process.read(Instant::now() + Duration::from_millis(50)), Heard::Nothing);
    }

    #[test]
    fn children_of_the_child_die_with_it() {
        // The pipe ends when the last of them is gone.
        let mut process = shell("sleep 1000 & echo begun; wait");
        assert_eq!(hear(&process), Heard::Line("begun".to_owned()));
        group::kill(&mut process.child);
        assert_eq!(hear(&process), Heard::End);
    }

    #[test]
    fn children_of_a_child_that_exits_by_itself_die_with_it() {
        // They keep standard error open for as long as they live.
        for script in ["sleep 1000 >/dev/null & exit 0", "sleep 1000 >/dev/null & kill -KILL $$"] {
            let mut process = shell(script);
            assert_eq!(hear(&process), Heard::End);
            assert!(process.wait(TIME_TO_GO).is_some());
            assert!(silence(&process), "{script}");
        }
    }
}
