//! A conversation with a program, recorded line by line.

use std::time::{Duration, Instant};

use philidor_engine::Control;
use philidor_host::processes::{Heard, Process, Speaker, Wait};

use super::check_report::ConversationLine;
use crate::client::{ClientError, Deadline};
use crate::harmless::harmless;

/// How many lines of the program are kept of one check.
const MAX_LINES: usize = 60;

/// What a program may say before an answer, in bytes: one that never stops would fill the memory.
const MAX_BYTES: usize = 16 << 20;

/// The time limits of an examination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// For an answer that may take a while.
    pub(super) timeout: Duration,
    /// For what has to come at once.
    pub(super) promptness: Duration,
    /// How far a clock may be overdrawn: by the machine, not by the program.
    pub(super) margin: Duration,
}

/// The lines of one check, of all programs that it starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    lines: Vec<ConversationLine>,
    answers: usize,
    /// Whether lines are not recorded for now, because they are known from before.
    pub(super) is_paused: bool,
    /// Whether the program has answered a search by a move that is not legal.
    pub(super) has_illegal_move: bool,
}

impl Record {
    fn note(&mut self, speaker: Speaker, line: &str) {
        if self.is_paused {
            return;
        }
        if speaker == Speaker::Child {
            self.answers += 1;
            if self.answers > MAX_LINES {
                let first = self.lines.iter().position(|said| said.speaker == Speaker::Child);
                first.map(|first| self.lines.remove(first));
            }
        }
        self.lines.push(ConversationLine { speaker, line: line.to_owned() });
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn into_lines(self) -> Vec<ConversationLine> {
        self.lines
    }
}

/// A running program; dropping this kills it.
pub(super) struct Exchange<'a> {
    process: Process,
    pub(super) record: &'a mut Record,
    pub(super) times: Times,
    stop: &'a Control,
}

/// The first word of a line.
pub(super) fn word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

impl<'a> Exchange<'a> {
    pub(super) fn new(
        process: Process,
        record: &'a mut Record,
        times: Times,
        stop: &'a Control,
    ) -> Exchange<'a> {
        Exchange { process, record, times, stop }
    }

    pub(super) fn send(&mut self, line: &str) {
        self.record.note(Speaker::Parent, line);
        self.process.write(line);
    }

    pub(super) fn close_input(&mut self) {
        self.process.close_input();
    }

    /// The lines up to the first that begins with a word; the error says in words that it did not come.
    pub(super) fn until(&mut self, wanted: &str, time: Duration) -> Result<Vec<String>, String> {
        let mut deadline = Deadline::within(time).or_stopped(self.stop);
        let (mut lines, mut bytes) = (Vec::new(), 0);
        loop {
            match self.hear(&mut deadline) {
                Ok(line) => {
                    let is_it = word(&line) == wanted;
                    bytes += line.len();
                    if bytes > MAX_BYTES {
                        return Err(format!("more than {MAX_BYTES} bytes came before `{wanted}`"));
                    }
                    lines.push(line);
                    if is_it {
                        return Ok(lines);
                    }
                }
                Err(ClientError::Silent(_)) => {
                    return Err(format!("`{wanted}` did not come within {}", in_words(time)));
                }
                Err(error) => return Err(format!("instead of `{wanted}`: the program {error}")),
            }
        }
    }

    /// The lines that come in a time; the error says that one begins with a word that must not come.
    pub(super) fn without(&mut self, unwanted: &str, time: Duration) -> Result<Vec<String>, String> {
        let mut deadline = Deadline::within(time).or_stopped(self.stop);
        let (mut lines, mut bytes) = (Vec::new(), 0);
        loop {
            match self.hear(&mut deadline) {
                Ok(line) if word(&line) == unwanted => {
                    return Err(format!("`{}` came, where none may come", harmless(&line)));
                }
                Ok(line) => {
                    bytes += line.len();
                    if bytes > MAX_BYTES {
                        return Err(format!("more than {MAX_BYTES} bytes came, where nothing was asked"));
                    }
                    lines.push(line);
                }
                Err(ClientError::Silent(_)) => return Ok(lines),
                Err(error) => return Err(format!("the program {error}")),
            }
        }
    }

    /// Whether it answers `isready` in time, with no `bestmove` before.
    pub(super) fn ready(&mut self) -> Result<(), String> {
        self.ready_within(self.times.timeout)
    }

    pub(super) fn ready_within(&mut self, time: Duration) -> Result<(), String> {
        self.send("isready");
        let lines = self.until("readyok", time)?;
        match lines.iter().find(|line| word(line) == "bestmove") {
            Some(line) => Err(format!("`{}` came before `readyok`, unasked", harmless(line))),
            None => Ok(()),
        }
    }

    /// Whether it ends in a time, whatever it says meanwhile; its exit code does not matter.
    pub(super) fn ends(&mut self, time: Duration) -> Result<(), String> {
        let until = Instant::now() + time;
        while !self.process.has_ended() {
            if self.stop.is_stopped() {
                return Err("the examination was stopped".to_owned());
            }
            if Instant::now() >= until {
                return Err(format!("the program has not ended within {}", in_words(time)));
            }
            let step = Instant::now() + Duration::from_millis(5);
            if let Heard::Line(line) = self.process.read(step) {
                self.record.note(Speaker::Child, &line);
            } else {
                // Reading a closed output finds nothing, and does not wait.
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        Ok(())
    }

    fn hear(&mut self, deadline: &mut Deadline<'_>) -> Result<String, ClientError> {
        let line = deadline.hear(&mut self.process)?;
        self.record.note(Speaker::Child, &line);
        Ok(line)
    }
}

/// `10 s`, `0.25 s`.
pub(super) fn in_words(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}
