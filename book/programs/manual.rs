//! Writes manual pages and completions as `scripts/release-build` has them: a page for each program and each
//! subcommand, and a file for each program and each shell.
//!
//! ```text
//! for program in philidor-pgn philidor-engine; do $program --arguments-as-json > $program.json; done
//! cargo run -p philidor-book --example manual -- ~/.local/share/man/man1 completions *.json
//! ```

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{Error, Result};
use std::path::Path;

use clap_complete::Shell;
use philidor_program::command_tree::CommandTree;

fn main() -> Result<()> {
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let [pages, completions, trees @ ..] = &words[..] else {
        return Err(Error::other("which folders are the pages and the completions for?"));
    };
    let trees =
        trees.iter().map(|tree| Ok(serde_json::from_slice(&fs::read(tree)?)?)).collect::<Result<Vec<_>>>()?;
    write(pages.as_ref(), completions.as_ref(), &trees)
}

/// Writes `philidor.1`, `philidor-perft.1`, `philidor-pgn.1`, `_philidor`, `philidor.bash` and so on, which replace
/// older ones.
pub fn write(pages: &Path, completions: &Path, trees: &[CommandTree]) -> Result<()> {
    fs::create_dir_all(pages)?;
    fs::create_dir_all(completions)?;
    let others = trees.iter().map(|tree| tree.command(tree.name()));
    for program in std::iter::once(philidor_cli::arguments()).chain(others) {
        // `help` is an argument like any other and has no page.
        clap_mangen::generate_to(program.disable_help_subcommand(true), pages)?;
    }
    [Shell::Bash, Shell::Fish, Shell::PowerShell, Shell::Zsh]
        .into_iter()
        .try_for_each(|shell| philidor_cli::write_completions(shell, trees, completions))
}
