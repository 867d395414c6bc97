//! The arguments of the subcommands about generators: `compare`, `magics`, `draw`.

use clap::Subcommand;
use philidor::Square;
use philidor_host::number;

use super::PositionArgs;

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

/// Search for the multipliers of the slider tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor magics                                     the built-in numbers, found again
  philidor magics --seed 7 --json                     others

A seed gives the same numbers on every machine. A look-up multiplies `occupied & mask` by the number
and shifts the product right: that is an index into a table of all attacks. The rate is that of the
built-in tables, with each look-up waiting for the one before.

Exit code: 0 fine, 2 wrong usage.")]
pub(crate) struct MagicsArgs {
    /// Seed of the random numbers [default: that of the built-in numbers]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
}

/// Draw what a generator sees, from its own tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor draw chain b2 --fen '4k3/8/8/8/1p6/8/1R6/4K3 w - - 0 1'
  philidor draw look-up a1 --fen kiwipete
  philidor draw mailbox --fen kiwipete

Exit code: 0 fine, 1 a FEN with faults or no such piece on the square, 2 wrong usage.")]
pub(crate) struct DrawArgs {
    #[command(subcommand)]
    pub(crate) picture: Picture,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
pub(crate) enum Picture {
    /// The walk of a piece or pawn along the chains of 1989: numbered squares, `x` for occupied
    Chain {
        /// Square of the piece or pawn
        square: Square,
        #[command(flatten)]
        position: PositionArgs,
    },
    /// The look-up of the attacks of a rook or bishop: mask, relevant blockers, product, attacks
    LookUp {
        /// Square of the rook or bishop
        square: Square,
        #[command(flatten)]
        position: PositionArgs,
    },
    /// The 10×12 bytes of the mailbox, `#` for the frame, and the 26 bits of its state
    Mailbox {
        #[command(flatten)]
        position: PositionArgs,
    },
}
