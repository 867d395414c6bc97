//! The mutant, built for the tests that hunt it with the command.
//!
//! It is the example of `philidor-hunt`, and Cargo builds examples of the package alone that it tests. But it needs
//! nothing except the standard library, so the compiler builds it here in a second.

use std::env::{self, consts::EXE_EXTENSION};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// The engine, built once for these tests.
pub(crate) fn mutant() -> Result<PathBuf, Box<dyn Error>> {
    static BUILT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let build = || {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../philidor-hunt/examples/mutant/main.rs");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prey").join(env!("CARGO_CRATE_NAME"));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let built = folder.join("mutant").with_extension(EXE_EXTENSION);
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
        let options = ["--edition=2024", "-Copt-level=2", "-Cdebug-assertions=yes", "-o"];
        let output =
            rustc.args(options).args([&built, &source]).output().map_err(|error| error.to_string())?;
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(built) } else { Err(complaints) }
    };
    Ok(BUILT.get_or_init(build).clone()?)
}
