//! A conversation with an engine that speaks UCI, as far as it needs no chess.
//!
//! ```text
//! we say                         it says
//! uci                            id name …, option name …, uciok
//! setoption name … value …
//! isready                        readyok
//! quit
//! ```
//!
//! Each line that is not the expected one is skipped: an engine may say what it likes in between.

use std::process::ExitStatus;
use std::time::Duration;

use super::process::Process;
use super::wait::Wait;

/// What an engine says once it has done everything before.
const READY: &str = "readyok";

/// An engine that runs, until this is dropped.
#[derive(Debug)]
pub struct UciClient {
    /// The program itself, for the rest of the conversation.
    pub process: Process,
    /// How many `isready` are not answered yet.
    unanswered: u32,
}

/// What an engine says of itself.
#[derive(Debug)]
pub struct Introduction<'a> {
    /// What it is called, if it says so.
    pub name: Option<String>,
    /// The wanted options that it lacks. The options that it has are not all kept: it may list them without end.
    missing: Vec<&'a str>,
    /// The lines of the wanted options that it has.
    lines: Vec<String>,
}

impl Introduction<'_> {
    /// Whether it lacks this option, one of those that it was asked about. Case does not matter.
    pub fn lacks(&self, option: &str) -> bool {
        self.missing.iter().any(|missing| missing.eq_ignore_ascii_case(option))
    }

    /// Whether one of the options that it was asked about can have this value: always, unless it lists its values and
    /// this is not among them. Case does not matter.
    pub fn offers(&self, option: &str, value: &str) -> bool {
        let is_it = |line: &&String| option_name(line).is_some_and(|name| name.eq_ignore_ascii_case(option));
        let listed = self.lines.iter().find(is_it).filter(|line| line.contains(" type combo"));
        listed.is_none_or(|line| {
            line.split(" var ").skip(1).any(|known| known.trim().eq_ignore_ascii_case(value))
        })
    }

    /// Takes note of a line, if it is about the name or an option.
    fn hear(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        } else if let Some(option) = option_name(line) {
            let wanted = self.missing.len();
            self.missing.retain(|wanted| !wanted.eq_ignore_ascii_case(option));
            if self.missing.len() < wanted {
                self.lines.push(line.to_owned());
            }
        }
    }
}

impl UciClient {
    /// A program to which nothing has been said yet.
    pub fn new(process: Process) -> UciClient {
        UciClient { process, unanswered: 0 }
    }

    /// From `uci` to `uciok`: what it is called, and which of the wanted options it has.
    ///
    /// # Errors
    ///
    /// It ends, or does not say `uciok` in time.
    pub fn introduce<'a, W: Wait>(
        &mut self,
        wanted: impl IntoIterator<Item = &'a str>,
        wait: &mut W,
    ) -> Result<Introduction<'a>, W::Failure> {
        let mut introduction =
            Introduction { name: None, missing: wanted.into_iter().collect(), lines: Vec::new() };
        self.introduce_to(&mut |line| introduction.hear(line), wait)?;
        Ok(introduction)
    }

    /// Does the same, and passes each line before `uciok` to `hear`.
    ///
    /// # Errors
    ///
    /// It ends, or does not say `uciok` in time.
    pub fn introduce_to<W: Wait>(
        &mut self,
        hear: &mut dyn FnMut(&str),
        wait: &mut W,
    ) -> Result<(), W::Failure> {
        self.process.write("uci");
        loop {
            match wait.hear(&mut self.process)?.trim() {
                "uciok" => return Ok(()),
                line => hear(line),
            }
        }
    }

    /// Sets an option. A button has no value.
    pub fn set_option(&self, name: &str, value: Option<&str>) {
        self.process.write(&match value {
            Some(value) => format!("setoption name {name} value {value}"),
            None => format!("setoption name {name}"),
        });
    }

    /// Asks whether it is ready.
    pub fn ask_ready(&mut self) {
        self.process.write("isready");
        self.unanswered += 1;
    }

    /// Whether every `isready` has been answered.
    pub fn is_ready(&self) -> bool {
        self.unanswered == 0
    }

    /// Takes note of a line that ends with `readyok`, and returns what comes before it: some engines forget to end the
    /// line before.
    pub fn hear_ready<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let before = line.strip_suffix(READY)?;
        self.unanswered = self.unanswered.saturating_sub(1);
        Some(before)
    }

    /// Asks whether it is ready, and skips all that it says before it is.
    ///
    /// # Errors
    ///
    /// It ends, or is not ready in time.
    pub fn wait_until_ready<W: Wait>(&mut self, wait: &mut W) -> Result<(), W::Failure> {
        self.ask_ready();
        while !self.is_ready() {
            let line = wait.hear(&mut self.process)?;
            self.hear_ready(line.trim());
        }
        Ok(())
    }

    /// Asks it to end, waits at most this long, and returns how it ended. If it still runs then, it is killed when this
    /// is dropped.
    pub fn quit(&mut self, time: Duration) -> Option<ExitStatus> {
        self.process.write("quit");
        self.process.close_input();
        self.process.wait(time)
    }
}

/// The name in `option name Move Overhead type spin default 10`.
fn option_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("option name ")?;
    Some(name.split_once(" type ").map_or(name, |(name, _)| name).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_options_may_have_blanks() {
        let line = "option name Move Overhead type spin default 10 min 0 max 5000";
        assert_eq!(option_name(line), Some("Move Overhead"));
        assert_eq!(option_name("id name x"), None);
    }

    #[test]
    fn an_option_that_is_listed_is_not_missing() {
        let mut introduction =
            Introduction { name: None, missing: vec!["Hash", "Threads"], lines: Vec::new() };
        for line in ["id name X 1 ", "id author Y", "option name hash type spin default 16"] {
            introduction.hear(line);
        }
        assert_eq!(introduction.name.as_deref(), Some("X 1"));
        assert_eq!(
            ["Hash", "threads", "UCI_Chess960"].map(|name| introduction.lacks(name)),
            [false, true, false]
        );
    }

    #[test]
    fn a_value_that_is_not_listed_is_not_offered() {
        let mut introduction =
            Introduction { name: None, missing: vec!["UCI_Variant", "Hash", "Style"], lines: Vec::new() };
        introduction.hear("option name UCI_Variant type combo default chess var 3check var chess var atomic");
        introduction.hear("option name Hash type spin default 16");
        let offers = |(option, value)| introduction.offers(option, value);
        let asked = [("uci_variant", "Atomic"), ("UCI_Variant", "horde"), ("Hash", "17"), ("Style", "wild")];
        assert_eq!(asked.map(offers), [true, false, true, true]);
    }

    #[cfg(unix)]
    #[test]
    fn what_an_engine_leaves_behind_is_killed() {
        use std::time::Instant;

        use crate::processes::Heard;

        for script in ["sleep 1000 & echo begun", "sleep 1000 & echo begun; read -r quit"] {
            let words = ["sh", "-c", script].map(str::to_owned);
            let mut engine = UciClient::new(Process::start(&words, None, None).expect("a shell"));
            let long = Instant::now() + Duration::from_secs(20);
            assert_eq!(engine.process.read(long), Heard::Line("begun".to_owned()));
            engine.quit(Duration::from_secs(20));
            // The pipe ends when the last of them is gone.
            assert_eq!(engine.process.read(long), Heard::End, "{script}");
        }
    }
}
