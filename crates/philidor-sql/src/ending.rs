//! How a command of this program ended.

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All is done.
    Done,
    /// Ctrl-C came first.
    Interrupted,
}
