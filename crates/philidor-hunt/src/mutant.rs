//! The mutant, an engine with bugs that can be switched on, for tests: its source, and how it is built.
//!
//! Cargo builds an example only with all tests of its own package, and a published package has no path to the files of
//! another. So the source of `examples/mutant/` goes with the library. It needs nothing except the standard library:
//! the compiler builds it in a second.

use std::env::{self, consts::EXE_EXTENSION};
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

macro_rules! source {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../examples/mutant/", $name)))),*] };
}

/// The files, by name.
const SOURCE: [(&str, &str); 16] = source! {
    "board.rs" "bugs.rs" "castling.rs" "count.rs" "engine.rs" "fen.rs" "keys.rs" "letters.rs" "lines.rs" "main.rs"
    "misbehavior.rs" "moves.rs" "notation.rs" "position.rs" "safety.rs" "uci.rs"
};

/// Builds the engine in a folder, which is made if need be; the program.
///
/// # Errors
///
/// A file cannot be written, or the compiler cannot be started or complains.
pub fn build(folder: &Path) -> Result<PathBuf> {
    let source = folder.join("source");
    fs::create_dir_all(&source)?;
    for (name, text) in SOURCE {
        fs::write(source.join(name), text)?;
    }
    let built = folder.join("mutant").with_extension(EXE_EXTENSION);
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let options = ["--edition=2024", "-Copt-level=2", "-Cdebug-assertions=yes", "-o"];
    let output = rustc.args(options).arg(&built).arg(source.join("main.rs")).output()?;
    let complaints = || Error::other(String::from_utf8_lossy(&output.stderr).into_owned());
    if output.status.success() { Ok(built) } else { Err(complaints()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_example_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/mutant");
        let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name());
        let mut names: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        assert_eq!(names, SOURCE.map(|(name, _)| name));
    }
}
