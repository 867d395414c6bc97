//! `philidor pgn split`.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_games::SplitKey;
use philidor_host::{Size, number};

use philidor_games::arguments::FilesArgs;

pub(super) const HELP: &str = "\
Examples:
  philidor pgn split games.pgn --games 10000 -o part  part-0001.pgn and so on
  philidor pgn split games.bin --games 500 -o part    part-0001.bin and so on
  philidor pgn split games.pgn --by White -o player   player-Carlsen_Magnus.pgn and so on
  philidor pgn split games.pgn --by Date:year -o all  all-2023.pgn, all-2024.pgn
  philidor pgn split games.pgn --by ECO:1 -o eco      eco-A.pgn to eco-E.pgn

A file that exists is never replaced. With --by, letters and digits of a value are in the name of
its file, and `_` for what is between them; `unknown` stands for missing values and `?`. Values that
would have the same name, in any case, get numbers: Tal, TAL-2. There may be any number of values:
the games are sorted first, as by `philidor pgn sort`. Dates are written as in PGN, and UTCDate
counts where Date is unknown. Games keep their order, and moves of PGN need not be legal. If a file
cannot be read, --by writes none.";

/// Into which files.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("parts").required(true).args(["games", "by"])))]
pub(crate) struct SplitArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Number of games in each file
    #[arg(long, value_name = "N", value_parser = number(NonZero::<u64>::MIN..=NonZero::<u64>::MAX))]
    pub(crate) games: Option<NonZero<u64>>,

    /// Tag by whose values to split; `:year`, `:month` or `:N` for their first N letters may follow
    #[arg(long, value_name = "TAG")]
    pub(crate) by: Option<SplitKey>,

    /// Beginning of the file names
    #[arg(short, long, value_name = "PREFIX")]
    pub(crate) output: PathBuf,

    /// Memory for games with --by; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub(crate) memory: Size,
}
