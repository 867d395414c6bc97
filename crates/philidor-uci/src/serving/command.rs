//! The commands of the UCI protocol, read from lines.
//!
//! A word out of place is skipped and reported, as the protocol asks; the rest of the line is obeyed.

use core::fmt;
use std::str::FromStr;
use std::time::Duration;

use philidor::{Color, Position};
use philidor_engine::{Clock, SearchLimits};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(String),
    Go(String),
    SetOption {
        name: String,
        value: String,
    },
    Stop,
    PonderHit,
    Quit,
    /// A command that needs no answer.
    Nothing,
    /// A line that is not of the protocol.
    Other(String),
}

impl Command {
    /// The command of a line, by its first word. If that is unknown, the line may be one of the extension; a command
    /// after it, as in `joho debug on`, is not looked for, although the protocol says so.
    pub(super) fn parse(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "debug" | "register" => Command::Nothing,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(rest.to_owned()),
            "go" if rest.split_whitespace().next() != Some("perft") => Command::Go(rest.to_owned()),
            "setoption" => option(rest),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => Command::Other(line.to_owned()),
        }
    }

    pub(super) const fn is_go(&self) -> bool {
        matches!(self, Command::Go(_))
    }
}

impl fmt::Display for Command {
    /// The line of a command; nothing for one that only ends what runs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position(text) => write!(f, "position {text}"),
            Command::Go(text) => write!(f, "go {text}"),
            Command::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Command::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Command::Other(line) => f.write_str(line),
            Command::Stop | Command::PonderHit | Command::Quit | Command::Nothing => Ok(()),
        }
    }
}

/// `name NAME [value VALUE]`, where both may have spaces; a value keeps all of its own, since it may be a path.
fn option(rest: &str) -> Command {
    let (mut name, mut value, mut left) = (Vec::new(), "", rest.trim());
    while let Some(word) = left.split_whitespace().next() {
        left = left[word.len()..].trim();
        if word == "value" {
            value = left;
            break;
        }
        name.push(word);
    }
    let name = name.strip_prefix(&["name"]).unwrap_or(&name).join(" ");
    Command::SetOption { name, value: value.to_owned() }
}

/// The words of `go`, each with what follows it.
const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The limits of a `go`, and its faults in words.
pub(super) fn limits(text: &str, position: &Position) -> (SearchLimits, Vec<String>) {
    let mut reading = Reading { faults: Vec::new() };
    let mut limits = SearchLimits::new();
    let mut clock = Clock::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|next| !WORDS.contains(next)) {
                    match position.parse_uci(text) {
                        Ok(mv) => limits.moves.push(mv),
                        Err(error) => reading.faults.push(format!("searchmoves {text}: {error}")),
                    }
                }
            }
            _ if !WORDS.contains(&word) => reading.faults.push(format!("go: unknown word `{word}`")),
            _ => {
                let value = words.next_if(|next| !WORDS.contains(next)).unwrap_or_default();
                match word {
                    "wtime" => {
                        if let Some(time) = reading.time(word, value) {
                            clock = clock.with_remaining(Color::White, time);
                        }
                    }
                    "btime" => {
                        if let Some(time) = reading.time(word, value) {
                            clock = clock.with_remaining(Color::Black, time);
                        }
                    }
                    "winc" => {
                        if let Some(time) = reading.time(word, value) {
                            clock = clock.with_increment_of(Color::White, time);
                        }
                    }
                    "binc" => {
                        if let Some(time) = reading.time(word, value) {
                            clock = clock.with_increment_of(Color::Black, time);
                        }
                    }
                    "movestogo" => {
                        if let Some(moves) = reading.number(word, value) {
                            clock = clock.with_moves_to_go(moves);
                        }
                    }
                    "movetime" => limits.time = reading.time(word, value),
                    "depth" => limits.depth = reading.number(word, value),
                    "nodes" => limits.nodes = reading.number(word, value),
                    _ => limits.mate = reading.number(word, value),
                }
            }
        }
    }
    let has_clock = clock != Clock::default();
    if has_clock {
        limits.clock = Some(clock);
    }
    // A limit was meant but not understood, or the time of the other side alone: the search must end all the same.
    let is_limited = clock.remaining(position.side_to_move()).is_some()
        || limits.time.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.infinite;
    if !is_limited && (has_clock || !reading.faults.is_empty()) {
        limits.time = Some(Duration::from_secs(1));
    }
    (limits, reading.faults)
}

/// Reads numbers, and collects their faults.
struct Reading {
    faults: Vec<String>,
}

impl Reading {
    fn number<T: FromStr>(&mut self, word: &str, text: &str) -> Option<T> {
        let number = text.parse().ok();
        if number.is_none() {
            self.faults.push(format!("go {word}: `{text}` is not a number that it takes"));
        }
        number
    }

    /// Milliseconds. Some programs send a negative time once it is over, which counts as none.
    fn time(&mut self, word: &str, text: &str) -> Option<Duration> {
        let milliseconds: i64 = self.number(word, text)?;
        Some(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_spaces() {
        let set = |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        assert_eq!(Command::parse("setoption name Move  Overhead value 30"), set("Move Overhead", "30"));
        assert_eq!(Command::parse("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(Command::parse("setoption name Book value  a  b.bin\r\n"), set("Book", "a  b.bin"));
        assert_eq!(Command::parse("setoption name Book value "), set("Book", ""));
        assert_eq!(Command::parse("setoption"), set("", ""));
    }

    #[test]
    fn whatever_is_understood_of_a_go_counts() {
        let text = "wtime 1000 btime -5 winc x searchmoves e2e4 e2e5 depth 7 what";
        let (read, faults) = limits(text, &Position::default());
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert_eq!((read.depth, read.moves.len()), (Some(7), 1));
        let clock = read.clock.expect("a clock");
        assert_eq!(clock.remaining(Color::White), Some(Duration::from_secs(1)));
        assert_eq!(clock.remaining(Color::Black), Some(Duration::ZERO));
    }

    #[test]
    fn a_limit_that_cannot_be_read_is_not_a_search_without_end() {
        let (read, faults) = limits("depth many", &Position::default());
        assert_eq!((read.time, faults.len()), (Some(Duration::from_secs(1)), 1));
        for clock in ["wtime 59999.5 btime 60000 winc 1000", "btime 60000", "movestogo 40", "winc 10 binc 10"]
        {
            let read = limits(clock, &Position::default()).0;
            assert_eq!(read.time, Some(Duration::from_secs(1)), "{clock}");
        }
        assert_eq!(limits("", &Position::default()), (SearchLimits::new(), Vec::new()));
    }
}
