//! How long to wait for a line.

use super::process::Process;

/// How long a caller waits for a line, and what it means if none comes. A hunt and a match see that differently.
pub trait Wait {
    /// Why no line came.
    type Failure;

    /// The next line of a child that is expected to write one.
    ///
    /// # Errors
    ///
    /// The child has ended, or the time is up.
    fn hear(&mut self, process: &mut Process) -> Result<String, Self::Failure>;
}
