//! The arguments of the subcommand that an installer runs: `completions`.

use clap_complete::Shell;

/// Print a script that completes the arguments of philidor in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor completions bash > ~/.local/share/bash-completion/completions/philidor
  philidor completions zsh > ~/.zfunc/_philidor
  philidor completions fish > ~/.config/fish/completions/philidor.fish
  philidor completions powershell >> $PROFILE

The script knows the programs that are installed beside this one, by themselves (`philidor-pgn`) and
as subcommands of this one (`philidor pgn`). Bash and fish look for `philidor-pgn` in a file of that
name, which may be a link to this one.

Exit code: 0 fine, 2 wrong usage.")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
