//! The arguments of `philidor perft`.

use std::path::{Path, PathBuf};

use clap::ArgGroup;
use philidor_host::{Size, number};
use philidor_program::positions::Generator;

use super::Share;
use philidor_program::arguments::counting::{CountArgs, DEEPEST};
use philidor_program::arguments::position::PositionArgs;
use philidor_program::arguments::values::file_parser;

const USAGE: &str = "\
philidor perft [OPTIONS] <DEPTH>
       philidor perft [OPTIONS] <DEPTH> --unique
       philidor perft [OPTIONS] <DEPTH> --sum <FILE>";

const HELP: &str = "\
Examples:
  philidor perft 7                                    the start position, on all cores
  philidor perft 5 --fen kiwipete --divide            the count below each move
  philidor perft 4 --fen '4k2r/8/8/8/8/8/8/4K3 b k - 0 1'
  philidor perft 6 --threads 1 --cpu portable         one core, no special instructions
  philidor perft 5 --plain                            every move written, played and taken back
  philidor perft 6 --json                             the count, the time and the rate
  philidor perft 8 --hash 1G                          with a table of counted positions
  philidor perft 7 --verify                           count again in another way
  philidor perft 9 --hash 8G --verify 1%              count a hundredth of it again
  philidor perft 10 --hash 8G --checkpoint run.txt    resume where it was killed
  philidor perft 6 --stats                            captures, castles, checks, mates …
  philidor perft 6 --unique                           the distinct positions of each ply
  philidor perft 3 --unique --frontier third.epd      … and those of ply 3 in a file
  philidor perft 4 --sum third.epd                    … which give perft 7
  philidor perft 5 --generator chain                  with the generator of 1989
  philidor perft 5 --variant crazyhouse               by the rules of a variant

The total is the last line. The lines of --divide have no commas, so that `diff` can compare them
with those of another program. On a terminal, standard error shows the progress.

With --variant the tree is that of the variant, FENs may have pockets and checks, and the game ends
where the variant says; with all options that count in other ways it is refused.

JSON has the keys depth, fen, nodes, seconds, nodes_per_second and threads; with a table hash_bytes,
with --seed seed, with --checkpoint resumed_nodes, with --generator generator, with --divide moves,
and with --verify verified, verified_parts and, if there are any, verify_seed and differences.

--verify counts subtrees of up to 100,000 leaves with the chain generator. Larger ones it counts at
level portable (at the best level if you asked for portable), leaf by leaf (in bulk if you asked for
--plain), with a table whose keys are those of the next seed. A subtree that differs is reported
with its moves, its FEN, both counts and, up to 50 million leaves, the count of plain play. Cost: on
a CPU with AVX-512, verifying all subtrees takes about four times as long as the count itself, and
1% of them a twenty-fifth of it; with the chain generator a hundred times as long, which is less
than a second for perft 5. The parts of a checkpoint are counted again, too. The chain generator
also plays the moves to every part, counted again or not, and must reach the same position.

Ctrl-C ends the count and reports what is known: the leaves of the parts counted so far, and with
--divide the moves counted so far. In JSON: interrupted, parts_counted, parts.

A checkpoint holds every finished part; after a kill at any moment, the same command resumes from
it. The rate is that of the last run alone. A file of another count is refused. The file stays when
the count is done; remove it yourself.

--stats counts the last half-moves by kind, as the Grand Chess Tree does: a check is direct if the
piece or pawn that moved gives it, discovered if another does; a check that mates counts only as a
mate. In JSON the names of the counts have underscores: nodes, captures, en_passant, castles, …

--unique treats positions as equal if the rule of repetition does. It needs 48 bytes for each
position of the ply before the last, and three times that while building it. The last ply is counted
in as many passes as --memory requires, or kept if it is to be written. A frontier has lines
`FEN ;paths N` and may be split between lines: the sums of its parts add up to the perft. In JSON:
ply, positions, paths; with --sum depth, file, positions, paths, nodes, seconds, interrupted.

