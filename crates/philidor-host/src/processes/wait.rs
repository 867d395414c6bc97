//! How long a line is waited for.

use super::process::Process;

/// How long a caller waits for a line, and what it means if none comes.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use philidor_host::processes::{Heard, Process, Wait};
///
/// struct Until(Instant);
///
/// impl Wait for Until {
///     type Failure = Heard;
///
///     fn hear(&mut self, process: &mut Process) -> Result<String, Heard> {
///         match process.read(self.0) {
///             Heard::Line(line) => Ok(line),
///             nothing => Err(nothing),
///         }
///     }
/// }
///
/// # #[cfg(unix)] {
/// let mut process = Process::start(&["cat".to_owned()], None, None)?;
/// process.write("hello");
/// let heard = Until(Instant::now() + Duration::from_secs(20)).hear(&mut process);
/// assert_eq!(heard.as_deref(), Ok("hello"));
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Wait {
    /// Why there is no line.
    type Failure;

    /// The next line of a child that should have one.
    ///
    /// # Errors
    ///
    /// The child ended, or the time is over.
    fn hear(&mut self, process: &mut Process) -> Result<String, Self::Failure>;
}
