//! Writes the manual pages, one for each program and one for each subcommand, as `scripts/release-build` does:
//! `cargo run -p philidor-book --example manual -- ~/.local/share/man/man1`.

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::Path;

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).ok_or_else(|| Error::other("which folder are the pages for?"))?;
    write(folder.as_ref())
}

/// Writes `philidor.1`, `philidor-perft.1`, `philidor-pgn.1` and so on, which replace older ones.
pub fn write(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    // `help` is an argument like any other and has no page.
    let programs = [
        philidor_cli::arguments(),
        philidor_engine_cli::arguments(),
        philidor_hunt_cli::arguments(),
        philidor_pgn_cli::arguments(),
        philidor_tables_cli::arguments(),
        philidor_variants_cli::arguments(),
    ];
    programs
        .into_iter()
        .try_for_each(|program| clap_mangen::generate_to(program.disable_help_subcommand(true), folder))
}
