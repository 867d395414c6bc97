//! The arguments of `philidor-sql import`.

use std::num::NonZero;
use std::path::PathBuf;

/// How many games a file of the tables is of, unless told otherwise: some ten megabytes.
const PART_GAMES: NonZero<u32> = NonZero::new(1 << 15).expect("not zero");

/// Make Parquet tables of files of games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql import games.pgn -o lichess
  philidor-sql import 'lichess_db_*.pgn.zst' -o lichess --positions
  zcat games.pgn.gz | philidor-sql import -o lichess
  philidor-sql query \"SELECT \\\"ECO\\\", count(*) FROM 'lichess/games/*.parquet' GROUP BY 1\"

Files may be packed with zstd, gzip or bzip2, whatever their names; `-` or no file is standard input.

  DIR/games/      a row a game: tags in columns named as in the public Lichess data set, and
                  id, file, offset, ply_count, moves, start_fen, clocks, evaluations, nags,
                  annotated_movetext, tags
  DIR/positions/  with --positions, a row a position: game, ply, key, position, move
  DIR/rejects/    a row for all that could not be read: file, offset, game, ply, error_offset,
                  text, reason

A game that cannot be read is a row of the rejects and nothing else; all others are imported.

The files of a table are the same whatever the number of --threads. A file appears when it is whole,
and DIR/import.jsonl notes it; the same command goes on from there after a kill, Ctrl-C or a full
disk, unless the files of games are others than before. If standard input was being read, it must
be given the same bytes again from the first one on.

Exit code: 0 fine, 1 rejects or a file that cannot be read or written, 2 wrong usage,
130 interrupted.")]
pub(crate) struct ImportArgs {
    /// Files of games, packed or not, with *, ? and [] if you like; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<String>,

    /// The folder of the tables
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Make a table of all positions, too
    #[arg(long)]
    pub(crate) positions: bool,

    /// On how many threads; all available cores if not given
    #[arg(long, short = 'j', alias = "jobs", value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// How many games a file of a table is of at most
    #[arg(long, value_name = "N", default_value_t = PART_GAMES)]
    pub(crate) part_games: NonZero<u32>,
}
