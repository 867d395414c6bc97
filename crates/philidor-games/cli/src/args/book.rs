//! `philidor pgn book`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor::Color;
use philidor_games::BookWeight;
use philidor_host::number;

use philidor_games::arguments::FilesArgs;
use philidor_program::arguments::values::{color_parser, file_parser};

pub(super) const HELP: &str = "\
Examples:
  philidor pgn book games.pgn -o book.bin
  philidor pgn book *.pgn --max-ply 20 --min-games 5 -o book.bin
  philidor pgn book games.pgn --color white --min-score 55 -o white.bin
  philidor pgn book games.pgn --weight games -o popular.bin
  philidor pgn polyglot book.bin                      what the book has for the start position
  philidor pgn polyglot dump book.bin                 everything that it has
  philidor pgn polyglot merge a.bin b.bin -o both.bin

The weight of a move is the sum over the games in which it was played: 2 for a win of its side, 1
for a draw, 0 for a loss, as in PolyGlot itself; or 1 for each game with --weight games. Moves
without weight are left out. Where a sum exceeds 65,535, the weights of its position are scaled
down. Games without a result count only with --weight games. The percentage of --min-score is that
of the points that could be scored, 50 if all games were drawn; it needs weights by score, and the
games that were lost, so it does not go with --wins.";

/// Which moves a book has, and their weights.
#[derive(Debug, clap::Args)]
pub(crate) struct PgnBookArgs {
    #[command(flatten)]
    pub(crate) files: FilesArgs,

    /// Last half-move of each game to count
    #[arg(long, value_name = "N", default_value = "30", value_parser = number(0..=u32::MAX))]
    pub(crate) max_ply: u32,

    /// Leave out moves played in fewer games
    #[arg(long, value_name = "N", default_value = "3", value_parser = number(0..=u32::MAX))]
    pub(crate) min_games: u32,

    /// Leave out moves that scored less, in percent of their games
    #[arg(long, value_name = "PERCENT", default_value = "0", value_parser = number(0..=100_u8))]
    pub(crate) min_score: u8,

    /// What weights say: points, 2 for a win and 1 for a draw, or the number of games
    #[arg(long, value_name = "WHAT", default_value = "score", value_parser = weight_parser())]
    pub(crate) weight: BookWeight,

    /// Count the moves of one side alone
    #[arg(long, value_name = "COLOR", value_parser = color_parser())]
    pub(crate) color: Option<Color>,

    /// Count the moves of sides that won alone
    #[arg(long)]
    pub(crate) wins: bool,

    /// The book
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) output: PathBuf,
}

fn weight_parser() -> impl TypedValueParser<Value = BookWeight> {
    PossibleValuesParser::new(["score", "games"]).map(|name| match name.as_str() {
        "games" => BookWeight::Games,
        _ => BookWeight::Score,
    })
}
