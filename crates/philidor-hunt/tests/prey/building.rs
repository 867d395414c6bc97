//! The mutant, built for tests: those of this package, and those that hunt it with the command.
//!
//! Cargo builds examples of the package alone that it tests, and only if all of its tests are built. The mutant needs
//! nothing except the standard library, so the compiler builds it here in a second.

use std::env::{self, consts::EXE_EXTENSION};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// The engine of the package in a folder, built once for each binary of tests, in a folder of its own: they may run at
/// the same time.
pub(crate) fn built(package: &Path) -> Result<PathBuf, Box<dyn Error>> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    Ok(BUILT.get_or_init(|| build(&package.join("examples/mutant/main.rs"))).clone()?)
}

fn build(source: &Path) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prey").join(env!("CARGO_CRATE_NAME"));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let built = folder.join("mutant").with_extension(EXE_EXTENSION);
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let options = ["--edition=2024", "-Copt-level=2", "-Cdebug-assertions=yes", "-o"];
    let output = rustc.args(options).arg(&built).arg(source).output().map_err(|error| error.to_string())?;
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(built) } else { Err(complaints) }
}
