//! The command, as the tests start it.

use std::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// The program, without those environment variables of the tests that it obeys.
pub(crate) fn philidor(arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PHILIDOR_CPU"] {
        command.env_remove(variable);
    }
    command
}

/// Waits until a program listens to Ctrl-C.
#[cfg(target_os = "linux")]
pub(crate) fn await_listening(child: &mut Child) -> Outcome {
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).ok_or("no signals")?;
        if u64::from_str_radix(caught.trim(), 16)? & 1 << 1 != 0 {
            return Ok(());
        }
        assert!(child.try_wait()?.is_none(), "it ended before it listened");
        thread::yield_now();
    }
}

/// What a program makes of a whole input. It may end before it has taken all.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Result<Output, Box<dyn Error>> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        Ok(child.wait_with_output()?)
    })
}
