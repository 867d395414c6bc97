//! How long a line is waited for.

use super::process::Process;

/// How long a caller waits for a line, and what it means if none comes. A hunt and a match see that differently.
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
