//! The arguments of `philidor-sql evaluations` and `philidor-sql puzzles`.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_host::number;

/// The default number of lines per file of a table.
const PART_LINES: NonZero<u32> = NonZero::new(1 << 16).expect("not zero");

/// The end of the help of `evaluations`.
pub(super) const EVALUATIONS: &str = "\
Examples:
  philidor-sql evaluations lichess_db_eval.jsonl.zst -o evaluations
  philidor-sql query \"SELECT to_fen(g.position), e.depth, e.centipawns
    FROM 'lichess/positions/*.parquet' g
    JOIN 'evaluations/evaluations/*.parquet' e ON g.key = e.key AND e.pv = 1\"

  DIR/evaluations/  a row per variation: key, position, evaluation, depth, knodes, pv, centipawns,
                    mate, move, line
  DIR/rejects/      a row per line that could not be read: file, line, text, reason

Scores are from White's point of view. `evaluation` and `pv` count from 1, in the order of the file;
`line` has the moves of a variation in the form of games, `move` the first of them. `key` is
`key(position)`.
After a kill or Ctrl-C, the same command resumes.

Exit code: 0 fine, 1 rejects or a file that cannot be read or written, 2 wrong usage,
130 interrupted.";

/// The end of the help of `puzzles`.
pub(super) const PUZZLES: &str = "\
Examples:
  philidor-sql puzzles lichess_db_puzzle.csv.zst -o puzzles
  philidor-sql query \"SELECT id, to_fen(position), to_pgn(solution, position)
    FROM 'puzzles/puzzles/*.parquet' WHERE array_has(themes, 'zugzwang') AND rating > 2500\"

  DIR/puzzles/  a row per puzzle: id, key, position, solution, setup_fen, setup_move, rating,
                rating_deviation, popularity, plays, themes, game_url, opening_tags
  DIR/rejects/  a row per line that could not be read: file, line, text, reason

`position` is the one to solve, after the mistake with which the file begins; `solution` has moves
in the form of games. `key` is `key(position)`, so puzzles join games and evaluations.
After a kill or Ctrl-C, the same command resumes.

Exit code: 0 fine, 1 rejects or a file that cannot be read or written, 2 wrong usage,
130 interrupted.";

/// The files, and the folder of the tables.
#[derive(Debug, clap::Args)]
pub(crate) struct StudyArgs {
    /// Files, packed or not, with the wildcards *, ? and []; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<String>,

    /// Folder of the tables
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Number of threads [default: all available cores]
    #[arg(long, short = 'j', alias = "jobs", value_name = "N", value_parser = number(NonZero::<usize>::MIN..=NonZero::<usize>::MAX))]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Maximum number of lines per file of a table
    #[arg(long, value_name = "N", default_value_t = PART_LINES, value_parser = number(NonZero::<u32>::MIN..=NonZero::<u32>::MAX))]
    pub(crate) part_lines: NonZero<u32>,
}
