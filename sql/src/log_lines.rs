//! What the engines log about their work, line by line on standard error.
//!
//! A cluster logs what it does. A query does not, since the error that ends it is reported anyway. `PHILIDOR_LOG` sets
//! another level: `off`, `error`, `warn`, `info`, `debug` or `trace`.
//!
//! A warning or an error that keeps repeating, such as twenty times a second from a worker whose scheduler is gone, is
//! written once, and then every ten seconds with the number of times it occurred:
//!
//! ```text
//! 12:00:00.050 WARN  the scheduler does not answer
//! 12:00:10.070 WARN  the scheduler does not answer (200 times since 12:00:00)
//! ```

use std::io::{Write, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The time between two lines for the same warning.
const AGAIN: Duration = Duration::from_secs(10);

/// Beginnings of messages that are not really errors: the scheduler cannot call its workers, which ask by themselves.
const NO_NEWS: [&str; 1] = ["Fail to cancel tasks for executor"];

/// The number of different warnings to remember.
const REMEMBERED: usize = 32;

/// Writes lines to standard error.
struct LogLines(Mutex<Repeats>);

static LINES: LogLines = LogLines(Mutex::new(Repeats(Vec::new())));

/// Begins to write lines of this level and above, unless the environment names another.
pub(crate) fn begin(level: LevelFilter) {
    let wanted = std::env::var("PHILIDOR_LOG").ok().and_then(|level| level.parse().ok());
    // A program with a log of its own keeps it.
    if log::set_logger(&LINES).is_ok() {
        log::set_max_level(wanted.unwrap_or(level));
    }
}

impl Log for LogLines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let mut text = record.args().to_string();
        if NO_NEWS.iter().any(|known| text.starts_with(known)) {
            return;
        }
        if record.level() <= Level::Warn {
            let mut repeats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            match repeats.occurrence(&text, now) {
                Occurrence::First => {}
                Occurrence::Lately => return,
                Occurrence::Often(times, since) => {
                    text.push_str(&format!(" ({times} times since {})", clock(since)))
                }
            }
        }
        // A log that cannot be written is not a reason to stop.
        let _ = writeln!(stderr(), "{}.{:03} {:5} {text}", clock(now), now.subsec_millis(), record.level());
    }

    fn flush(&self) {}
}

/// The time of day.
fn clock(time: Duration) -> String {
    let day = time.as_secs() % 86_400;
    format!("{:02}:{:02}:{:02}", day / 3600, day / 60 % 60, day % 60)
}

/// Recently written warnings.
struct Repeats(Vec<Repeat>);

/// One of them.
struct Repeat {
    text: String,
    /// When it was last written, and how often it has occurred since then.
    written: Duration,
    unwritten: u64,
}

/// Whether a warning is worth a line.
#[derive(Debug, PartialEq, Eq)]
enum Occurrence {
    /// It is new.
    First,
    /// It was written only a moment ago.
    Lately,
    /// It has occurred this many times since then.
    Often(u64, Duration),
}

impl Repeats {
    /// Records that a warning occurs now.
    fn occurrence(&mut self, text: &str, now: Duration) -> Occurrence {
        // After a long pause, a warning counts as new.
        self.0.retain(|known| now.saturating_sub(known.written) < 2 * AGAIN);
        if let Some(known) = self.0.iter_mut().find(|known| known.text == text) {
            known.unwritten += 1;
            if now.saturating_sub(known.written) < AGAIN {
                return Occurrence::Lately;
            }
            let often = Occurrence::Often(known.unwritten, known.written);
            (known.written, known.unwritten) = (now, 0);
            return often;
        }
        if self.0.len() == REMEMBERED {
            self.0.remove(0);
        }
        self.0.push(Repeat { text: text.to_owned(), written: now, unwritten: 0 });
        Occurrence::First
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_warning_is_written_every_ten_seconds() {
        let mut repeats = Repeats(Vec::new());
        let mut written = Vec::new();
        for tick in 0..=500_u64 {
            let now = Duration::from_millis(1_000_000 + 50 * tick);
            match repeats.occurrence("gone", now) {
                Occurrence::Lately => {}
                other => written.push((tick, other)),
            }
        }
        let at = |tick: u64| Duration::from_millis(1_000_000 + 50 * tick);
        let expected = [
            (0, Occurrence::First),
            (200, Occurrence::Often(200, at(0))),
            (400, Occurrence::Often(200, at(200))),
        ];
        assert_eq!(written, expected);
        assert_eq!(
            repeats.occurrence("gone", at(400) + 2 * AGAIN),
            Occurrence::First,
            "after a pause it is new"
        );
    }

    #[test]
    fn other_warnings_are_written_and_the_memory_is_bounded() {
        let mut repeats = Repeats(Vec::new());
        for number in 0..10 * REMEMBERED {
            assert_eq!(repeats.occurrence(&number.to_string(), Duration::from_secs(100)), Occurrence::First);
        }
        assert_eq!(repeats.0.len(), REMEMBERED);
    }
}
