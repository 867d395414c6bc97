//! The arguments of the subcommands that test move generators, or are one to be tested: `verify`, `uci`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::ValueEnum;

use super::perft::threads;

/// Count the built-in suite, and compare with its known counts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor verify                                     all counts
  philidor verify --nodes-limit 100000                the small ones
  philidor verify --export epd > suite.epd            the suite, for any other program

Every position has a name, and counts that two foreign programs agree with. The lines of a mismatch
are those of --export epd without limits. The last line is `N passed, M failed`, in counts.

Exit code: 0 fine, 1 counts that differ or a file that cannot be read, 2 wrong usage, 130 interrupted.")]
pub(crate) struct VerifyArgs {
    /// Count this suite and not the built-in one; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,

    /// Leave out the deeper counts
    #[arg(long, value_name = "DEPTH")]
    pub(crate) depth_limit: Option<u32>,

    /// Leave out the larger counts
    #[arg(long, value_name = "LEAVES")]
    pub(crate) nodes_limit: Option<u64>,

    /// How many threads; all available cores if not given
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Write the suite, and count nothing
    #[arg(long, value_name = "FORM", conflicts_with = "threads")]
    pub(crate) export: Option<SuiteForm>,
}

/// How a suite is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteForm {
    /// A line a position, as it is read.
    Epd,
    /// One document.
    Json,
}

/// Answer the commands of the UCI protocol, so that other tools can drive philidor
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands: uci, isready, ucinewgame, setoption name Hash|Threads|UCI_Chess960 value …,
position startpos|fen … moves …, go perft N, d, stop, quit. What is not understood is answered by an
`info string`. The end of the input ends the program, once the count is done.

philidor does not play yet: `go` without perft answers with any legal move.")]
pub(crate) struct UciArgs {}
