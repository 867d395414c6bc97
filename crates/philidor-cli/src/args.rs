//! The arguments of the command line, and their help.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::{Color, Cpu, MoveKind, Square};

use crate::named;
use crate::size::Size;

/// No tree that deep is ever counted, unless it has next to no branches.
const DEEPEST: i64 = 255;

/// More threads than any machine has; a typing error should not ask the system for a billion.
const MOST_THREADS: u64 = 4096;

/// The rules of chess in a terminal: count, list, show and check.
#[derive(Debug, Parser)]
#[command(
    name = "philidor",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  philidor perft 7                        count the games of seven half-moves
  philidor moves --fen kiwipete           list the legal moves of a position
  philidor show --fen kiwipete            draw it, with all that follows from its FEN
  philidor check-fen positions.txt        say of each line what is wrong with it

Exit code: 0 fine, 1 faults in a FEN or a file that cannot be read, 2 wrong usage.
Color: on a terminal, unless NO_COLOR is set."
)]
pub(crate) struct Args {
    /// Answer in JSON: one object a line
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Perft(PerftArgs),
    Moves(MovesArgs),
    Compare(CompareArgs),
    Magics(MagicsArgs),
    Draw(DrawArgs),
    Show(ShowArgs),
    CheckFen(CheckFenArgs),
}

/// Count the leaves of the tree of legal moves
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "\
philidor perft [OPTIONS] <DEPTH>
       philidor perft [OPTIONS] <DEPTH> --unique
       philidor perft [OPTIONS] <DEPTH> --sum <FILE>
       philidor perft [OPTIONS] --suite <FILE>",
    after_help = "\
Examples:
  philidor perft 7                                    the start position, on all cores
  philidor perft 5 --fen kiwipete --divide            the count below each move
  philidor perft 4 --fen '4k2r/8/8/8/8/8/8/4K3 b k - 0 1'
  philidor perft 6 --threads 1 --cpu portable         one core, no special instructions
  philidor perft 5 --plain                            every move written, played and taken back
  philidor perft 6 --json                             the count, the time and the rate
  philidor perft 8 --hash 1G                          with a table of counted positions
  philidor perft 8 --hash 1G --verify                 twice, with the keys of seeds 1 and 2
  philidor perft 10 --hash 8G --checkpoint run.txt    goes on where it was killed
  philidor perft --suite suite.epd --nodes-limit 1000000
  philidor perft 6 --stats                            captures, castles, checks, mates …
  philidor perft 6 --unique                           the distinct positions of each ply
  philidor perft 3 --unique --frontier third.epd      … and those of ply 3 in a file
  philidor perft 4 --sum third.epd                    which continue to perft 7
  philidor perft 5 --generator chain                  by the generator of 1989

The total is the last line. The lines of --divide have no commas, so that `diff` can compare them
with those of another program. On a terminal, standard error shows the progress.

JSON has the keys depth, fen, nodes, seconds, nodes_per_second, threads; hash_bytes, seed, verified
and resumed_nodes where there is a table, --seed, --verify, --checkpoint; with --divide moves.

Ctrl-C ends the count with what is known: the leaves of the parts that are counted, and with
--divide the moves that are. In JSON: interrupted, parts_counted, parts.

A checkpoint holds every finished part; the same command goes on after a kill at any moment. The
rate is that of the last run alone. A file of another count is refused. When all is counted, the
file remains, and is yours to remove.

A suite has lines such as `FEN ;id name ;D1 20 ;D2 400`; blank lines and those with `#` first are
left out. Each mismatch and each line that cannot be read is told, such a line as one failure; the
last line is `N passed, M failed`. In JSON: line, name, fen, depth, expected, counted; line, error;
passed, failed.

--stats counts what the last half-moves are, as the Grand Chess Tree does: a check is direct if the
man that moved gives it, discovered if another does; a check that mates counts as a mate only.

--unique counts positions as equal if the rule of repetition does, and needs 48 bytes for each of
the ply before the last, three times that while it is made. The last ply is counted in as many
passes as the memory of --memory requires, or kept if it is to be written. A frontier has lines
`FEN ;paths N` and may be cut anywhere: the sums of its parts add up to the perft. In JSON: ply,
positions, paths; with --sum depth, file, positions, paths, nodes, seconds.

Exit code: 0 fine, 1 a FEN with faults, counts that differ, a file or a table that cannot be had,
2 wrong usage, 130 interrupted."
)]
pub(crate) struct PerftArgs {
    /// How many half-moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=DEEPEST), required_unless_present = "suite")]
    pub(crate) depth: Option<u32>,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Count below each legal move: `e2e4: 20`
    #[arg(long)]
    pub(crate) divide: bool,

    /// How many threads; all available cores if not given
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Write, play and take back every move, also the last one
    #[arg(long)]
    pub(crate) plain: bool,

