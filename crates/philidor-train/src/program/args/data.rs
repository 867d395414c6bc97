//! The arguments of `data`.

use std::path::PathBuf;

use clap::Subcommand;
use philidor_host::Size;
use philidor_train::data::{Filter, Format};

use philidor_program::arguments::values::file_parser;

/// Check, count, convert and arrange files of training data
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor data check games.viri
  philidor data stats games.viri more.binpack
  philidor data stats games.viri --wdl
  philidor data convert games.viri -o games.binpack
  philidor data convert damaged.viri -o whole.viri --lenient
  philidor data split games.viri -o learn.viri --held-out test.viri --share 0.02
  philidor data filter games.viri -o quiet.bullet --min-ply 16
  philidor data shuffle quiet.bullet -o shuffled.bullet --memory 2G

Formats, by extension or first bytes, or by --from and --to:
  viriformat    .viri .vf           games, four bytes a move
  binpack       .binpack            games, some two bytes a move (Stockfish's)
  marlinformat  .marlin             positions of 32 bytes with clocks and rights
  bulletformat  .bullet             positions of 32 bytes, seen by the side to move
  text          .txt                positions, one a line: FEN | score | result

Games become positions where the output has only those; positions do not become games. What keeps
its format keeps its bytes. Inputs may be packed (zstd, gzip, bzip2); an output is packed if its
name ends in .zst, .gz or .bz2. Outputs are there whole or not at all. The first fault ends a
subcommand, except `check`; with --lenient faulty games are left out, with a warning each for the
first twenty and their number. After a fault a binpack is read on from its next block.

Exit code: 0 fine, 1 a fault or a file that cannot be read or written, 2 wrong usage,
130 interrupted.")]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    pub(crate) command: DataCommand,
}

/// Files that are read.
#[derive(Debug, clap::Args)]
pub(crate) struct DataFiles {
    /// Files of games or positions; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Format of the files [default: what their names or first bytes say]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,
}

/// Files that are read, and what becomes of faulty games in them.
#[derive(Debug, clap::Args)]
pub(crate) struct DataInput {
    #[command(flatten)]
    pub(crate) files: DataFiles,

    /// Leave out faulty games and positions, and count them
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// The file that is written.
#[derive(Debug, clap::Args)]
pub(crate) struct DataOutput {
    /// File for the games or positions; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Format of that file [default: what its name says; for standard output, or with --from, that of the input]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<Format>,
}

/// What is left out.
#[derive(Debug, clap::Args)]
pub(crate) struct FilterArgs {
    /// Leave out positions before this half-move of their game
    #[arg(long, value_name = "N", default_value = "0")]
    min_ply: usize,

    /// Leave out positions with a higher score for either side, in centipawns
    #[arg(long, value_name = "CP", default_value = "2500", value_parser = clap::value_parser!(i16).range(0..))]
    max_score: i16,

    /// Keep positions in check
    #[arg(long)]
    checks: bool,

    /// Keep positions of games in which a capture or promotion is played
    #[arg(long)]
    tactics: bool,

    /// Leave out positions with fewer pieces, kings and pawns among them
    #[arg(long, value_name = "N", default_value = "2")]
    min_pieces: u32,

    /// Leave out positions with more pieces
    #[arg(long, value_name = "N", default_value = "32")]
    max_pieces: u32,
}

impl From<&FilterArgs> for Filter {
    fn from(args: &FilterArgs) -> Filter {
        Filter {
            min_ply: args.min_ply,
            max_score: args.max_score,
            without_checks: !args.checks,
            without_tactics: !args.tactics,
            min_pieces: args.min_pieces,
            max_pieces: args.max_pieces,
        }
    }
}

/// What is counted.
#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) input: DataInput,

    /// Fit wins, draws and losses (WDL) by score and number of pieces, and compare the fit with what was counted
    #[arg(long)]
    pub(crate) wdl: bool,
}

/// What is done with the files.
#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Play every move and check every position; the first twenty faults are named with their bytes
    Check(DataFiles),
    /// Count games, positions, results, scores and pieces, and fit the scale of the scores
    Stats(StatsArgs),
    /// Write the same in another format, or several files as one
    Convert {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
    },
    /// Leave out positions; of games the stretches in between are kept
    Filter {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        #[command(flatten)]
        filter: FilterArgs,
    },
    /// Write games or positions in a random order, the same for the same seed and any memory
    Shuffle {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        /// Seed of the order
        #[arg(long, value_name = "SEED", default_value = "1")]
        seed: u64,
        /// Memory; what it does not hold is in temporary files beside the output meanwhile
        #[arg(long, value_name = "SIZE", default_value = "512M")]
        memory: Size,
    },
    /// Write some games to another file; no game has positions in both
    Split {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        /// File for the games of the share, in the same format
        #[arg(long, value_name = "FILE", value_parser = file_parser())]
        held_out: PathBuf,
        /// Share of the games, from 0 to 1
        #[arg(long, value_name = "SHARE", default_value = "0.02")]
        share: f64,
        /// Seed of the choice
        #[arg(long, value_name = "SEED", default_value = "1")]
        seed: u64,
    },
    /// Drop games or positions that came before: the same moves from the same position, the same position
    Dedupe {
        #[command(flatten)]
        input: DataInput,
        #[command(flatten)]
        output: DataOutput,
        /// Memory for the keys of what came before; eight bytes each
        #[arg(long, value_name = "SIZE", default_value = "512M")]
        memory: Size,
    },
}
