//! Processes that a child leaves running outside its group, as by `setsid`: on Linux they can be found and ended.
//!
//! ```text
//! this process ── child ── grandchild in a session of its own
//! this process ──────────── grandchild                          the child has ended, the orphan is now ours
//! ```
//!
//! The system hands an orphan to its nearest ancestor that has asked for orphans, otherwise to the first process. Once
//! this process has asked, each child that is not a running program is an orphan.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

/// How long orphans may take to end.
const TIME_TO_GO: Duration = Duration::from_secs(1);

/// Whether orphans come to this process because it asked for them.
static HAS_ADOPTED: AtomicBool = AtomicBool::new(false);

/// From now on orphans come to this process, unless the system is too old.
pub(super) fn adopt() {
    if set_child_subreaper(true).is_ok() {
        HAS_ADOPTED.store(true, Ordering::Relaxed);
    }
}

/// Kills all orphans, and those that they leave in turn, if this process adopts them. A running child would be taken
/// for one, so no program may be running.
pub(super) fn end() {
    if !HAS_ADOPTED.load(Ordering::Relaxed) {
        return;
    }
    let until = Instant::now() + TIME_TO_GO;
    loop {
        let orphans = children();
        if orphans.is_empty() || Instant::now() >= until {
            return;
        }
        for orphan in orphans {
            // Errors mean that it has ended. It is waited for only here, so its number still belongs to it.
            let _ = kill(orphan, Signal::SIGKILL);
            let _ = waitpid(orphan, Some(WaitPidFlag::WNOHANG));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The children of all threads, as far as the system lists them.
fn children() -> Vec<Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let numbers = lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    numbers.filter_map(|number| number.parse().ok()).map(Pid::from_raw).collect()
}
