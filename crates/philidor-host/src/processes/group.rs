//! A child process and the processes that it starts, which end together.
//!
//! On Unix each child leads a process group of its own, and the whole group is killed: a script in front of an engine
//! ends with the engine, and what an engine leaves running ends when the engine exits. The number of a group stays
//! taken until its leader has been waited for, so the group is killed first. A process that has left the group is out
//! of reach; on Linux `orphan.rs` finds it if the program asks for that, elsewhere it keeps running. On other systems
//! only the child itself is killed.
//!
//! Ctrl-C in a terminal reaches only the foreground group, and so no longer the children. A program that handles it
//! calls [`end_programs`].

use std::io;
use std::process::{Child, Command, ExitStatus};

#[cfg(target_os = "linux")]
use super::orphan;

/// Kills every program that this process has started as a [`Process`](super::Process) and that has not ended yet, with
/// its process group.
///
/// It is for handlers of Ctrl-C. If a flag stops the hunt or the match that talks to the programs, set the flag first,
/// so that a killed program is not taken for one that crashed. Does nothing on systems other than Unix, where Ctrl-C
/// reaches the programs as well.
pub fn end_programs() {
    #[cfg(unix)]
    unix::running().iter().for_each(|&id| unix::kill(id));
}

/// From now on processes that have left the group of their program, as by `setsid`, end with it, too. Linux only;
/// elsewhere it does nothing.
///
/// The system then hands all orphans of this process tree to this process, and whenever a program has ended and no
/// other runs, *every* child of this process is killed. Call it only in a process that starts no children but programs
/// that are hunted or play matches.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    orphan::adopt();
}

/// Before this process exits, kills its children, if it has [adopted orphans](adopt_orphans). Call [`end_programs`]
/// first.
pub fn end_orphans() {
    #[cfg(target_os = "linux")]
    orphan::end();
}

/// Starts a child at the head of a group, and notes it for [`end_programs`].
#[cfg(unix)]
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Locked before it is started, or it could be taken for an orphan.
    let mut running = unix::running();
    let child = command.spawn()?;
    running.push(child.id());
    Ok(child)
}

#[cfg(not(unix))]
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// How a child ended, once it has; what it left running in its group is killed.
pub(super) fn try_wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    #[cfg(unix)]
    match unix::has_ended(child.id()) {
        Some(false) => return Ok(None),
        Some(true) => unix::kill(child.id()),
        None => {}
    }
    // Once the child has been waited for, the system may give its number to another process: until the number is off
    // the list, no other thread may kill by it.
    #[cfg(unix)]
    let mut running = unix::running();
    let status = child.try_wait();
    #[cfg(unix)]
    if !matches!(status, Ok(None)) {
        running.retain(|&known| known != child.id());
    }
    // As long as another child runs, an orphan may still belong to that one.
    #[cfg(target_os = "linux")]
    if running.is_empty() {
        orphan::end();
    }
    // Some systems report the end only by waiting; right after that the number is still that of the group.
    #[cfg(unix)]
    if matches!(status, Ok(Some(_))) && !unix::KNOWS_ENDS {
        unix::kill(child.id());
    }
    status
}

/// Kills a child that has not been waited for, and its group where there is one.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    unix::kill(child.id());
    // An error means that it has ended already.
    let _ = child.kill();
}

#[cfg(unix)]
mod unix {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    /// The leaders of the groups that run.
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

    pub(super) fn running() -> MutexGuard<'static, Vec<u32>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the end of a child can be known without waiting for it.
    pub(super) const KNOWS_ENDS: bool =
        cfg!(any(target_os = "linux", target_os = "android", target_os = "freebsd"));

    /// Whether a child has ended that has not been waited for, if that can be known.
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    pub(super) fn has_ended(id: u32) -> Option<bool> {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};

        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let status = waitid(Id::Pid(Pid::from_raw(i32::try_from(id).ok()?)), flags).ok()?;
        Some(status != WaitStatus::StillAlive)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
    pub(super) fn has_ended(_: u32) -> Option<bool> {
        None
    }

    pub(super) fn kill(id: u32) {
        if let Ok(group) = i32::try_from(id) {
            // An error means that the group is empty.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}
