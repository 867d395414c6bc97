//! The arguments of `san`.

use philidor_program::arguments::position::PositionsArgs;

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
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,

    /// Read every move in the same position, as candidates rather than a line
    #[arg(long)]
    pub(crate) each: bool,

    /// Accept only SAN as this command writes it; a + or # may be missing
    #[arg(long)]
    pub(crate) strict: bool,

    /// Name the opening of each position that has a name, whatever moves lead to it
    #[arg(long, conflicts_with_all = ["file", "variant"])]
    pub(crate) opening: bool,
}
