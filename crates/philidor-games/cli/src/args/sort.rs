//! `philidor pgn sort` and `philidor pgn merge`.

use std::path::PathBuf;

use philidor_games::SortKey;
use philidor_host::Size;

use philidor_games::arguments::{FilesArgs, OutputArgs};

pub(super) const HELP: &str = "\
Examples:
  philidor pgn sort games.pgn -o by-date.pgn
  philidor pgn sort games.pgn --by Date,Event,Round -o by-round.pgn
  philidor pgn sort *.pgn --by WhiteElo:desc,plies -o strongest.pgn
  philidor pgn sort huge.pgn.zst --memory 256M -o sorted.pgn

A key is the name of a tag, or `plies`, the number of half-moves. Games that are equal by the first
key are sorted by the second, and games that are equal by all keep their order. Values of tags whose
names end in Date are compared as dates, where an unknown month or day comes before all known ones;
where Date is unknown, UTCDate counts. Other values are compared as texts, whatever their case, in
which numbers count as numbers: 980 is before 2450, round 9.2 before 10.1. Missing and unknown
values (`?`, `-`, a rating that is not a whole number) are last in either direction.

Games are written as they were, but a game of PGN without a result gets one; moves of PGN need not
be legal. What does not fit into memory is kept in a temporary file without a name, which no end of
the program leaves behind; it takes as much room as the games.";

pub(super) const MERGE_HELP: &str = "\
Examples:
  philidor pgn merge 2022.pgn 2023.pgn 2024.pgn -o all.pgn
  philidor pgn merge a.pgn b.pgn --by ECO,WhiteElo:desc -o all.pgn

The files are read side by side, so that they may be of any size. A file that is not sorted by the
keys is an error. Games with equal keys are in the order of the files. More than a hundred files are
merged in rounds, by way of a temporary file beside FILE. One thread does the work.";

/// In which order, and with how much memory.
#[derive(Debug, clap::Args)]
pub(crate) struct SortArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Tags or `plies`, separated by commas, with `:desc` for descending order
    #[arg(long, value_name = "KEYS", default_value = "Date", value_delimiter = ',')]
    pub(crate) by: Vec<SortKey>,

    /// Memory for games; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Size,

    /// Folder for what exceeds the memory [default: that of FILE; without one, the system's]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) temporary: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
