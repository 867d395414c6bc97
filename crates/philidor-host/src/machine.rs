//! How many threads this machine runs at once, and its memory.

use std::num::NonZero;
use std::thread;

/// How many threads this machine runs at once.
pub fn threads_of_this_machine() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The memory that the system could give to this program, in bytes; `None` where the system does not say. Linux does:
/// there a program can allocate more than there is, and is killed when it uses it.
pub fn available_memory() -> Option<u64> {
    if !cfg!(target_os = "linux") || cfg!(miri) {
        return None;
    }
    let report = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    // A container may get less than the machine has. Without a limit the file says `max`.
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|text| text.trim().parse().ok()).unwrap_or(u64::MAX);
    Some(kibibytes.saturating_mul(1 << 10).min(limit))
}
