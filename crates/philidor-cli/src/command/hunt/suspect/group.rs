//! A child and its own children, who are to end together.
//!
//! On Unix a child leads a process group of its own, and what is killed is the group: a script in front of an engine
//! dies with the engine, and what an engine leaves running dies when it exits by itself. The number of a group stays
//! taken until its leader was waited for, so a group is killed first, and its leader waited for after that. Who has
//! left the group is not reached so: on Linux `orphan.rs` ends it, elsewhere it runs on.
//!
//! A terminal's Ctrl-C goes to the group in front, which no longer is the child's. So it is passed on: whoever is
//! interrupted kills all groups, and tells what was found so far; the second time all ends at once. Elsewhere the
//! terminal interrupts all, and only the child can be killed.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::Once;

use philidor_files::interruption;

#[cfg(target_os = "linux")]
use super::orphan;

/// From now on the first Ctrl-C ends the children and not the program.
fn listen() {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let mut again = false;
        // An error says that Ctrl-C still ends the program; the groups run on then.
        let _ = interruption::listen(move || {
            #[cfg(unix)]
            unix::running().iter().for_each(|&id| unix::kill(id));
            if again {
                #[cfg(target_os = "linux")]
                orphan::end();
                interruption::end_program();
            }
            again = true;
        });
    });
}

/// Starts a child at the head of a group, and notes it, so that it does not outlive an interrupted philidor.
#[cfg(unix)]
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    listen();
    #[cfg(target_os = "linux")]
    orphan::adopt();
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Locked before it is started, or it could be taken for an orphan.
    let mut running = unix::running();
    let child = command.spawn()?;
    running.push(child.id());
    Ok(child)
}

/// Starts a child.
#[cfg(not(unix))]
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    listen();
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
    // Its number may be another's once it was waited for, so that nobody else may use it meanwhile.
    #[cfg(unix)]
    let mut running = unix::running();
    let status = child.try_wait();
    #[cfg(unix)]
    if !matches!(status, Ok(None)) {
        running.retain(|&known| known != child.id());
    }
    // While another child runs, nobody knows whose an orphan is.
    #[cfg(target_os = "linux")]
    if running.is_empty() {
        orphan::end();
    }
    // It is not known before on all systems; at once afterwards the number still is that of the group.
    #[cfg(unix)]
    if matches!(status, Ok(Some(_))) && !unix::KNOWS_ENDS {
        unix::kill(child.id());
    }
    status
}

/// Kills a child that nobody has waited for yet, and its group where there is one.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    unix::kill(child.id());
    // An error says that it is dead already.
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

    /// Whether a child has ended that nobody has waited for, if that can be known.
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
            // An error says that nobody is left in the group.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}
