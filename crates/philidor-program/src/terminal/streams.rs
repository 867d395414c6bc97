//! Whether there is a standard output at all.
//!
//! `philidor perft 3 >&-` closes it. Before `main` begins, the standard library opens `/dev/null` in its place, so that
//! no file gets its number by accident; from then on every write succeeds and nothing is written. Later this cannot be
//! distinguished from a deliberate `/dev/null`, since Python and Node open theirs for reading and writing as well. A
//! constructor, which the system runs before `main`, therefore checks in time.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use philidor_host::Output;

static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

// SAFETY: code that runs before `main` must not rely on what the standard library sets up at that point. This is one
// system call and one store into a static; `io::stdout()` only makes a handle and allocates, for which the standard
// library needs no setup. The reason is not speed: later the answer can no longer be found out.
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look_before_main() {
        use nix::fcntl::{FcntlArg, fcntl};

        let is_closed = fcntl(io::stdout(), FcntlArg::F_GETFD) == Err(nix::errno::Errno::EBADF);
        OUTPUT_IS_CLOSED.store(is_closed, Relaxed);
    }
}

/// Whether the program was started with a closed standard output.
pub fn output_is_closed() -> bool {
    OUTPUT_IS_CLOSED.load(Relaxed)
}

/// Closes standard output again before another program takes the place of this one, which would otherwise inherit
/// `/dev/null`.
#[cfg(unix)]
pub fn keep_closed() {
    use nix::fcntl::{FcntlArg, FdFlag, fcntl};

    if output_is_closed() {
        // Without this the other program writes to nowhere, as it would without this one.
        let _ = fcntl(io::stdout(), FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
    }
}

/// The error of every write to a closed standard output.
pub fn closed() -> io::Error {
    io::Error::other("standard output is closed")
}

/// Where results go, byte for byte: the file with this name if one is given, otherwise standard output, which is also
/// `-`. Text for people goes through the terminal's writer instead, which removes colors.
///
/// # Errors
///
/// The file cannot be created, or standard output is closed.
pub fn create(path: Option<&Path>) -> io::Result<Output> {
    create_in_place(path, &[])
}

/// The same, where these inputs may be replaced: their games, in their format, are what is written.
///
/// # Errors
///
/// As above.
pub fn create_in_place(path: Option<&Path>, inputs: &[PathBuf]) -> io::Result<Output> {
    match Output::create_in_place(path, inputs)? {
        Output::Standard(_) if output_is_closed() => Err(closed()),
        output => Ok(output),
    }
}

/// Whether results would go to a terminal that was not asked for: `-o -` asks.
pub fn is_unasked_terminal(path: Option<&Path>) -> bool {
    is_unasked(path, io::stdout().is_terminal())
}

fn is_unasked(path: Option<&Path>, is_terminal: bool) -> bool {
    path.is_none() && is_terminal
}

/// A stand-in for a closed standard output: a command that writes nothing succeeds, any other fails.
pub struct ClosedOutput;

impl Write for ClosedOutput {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(closed())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_asked_for_with_a_dash() {
        assert!(is_unasked(None, true));
        assert!(!is_unasked(None, false));
        assert!(!is_unasked(Some(Path::new("-")), true));
    }
}
