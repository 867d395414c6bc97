//! Builds both programs, for the tests of other crates: Cargo would build them for tests of this one alone. They need
//! nothing except the standard library.

use std::env::{self, consts::EXE_EXTENSION};
use std::error::Error;
use std::path::Path;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::var_os("OUT_DIR").ok_or("no OUT_DIR")?;
    for name in ["mutant", "variant-mutant"] {
        println!("cargo::rerun-if-changed={name}");
        let mut rustc = Command::new(env::var_os("RUSTC").ok_or("no RUSTC")?);
        rustc.args(["--edition=2024", "-Copt-level=2", "-Cdebug-assertions=yes", "-o"]);
        rustc.arg(Path::new(&folder).join(name).with_extension(EXE_EXTENSION));
        if !rustc.arg(Path::new(name).join("main.rs")).status()?.success() {
            return Err(format!("{name} does not compile").into());
        }
    }
    Ok(())
}
