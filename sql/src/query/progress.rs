//! How far a plan is: the rows it has read, out of those in its files, shown on standard error.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use datafusion::common::stats::Precision;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};
use philidor_host::threads;

/// How often the progress is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// A line on standard error, invisible if that is not a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn hidden() -> Progress {
        Progress(ProgressBar::hidden())
    }

    /// Watches a running plan.
    pub(super) fn new(plan: &Arc<dyn ExecutionPlan>) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if bar.is_hidden() {
            return Progress(bar);
        }
        let rows = rows_there(plan.as_ref());
        let template = match rows {
            Some(rows) => {
                bar.set_length(rows);
                "{wide_bar} {human_pos} of {human_len} rows  {per_sec}  {elapsed}"
            }
            None => "{spinner} {human_pos} rows read  {elapsed}",
        };
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let (watched, plan) = (bar.downgrade(), Arc::clone(plan));
        // Where the system has no thread for that, the line stays as it is.
        let _ = threads::start(move || watch(&watched, plan.as_ref()));
        Progress(bar)
    }

    /// Calls `act` while the line is hidden.
    pub(super) fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        self.0.suspend(act)
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// Redraws until the line is removed.
fn watch(bar: &WeakProgressBar, plan: &dyn ExecutionPlan) {
    loop {
        thread::sleep(TICK);
        let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) else { return };
        bar.set_position(rows_read(plan));
        bar.tick();
    }
}

/// The rows that the sources of a plan have produced so far.
fn rows_read(plan: &dyn ExecutionPlan) -> u64 {
    if plan.children().is_empty() {
        let rows = plan.metrics().and_then(|metrics| metrics.output_rows());
        return rows.unwrap_or(0) as u64;
    }
    plan.children().iter().map(|child| rows_read(child.as_ref())).sum()
}

/// The rows that the sources of a plan have, if all of them are known.
fn rows_there(plan: &dyn ExecutionPlan) -> Option<u64> {
    if plan.children().is_empty() {
        let statistics = StatisticsContext::new().compute(plan, &StatisticsArgs::new()).ok()?;
        return match statistics.num_rows {
            Precision::Exact(rows) => Some(rows as u64),
            _ => None,
        };
    }
    plan.children().iter().map(|child| rows_there(child.as_ref())).sum()
}
