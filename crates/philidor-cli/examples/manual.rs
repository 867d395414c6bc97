//! Writes the manual pages, one for the command and one for each subcommand, as `scripts/release-build` does:
//! `cargo run -p philidor-cli --example manual -- ~/.local/share/man/man1`.

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::Path;

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).ok_or_else(|| Error::other("which folder are the pages for?"))?;
    write(folder.as_ref())
}

/// Writes `philidor.1`, `philidor-perft.1` and so on, which replace older ones.
pub fn write(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    // `help` is an argument like any other and has no page.
    clap_mangen::generate_to(philidor_cli::arguments().disable_help_subcommand(true), folder)
}
