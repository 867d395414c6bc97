//! What the referee asks of a player, and how long it waits.

use std::time::{Duration, Instant};

use philidor::{CastlingMode, Move};
use philidor_host::processes::{Heard, Process, TIME_TO_GO, Wait};

use super::failure::{self, Failure};
use crate::any_game::AnyGame;
use crate::bot::control::Control;
use crate::bot::limits::Limits;
use crate::bot::score::Score;

/// A move as a player gives it. It is not checked yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub(super) mv: Move,
    /// The player's score of the position, from its own side, if it reports one.
    pub(super) score: Option<Score>,
    /// How deep it looked, and how many nodes it visited.
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

/// How long to wait, and what ends every wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline<'a> {
    /// The instant after which nothing is waited for.
    pub(super) until: Instant,
    /// The match ends as soon as this is stopped.
    pub(super) stop: &'a Control,
}

/// How often a wait looks whether the match is stopped.
pub(super) const SLICE: Duration = Duration::from_millis(50);

/// How long the last line of output may take to arrive after the child has ended; others may hold the pipe open.
const TIME_TO_CLOSE: Duration = Duration::from_millis(100);

/// As good as forever: a year, so that no instant is out of range.
const MAX_WAIT: Duration = Duration::from_secs(365 * 24 * 3600);

impl<'a> Deadline<'a> {
    pub(super) fn new(time: Duration, stop: &'a Control) -> Deadline<'a> {
        Deadline { until: Instant::now() + time.min(MAX_WAIT), stop }
    }
}

impl Wait for Deadline<'_> {
    type Failure = Failure;

    /// The next line. A child that never stops is read no longer than a silent one.
    fn hear(&mut self, process: &mut Process) -> Result<String, Failure> {
        let begin = Instant::now();
        loop {
            let now = Instant::now();
            let left = self.until.saturating_duration_since(now);
            let heard = process.read(now + left.min(SLICE));
            if self.stop.is_stopped() {
                return Err(Failure::Stopped);
            }
            match heard {
                // A last look without waiting: what came in time counts, even if this thread did not get to see it.
                Heard::Line(line) if !left.is_zero() || line.trim_start().starts_with("bestmove") => {
                    return Ok(line.trim().to_owned());
                }
                Heard::End => return Err(crashed(process)),
                // Another program may hold the output of a child that is gone: with the group that one ends, too.
                Heard::Nothing if process.has_ended() => {
                    return match process.read(Instant::now() + TIME_TO_CLOSE) {
                        Heard::Line(line) => Ok(line.trim().to_owned()),
                        _ => Err(crashed(process)),
                    };
                }
                Heard::Nothing if !left.is_zero() => {}
                Heard::Line(_) | Heard::Nothing => return Err(Failure::Silent(begin.elapsed())),
            }
        }
    }
}

/// How a child ended that closed its output, with the last that it said.
fn crashed(process: &mut Process) -> Failure {
    let how = match process.wait(TIME_TO_GO) {
        Some(status) => status.to_string(),
        None => "it closed its standard output and ran on".to_owned(),
    };
    Failure::Crashed(match process.complaints().last() {
        Some(complaint) => format!("{how}, {}", failure::harmless(complaint)),
        None => how,
    })
}

/// A player that is ready to play. No method waits longer than its deadline, and a moment for an engine to stop.
pub(super) trait Player {
    fn begin(&mut self, mode: CastlingMode, deadline: Deadline<'_>) -> Result<(), Failure>;

    fn think(&mut self, game: &AnyGame, limits: &Limits, deadline: Deadline<'_>) -> Result<Reply, Failure>;
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    /// The other one may have left the group, so that it is out of reach.
    #[test]
    fn a_child_that_ends_has_crashed_even_if_another_program_holds_its_output() {
        for script in ["sleep 60 & exit 3", "setsid sleep 60 & exit 3", "setsid sleep 60 & echo last; exit 3"]
        {
            let words = ["sh", "-c", script].map(str::to_owned);
            let mut process = Process::start(&words, None, None).expect("a shell");
            let (stop, begin) = (Control::new(), Instant::now());
            let failure = loop {
                match Deadline::new(LIMIT, &stop).hear(&mut process) {
                    Ok(line) => assert_eq!(line, "last"),
                    Err(failure) => break failure,
                }
            };
            assert_eq!(failure, Failure::Crashed("exit status: 3".to_owned()), "{script}");
            assert!(begin.elapsed() < LIMIT / 2, "{script}: {:?}", begin.elapsed());
        }
    }
}
