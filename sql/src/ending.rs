//! How a command of this program ended.

/// How a command ended, if it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It finished.
    Done,
    /// Ctrl-C interrupted it.
    Interrupted,
}
