//! The arguments of the subcommands about moves as text and single games: `san`, `game`.

use std::num::NonZero;
use std::path::PathBuf;

use super::{MenArgs, PositionArgs, PositionsArgs};

/// Read moves in SAN, UCI or long form, and write them in all three
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor san e4 e5 Nf3                              a line from the start position
  philidor san --fen kiwipete O-O e1c1 --each         each move from the same position
  philidor san --json 1.e4 e7e5 Ng1-f3
  philidor san --file positions.txt e2e4 --each       the move in every position that has it

SAN is read leniently: `+`, `#`, `x` and `=` may be missing or too many, castling may have zeros,
and numbers may stand before a move. A move that cannot be played ends a line, with the reason.

With --file each line of the file is a position, a FEN or a name, and the moves are those of the
command, read in each position. Each line gets one line as an answer: the moves in SAN, and a move
that cannot be read or played in parentheses with the reason, `e4 (e5: illegal: …)`, where the line
ends without --each. In JSON: line, fen, moves. A line that is not a position gets
`error: line N: …`, in JSON {\"line\":N,\"errors\":[…]}; the others are answered all the same.

Exit code: 0 fine, 1 a move that cannot be read or played, 2 wrong usage.")]
pub(crate) struct SanArgs {
    /// The moves, one after the other
    #[arg(required = true)]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Read each move in the same position, as candidates and not as a line
    #[arg(long)]
    pub(crate) each: bool,
}

/// List the moves of a Polyglot book with their weights
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor book book.bin
  philidor book book.bin --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

`philidor pgn book` makes such a book from games.

Exit code: 0 fine, 1 a file that cannot be read or is no book, 2 wrong usage.")]
pub(crate) struct BookArgs {
    /// The book
    pub(crate) book: PathBuf,

    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

/// Replay a game of a file with boards
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor game games.pgn                             the first game, its last position
  philidor game games.pgn --number 3 --boards         the third, a board after each move
  philidor game games.pgn --ply 20                    the position after ten moves of each side
  curl -s https://lichess.org/game/export/… | philidor game

Exit code: 0 fine, 1 no such game or a bad one, 2 wrong usage.")]
pub(crate) struct GameArgs {
    /// A file of games, packed or not; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,

    /// Which game, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) number: NonZero<u64>,

    /// Draw a board after each half-move
    #[arg(long)]
    pub(crate) boards: bool,

    /// Stop after so many half-moves
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,

    #[command(flatten)]
    pub(crate) men: MenArgs,
}
