//! The arguments of the subcommands about generators: `compare`, `magics`, `draw`.

use clap::Subcommand;
use philidor::Square;

use super::PositionArgs;

/// Race the three generators on a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor compare
  philidor compare --fen kiwipete --depth 4
  philidor compare --json                             one object for each generator

perft lists, plays and takes back every leaf, on one thread. The lists are those of one position
again and again: pseudo-legal moves, and the tactical among them. Each rate is the median of five
rounds, in which the generators take turns. The ratio is that of perft to the first generator's.

Exit code: 0 fine, 1 a FEN with faults, 2 wrong usage.")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// How deep the tree is; every generator counts it at least five times
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..=7))]
    pub(crate) depth: u32,
}

/// Search the multipliers of the slider tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor magics                                     the numbers that are built in, found again
  philidor magics --seed 7 --json                     others

The numbers are the same for the same seed, on any machine. A look-up is `occupied & mask`, times
the number, shifted: an index into a table of all attacks. The rate is that of the built-in tables,
every look-up waiting for the one before.

Exit code: 0 fine, 2 wrong usage.")]
pub(crate) struct MagicsArgs {
    /// Where the random numbers start; that of the built-in numbers if not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// Draw what a generator sees, by its own tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor draw chain b2 --fen '4k3/8/8/8/1p6/8/1R6/4K3 w - - 0 1'
  philidor draw look-up a1 --fen kiwipete
  philidor draw mailbox --fen kiwipete

Exit code: 0 fine, 1 a FEN with faults or no such man on the square, 2 wrong usage.")]
pub(crate) struct DrawArgs {
    #[command(subcommand)]
    pub(crate) picture: Picture,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
pub(crate) enum Picture {
    /// The walk of a man along the chains of 1989: numbered squares, `x` where a man stands
    Chain {
        /// Where the man stands
        square: Square,
        #[command(flatten)]
        position: PositionArgs,
    },
    /// How the attacks of a rook or bishop are looked up: mask, men that matter, product, attacks
    LookUp {
        /// Where the rook or bishop stands
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

impl Picture {
    /// Of which position it is.
    pub(crate) fn position(&self) -> &PositionArgs {
        match self {
            Picture::Chain { position, .. }
            | Picture::LookUp { position, .. }
            | Picture::Mailbox { position } => position,
        }
    }
}
