//! The arguments of the subcommands around the engine: `uci`, `analyze`, `play`, `evaluate`, `bench`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use philidor::Color;
use philidor_engine::EVALUATIONS;
use philidor_host::{Size, number};

use philidor_engine::arguments::effort::EffortArgs;
use philidor_engine::arguments::setting::{NetArgs, evaluation_parser};
use philidor_program::arguments::counting::threads;
use philidor_program::arguments::position::PositionArgs;
use philidor_program::arguments::values::GlyphArgs;
use philidor_program::arguments::values::color_parser;

/// Play and analyze for any chess program, by the UCI protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Chess programs start this command by themselves: add `philidor uci` to their engines. By hand:

  position startpos moves e2e4 e7e5     or: position fen FEN
  go movetime 1000                      or: go depth 12, go nodes 100000, go infinite and then stop
  go perft 5                            counts the tree, as Stockfish does
  d                                     draws the board

Options: Hash, Threads, MultiPV, Move Overhead, Ponder, UCI_AnalyseMode, UCI_Chess960, Clear Hash,
UCI_ShowWDL (chances in thousandths, fitted to games of the engine against itself),
UCI_LimitStrength with UCI_Elo (fewer nodes for a move; the levels were measured against those of
Stockfish), OwnBook with BookFile (a Polyglot book), SyzygyPath (folders as in PATH, none of which
can have a `:` in its name, on Windows a `;`; their files are mapped into memory, so no program may
cut one meanwhile), SyzygyProbeLimit and SyzygyUnpack (tables of four pieces are unpacked when they
are first needed: 22 MB for all, probes take half the time).

Anything unknown is answered with an `info string`. After a position that is refused there is none
until the next one is accepted. While a search or a count runs, isready and stop are answered at
once, and quit ends a search; all other commands wait until it is done. At the end of the input,
what runs has half a second to finish; then it is stopped and answers, and the program exits. Who
asks for a longer search keeps the input open: (echo go depth 20; sleep 60) | philidor uci.")]
pub(crate) struct UciArgs {
    /// Which evaluation the engine has
    #[arg(long, value_name = "NAME", default_value = EVALUATIONS[0], value_parser = evaluation_parser())]
    pub(crate) engine: String,
}

/// Find the best moves in a position
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor analyze --fen kiwipete --time 30s --lines 3
  philidor analyze --moves e4,d4,Nf3 --lines 3        only these moves
  philidor analyze --mate 3 --fen '7k/8/5K2/8/8/8/8/6R1 w - - 0 1'
  philidor analyze --nodes 1000000 --threads 1        the same on every machine
  philidor analyze --json --depth 20 | jq .white

Whatever limit is reached first ends the analysis, with lines as of the depth before where the last
one has not reached them; without any, five seconds do. With --mate, it ends as soon as such a mate
is found or proved not to exist. Ctrl-C ends it with what was found so far; press it again to stop
immediately. On a terminal, standard error shows the best lines while they change.

Scores are in pawns and White's, positive if White is better; #3 is a mate in three moves by White,
#-3 one by Black; won and lost are what Syzygy tables say. With --json, an object for each line at
each depth: depth, selective_depth, line, white (cp in hundredths of a pawn, beyond 30000 a win by
tables, or mate), bound, nodes, table_hits if there are any, seconds, moves (UCI) and san. The last
object has fen, best, depth, nodes, seconds, is_complete, and lines as before, the best first;
no_mate is there if --mate was given and no mate in as many moves exists, and with --tables also
tables: wdl, dtz, dtz_exact and value, as `philidor tables probe` says them, or error.

Exit code: 0 fine, 1 faults in a FEN or a move, or a folder without tables, 2 wrong usage, 130
interrupted.")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) effort: EffortArgs,

    /// Look for a mate in at most that many moves
    #[arg(long, value_name = "N", value_parser = number(1..=500_u32))]
    pub(crate) mate: Option<u32>,

    /// Number of lines: the best moves, each with its score
    #[arg(long, alias = "multipv", value_name = "N", default_value = "1", value_parser = number(1..=256_usize))]
    pub(crate) lines: usize,

    /// Only these moves, in SAN or UCI, separated by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    pub(crate) moves: Vec<String>,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    /// Number of threads [default: all available cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Size of the table of positions; K, M, G and T are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    pub(crate) hash: Size,

    /// Folder of Syzygy tables; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// Play against the engine in the terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor play                                       you are White, the engine has a second a move
  philidor play --color black --depth 4               an easier opponent
  philidor play --fen 'bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w CFcf - 0 1'
  philidor play --nodes 1000 < moves.txt              moves from a file

Type moves as in Nf3, O-O or e2e4. Other words are undo, redo, hint, draw, resign, new, switch,
flip, board, fen, moves, pgn, help and quit; help says what they do. A draw by threefold repetition
or by 50 moves has to be claimed; other ends of the game are announced. Positions of Chess960 are
played by its rules. At the end of the input, the program ends.

Exit code: 0 fine, 1 faults in a FEN, 2 wrong usage, 130 interrupted.")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Your color
    #[arg(long, value_name = "COLOR", default_value = "white", value_parser = color_parser())]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    #[command(flatten)]
    pub(crate) effort: EffortArgs,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// Show what an evaluation of a position is made of: the terms of Classic, or the net
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor evaluate --fen kiwipete
  philidor evaluate --fen kiwipete --by net           by the net, with which the engine plays
  philidor evaluate --fen kiwipete --by chains        by the questions of a program of 1989
  philidor evaluate --fen kiwipete --eval-file my.net by a net that you have trained

Each term has a value for the middle game and one for the endgame, in hundredths of a pawn, good for
its side if positive. What counts is in between, by how many pieces are left. On the board, each
piece has its share of the total: what it is worth where it stands, with its part of the terms. Some
terms belong to no piece: tempo, threats, a pair of bishops (in `pieces`), how hard an endgame is to
win (`scale`). Their sum is below the table, in JSON `rest`; the shares and this rest make the
total. By the net, a share is what the score would lose without the piece; such shares do not add
up.")]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Which evaluation
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = evaluation_parser())]
    #[arg(default_value_if("eval_file", ArgPredicate::IsPresent, "net"))]
    pub(crate) by: String,

    #[command(flatten)]
    pub(crate) net: NetArgs,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// Search fixed positions and print how many nodes it took: the signature of the search
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Equal signatures mean that the engine plays the same; the speed is that of this machine, on one
thread. The line is in the format that OpenBench reads.")]
pub(crate) struct BenchArgs {
    /// Depth in half-moves
    #[arg(value_name = "DEPTH", default_value_t = philidor_engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,

    /// Which evaluation the engine has
    #[arg(long, value_name = "NAME", default_value = EVALUATIONS[0], value_parser = evaluation_parser())]
    pub(crate) engine: String,

    #[command(flatten)]
    pub(crate) net: NetArgs,
}

/// Make openings as OpenBench asks for them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor genfens 100 seed 7 book None
  philidor \"genfens 100 seed 7 book Books/UHO.epd\" quit     as its workers call an engine

Each line is `info string genfens` and a FEN: random half-moves from the start position, or a few
from a position of the book, which the engine finds even. The same words make the same lines. With
--json, each is an object with its `fen`.

Exit code: 0 fine, 1 a book that cannot be read, 2 wrong usage.")]
pub(crate) struct GenfensArgs {
    /// N seed SEED book None, or a file of FENs; further words are ignored
    #[arg(value_name = "WORDS", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<String>,
}
