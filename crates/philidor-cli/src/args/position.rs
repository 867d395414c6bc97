//! Which positions a subcommand takes: one, or those of a file, and whether no game needs to reach them.

use std::path::PathBuf;

#[cfg(feature = "variants")]
use anyhow::Context;
use philidor::Position;
#[cfg(feature = "variants")]
use philidor::Strictness;
#[cfg(feature = "variants")]
use philidor_games::read_variant_position;
use philidor_games::{Door, PositionArgumentError, position_help, read_position};
#[cfg(feature = "variants")]
use philidor_host::{Visible, cut};
#[cfg(feature = "variants")]
use philidor_variants::{AnyPosition, Variant};

/// What is longer is cut where a message repeats it.
#[cfg(feature = "variants")]
const SHOWN_LENGTH: usize = 120;

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

#[cfg(feature = "variants")]
impl PositionArgs {
    /// The position by the rules of a variant: its start, or a FEN of it.
    pub(crate) fn read_variant(&self, variant: Variant) -> anyhow::Result<AnyPosition> {
        read_variant(variant, &self.fen, self.door)
    }
}

/// The position of a text by the rules of a variant: `startpos`, or a FEN of it.
#[cfg(feature = "variants")]
pub(crate) fn read_variant(variant: Variant, fen: &str, door: DoorArgs) -> anyhow::Result<AnyPosition> {
    read_variant_position(variant, fen, door.into())
        .with_context(|| format!("`{}` is not a position of {variant}", Visible(&cut(fen, SHOWN_LENGTH))))
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

#[cfg(feature = "variants")]
impl From<DoorArgs> for Strictness {
    fn from(args: DoorArgs) -> Strictness {
        if args.unreachable { Strictness::WellDefined } else { Strictness::Reachable }
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
