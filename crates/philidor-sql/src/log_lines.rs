//! What the engines tell about their work, a line each on standard error.
//!
//! A cluster tells what it does; a query does not, for what ends it is told anyway; `PHILIDOR_LOG` takes another level:
//! `off`, `error`, `warn`, `info`, `debug` or `trace`.
//!
//! A warning or an error that is told again and again, such as twenty times a second by a worker whose scheduler is gone,
//! is written once, and then every ten seconds with how often it was told:
//!
//! ```text
//! 12:00:00.050 WARN  the scheduler does not answer
//! 12:00:10.070 WARN  the scheduler does not answer (200 times since 12:00:00)
//! ```

use std::io::{Write, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// How often the same warning is written.
const AGAIN: Duration = Duration::from_secs(10);

/// How errors begin that are none: the scheduler cannot call its workers, which ask for themselves.
const NO_NEWS: [&str; 1] = ["Fail to cancel tasks for executor"];

/// How many different warnings are remembered.
const REMEMBERED: usize = 32;

/// Writes lines to standard error.
struct Lines(Mutex<Repeats>);

static LINES: Lines = Lines(Mutex::new(Repeats(Vec::new())));

/// Begins to write lines of this level and above, unless the environment says another.
pub(crate) fn begin(level: LevelFilter) {
    let wanted = std::env::var("PHILIDOR_LOG").ok().and_then(|level| level.parse().ok());
    // Whoever has a log of its own keeps it.
    if log::set_logger(&LINES).is_ok() {
        log::set_max_level(wanted.unwrap_or(level));
    }
}

impl Log for Lines {
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
            match repeats.told(&text, now) {
                Told::First => {}
                Told::Lately => return,
                Told::Often(times, since) => {
                    text.push_str(&format!(" ({times} times since {})", clock(since)))
                }
            }
        }
        // A log that nobody can read is no reason to stop.
        let _ = writeln!(stderr(), "{}.{:03} {:5} {text}", clock(now), now.subsec_millis(), record.level());
    }

    fn flush(&self) {}
}

/// The time of day.
fn clock(time: Duration) -> String {
    let day = time.as_secs() % 86_400;
    format!("{:02}:{:02}:{:02}", day / 3600, day / 60 % 60, day % 60)
}

/// Warnings that were written lately.
struct Repeats(Vec<Repeat>);

/// One of them.
struct Repeat {
    text: String,
    /// When it was written last, and how often it was told since then without being written.
    written: Duration,
    untold: u64,
}

/// Whether a warning is worth a line.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    /// It is new.
    First,
    /// It was written a moment ago.
    Lately,
    /// It was told so often since that time.
    Often(u64, Duration),
}

impl Repeats {
    /// A warning is told at this time.
    fn told(&mut self, text: &str, now: Duration) -> Told {
        // One that was not told for long begins anew.
        self.0.retain(|known| now.saturating_sub(known.written) < 2 * AGAIN);
        if let Some(known) = self.0.iter_mut().find(|known| known.text == text) {
            known.untold += 1;
            if now.saturating_sub(known.written) < AGAIN {
                return Told::Lately;
            }
            let told = Told::Often(known.untold, known.written);
            (known.written, known.untold) = (now, 0);
            return told;
        }
        if self.0.len() == REMEMBERED {
            self.0.remove(0);
        }
        self.0.push(Repeat { text: text.to_owned(), written: now, untold: 0 });
        Told::First
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_again_and_again_is_written_every_ten_seconds() {
        let mut repeats = Repeats(Vec::new());
        let mut written = Vec::new();
        for tick in 0..=500_u64 {
            let now = Duration::from_millis(1_000_000 + 50 * tick);
            match repeats.told("gone", now) {
                Told::Lately => {}
                other => written.push((tick, other)),
            }
        }
        let at = |tick: u64| Duration::from_millis(1_000_000 + 50 * tick);
        let expected = [(0, Told::First), (200, Told::Often(200, at(0))), (400, Told::Often(200, at(200)))];
        assert_eq!(written, expected);
        assert_eq!(repeats.told("gone", at(400) + 2 * AGAIN), Told::First, "after a pause it is news");
    }

    #[test]
    fn other_warnings_are_written_and_the_memory_is_bounded() {
        let mut repeats = Repeats(Vec::new());
        for number in 0..10 * REMEMBERED {
            assert_eq!(repeats.told(&number.to_string(), Duration::from_secs(100)), Told::First);
        }
        assert_eq!(repeats.0.len(), REMEMBERED);
    }
}
