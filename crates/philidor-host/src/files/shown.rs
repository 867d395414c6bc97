//! The name of a file in a message.

use std::path::Path;

use crate::text::Visible;

/// A path as text that is safe for a terminal: a name may have line feeds and escape sequences.
pub(super) fn shown(path: &Path) -> String {
    Visible(&path.display().to_string()).to_string()
}