    /// Count by this generator, every leaf played; without it, the fastest way to count
    #[arg(long, value_name = "NAME", value_parser = generator_parser(),
        conflicts_with_all = ["plain", "cpu", "hash", "checkpoint", "suite", "stats", "unique", "sum"])]
    pub(crate) generator: Option<Generator>,

    /// Which instructions of the CPU to use; the best available if not given
    #[arg(long, value_name = "LEVEL", env = "PHILIDOR_CPU", hide_env_values = true, value_parser = cpu_parser())]
    pub(crate) cpu: Option<Cpu>,

    /// Remember counted positions in a table of so many bytes; K, M, G and T are units of 1024
    #[arg(long, value_name = "SIZE", conflicts_with = "plain")]
    pub(crate) hash: Option<Size>,

    /// Other keys for the table; 1 if not given
    #[arg(long, value_name = "N", requires = "hash")]
    pub(crate) seed: Option<u64>,

    /// Count twice, the second time with the next seed, and compare
    #[arg(long, requires = "hash", conflicts_with = "checkpoint")]
    pub(crate) verify: bool,

    /// Save finished parts in a file, and go on from there if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Count what the last half-moves are: captures, castles, promotions, checks, mates
    #[arg(long, conflicts_with_all = ["divide", "plain", "hash", "checkpoint", "suite", "unique", "sum"])]
    pub(crate) stats: bool,

    /// Count the distinct positions of each ply
    #[arg(long, conflicts_with_all = ["divide", "plain", "hash", "checkpoint", "suite", "sum"])]
    pub(crate) unique: bool,

    /// Write the distinct positions of the last ply into a file, each with the number of paths to it
    #[arg(long, value_name = "FILE", requires = "unique")]
    pub(crate) frontier: Option<PathBuf>,

    /// How much memory --unique may take; half of what is available if not given
    #[arg(long, value_name = "SIZE", requires = "unique")]
    pub(crate) memory: Option<Size>,

    /// Sum paths times perft over the positions of a frontier; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "divide", "plain", "checkpoint", "suite", "verify"])]
    pub(crate) sum: Option<PathBuf>,

    /// Count the positions of a file and compare with its counts; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "fen", "divide", "verify", "checkpoint"])]
    pub(crate) suite: Option<PathBuf>,

    /// Leave out the deeper counts of a suite
    #[arg(long, value_name = "DEPTH", requires = "suite", conflicts_with = "depth")]
    pub(crate) depth_limit: Option<u32>,

    /// Leave out the larger counts of a suite
    #[arg(long, value_name = "LEAVES", requires = "suite", conflicts_with = "depth")]
    pub(crate) nodes_limit: Option<u64>,
}

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor moves
  philidor moves --fen kiwipete --kind tactical
  philidor moves --fen position5 --json               uci, kind and raw word of each move
  philidor moves --fen kiwipete --notation long       Pd5xe6, Pa2-a3, Ke1-g1
  philidor moves --generator mailbox --pseudo-legal   as an engine of its kind sees them

Tactical are captures, en passant and promotions; quiet are all others. Moves are written as in UCI,
unless --notation says otherwise.

With --generator or --pseudo-legal the moves come in the generator's own order and are not grouped.
Pseudo-legal moves may leave the king attacked. The chain generator leaves out castling through an
attack at once. JSON has the keys generator and pseudo_legal then, and long with --notation long.

Exit code: 0 fine, 1 a FEN with faults or castling that the generator does not have, 2 wrong usage.")]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

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

/// Race the three generators on a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor compare
  philidor compare --fen kiwipete --depth 4
  philidor compare --json                             one object for each generator

perft lists, plays and takes back every leaf, one thread. The lists are those of one position again and
again: pseudo-legal moves, and the tactical among them. Each rate is the median of five rounds, in which
the generators take turns. The ratio is that of perft to the first generator's.

Exit code: 0 fine, 1 a FEN with faults, 2 wrong usage.")]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// How deep the tree is; every generator counts it at least five times
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..=7))]
    pub(crate) depth: u32,
}

/// Search the multipliers of the slider tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor magics                                     the numbers that are built in, found again
  philidor magics --seed 7 --json                     others

The numbers are the same for the same seed, on any machine. A look-up is `occupied & mask`, times the
number, shifted: an index into a table of all attacks. The rate is that of the built-in tables, every
look-up waiting for the one before.

