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

/// An engine may announce options without end; those beyond this limit, more than any engine needs, are dropped.
const MAX_OPTIONS: usize = 1000;

/// An engine that runs, until this is dropped.
#[derive(Debug)]
pub struct UciClient {
    /// The program itself, for the rest of the conversation.
    pub process: Process,
    /// How many `isready` are not answered yet.
    unanswered: u32,
}

/// What an engine says of itself.
#[derive(Debug, Default)]
pub struct Introduction {
    /// What it is called, if it says so.
    pub name: Option<String>,
    /// Who wrote it, if it says so.
    pub author: Option<String>,
    /// How it announces its options, after the word `option`, in its order.
    pub options: Vec<String>,
}

impl Introduction {
    /// Whether it announces this option. Case does not matter.
    pub fn has(&self, option: &str) -> bool {
        self.announcement(option).is_some()
    }

    /// Whether this option can have this value: always, unless it lists its values and this is not among them. Case
    /// does not matter.
    pub fn offers(&self, option: &str, value: &str) -> bool {
        let listed = self.announcement(option).filter(|option| option.contains(" type combo"));
        listed.is_none_or(|option| {
            option.split(" var ").skip(1).any(|known| known.trim().eq_ignore_ascii_case(value))
        })
    }

    fn announcement(&self, option: &str) -> Option<&String> {
        self.options.iter().find(|known| option_name(known).eq_ignore_ascii_case(option))
    }

    /// Takes note of a line, if it is about the name, the author or an option.
    fn hear(&mut self, line: &str) {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.trim().to_owned());
        } else if let Some(author) = line.strip_prefix("id author ") {
            self.author = Some(author.trim().to_owned());
        } else if let Some(option) = line.strip_prefix("option ")
            && self.options.len() < MAX_OPTIONS
        {
            self.options.push(option.to_owned());
        }
    }
}

impl UciClient {
    /// A program to which nothing has been said yet.
    pub fn new(process: Process) -> UciClient {
        UciClient { process, unanswered: 0 }
    }

    /// From `uci` to `uciok`: what it says of itself.
    ///
    /// # Errors
    ///
    /// It ends, or does not say `uciok` in time.
    pub fn introduce<W: Wait>(&mut self, wait: &mut W) -> Result<Introduction, W::Failure> {
        self.process.write("uci");
        let mut introduction = Introduction::default();
        loop {
            match wait.hear(&mut self.process)?.trim() {
                "uciok" => return Ok(introduction),
                line => introduction.hear(line),
            }
        }
    }

    /// Sets an option. A button has no value.
    pub fn set_option(&self, name: &str, value: Option<&str>) {
        self.process.write(&set_option(name, value));
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

    /// Asks whether it is ready, and passes what it says before it is to `hear`.
    ///
    /// # Errors
    ///
    /// It ends, or is not ready in time.
    pub fn wait_until_ready<W: Wait>(
        &mut self,
        wait: &mut W,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(), W::Failure> {
        self.ask_ready();
        while !self.is_ready() {
            let line = wait.hear(&mut self.process)?;
            hear(self.hear_ready(line.trim()).unwrap_or(line.trim()));
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

/// The command that sets an option. A button has no value.
pub fn set_option(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => format!("setoption name {name} value {value}"),
        None => format!("setoption name {name}"),
    }
}

/// The name in `name Move Overhead type spin default 10`.
fn option_name(option: &str) -> &str {
    let name = option.trim().strip_prefix("name ").unwrap_or_default();
    name.split_once(" type ").map_or(name, |(name, _)| name).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn introduced(lines: &[&str]) -> Introduction {
        let mut introduction = Introduction::default();
        lines.iter().for_each(|line| introduction.hear(line));
        introduction
    }

    #[test]
    fn names_are_found_in_any_case_and_may_have_blanks() {
        let option = "option name Move Overhead type spin default 10 min 0 max 5000";
        let introduction = introduced(&["id name X 1 ", "id author Y", "Hash", option]);
        assert_eq!((introduction.name.as_deref(), introduction.author.as_deref()), (Some("X 1"), Some("Y")));
        assert_eq!(
            ["Move overhead", "Move", "Hash"].map(|name| introduction.has(name)),
            [true, false, false]
        );
    }

    #[test]
    fn a_value_that_is_not_listed_is_not_offered() {
        let introduction = introduced(&[
            "option name UCI_Variant type combo default chess var 3check var chess var atomic",
            "option name Hash type spin default 16",
        ]);
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
