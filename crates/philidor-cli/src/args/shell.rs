//! The arguments of the subcommands that an installer runs: `completions`, `man`.

use std::path::PathBuf;

use clap_complete::Shell;

/// Print a script that completes the arguments of philidor in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor completions bash > ~/.local/share/bash-completion/completions/philidor
  philidor completions zsh > ~/.zfunc/_philidor
  philidor completions fish > ~/.config/fish/completions/philidor.fish
  philidor completions powershell >> $PROFILE

Exit code: 0 fine, 2 wrong usage.")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Write the manual pages, one for each subcommand
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor man ~/.local/share/man/man1                all pages, for man(1)
  philidor man | man -l -                             read the first page

Exit code: 0 fine, 1 pages that cannot be written, 2 wrong usage.")]
pub(crate) struct ManArgs {
    /// Folder for the pages, which replace older ones [default: print the first page]
    pub(crate) folder: Option<PathBuf>,
}
