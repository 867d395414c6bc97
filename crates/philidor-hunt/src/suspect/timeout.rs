//! How long to wait for an answer, and what to report when the time is up.

use std::time::{Duration, Instant};

use philidor_host::processes::{Heard, Process, Wait};

use super::failure::Failure;
use super::process;

/// A time limit that has begun to run.
pub(super) struct Timeout {
    begin: Instant,
    limit: Duration,
    last_heard: Instant,
}

impl Timeout {
    /// Begins now.
    pub(super) fn new(limit: Duration) -> Timeout {
        let now = Instant::now();
        Timeout { begin: now, limit, last_heard: now }
    }

    /// Notes that the other side said something.
    pub(super) fn note(&mut self) {
        self.last_heard = Instant::now();
    }

    /// The next line of a child, or nothing more of it.
    pub(super) fn read(&mut self, process: &Process) -> Result<Option<String>, Failure> {
        match process::read(process, self.end()) {
            Heard::End => Ok(None),
            // A child that never stops is read no longer than a silent one.
            Heard::Line(line) if !self.is_over() => {
                self.note();
                Ok(Some(line))
            }
            Heard::Line(_) | Heard::Nothing => Err(self.failure()),
        }
    }

    /// How long it has lasted so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// When it is over.
    pub(super) fn end(&self) -> Instant {
        self.begin + self.limit
    }

    pub(super) fn is_over(&self) -> bool {
        self.elapsed() >= self.limit
    }

    /// What was wrong, once it is over: a child that said something in the second half was slow, any other was silent.
    pub(super) fn failure(&self) -> Failure {
        let silence = self.last_heard.elapsed();
        if silence > self.limit / 2 { Failure::Silent(silence) } else { Failure::Slow(self.limit) }
    }
}

impl Wait for Timeout {
    type Failure = Failure;

    fn hear(&mut self, process: &mut Process) -> Result<String, Failure> {
        self.read(process)?.ok_or_else(|| process::ended(process))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn shell(script: &str) -> Process {
        process::start(&["sh", "-c", script].map(str::to_owned)).expect("a shell")
    }

    #[cfg(unix)]
    fn timeout() -> Timeout {
        Timeout::new(Duration::from_secs(20))
    }

    #[test]
    fn waiting_has_an_end() {
        let now = Instant::now();
        let minute = Duration::from_secs(60);
        let begin = now.checked_sub(minute).expect("a minute ago");
        let timeout = |last_heard| Timeout { begin, limit: minute, last_heard };
        assert!(timeout(now).is_over());
        assert!(!Timeout::new(minute).is_over());
        assert_eq!(timeout(now).failure(), Failure::Slow(minute));
        assert!(matches!(timeout(begin).failure(), Failure::Silent(time) if time >= minute));
    }

    #[cfg(unix)]
    #[test]
    fn the_way_it_ended_is_reported_with_its_last_complaints() {
        let mut process = shell("seq 100 >&2; exit 3");
        assert_eq!(process::read(&process, timeout().end()), Heard::End);
        let complaints: Vec<String> = (93..=100).map(|number| number.to_string()).collect();
        let failure = Failure::Ended { how: "exit code 3".to_owned(), complaints };
        assert_eq!(process::content(&mut process), Err(failure.clone()));
        assert_eq!(timeout().hear(&mut process), Err(failure));

        let failure = timeout().hear(&mut shell("kill -SEGV $$"));
        assert!(
            matches!(&failure, Err(Failure::Ended { how, .. }) if how.starts_with("killed by SIGSEGV")),
            "{failure:?}"
        );
        let failure = timeout().hear(&mut shell("exec >&-; sleep 1000"));
        assert!(matches!(&failure, Err(Failure::Ended { how, .. }) if how.contains("ran on")), "{failure:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_child_that_never_stops_talking_holds_nothing_up() {
        let mut process = shell("yes");
        let mut timeout = Timeout::new(Duration::from_millis(50));
        let failure = loop {
            if let Err(failure) = timeout.hear(&mut process) {
                break failure;
            }
        };
        // On a busy machine it may be the reader thread that says nothing.
        assert!(matches!(failure, Failure::Slow(_) | Failure::Silent(_)), "{failure:?}");
    }
}
