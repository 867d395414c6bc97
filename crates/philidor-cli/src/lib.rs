//! The `philidor` command: the rules of chess in a terminal.
//!
//! ```text
//! args/          the arguments, and their help
//! command/       carries them out, each command in a file or a folder of its own
//! siblings.rs    the other programs of philidor, which this one starts
//! ```
//!
//! What several programs need is in `philidor-program`. All of this is a library and not the program itself, so that
//! Cargo compiles it at the same time as the crates that it calls: only linking has to wait for them. It promises
//! nothing to other crates.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod args;
mod command;
mod siblings;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap_complete::{Generator as _, Shell};
use philidor_host::WholeFile;
use philidor_program::command_tree::CommandTree;
use philidor_program::program;

use crate::args::Args;

/// What the program does: starts the program that answers, or reads its arguments and carries them out.
#[must_use]
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(request) = siblings::asked_for(&arguments(), &words) {
        return siblings::start(&request).unwrap_or_else(|error| program::fail(&error, &request.words));
    }
    let asked = words.get(1..).unwrap_or_default().to_vec();
    program::run::<Args>("philidor", words, |args, output| command::run(args, &asked, output))
}

/// Writes what a shell needs to complete the command, whose subcommands other programs answer, into a folder: a file
/// for the command, and one for each of these programs.
///
/// # Errors
///
/// What the system reports.
pub fn write_completions(shell: Shell, trees: &[CommandTree], folder: &Path) -> std::io::Result<()> {
    for (name, command) in command::completions::commands(trees) {
        let script = command::completions::script(shell, &name, command);
        WholeFile::write_bytes(&folder.join(shell.file_name(&name)), &script)?;
    }
    Ok(())
}

/// What the arguments are, for the manual pages.
#[must_use]
pub fn arguments() -> clap::Command {
    program::command::<Args>()
}
