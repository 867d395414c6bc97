//! Which games are indexed, and how an index is served, as programs take them from their arguments. Feature
//! `arguments`.

use std::io::{Write, stdout};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::Result;
use philidor_host::ending::threads;
use philidor_host::{Several, Size, interruption, note, number};

use crate::{Build, Index, Server, ServerLimits, Site, serve};

/// More threads than any machine has: a typo should not ask the system for a billion.
const MAX_THREADS: NonZero<usize> = NonZero::new(4096).expect("not zero");

/// What a build does.
#[derive(Debug, clap::Args)]
pub struct BuildArgs {
    /// Files of games, packed or not, and folders that `philidor-sql import` has made, in order
    #[arg(required = true, value_name = "GAMES")]
    pub inputs: Vec<PathBuf>,

    /// Folder of the index
    #[arg(long, short, value_name = "INDEX")]
    pub output: PathBuf,

    /// Add the games to the index that is there
    #[arg(long)]
    pub add: bool,

    /// Keep faulty games of PGN; one with a fault in its main line has no result, and does not count
    #[arg(long)]
    pub lenient: bool,

    /// Memory for half-moves that are being sorted; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: Size,

    /// How many half-moves of each game count [default: 50]
    #[arg(long, value_name = "N", value_parser = number(1..=u16::MAX))]
    pub max_ply: Option<u16>,

    /// Leave out positions of fewer games; nothing can be added to such an index
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number(1..=u64::MAX))]
    pub min_games: u64,

    /// Number of threads [default: all available cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = number(NonZero::<usize>::MIN..=MAX_THREADS))]
    pub threads: Option<NonZero<usize>>,
}

impl BuildArgs {
    /// The build; it remarks on standard error.
    #[must_use]
    pub fn build(&self) -> Build {
        let mut build = Build::new(self.inputs.clone(), self.output.clone());
        (build.adds, build.lenient, build.memory) = (self.add, self.lenient, self.memory.0);
        (build.max_ply, build.min_games, build.threads) =
            (self.max_ply, self.min_games, threads(self.threads));
        build.remark = note;
        build
    }
}

/// The help of a build below its arguments.
pub const BUILD_HELP: &str = "\
  INDEX/positions-1/   a row per position, by its key: its moves with counts, by rating, speed and
                       month (Parquet; the README of philidor-explorer draws the bytes)
  INDEX/games/         a row per game, by its number: players, result, moves
  INDEX/explorer.json  what the index has; it appears when the index is whole

Games without a result, those from other starts (Chess960) and those of variants do not count. The
files do not depend on --threads and --memory. After a kill, Ctrl-C or a full disk, the same command
resumes. With --add, more games go into an index that is there; the result is as if all had been
built together. Files that it has, by name and contents, are left out; one with the games of
another, or that has changed, is refused. All positions are written anew before the old files are
removed, so there must be room for both. A server that runs finds the new games.";

/// Answer questions about an index as Lichess's explorer does
#[derive(Debug, clap::Args)]
#[command(after_help = "\
  /lichess /masters     counts and games for a position, as the API of Lichess documents them
  /player               the games of one player; reads all games, some millions a second
  /masters/pgn/ID       a game
  /                     a page with a board

A search for a player that takes more than a minute is cut; until all games are seen, queuePosition
is 1. Nothing is encrypted, and anyone who can reach the port can ask.")]
pub struct ServeArgs {
    /// Folder of the index
    pub index: PathBuf,

    /// Folder of the index that answers /masters [default: the same]
    #[arg(long, value_name = "INDEX")]
    pub masters: Option<PathBuf>,

    /// Address to listen on; 0.0.0.0 is every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub listen: IpAddr,

    /// Port; 0 takes a free one and prints it
    #[arg(long, default_value_t = 9002, value_parser = number(0..=u16::MAX))]
    pub port: u16,

    /// How many requests may be under way at once; others get status 429
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number(1..=100_000_usize))]
    pub requests: usize,

    /// How many of them may look for a player's games, each on a thread of its own
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number(0..=1000_usize))]
    pub searches: usize,
}

impl ServeArgs {
    /// Serves the index until the program is to end, and says where on standard output.
    ///
    /// # Errors
    ///
    /// The index is missing or incomplete, or the port is taken.
    pub async fn run(&self) -> Result<()> {
        let index = Index::open(&self.index)?;
        let masters = self.masters.as_deref().map(Index::open).transpose()?;
        let mut limits = ServerLimits::default();
        (limits.requests, limits.searches) = (self.requests, self.searches);
        let server = Server::new(index, masters, limits).with_faults(note);
        serve(server, SocketAddr::new(self.listen, self.port), |address| {
            // A reader that has gone does not stop the server.
            let _ = writeln!(stdout(), "explorer on http://{address}");
        })
        .await
    }
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
pub struct StaticArgs {
    /// Folder of the index
    pub index: PathBuf,

    /// Folder of the files
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,

    /// Follow moves of at least this many games
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number(1..=u64::MAX))]
    pub min_games: u64,
}

impl StaticArgs {
    /// Writes the files. Returns what a user reads at the end.
    ///
    /// # Errors
    ///
    /// The index is missing or incomplete, or the files cannot be written.
    pub fn run(&self) -> Result<String> {
        interruption::end_when_interrupted()?;
        let site = Site::write(&Index::open(&self.index)?, &self.output, self.min_games)?;
        let (positions, lists) =
            (Several(site.positions as u128, "position"), Several(site.lists as u128, "list"));
        Ok(format!("{positions} in {lists}"))
    }
}
