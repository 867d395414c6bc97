//! How far a count is, drawn on standard error.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use philidor_host::progress;

use crate::quantity::{Grouped, Span, per_second};

/// What stands beside the bar.
const TEMPLATE: &str = "{wide_bar} {percent:>3} %  {leaves} leaves  {rate} leaves/s  {left} left";

/// A bar on standard error; invisible if that is not a terminal.
#[derive(Clone)]
pub struct Progress {
    bar: ProgressBar,
    unit: Unit,
    leaves: Arc<AtomicU64>,
}

/// What the bar measures.
#[derive(Clone, Copy, Debug)]
pub enum Unit {
    /// Parts of a tree, because the number of its leaves is not known yet.
    Parts,
    /// The leaves that a suite expects.
    Leaves,
}

impl Progress {
    /// A bar of a number of units, some of them done already.
    pub fn new(unit: Unit, length: u64, done: u64) -> Progress {
        let leaves = Arc::new(AtomicU64::new(0));
        let bar = progress::bar(Some(length), TEMPLATE);
        bar.set_style(with_leaves(bar.style(), &leaves));
        bar.set_position(done);
        bar.reset_eta();
        Progress { bar, unit, leaves }
    }

    /// Notes a part that was counted; called from any thread.
    pub fn advance(&self, leaves: u128) {
        let leaves = u64::try_from(leaves).unwrap_or(u64::MAX);
        // With a table there may be more leaves than 64 bits can count.
        let add = |known: u64| Some(known.saturating_add(leaves));
        let _ = self.leaves.fetch_update(Relaxed, Relaxed, add);
        self.bar.inc(match self.unit {
            Unit::Parts => 1,
            Unit::Leaves => leaves,
        });
    }

    /// A spinner beside some words, for work of unknown length.
    pub fn spinner(words: &str) -> Progress {
        let bar = progress::bar(None, "{spinner} {msg}  {elapsed}").with_message(words.to_owned());
        Progress { bar, unit: Unit::Parts, leaves: Arc::default() }
    }

    /// The same bar with this number of parts, if it counts parts.
    pub fn of_parts(&self, parts: u64) -> Progress {
        if matches!(self.unit, Unit::Parts) {
            self.set_length(parts);
        }
        self.clone()
    }

    /// Sets how many units there are.
    pub fn set_length(&self, length: u64) {
        self.bar.set_length(length);
    }

    /// Sets how far the count is, and its leaves.
    pub fn reach(&self, units: u64, leaves: u128) {
        self.leaves.store(u64::try_from(leaves).unwrap_or(u64::MAX), Relaxed);
        self.bar.set_position(units);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A style that knows the running count, the rate and the time left.
fn with_leaves(style: ProgressStyle, leaves: &Arc<AtomicU64>) -> ProgressStyle {
    let counted = Arc::clone(leaves);
    let rated = Arc::clone(leaves);
    style
        .with_key("leaves", move |_: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{}", Grouped(counted.load(Relaxed).into()));
        })
        .with_key("rate", move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{}", Grouped(per_second(rated.load(Relaxed).into(), state.elapsed())));
        })
        .with_key("left", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // Unknown until the first part is counted.
            let _ =
                if state.pos() == 0 { write!(text, "?") } else { write!(text, "{:.0}", Span(state.eta())) };
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_leaves_saturates() {
        let progress = Progress::new(Unit::Parts, 3, 0);
        for leaves in [7, u128::MAX, 1] {
            progress.advance(leaves);
        }
        assert_eq!(progress.leaves.load(Relaxed), u64::MAX);
    }
}
