//! The arguments of the subcommands around the engine: `uci`, `evaluate`, `bench`.

use super::{MenArgs, PositionArgs};

/// Play and analyze for any chess program, by the UCI protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Chess programs start this command by themselves: add `philidor uci` to their engines. By hand:

  position startpos moves e2e4 e7e5     or: position fen FEN
  go movetime 1000                      or: go depth 12, go nodes 100000, go infinite and then stop
  go perft 5                            counts the tree, as Stockfish does
  d                                     draws the board

Options: Hash, Threads, MultiPV, Move Overhead, Ponder, UCI_AnalyseMode, UCI_Chess960, Clear Hash.
Anything unknown is answered with an `info string`. After a position that is refused there is none
until the next one is accepted. While a search or a count runs, isready and stop are answered at
once, and quit ends a search; all other commands wait until it is done. At the end of the input, the
program finishes what it does and exits.")]
pub(crate) struct UciArgs {}

/// Show what the engine's evaluation of a position is made of
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor evaluate --fen kiwipete
  philidor evaluate --fen kiwipete --by chains        by the questions of a program of 1989

Each term has a value for the middle game and one for the endgame, in hundredths of a pawn, good for
its side if positive. What counts is in between, by how many pieces are left. On the board, each
piece has its share of the total: what it is worth where it stands, with its part of the terms.")]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Which evaluation
    #[arg(long, value_name = "NAME", default_value = "classic", value_parser = ["classic", "chains"])]
    pub(crate) by: String,

    #[command(flatten)]
    pub(crate) men: MenArgs,
}

/// Search fixed positions and print how many nodes it took: the signature of the search
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Equal signatures mean that the engine plays the same; the speed is that of this machine, on one
thread.")]
pub(crate) struct BenchArgs {
    /// Depth in half-moves
    #[arg(value_name = "DEPTH", default_value_t = philidor_engine::bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
}
