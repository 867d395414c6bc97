//! The arguments of `philidor-variants`: those of the subcommands of `philidor` that know `--variant`, as far as they
//! go with it.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use philidor::MoveKind;
use philidor_host::number;
use philidor_program::arguments::counting::{DEEPEST, threads};
use philidor_program::arguments::position::{DoorArgs, PositionArgs, PositionsArgs};
use philidor_program::arguments::values::{GlyphArgs, kind_parser};
use philidor_program::program::Arguments;
use philidor_variants::Variant;

/// Chess variants: moves, boards, FENs and counts by the rules of each
#[derive(Debug, Parser)]
#[command(
    name = "philidor-variants",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  philidor-variants moves --variant crazyhouse --fen '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1'
  philidor-variants perft 5 --variant atomic

The command `philidor` starts this program for its subcommands with --variant."
)]
pub(crate) struct Args {
    /// Answer in JSON: one object per line
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments for Args {
    fn json(&self) -> bool {
        self.json
    }
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(PerftArgs),
    Moves(MovesArgs),
    Show(ShowArgs),
    CheckFen(CheckFenArgs),
    San(SanArgs),
}

/// Which rules.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// Rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Variant,
}

/// Count the leaves of the tree of legal moves
#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    /// Depth in half-moves
    #[arg(value_parser = number(0..=DEEPEST))]
    pub(crate) depth: u32,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Count below each legal move: `e2e4: 20`
    #[arg(long)]
    pub(crate) divide: bool,

    /// Number of threads [default: all available cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,
}

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Kind of moves
    #[arg(long, default_value = "all", value_parser = kind_parser())]
    pub(crate) kind: MoveKind,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// Draw a position and say what follows from it
#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// Check FENs, one per line
#[derive(Debug, clap::Args)]
pub(crate) struct CheckFenArgs {
    /// File to read; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) door: DoorArgs,
}

/// Read moves in SAN, UCI or long form, and write them in all three
#[derive(Debug, clap::Args)]
pub(crate) struct SanArgs {
    /// Moves, one after another
    #[arg(required = true)]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Read every move in the same position, as candidates rather than a line
    #[arg(long)]
    pub(crate) each: bool,

    /// Accept only SAN as this command writes it; a + or # may be missing
    #[arg(long)]
    pub(crate) strict: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use philidor_program::arguments::files::unknown_files;
    use philidor_program::program::unhelpful;

    use super::*;

    #[test]
    fn the_arguments_are_sound_and_say_what_they_are() {
        Args::command().debug_assert();
        assert_eq!(unknown_files(&Args::command()), [""; 0]);
        assert_eq!(unhelpful(&Args::command()), [""; 0]);
    }
}
