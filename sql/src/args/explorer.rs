//! The arguments of `philidor-sql explorer`.

use std::net::IpAddr;
use std::num::NonZero;
use std::path::PathBuf;

use clap::Subcommand;
use philidor_host::{Size, number};

use super::SessionArgs;

/// Build and serve an opening explorer of your own
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

/// Make an index of the positions of imported games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  INDEX/positions-1/   a row per position, by its key: its moves with counts, by rating, speed and
                       month (Parquet; the README of philidor-opening-explorer draws the bytes)
  INDEX/games/         a row per game, by its number: players, result, moves
  INDEX/explorer.json  what the index has; it appears when the index is whole

Games without a result, and those from other starts (Chess960), do not count. The files do not
depend on --threads, --memory or --cluster. After a kill, Ctrl-C or a full disk, the same command
resumes. With --add, the games of more imports go into an index that is there; the result is as if
all had been built together. Files that it has, by name and contents, are left out; one with the
games of another, or that has changed, is refused. All positions are written anew before
the old files are removed, so there must be room for both. A server that runs finds the new games.

With --cluster its workers count the half-moves, by one statement; this machine writes the files.")]
pub(crate) struct BuildArgs {
    /// Folders of imports, which `philidor-sql import` has made, in order
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,

    /// Folder of the index
    #[arg(long, short, value_name = "INDEX")]
    pub(crate) output: PathBuf,

    /// Add the games to the index that is there
    #[arg(long)]
    pub(crate) add: bool,

    /// Memory for half-moves that are being sorted; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Size,

    /// How many half-moves of each game count [default: 50]
    #[arg(long, value_name = "N", value_parser = number(1..=u16::MAX))]
    pub(crate) max_ply: Option<u16>,

    /// Leave out positions of fewer games; nothing can be added to such an index
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u64::MAX))]
    pub(crate) min_games: u64,

    /// Number of threads [default: all available cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = number(NonZero::<usize>::MIN..=NonZero::<usize>::MAX))]
    pub(crate) threads: Option<NonZero<usize>>,

    #[command(flatten)]
    pub(crate) session: SessionArgs,
}

/// Answer questions about an index as Lichess's explorer does
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  /lichess /masters     counts and games for a position, as the API of Lichess documents them
  /player               the games of one player; reads all games, some millions a second
  /masters/pgn/ID       a game
  /                     a page with a board

A search for a player that takes more than a minute is cut; until all games are seen, queuePosition
is 1. Nothing is encrypted, and anyone who can reach the port can ask.")]
pub(crate) struct ServeArgs {
    /// Folder of the index
    pub(crate) index: PathBuf,

    /// Folder of the index that answers /masters [default: the same]
    #[arg(long, value_name = "INDEX")]
    pub(crate) masters: Option<PathBuf>,

    /// Address to listen on; 0.0.0.0 is every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,

    /// Port; 0 takes a free one and prints it
    #[arg(long, default_value_t = 9002, value_parser = number(0..=u16::MAX))]
    pub(crate) port: u16,

    /// How many requests may be under way at once; others get status 429
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number(1..=100_000_usize))]
    pub(crate) requests: usize,

    /// How many of them may look for a player's games, each on a thread of its own
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number(0..=1000_usize))]
    pub(crate) searches: usize,
}

/// Write files of which a page is an explorer on any web server
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  DIR/index.html       the page; a web server sends it, and ranges of the other files
  DIR/site.json        what there is; it appears when the site is whole
  DIR/0000.keys …      where the record of a position is, by its key
  DIR/0000.json …      the records, as /lichess answers about all games

Only positions are written that moves from the usual start lead to, without ratings and speeds to
choose from. To try it: python3 -m http.server knows no ranges and sends whole files, which will do.")]
pub(crate) struct StaticArgs {
    /// Folder of the index
    pub(crate) index: PathBuf,

    /// Folder of the files
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Follow moves of at least this many games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number(1..=u64::MAX))]
    pub(crate) min_games: u64,
}
