//! The arguments of what makes nets: `selfplay`.

use std::num::NonZero;
use std::path::PathBuf;

use super::values::file_parser;

/// Play games of an engine against itself, with a score for each move, to learn from
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor selfplay --games 50000 games.viri
  philidor selfplay --games 50000 games.viri --resume      play those that are missing
  philidor selfplay --engine material --nodes 500 --games 1000 small.viri

Each game begins with random half-moves that neither side has lost by; then no depth begins after
that many nodes. Games end by the rules, or where both sides agree for long enough. The file is
viriformat: four bytes a move. A game depends on the seed and its number alone, so a run that was
cut off can be resumed, and comes out the same on any number of threads.

Exit code: 0 fine, 1 a file that cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct SelfplayArgs {
    /// File for the games
    #[arg(value_name = "FILE", value_parser = file_parser())]
    pub(crate) output: PathBuf,

    /// How many games the file has in the end
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) games: u64,

    /// Seed of the openings
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// After this many nodes no depth begins
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Random half-moves at the beginning; one more in every second game
    #[arg(long, value_name = "N", default_value = "8")]
    pub(crate) random_plies: usize,

    /// Who plays: classic, chains, squares or material
    #[arg(long, value_name = "ENGINE", default_value = "classic")]
    pub(crate) engine: String,

    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Keep the games that the file has, and play the others
    #[arg(long)]
    pub(crate) resume: bool,
}
