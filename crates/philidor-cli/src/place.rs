//! Where a file is, so that two names are seen to be those of one file: `games.pgn`, `./games.pgn`, a link to it.

use std::fs;
use std::path::{Path, PathBuf};

/// The canonical path of a file. For a file that does not exist yet, its name in that of its folder.
pub(crate) fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(fs::canonicalize(folder).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(new).unwrap_or_else(|| path.to_owned())
}
