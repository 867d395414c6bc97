//! The arguments of the subcommands that look at positions: `moves`, `show`, `check-fen`.

use std::path::PathBuf;

use philidor::MoveKind;

use super::values::{Attacker, Generator, Notation, generator_parser, kind_parser, notation_parser};
use super::{DoorArgs, MenArgs, PositionsArgs};

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor moves
  philidor moves --fen kiwipete --kind tactical
  philidor moves --fen position5 --json               uci, kind and raw word of each move
  philidor moves --fen kiwipete --notation long       Pd5xe6, Pa2-a3, Ke1-g1
  philidor moves --fen adkins --generator mailbox --pseudo-legal --notation long
  philidor moves --file positions.txt                 20: a2a3 a2a4 …, one line for each position

Tactical are captures, en passant and promotions; quiet are all others. Moves are written as in UCI,
unless --notation says otherwise.

With --generator or --pseudo-legal the moves come in the generator's own order and are not grouped.
Pseudo-legal moves may leave the king attacked. The chain generator leaves out castling through an
attack at once. JSON has the keys generator and pseudo_legal then, and long with --notation long.

With --file each line gets one line as an answer and nothing is drawn. One that cannot be answered
gets `error: line N: …`, in JSON {\"line\":N,\"errors\":[…]}; the others are answered all the same.

Exit code: 0 fine, 1 a FEN with faults or castling that the generator does not have, 2 wrong usage.")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Which moves
    #[arg(long, default_value = "all", value_parser = kind_parser())]
    pub(crate) kind: MoveKind,

    /// Who finds them; bitboard if not given
    #[arg(long, value_name = "NAME", value_parser = generator_parser())]
    pub(crate) generator: Option<Generator>,

    /// Moves that leave the king attacked, too
    #[arg(long)]
    pub(crate) pseudo_legal: bool,

    /// How moves are written
    #[arg(long, default_value = "uci", value_parser = notation_parser())]
    pub(crate) notation: Notation,

    #[command(flatten)]
    pub(crate) men: MenArgs,
}

/// Draw a position and tell what follows from it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor show
  philidor show --fen kiwipete --attacks black        the squares that Black attacks
  philidor show --fen kiwipete --attacks e5           the squares that the man on e5 attacks
  philidor show --fen position4 --ascii
  philidor show --fen position6 --json
  philidor show --file positions.txt                  FEN, key, legal moves …, one line for each
  philidor show --file - --json < positions.txt

Men that give check and pinned men of both sides are marked; a legend explains the marks.

With --file each line gets one line as an answer and nothing is drawn. One that cannot be answered
gets `error: line N: …`, in JSON {\"line\":N,\"errors\":[…]}; the others are answered all the same.

Exit code: 0 fine, 1 a FEN with faults or no man on the square of --attacks, 2 wrong usage.")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) positions: PositionsArgs,

    /// Mark the squares attacked by `white`, by `black`, or by the man on a square
    #[arg(long, value_name = "WHO")]
    pub(crate) attacks: Option<Attacker>,

    #[command(flatten)]
    pub(crate) men: MenArgs,
}

/// Check FENs, one a line
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor check-fen positions.txt
  echo '8/8/8/8/8/8/8/8 w - - 0 1' | philidor check-fen
  philidor check-fen --json < positions.txt

Every line gets one line as an answer: `ok`, or `error: ` and all that is wrong. A blank line is
wrong, too.

With --json: {\"line\":1,\"ok\":true,\"fen\":…} or {\"line\":2,\"ok\":false,\"errors\":[…]}, with
\"accepted_by\":\"--unreachable\" where that option would accept the position.

Exit code: 0 all lines are valid, 1 some are not or the file cannot be read, 2 wrong usage.")]
pub(crate) struct CheckFenArgs {
    /// The file to read; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) door: DoorArgs,
}
