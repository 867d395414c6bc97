//! How long to wait for a line of a program, and what ends the wait.

use std::time::{Duration, Instant};

use philidor_engine::Control;
use philidor_host::processes::{Heard, Process, Wait};

use super::error::ClientError;
use crate::harmless::harmless;

/// A limit of a wait: an instant, and optionally a [`Control`] that ends the wait sooner. A [`Duration`], counted from
/// now, is converted to a deadline.
///
/// ```
/// use philidor_uci::client::{Client, ClientError, Deadline};
/// use philidor_engine::{Control, SearchResult};
/// use std::time::Duration;
///
/// /// The result of a search, within a minute, unless a user stops the wait.
/// fn result(engine: &mut Client, stop: &Control) -> Result<SearchResult, ClientError> {
///     engine.result(Deadline::within(Duration::from_secs(60)).or_stopped(stop))
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    /// The instant at which the wait ends.
    until: Instant,
    stop: Option<&'a Control>,
}

/// How often a wait looks whether it is stopped.
pub(crate) const SLICE: Duration = Duration::from_millis(50);

/// How long the last line of output may take to arrive after the child has ended; others may hold the pipe open.
const TIME_TO_CLOSE: Duration = Duration::from_millis(100);

/// As good as forever: a year, so that no instant is out of range.
const MAX_WAIT: Duration = Duration::from_secs(365 * 24 * 3600);

impl<'a> Deadline<'a> {
    /// The wait ends after this time, counted from now.
    #[must_use]
    pub fn within(time: Duration) -> Deadline<'a> {
        Deadline { until: Instant::now() + time.min(MAX_WAIT), stop: None }
    }

    /// The same, ended with [`ClientError::Stopped`] as soon as the control is stopped.
    #[must_use]
    pub const fn or_stopped(self, stop: &'a Control) -> Deadline<'a> {
        Deadline { stop: Some(stop), ..self }
    }

    /// The same control with another time.
    pub(crate) fn again(self, time: Duration) -> Deadline<'a> {
        Deadline { stop: self.stop, ..Deadline::within(time) }
    }

    /// How much time is left.
    pub(crate) fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(Control::is_stopped)
    }
}

impl From<Duration> for Deadline<'_> {
    fn from(time: Duration) -> Self {
        Deadline::within(time)
    }
}

impl Wait for Deadline<'_> {
    type Failure = ClientError;

    /// The next line. A child that never stops is read no longer than a silent one.
    fn hear(&mut self, process: &mut Process) -> Result<String, ClientError> {
        let begin = Instant::now();
        loop {
            let now = Instant::now();
            let left = self.until.saturating_duration_since(now);
            let heard = process.read(now + left.min(SLICE));
            if self.is_stopped() {
                return Err(ClientError::Stopped);
            }
            match heard {
                // A last look without waiting: what came in time counts, even if this thread did not get to see it.
                Heard::Line(line) if !left.is_zero() || line.trim_start().starts_with("bestmove") => {
                    return Ok(line.trim().to_owned());
                }
                Heard::End => return Err(ended(process)),
                // Another program may hold the output of a child that has ended; one in the child's group has just been
                // killed.
                Heard::Nothing if process.has_ended() => {
                    return match process.read(Instant::now() + TIME_TO_CLOSE) {
                        Heard::Line(line) => Ok(line.trim().to_owned()),
                        _ => Err(ended(process)),
                    };
                }
                Heard::Nothing if !left.is_zero() => {}
                Heard::Line(_) | Heard::Nothing => return Err(ClientError::Silent(begin.elapsed())),
            }
        }
    }
}

/// How a child that closed its output has ended, with the last line of its standard error.
fn ended(process: &mut Process) -> ClientError {
    let (how, complaints) = process.ending();
    ClientError::Ended(match complaints.last() {
        Some(complaint) => format!("{how}, {}", harmless(complaint)),
        None => how,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    /// The other one may have left the group, so that it is out of reach.
    #[test]
    fn a_child_that_ends_is_noticed_even_if_another_program_holds_its_output() {
        for script in ["sleep 60 & exit 3", "setsid sleep 60 & exit 3", "setsid sleep 60 & echo last; exit 3"]
        {
            let words = ["sh", "-c", script].map(str::to_owned);
            let mut process = Process::start(&words, None, None).expect("a shell");
            let begin = Instant::now();
            let failure = loop {
                match Deadline::within(LIMIT).hear(&mut process) {
                    Ok(line) => assert_eq!(line, "last"),
                    Err(failure) => break failure,
                }
            };
            assert_eq!(failure, ClientError::Ended("exit code 3".to_owned()), "{script}");
            assert!(begin.elapsed() < LIMIT / 2, "{script}: {:?}", begin.elapsed());
        }
    }
}
