//! Where the program with bugs is.

use std::env::consts::EXE_EXTENSION;
use std::path::{Path, PathBuf};

/// A move generator of chess and its variants, which talks UCI.
#[must_use]
pub fn mutant() -> PathBuf {
    Path::new(env!("OUT_DIR")).join("mutant").with_extension(EXE_EXTENSION)
}
