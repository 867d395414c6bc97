//! A child at the head of a process group of its own, which ends with it.
//!
//! ```text
//! terminal's group      the child's group
//! this process          a script ──► an engine
//! ▲ Ctrl-C              ▲ kill
//! ```
//!
//! An engine may be started by a script, or start helpers itself. On Unix the whole group is killed, when the child is
//! and when it has ended by itself, and Ctrl-C in a terminal reaches this process alone, which then ends the match in
//! order. The number of a group stays taken until its leader has been waited for, so the group is killed first, where
//! the system says that a child has ended before it is waited for. On other systems only the child is killed.
//!
//! The standard library can signal one process only. The command `kill`, which every Unix has, can signal a group, and
//! that saves a dependency and `unsafe` code.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// Kills every program that a match in this process has started and not ended yet, with its process group.
///
/// It is for handlers of Ctrl-C that end the process at once; a match that is stopped ends its programs itself. Does
/// nothing on systems other than Unix, where Ctrl-C reaches the programs as well.
pub fn end_programs() {
    #[cfg(unix)]
    unix::running().iter().for_each(|&id| unix::kill(id));
}

pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(unix)]
    let mut running = unix::running();
    let child = command.spawn()?;
    #[cfg(unix)]
    running.push(child.id());
    Ok(child)
}

/// How a child ended, once it has; what it left running in its group is killed.
#[cfg(unix)]
pub(super) fn try_wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    // Once the child has been waited for, the system may give its number to another process: until the number is off the
    // list, no other thread may kill by it.
    let mut running = unix::running();
    if !running.contains(&child.id()) {
        return child.try_wait();
    }
    let has_ended = unix::has_ended(child.id());
    match has_ended {
        Some(false) => return Ok(None),
        Some(true) => unix::kill(child.id()),
        None => {}
    }
    let status = child.try_wait();
    if !matches!(status, Ok(None)) {
        running.retain(|&known| known != child.id());
    }
    // Some systems report the end only by waiting; right after that the number is still that of the group.
    if matches!(status, Ok(Some(_))) && has_ended.is_none() {
        unix::kill(child.id());
    }
    status
}

/// How a child ended, once it has.
#[cfg(not(unix))]
pub(super) fn try_wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    child.try_wait()
}

/// Kills a child that has not been waited for, and all of its group.
pub(super) fn kill(child: &mut Child) {
    #[cfg(unix)]
    unix::kill(child.id());
    // An error means that it has ended already.
    let _ = child.kill();
}

#[cfg(unix)]
mod unix {
    use std::process::{Command, Stdio};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The leaders of the groups that run.
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

    pub(super) fn running() -> MutexGuard<'static, Vec<u32>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a child has ended that has not been waited for, where the system says so. Linux writes the state behind the
    /// name, which is in parentheses and may contain anything.
    pub(super) fn has_ended(id: u32) -> Option<bool> {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let (_, state) = status.rsplit_once(") ")?;
        Some(state.starts_with(['Z', 'X']))
    }

    pub(super) fn kill(id: u32) {
        let mut command = Command::new("kill");
        command.args(["-s", "KILL", "--", &format!("-{id}")]);
        // An error means that there is no such command: then the child dies alone.
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;
    use std::process::Stdio;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_a_child_has_started_dies_with_it() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo begun; wait"]).stdout(Stdio::piped());
        let mut child = start(&mut command).expect("a shell");
        let mut output = child.stdout.take().expect("a pipe");
        output.read_exact(&mut [0; 6]).expect("begun");
        kill(&mut child);
        child.wait().expect("its end");
        // The pipe ends when the last of them is gone.
        let (sender, ended) = channel();
        std::thread::spawn(move || sender.send(output.read(&mut [0])));
        let ended = ended.recv_timeout(Duration::from_secs(20)).expect("nobody keeps the pipe open");
        assert_eq!(ended.expect("the end of the pipe"), 0);
    }
}
