//! How the lines of a file are answered.

/// Bytes of answers that are kept back while the next lines are in memory.
pub(super) const BUFFER: usize = 1 << 16;

/// How lines are answered.
#[derive(Clone, Debug)]
pub enum Answers {
    /// An object for each.
    Json,
    /// One of two words; the second is followed by the faults.
    Words {
        /// For a line without faults.
        ok: String,
        /// For any other.
        error: String,
    },
}
