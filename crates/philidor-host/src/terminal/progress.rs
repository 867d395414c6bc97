//! Progress on standard error, drawn only if that is a terminal.

use std::fmt;
use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

pub use indicatif::ProgressBar;
use indicatif::{HumanDuration, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::threads;

/// How often a bar is drawn again while nothing is reported.
const TICK: Duration = Duration::from_millis(100);

/// What bars are drawn with, from full to empty.
const BLOCKS: &str = "█▉▊▋▌▍▎▏░";

/// A bar of this length, or a spinner without one, drawn by this [template](indicatif::style). It ticks by itself.
///
/// ```
/// use philidor_host::progress;
///
/// let bar = progress::bar(Some(400), "{wide_bar} {pos} of {len}  {elapsed}");
/// bar.inc(20);
/// assert_eq!((bar.position(), bar.length()), (20, Some(400)));
/// bar.finish_and_clear();
/// ```
pub fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = still(length, template, ProgressDrawTarget::stderr());
    if !bar.is_hidden() {
        tick(&bar, TICK);
    }
    bar
}

/// From now on a bar is drawn again after each such time. Where the system has no thread for that, it is drawn when
/// something is reported.
pub fn tick(bar: &ProgressBar, after: Duration) {
    let bar = bar.downgrade();
    let _ = threads::start(move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(after);
        }
    });
}

/// A bar over the bytes read from files, as they are on the disk; a spinner if their number is not known. Its message
/// is one line about what was found.
///
/// ```
/// use philidor_host::progress;
///
/// let bar = progress::of_bytes(Some(1 << 30));
/// bar.set_position(1 << 20);
/// bar.set_message("1,000 games");
/// bar.finish_and_clear();
/// ```
pub fn of_bytes(length: Option<u64>) -> ProgressBar {
    // Someone who types games has no use for a bar over them.
    let is_typed = length.is_none() && io::stdin().is_terminal();
    let target = if is_typed { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let template = match length {
        None => "{spinner} {bytes}  {msg}",
        Some(_) => "{wide_bar} {percent:>3} %  {msg}  {binary_bytes_per_sec}  {eta} left",
    };
    still(length, template, target)
}

/// The time that is left, unknown before anything is done.
fn time_left(done: u64, left: Duration) -> String {
    if done == 0 { "?".to_owned() } else { format!("{:#}", HumanDuration(left)) }
}

/// A bar that is drawn only when something is reported.
fn still(length: Option<u64>, template: &str, target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("eta", |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&time_left(state.pos(), state.eta()));
    });
    ProgressBar::with_draw_target(length, target).with_style(style.progress_chars(BLOCKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_unknown_before_anything_is_done() {
        assert_eq!(time_left(0, Duration::ZERO), "?");
        assert_eq!(time_left(4, Duration::from_secs(30)), "30s");
    }
}
