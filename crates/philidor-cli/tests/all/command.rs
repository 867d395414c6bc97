//! The command, as the tests start it.

use std::error::Error;
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};
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

/// What a program makes of a whole input. It may end before it has taken all.
pub(crate) fn fed(command: &mut Command, input: &[u8]) -> Result<Output, Box<dyn Error>> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        Ok(child.wait_with_output()?)
    })
}
