//! Builds the program for the tests of other crates, since Cargo would build it for tests of this crate alone. The
//! program needs nothing except the standard library.

use std::env::{self, consts::EXE_EXTENSION};
use std::error::Error;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=mutant");
    let folder = env::var_os("OUT_DIR").ok_or("no OUT_DIR")?;
    let mut rustc = Command::new(env::var_os("RUSTC").ok_or("no RUSTC")?);
    rustc.args(["--edition=2024", "-Copt-level=2", "-Cdebug-assertions=yes", "mutant/main.rs", "-o"]);
    rustc.arg(Path::new(&folder).join("mutant").with_extension(EXE_EXTENSION));
    if rustc.status()?.success() { Ok(()) } else { Err("the mutant does not compile".into()) }
}