Exit code: 0 fine, 1 a FEN with faults, counts that differ, a file that cannot be read or written,
or a table that does not fit, 2 wrong usage, 130 interrupted.";

/// Count the leaves of the tree of legal moves
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("seeded").args(["hash", "verify"]).multiple(true),
    override_usage = USAGE,
    after_help = HELP
)]
pub(crate) struct PerftArgs {
    /// Depth in half-moves
    #[arg(value_parser = number(0..=DEEPEST))]
    pub(crate) depth: u32,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Count below each legal move: `e2e4: 20`
    #[arg(long)]
    pub(crate) divide: bool,

    /// Count by the rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[arg(long, value_name = "NAME", conflicts_with_all = [
        "generator", "plain", "cpu", "hash", "seed", "verify", "checkpoint", "stats", "unique", "frontier", "memory", "sum",
    ])]
    pub(crate) variant: Option<String>,

    #[command(flatten)]
    pub(crate) counting: CountArgs,

    /// Seed for the table's keys and for the subtrees that --verify chooses [default: 1]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX), requires = "seeded", conflicts_with = "generator")]
    pub(crate) seed: Option<u64>,

    /// Count again in another way and compare, subtree by subtree: all of them, or a random share such as 1%
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, default_missing_value = "100%", conflicts_with = "generator")]
    pub(crate) verify: Option<Share>,

    /// Save finished parts in a file, and resume from it if it exists
    #[arg(long, value_name = "FILE", value_parser = file_parser(), conflicts_with = "generator")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Count the last half-moves by kind: captures, castles, promotions, checks, mates
    #[arg(long, conflicts_with_all = [
        "divide", "plain", "generator", "hash", "seed", "verify", "checkpoint", "unique", "sum",
    ])]
    pub(crate) stats: bool,

    /// Count the distinct positions of each ply
    #[arg(long, conflicts_with_all = [
        "divide", "plain", "generator", "hash", "seed", "verify", "checkpoint", "sum", "threads", "cpu",
    ])]
    pub(crate) unique: bool,

    /// Write the distinct positions of the last ply to a file, each with the number of paths to it
    #[arg(long, value_name = "FILE", value_parser = file_parser(), requires = "unique")]
    pub(crate) frontier: Option<PathBuf>,

    /// Memory that --unique may use [default: half of what is available]
    #[arg(long, value_name = "SIZE", requires = "unique")]
    pub(crate) memory: Option<Size>,

    /// Sum paths times perft over the positions of a frontier; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "divide", "plain", "generator", "checkpoint", "verify"])]
    pub(crate) sum: Option<PathBuf>,
}

/// What to count. The arguments of one mode conflict with those of the others, so they never select two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PerftMode<'a> {
    /// The leaves of one tree, perhaps with --divide, --plain, --hash, --verify or --checkpoint.
    Tree,
    /// --generator: the same with a generator that plays every leaf.
    Generator(Generator),
    /// --stats: the last half-moves of a tree by kind.
    Statistics,
    /// --unique: the distinct positions of each ply, the last of them in the file of --frontier.
    Unique,
    /// --sum: paths times perft over the positions of a frontier.
    Sum(&'a Path),
}

impl PerftArgs {
    /// The mode that the arguments select.
    pub(crate) fn mode(&self) -> PerftMode<'_> {
        let PerftArgs { sum, unique, counting: CountArgs { generator, .. }, stats, .. } = self;
        match (sum, unique, generator, stats) {
            (Some(file), ..) => PerftMode::Sum(file),
            (None, true, ..) => PerftMode::Unique,
            (None, false, Some(generator), _) => PerftMode::Generator(*generator),
            (None, false, None, true) => PerftMode::Statistics,
            (None, false, None, false) => PerftMode::Tree,
        }
    }
}
