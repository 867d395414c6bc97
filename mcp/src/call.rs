//! One call of a tool: its limits, and how the tool learns that the caller no longer wants an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use philidor_engine::Control;

use super::settings::Settings;

/// What a tool is given beside its arguments.
pub(super) struct Call<'a> {
    pub(super) settings: &'a Settings,
    pub(super) stop: &'a Stop,
    /// When its time is over: then it is stopped.
    pub(super) end: Instant,
}

impl Call<'_> {
    pub(super) fn time_left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// Ends a call early: searches look at the control, counts and hunts at the flag.
#[derive(Clone, Default)]
pub(super) struct Stop {
    pub(super) control: Control,
    pub(super) flag: Arc<AtomicBool>,
}

impl Stop {
    pub(super) fn stop(&self) {
        self.control.stop();
        self.flag.store(true, Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.flag.load(Relaxed)
    }
}
