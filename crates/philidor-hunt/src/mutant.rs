//! The mutant, an engine with bugs that can be switched on, for tests: its source, and how it is built.
//!
//! Cargo builds an example only with all tests of its own package, and a published package has no path to the files of
//! another. So the source of `examples/mutant/` goes with the library, and so does that of `examples/variant-mutant/`.
//! They need nothing except the standard library: the compiler builds each in a second or two.

use std::env::{self, consts::EXE_EXTENSION};
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

macro_rules! source {
    ($folder:literal: $($name:literal)*) => {
        [$(($name, include_str!(concat!("../examples/", $folder, "/", $name)))),*]
    };
}

/// The files of the chess engine, by name.
const SOURCE: [(&str, &str); 16] = source! {
    "mutant": "board.rs" "bugs.rs" "castling.rs" "count.rs" "engine.rs" "fen.rs" "keys.rs" "letters.rs" "lines.rs" "main.rs"
    "misbehavior.rs" "moves.rs" "notation.rs" "position.rs" "safety.rs" "uci.rs"
};

/// The files of the engine for variants.
const VARIANT_SOURCE: [(&str, &str); 9] = source! {
    "variant-mutant": "board.rs" "bugs.rs" "danger.rs" "main.rs" "moves.rs" "position.rs" "rules.rs" "talk.rs"
    "variant.rs"
};

/// Builds the chess engine in a folder, which is made if need be, and returns the path of the program.
///
/// # Errors
///
/// A file cannot be written, or the compiler cannot be started or complains.
pub fn build(folder: &Path) -> Result<PathBuf> {
    build_from(&SOURCE, folder, "mutant")
}

/// Builds the engine for variants in the same way.
///
/// # Errors
///
/// As for [`build`].
pub fn build_for_variants(folder: &Path) -> Result<PathBuf> {
    build_from(&VARIANT_SOURCE, folder, "variant-mutant")
}

fn build_from(files: &[(&str, &str)], folder: &Path, name: &str) -> Result<PathBuf> {
    let source = folder.join(name).with_extension("source");
    fs::create_dir_all(&source)?;
    for (name, text) in files {
        fs::write(source.join(name), text)?;
    }
    let built = folder.join(name).with_extension(EXE_EXTENSION);
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
    fn every_file_of_the_examples_is_there() {
        for (folder, source) in [("mutant", &SOURCE[..]), ("variant-mutant", &VARIANT_SOURCE)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(folder);
            let files =
                fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name());
            let mut names: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
            names.sort_unstable();
            assert_eq!(names, source.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        }
    }
}
