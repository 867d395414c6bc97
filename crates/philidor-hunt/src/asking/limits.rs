//! The limits of a hunt: how long, how strict, and what ends it early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use philidor::Strictness;

use crate::suspect::Failure;

/// How long, how strict, and what ends it early.
#[derive(Clone, Debug)]
pub(crate) struct HuntLimits {
    pub(crate) time: Duration,
    pub(crate) answer_time: Duration,
    /// Which positions small examples may have.
    pub(crate) strictness: Strictness,
    /// Ends the hunt when it becomes true.
    pub(crate) stop: Arc<AtomicBool>,
    /// What reports call the time limit, such as `--time`, if it has a name.
    pub(crate) time_name: Option<String>,
    /// How the hunt is stopped, as reports name it, such as `Ctrl-C`, if it has a name.
    pub(crate) stop_name: Option<String>,
    /// In which other ways the suspect could be asked, in words, if there are others.
    pub(crate) other_ways: Option<String>,
}

impl Default for HuntLimits {
    /// A minute, ten seconds for an answer, positions that games can reach.
    fn default() -> HuntLimits {
        HuntLimits {
            time: Duration::from_secs(60),
            answer_time: Duration::from_secs(10),
            strictness: Strictness::Reachable,
            stop: Arc::default(),
            time_name: None,
            stop_name: None,
            other_ways: None,
        }
    }
}

impl HuntLimits {
    pub(crate) fn is_stopped(&self) -> bool {
        // It guards no other memory, so `Relaxed` is enough.
        self.stop.load(Ordering::Relaxed)
    }

    /// A failure in words, with the name of the limit that it ran into.
    pub(crate) fn message(&self, failure: &Failure) -> String {
        match failure {
            Failure::OutOfTime(_) => format!("{failure}{}", self.time_in_brackets()),
            _ => failure.to_string(),
        }
    }

    /// ` (--time)`
    pub(crate) fn time_in_brackets(&self) -> String {
        self.time_name.as_ref().map_or_else(String::new, |name| format!(" ({name})"))
    }

    /// `at most 60 s, 10 s for an answer`
    pub(crate) fn times(&self) -> String {
        let [time, answer_time] = [self.time, self.answer_time].map(|time| time.as_secs_f64());
        format!("{time} s, {answer_time} s for an answer")
    }
}
