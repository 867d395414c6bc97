//! The arguments of the subcommands that look at positions: `moves`, `show`, `check-fen`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor::MoveKind;
use philidor_program::positions::{FILE, Generator, Notation};

use philidor_program::arguments::position::{DoorArgs, PositionsArgs};
use philidor_program::arguments::values::GlyphArgs;
use philidor_program::arguments::values::{generator_parser, kind_parser};

fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(["uci", "long"]).map(|name| match name.as_str() {
        "long" => Notation::Long,
        _ => Notation::Uci,
    })
}

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  philidor moves
  philidor moves --fen kiwipete --kind tactical
  philidor moves --fen position5 --json               uci, kind and raw word of each move
  philidor moves --fen kiwipete --notation long       Pd5xe6, Pa2-a3, Ke1-g1
  philidor moves --fen adkins --generator mailbox --pseudo-legal --notation long
  philidor moves --file positions.txt                 20: a2a3 a2a4 …, a line for each position
  philidor moves --fen kiwipete --backward            what can have been played last
  philidor moves --backward --chess960 --fen '5k2/8/8/8/8/8/6PP/4RRK1 b - - 0 1'
  philidor moves --variant crazyhouse --fen '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1'

Captures, en passant and promotions are tactical; all other moves are quiet. The kind captures
leaves out promotions that capture nothing. Moves are written as in UCI unless --notation says
otherwise.

With --generator or --pseudo-legal the moves come in the generator's own order, not grouped, and
JSON has the keys generator and pseudo_legal, too; with --notation long it has the key long.
Pseudo-legal moves may leave the king attacked, but the chain generator never lists castling through
an attack.

With --backward these are the moves that the side not to move can have played last: Ra1-a8, or with
what was captured Ra1xNa8, e7xRd8=Q, e5xPd6ep. Each has the FEN before it, with the castling rights
and the en-passant square that it must have had; in JSON unmove, before and states, the number of
positions that can have been before it, as it may have had more. A FEN without an en-passant square
may come after a double push that no pawn can answer. Clocks are not believed. Castling is taken
back to the squares of standard chess, or to any, O-O(b1,c1) with the king's square first, if a
right that is left shows that the game is one of Chess960. Once no right is left, --chess960 says
it.

With --variant the moves are those of a variant, FENs may have pockets and checks, and drops are a
kind of their own; in JSON each move has the key san, too.

{FILE}

Exit code: 0 fine, 1 a FEN with faults or castling that the generator lacks, 2 wrong usage."))]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Kind of moves
    #[arg(long, default_value = "all", value_parser = kind_parser())]
    pub(crate) kind: MoveKind,

    /// Generator that finds them [default: bitboard]
    #[arg(long, value_name = "NAME", value_parser = generator_parser())]
    pub(crate) generator: Option<Generator>,

    /// Include moves that leave the king attacked
    #[arg(long)]
    pub(crate) pseudo_legal: bool,

    /// Notation of the moves
    #[arg(long, default_value = "uci", value_parser = notation_parser())]
    pub(crate) notation: Notation,

    /// Rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[arg(long, value_name = "NAME", conflicts_with_all = [
        "generator", "pseudo_legal", "notation", "backward", "chess960",
    ])]
    pub(crate) variant: Option<String>,

    /// List the moves that can have been played last, and the positions before them
    #[arg(long, conflicts_with_all = ["kind", "generator", "pseudo_legal", "notation"])]
    pub(crate) backward: bool,

    /// Take castling back to any squares from which kings and rooks castle in Chess960
    #[arg(long, requires = "backward")]
    pub(crate) chess960: bool,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// Check FENs, one per line
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor check-fen positions.txt
  echo '8/8/8/8/8/8/8/8 w - - 0 1' | philidor check-fen
  philidor check-fen --json < positions.txt
  philidor check-fen --variant crazyhouse positions.txt

Every line is answered with one line: `ok`, or `error: ` and everything that is wrong with it. A
blank line is an error, too. Where the last moves show that no game leads to a valid position, the
answer is `ok; no game leads here: ` and why; in JSON it has the key unreachable.

With --json: {\"line\":1,\"ok\":true,\"fen\":…} or {\"line\":2,\"ok\":false,\"errors\":[…]}, with
\"accepted_by\":\"--unreachable\" where that option would accept the position.

Exit code: 0 all lines valid, 1 some invalid or a file that cannot be read, 2 wrong usage.")]
pub(crate) struct CheckFenArgs {
    /// File to read; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,

    /// Rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,

    #[command(flatten)]
    pub(crate) door: DoorArgs,
}
