//! Processes that a child leaves behind outside of its group, as by `setsid`: on Linux they are found and ended.
//!
//! ```text
//! philidor ── child ── grandchild in a session of its own
//! philidor ───────────── grandchild                          the child has ended: the orphan is ours, and we end it
//! ```
//!
//! The system gives an orphan to the nearest ancestor that has asked for orphans, otherwise to the first process. What
//! is ours and no child that runs is an orphan.

use std::sync::Once;
use std::time::{Duration, Instant};
use std::{fs, thread};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

/// How long orphans may take to be gone.
const TIME_TO_GO: Duration = Duration::from_secs(1);

/// From now on orphans come to this process.
pub(super) fn adopt() {
    static ADOPT: Once = Once::new();
    ADOPT.call_once(|| {
        // An error says that the system is too old to be asked; orphans run on there.
        let _ = set_child_subreaper(true);
    });
}

/// Kills all orphans, and those that they leave behind in turn. Only for when no child runs: it would be taken for one.
pub(super) fn end() {
    let until = Instant::now() + TIME_TO_GO;
    loop {
        let orphans = children();
        if orphans.is_empty() || Instant::now() >= until {
            return;
        }
        for orphan in orphans {
            // Errors say that it has ended. Nobody else waits for it, so that its number is not another's yet.
            let _ = kill(orphan, Signal::SIGKILL);
            let _ = waitpid(orphan, Some(WaitPidFlag::WNOHANG));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The children of all threads, as far as the system says.
fn children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    numbers.filter_map(|number| number.parse().ok()).map(Pid::from_raw).collect()
}
