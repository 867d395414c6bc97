//! Which positions a subcommand takes: one, or those of a file, and whether no game needs to reach them.

use std::path::PathBuf;

use philidor::{Position, Strictness};

use crate::positions::{Door, PositionArgumentError, position_help, read_position};

/// A position.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// A FEN, or a name.
    #[arg(long, default_value = "startpos", help = position_help())]
    pub fen: String,

    /// Which positions pass.
    #[command(flatten)]
    pub door: DoorArgs,
}

impl PositionArgs {
    /// The position, unless it is refused.
    ///
    /// # Errors
    ///
    /// The text is neither a name nor a FEN without faults.
    pub fn read(&self) -> Result<Position, PositionArgumentError> {
        read_position(&self.fen, self.door.into())
    }
}

/// Which positions pass.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DoorArgs {
    /// Accept positions that no game reaches but whose moves are well defined
    #[arg(long)]
    unreachable: bool,
}

impl From<DoorArgs> for Door {
    fn from(args: DoorArgs) -> Door {
        if args.unreachable { Door::WellDefined } else { Door::StrictUnlessAsked }
    }
}

impl From<DoorArgs> for Strictness {
    fn from(args: DoorArgs) -> Strictness {
        if args.unreachable { Strictness::WellDefined } else { Strictness::Reachable }
    }
}

/// Which positions: one, or those of a file.
#[derive(Debug, clap::Args)]
pub struct PositionsArgs {
    /// The position to answer, unless a file is given.
    #[command(flatten)]
    pub position: PositionArgs,

    /// Answer each line of a file, a FEN or a name, with one line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub file: Option<PathBuf>,
}
