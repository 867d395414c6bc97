//! The arguments of `compare`.

use philidor_host::number;

use philidor_program::arguments::position::PositionArgs;

/// Race the three generators on a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor compare
  philidor compare --fen kiwipete --depth 4
  philidor compare --json                             one object for each generator

perft lists, plays and takes back every leaf, on one thread. The lists are those of the position
itself, made again and again: pseudo-legal moves, and the tactical ones among them. Each rate is the
median of five rounds, in which the generators take turns. The ratio compares perft with that of the
first generator.

Exit code: 0 fine, 1 a FEN with faults, 2 wrong usage.")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Depth of the tree, which every generator counts at least five times
    #[arg(long, default_value = "3", value_parser = number(1..=7_u32))]
    pub(crate) depth: u32,
}
