//! A child at the head of a process group of its own.
//!
//! ```text
//! terminal's group      the child's group
//! this process          a script ──► an engine
//! ▲ Ctrl-C              ▲ kill
//! ```
//!
//! An engine may be started by a script, or start helpers itself. On Unix the whole group is killed, and Ctrl-C in a
//! terminal reaches this process alone, which then ends the match in order. On other systems only the child is killed.
//!
//! The standard library can signal one process only. The command `kill`, which every Unix has, can signal a group, and
//! that saves a dependency and `unsafe` code.

use std::io;
use std::process::{Child, Command};

/// Starts a child.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.spawn()
}

/// Kills a child that has not been waited for, and all of its group.
pub(super) fn kill(child: &mut Child) {
    // As long as it has not been waited for, its number is still that of the group.
    #[cfg(unix)]
    let _ = {
        use std::process::Stdio;
        let group = format!("-{}", child.id());
        let mut command = Command::new("kill");
        command.args(["-s", "KILL", "--", &group]);
        // An error means that there is no such command: then the child dies alone.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()
    };
    // An error means that it has ended already.
    let _ = child.kill();
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
