//! The arguments of `philidor-sql export`.

use std::num::NonZero;
use std::path::PathBuf;

/// Write the games of imported tables as PGN
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql export lichess -o again.pgn
  philidor-sql export lichess | philidor pgn check

What is written is read back into the same rows, but for id, file and offset. The tags that have
columns come first, the others in their order; moves are in SAN, in lines of less than 80 columns.
What is written is the same whatever the number of --threads.

Exit code: 0 fine, 1 a file that cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct ExportArgs {
    /// The folder of the tables
    pub(crate) dir: PathBuf,

    /// Write to a file, which appears when it is whole; standard output if not given
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// On how many threads; all available cores if not given
    #[arg(long, short = 'j', alias = "jobs", value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,
}
