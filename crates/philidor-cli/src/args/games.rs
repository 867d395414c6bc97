//! The arguments of the subcommands about moves as text and books: `san`, `book`.

use std::path::PathBuf;

#[cfg(feature = "variants")]
use philidor_variants::Variant;

use super::values::file_parser;
use super::{PositionArgs, PositionsArgs};

/// Read moves in SAN, UCI or long form, and write them in all three
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor san e4 e5 Nf3                              a line from the start position
  philidor san --fen kiwipete O-O e1c1 --each         each move from the same position
  philidor san --json 1.e4 e7e5 Ng1-f3
  philidor san --variant crazyhouse e4 d5 exd5 Qxd5 P@e4
  philidor san --opening d4 Nf6 c4 e6 Nf3 d5          with the name of each position
  philidor san --file positions.txt e2e4 --each       the move in every position that has it

SAN is read leniently: `+`, `#`, `x` and `=` may be missing or superfluous, castling may be written
with zeros, and moves may be numbered. A move that cannot be played ends the line, with the reason.

With --file, each line of the file is a position, a FEN or a name, and the moves of the command are
read in each of them. Each line is answered with one line: the moves in SAN, and a move that cannot
be read or played in parentheses with the reason, `e4 (e5: illegal: …)`; without --each the answer
ends there. In JSON: line, fen, moves. A line that is not a position is answered with
`error: line N: …`, in JSON {\"line\":N,\"errors\":[…]}, and the rest are answered as usual.

Exit code: 0 fine, 1 a move that cannot be read or played, 2 wrong usage.")]
pub(crate) struct SanArgs {
    /// Moves, one after another
    #[arg(required = true)]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[cfg(feature = "variants")]
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<Variant>,

    /// Read every move in the same position, as candidates rather than a line
    #[arg(long)]
    pub(crate) each: bool,

    /// Accept only SAN as this command writes it; a + or # may be missing
    #[arg(long)]
    pub(crate) strict: bool,

    /// Name the opening of each position that has a name, whatever moves lead to it
    #[arg(long, conflicts_with = "file")]
    #[cfg_attr(feature = "variants", arg(conflicts_with = "variant"))]
    pub(crate) opening: bool,
}

/// List the moves of a Polyglot book with their weights
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  philidor book book.bin
  philidor book book.bin --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
  philidor book dump book.bin                         all positions that the start leads to
  philidor book merge a.bin b.bin -o both.bin         weights are added

`philidor pgn book` makes such a book from games. A book named merge or dump is `./merge`.

Exit code: 0 fine, 1 a file that cannot be read or is not a book, 2 wrong usage."
)]
pub(crate) struct BookArgs {
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
