//! The arguments of `philidor-sql import`.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_host::number;

/// The default number of games per file of the tables: some ten megabytes.
const PART_GAMES: NonZero<u32> = NonZero::new(1 << 15).expect("not zero");

/// Make Parquet tables from files of games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql import games.pgn -o lichess
  philidor-sql import 'lichess_db_*.pgn.zst' -o lichess --positions
  zcat games.pgn.gz | philidor-sql import -o lichess
  philidor-sql query \"SELECT \\\"ECO\\\", count(*) FROM 'lichess/games/*.parquet' GROUP BY 1\"

Files may be packed with zstd, gzip or bzip2, whatever their names; `-` or no file means standard
input.

  DIR/games/      a row per game: tags in columns named as in the public Lichess data set, Date, and
                  id, file, offset, ply_count, moves, start_fen, clocks, evaluations, nags,
                  annotated_movetext, tags, final_material, white_left, black_left, home_pawns, line,
                  opening_eco, opening_name, opening_ply; clocks are in hundredths of a second,
                  centipawns of evaluations from White's side
  DIR/positions/  with --positions, a row per position: game, ply, key, position, move
  DIR/rejects/    a row for everything that could not be read: file, offset, game, ply,
                  error_offset, text, reason

A game that cannot be read becomes a row of the rejects only; all others are imported. A variation
with a fault is left out and becomes such a row, too. With --lenient, as of `philidor pgn`, a fault
costs only its part, which is the row of the rejects: a malformed tag, the rest of a variation or of
the main line, after which the result is *. The game has a tag Fault that says why.

The files of a table do not depend on --threads. A file appears when it is complete and is then
noted in DIR/import.jsonl. After a kill, Ctrl-C or a full disk, the same command resumes from there,
unless the files of games have changed. If it was reading standard input, pass the same input again,
from its beginning.

Exit code: 0 fine, even with parts of games left out, 1 bad or lost games or a file that cannot be
read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct ImportArgs {
    /// Files of games, packed or not, with the wildcards *, ? and []; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<String>,

    /// Folder of the tables
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Also make a table of all positions
    #[arg(long)]
    pub(crate) positions: bool,

    /// Keep faulty games, without malformed tags and up to the first fault of the main line
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Number of threads [default: all available cores]
    #[arg(long, short = 'j', alias = "jobs", value_name = "N", value_parser = number(NonZero::<usize>::MIN..=NonZero::<usize>::MAX))]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Maximum number of games per file of a table
    #[arg(long, value_name = "N", default_value_t = PART_GAMES, value_parser = number(NonZero::<u32>::MIN..=NonZero::<u32>::MAX))]
    pub(crate) part_games: NonZero<u32>,
}
