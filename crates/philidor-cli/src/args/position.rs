//! Which positions a subcommand takes: one, or those of a file, and whether no game needs to reach them.

use std::path::PathBuf;

use philidor::Position;
use philidor_games::{Door, PositionArgumentError, position_help, read_position};

/// Which position.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    #[arg(long, default_value = "startpos", help = position_help())]
    pub(crate) fen: String,

    #[command(flatten)]
    pub(crate) door: DoorArgs,
}

impl PositionArgs {
    /// The position, unless it is refused.
    pub(crate) fn read(&self) -> Result<Position, PositionArgumentError> {
        read_position(&self.fen, self.door.into())
    }
}

/// Which positions pass.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct DoorArgs {
    /// Accept positions that no game reaches but whose moves are well defined
    #[arg(long)]
    unreachable: bool,
}

impl From<DoorArgs> for Door {
    fn from(args: DoorArgs) -> Door {
        if args.unreachable { Door::WellDefined } else { Door::StrictUnlessAsked }
    }
}

/// Which positions: one, or those of a file.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionsArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Answer each line of a file, a FEN or a name, with one line; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub(crate) file: Option<PathBuf>,
}
