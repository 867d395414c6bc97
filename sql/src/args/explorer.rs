//! The arguments of `philidor-sql explorer`: those of `philidor-explorer`, and those of a cluster.

use clap::Subcommand;
use philidor_explorer::arguments::{BUILD_HELP, ServeArgs, StaticArgs};

use super::SessionArgs;

/// Build and serve an opening explorer of your own, as philidor-explorer does
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql import 'lichess_db_*.pgn.zst' -o lichess
  philidor-sql explorer build lichess -o explorer
  philidor-sql explorer serve explorer
  curl 'http://localhost:9002/lichess?play=e2e4,e7e5&speeds=blitz,rapid&ratings=1600,1800'

The server answers as https://explorer.lichess.ovh does: programs that ask that one ask this one
when their address is changed.

Exit code: 0 fine, or stopped on request, 1 a file that cannot be read or written, 2 wrong usage,
130 interrupted.")]
pub(crate) struct ExplorerArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: ExplorerCommand,
}

/// A part of the explorer.
#[derive(Debug, Subcommand)]
pub(crate) enum ExplorerCommand {
    Build(BuildArgs),
    Serve(ServeArgs),
    Static(StaticArgs),
}

/// Make an index of the positions of games
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
{BUILD_HELP}

With --cluster its workers count the half-moves of imports, by one statement; this machine writes
the files, which are the same."))]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) index: philidor_explorer::arguments::BuildArgs,

    #[command(flatten)]
    pub(crate) session: SessionArgs,
}
