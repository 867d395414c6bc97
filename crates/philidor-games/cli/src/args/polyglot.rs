//! `philidor book`.

use std::path::PathBuf;

use philidor_program::arguments::position::PositionArgs;
use philidor_program::arguments::values::file_parser;

/// List the moves of a Polyglot book with their weights
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  philidor pgn polyglot book.bin
  philidor pgn polyglot book.bin --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
  philidor pgn polyglot dump book.bin                 all positions that the start leads to
  philidor pgn polyglot merge a.bin b.bin -o both.bin weights are added

`philidor pgn book` makes such a book from games. A book named merge or dump is `./merge`.

Exit code: 0 fine, 1 a file that cannot be read or is not a book, 2 wrong usage."
)]
pub(crate) struct PolyglotArgs {
    #[command(subcommand)]
    pub(crate) command: Option<BookCommand>,

    /// The book
    #[arg(required = true)]
    pub(crate) book: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

/// What can be done with books besides looking at a position.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BookCommand {
    /// Make one book of several: the weights of a move are added
    Merge {
        /// The books
        #[arg(required = true)]
        books: Vec<PathBuf>,

        /// The book to write
        #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
        output: PathBuf,
    },
    /// Write everything that a book has
    #[command(after_help = "\
A book has keys of positions and not the positions. They are found by playing the moves of the book,
and all others, from a start position; what is not found is listed last, by key and with squares
alone. In JSON, an object for each move: fen, key, san, uci, weight, share, learn.")]
    Dump {
        /// The book
        book: PathBuf,

        #[command(flatten)]
        position: PositionArgs,
    },
}
