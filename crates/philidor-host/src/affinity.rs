//! Cores of this machine, and threads that stay on one. Programs and threads that a thread starts inherit its core.
//!
//! Linux only; elsewhere every call is refused as unsupported.

use std::io;

/// The logical cores on which this thread may run, by the system's numbers.
///
/// # Errors
///
/// The system does not know of such a thing.
pub fn cores() -> io::Result<Vec<usize>> {
    #[cfg(target_os = "linux")]
    {
        use nix::sched::{CpuSet, sched_getaffinity};

        let set = sched_getaffinity(nix::unistd::Pid::from_raw(0))?;
        Ok((0..CpuSet::count()).filter(|&core| set.is_set(core) == Ok(true)).collect())
    }
    #[cfg(not(target_os = "linux"))]
    Err(io::ErrorKind::Unsupported.into())
}

/// Pins this thread, and what it starts from now on, to this logical core.
///
/// # Errors
///
/// The system does not know of such a thing, or has no such core.
pub fn pin_this_thread(core: usize) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use nix::sched::{CpuSet, sched_setaffinity};

        let mut set = CpuSet::new();
        set.set(core)?;
        Ok(sched_setaffinity(nix::unistd::Pid::from_raw(0), &set)?)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = core;
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::threads::start;

    #[test]
    fn a_thread_and_what_it_starts_stay_on_their_core() {
        let all = cores().expect("Linux has cores");
        let last = *all.last().expect("this thread runs somewhere");
        let seen = start(move || {
            pin_this_thread(last)?;
            let mut child = std::process::Command::new("grep");
            child.args(["Cpus_allowed_list", "/proc/self/status"]);
            let text = String::from_utf8_lossy(&child.output()?.stdout).into_owned();
            let inner = start(cores)?.join().map_err(|_| io::ErrorKind::Other)??;
            Ok::<_, io::Error>((cores()?, inner, text))
        });
        let (own, inner, text) = seen.expect("a thread").join().expect("no panic").expect("it may be pinned");
        assert_eq!((own, inner), (vec![last], vec![last]));
        assert_eq!(text.split_whitespace().last(), Some(last.to_string().as_str()));
        assert_eq!(cores().expect("Linux has cores"), all);
        assert!(pin_this_thread(1 << 20).is_err());
    }
}
