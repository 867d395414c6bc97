//! The arguments of `philidor-sql export`.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_host::number;

/// Write the games of imported tables as PGN
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor-sql export lichess -o again.pgn
  philidor-sql export lichess | philidor pgn check

Importing the output again gives the same rows, except for id, file and offset. Tags with columns
come first, the others in their original order; moves are in SAN, in lines of less than 80 columns.
The output does not depend on --threads.

Exit code: 0 fine, 1 a file that cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct ExportArgs {
    /// Folder of the tables
    pub(crate) dir: PathBuf,

    /// File to write, which appears when it is complete [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Number of threads [default: all available cores]
    #[arg(long, short = 'j', alias = "jobs", value_name = "N", value_parser = number(NonZero::<usize>::MIN..=NonZero::<usize>::MAX))]
    pub(crate) threads: Option<NonZero<usize>>,
}
