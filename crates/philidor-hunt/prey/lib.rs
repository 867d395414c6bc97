//! Where the programs with bugs are.

use std::env::consts::EXE_EXTENSION;
use std::path::{Path, PathBuf};

/// A move generator of chess, which talks UCI.
#[must_use]
pub fn mutant() -> PathBuf {
    built("mutant")
}

/// The same for variants, beside it.
#[must_use]
pub fn variant_mutant() -> PathBuf {
    built("variant-mutant")
}

fn built(name: &str) -> PathBuf {
    Path::new(env!("OUT_DIR")).join(name).with_extension(EXE_EXTENSION)
}