Exit code: 0 fine, 2 wrong usage.")]
pub(crate) struct MagicsArgs {
    /// Where the random numbers start; that of the built-in numbers if not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// Draw what a generator sees, by its own tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor draw chain b2 --fen '4k3/8/8/8/1p6/8/1R6/4K3 w - - 0 1'
  philidor draw look-up a1 --fen kiwipete
  philidor draw mailbox --fen kiwipete

Exit code: 0 fine, 1 a FEN with faults or no such man on the square, 2 wrong usage.")]
pub(crate) struct DrawArgs {
    #[command(subcommand)]
    pub(crate) picture: Picture,
}

/// What can be drawn.
#[derive(Debug, Subcommand)]
pub(crate) enum Picture {
    /// The walk of a man along the chains of 1989: numbered squares, `x` where a man stands
    Chain {
        /// Where the man stands
        square: Square,
        #[command(flatten)]
        position: PositionArgs,
    },
    /// How the attacks of a rook or bishop are looked up: mask, men that matter, product, attacks
    LookUp {
        /// Where the rook or bishop stands
        square: Square,
        #[command(flatten)]
        position: PositionArgs,
    },
    /// The 10×12 bytes of the mailbox, `#` for the frame, and the 26 bits of its state
    Mailbox {
        #[command(flatten)]
        position: PositionArgs,
    },
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

Men that give check and pinned men of both sides are marked; a legend explains the marks.

Exit code: 0 fine, 1 a FEN with faults or no man on the square of --attacks, 2 wrong usage.")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

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

With --json: {\"line\":1,\"ok\":true,\"fen\":…} or {\"line\":2,\"ok\":false,\"errors\":[…]}.

Exit code: 0 all lines are valid, 1 some are not or the file cannot be read, 2 wrong usage.")]
pub(crate) struct CheckFenArgs {
    /// The file to read; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
}

/// Which position.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    #[arg(long, default_value = "startpos", help = named::help())]
    pub(crate) fen: String,
}

/// How men are drawn.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct MenArgs {
    /// Draw letters, not figurines: upper case for White
    #[arg(long)]
    ascii: bool,
}

/// A move generator of the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Generator {
    /// The one that everybody uses.
    #[default]
    Bitboard,
    /// Chains of squares, of 1989.
    Chain,
    /// The 10×12 board, of 2024.
    Mailbox,
}

impl Generator {
    /// All of them.
    pub(crate) const ALL: [Generator; 3] = [Generator::Bitboard, Generator::Chain, Generator::Mailbox];

    /// What it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Generator::Bitboard => "bitboard",
            Generator::Chain => ChainBoard::NAME,
            Generator::Mailbox => MailboxBoard::NAME,
        }
    }
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `e2e4`, `e7e8q`.
    Uci,
    /// `Pe2-e4`, `Pe7-e8=Q`.
    Long,
}

/// What stands for a man on a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Men {
    /// The chess symbols of Unicode.
    Figurines,
    /// The letters of a FEN.
    Letters,
}

impl From<MenArgs> for Men {
    fn from(args: MenArgs) -> Men {
        if args.ascii { Men::Letters } else { Men::Figurines }
    }
}

/// Whose attacks are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attacker {
    /// Those of all men of a side.
    Side(Color),
    /// Those of the man on a square.
    Man(Square),
}

impl FromStr for Attacker {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Attacker, &'static str> {
        let side = Color::ALL.into_iter().find(|color| color.to_string() == text).map(Attacker::Side);
        let man = || text.parse().ok().map(Attacker::Man);
        side.or_else(man).ok_or("neither white, nor black, nor a square such as e4")
    }
}

fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let number = text.parse().ok().filter(|number: &NonZero<usize>| number.get() as u64 <= MOST_THREADS);
    number.ok_or_else(|| format!("not a number from 1 to {MOST_THREADS}"))
}

/// The kinds of moves by name.
fn kind_parser() -> impl TypedValueParser<Value = MoveKind> {
    PossibleValuesParser::new(["all", "tactical", "quiet"]).map(|name| match name.as_str() {
        "tactical" => MoveKind::Tactical,
        "quiet" => MoveKind::Quiet,
        _ => MoveKind::All,
    })
}

/// The generators by name.
fn generator_parser() -> impl TypedValueParser<Value = Generator> {
    PossibleValuesParser::new(Generator::ALL.map(Generator::name)).map(|name| {
        let named = Generator::ALL.into_iter().find(|generator| generator.name() == name);
        named.unwrap_or_default()
    })
}

/// The notations by name.
fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(["uci", "long"]).map(|name| match name.as_str() {
        "long" => Notation::Long,
        _ => Notation::Uci,
    })
}

/// The levels of the library, as long as this CPU has them.
fn cpu_parser() -> impl TypedValueParser<Value = Cpu> {
    PossibleValuesParser::new(Cpu::ALL.map(Cpu::name)).try_map(|name| {
        let cpu: Cpu = name.parse().map_err(|error| format!("{error}"))?;
        if cpu.is_available() { Ok(cpu) } else { Err(format!("this CPU does not have the level {cpu}")) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_has_no_contradictions() {
        Args::command().debug_assert();
    }

    #[test]
    fn an_attacker_is_a_side_or_a_square() {
        assert_eq!("black".parse(), Ok(Attacker::Side(Color::Black)));
        assert_eq!("e5".parse(), Ok(Attacker::Man(Square::E5)));
        assert!("e9".parse::<Attacker>().is_err());
    }

    #[test]
    fn a_level_is_taken_exactly_if_the_cpu_has_it() {
        for cpu in Cpu::ALL {
            let parsed = Args::try_parse_from(["philidor", "perft", "1", "--cpu", cpu.name()]);
            assert_eq!(parsed.is_ok(), cpu.is_available(), "{cpu}");
        }
    }
}
