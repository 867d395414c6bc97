//! The arguments of what makes nets: `selfplay`, `train`. Those of `data` are in `data.rs`.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_engine::EVALUATIONS;
use philidor_train::data::Format;

use philidor_engine::arguments::setting::evaluation_parser;
use philidor_program::arguments::values::{file_parser, number_parser};

/// Play games of an engine against itself, with a score for each move, to learn from
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor selfplay --games 50000 games.viri
  philidor selfplay --games 50000 games.viri --resume      play those that are missing
  philidor selfplay --engine material --nodes 500 --games 1000 small.viri

Each game begins with random half-moves that neither side has lost by; then no depth begins after
that many nodes. Games end by the rules; won, once the scores of six half-moves in a row say 20
pawns for one side; drawn, from half-move 80 on, once twenty in a row are within a tenth of a pawn,
and after 400 half-moves. The file is viriformat, four bytes a move; a name that stands for another
format is refused. A game depends on the seed and its number alone, so a run that was cut off can be
resumed, and comes out the same on any number of threads.

Exit code: 0 fine, 1 a file that cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct SelfplayArgs {
    /// File for the games
    #[arg(value_name = "FILE", value_parser = file_parser())]
    pub(crate) output: PathBuf,

    /// How many games the file has in the end
    #[arg(long, value_name = "N", default_value = "1000")]
    pub(crate) games: u64,

    /// Seed of the openings
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Soft node limit: after this many nodes no depth begins; the hard limit is eight times as many
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Random half-moves at the beginning, so that games differ; one more in every second game
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(1..=400))]
    pub(crate) random_plies: u16,

    /// Which evaluation the engine has
    #[arg(long, value_name = "NAME", default_value = EVALUATIONS[0], value_parser = evaluation_parser())]
    pub(crate) engine: String,

    /// File of the network, for `--engine net`
    #[arg(long, value_name = "FILE")]
    pub(crate) eval_file: Option<PathBuf>,

    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Keep the games that the file has, and play the others
    #[arg(long)]
    pub(crate) resume: bool,
}

/// Train a network on games with scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor train games.viri -o net.bin
  philidor train one.viri two.viri -o net.bin --epochs 30 --seed 7
  philidor train more.viri -o next.bin --start net.bin --rate 0.0002 --epochs 8
  philidor train games.viri -o net.bin --checkpoint state.bin --resume
  philidor match --engine 'net option.EvalFile=net.bin' --against classic --tc nodes=20000

Files are as `philidor selfplay` writes them, or in another format of `philidor data`. Left out are
positions in check, those in which the move played takes or promotes, and decided ones. One game in
64 is held out: its positions say what the network has learned rather than remembered. In a file of
positions it is one position in 64, whose neighbors may be learned. The curve beside the table shows
both losses, from right to left as they fall: ○ what is learned from, ● what is held out; the gap
between them is overfitting. Dimmed lines are the epochs before the checkpoint. The network is the
same for the same files, seed and numbers, on any number of threads, interrupted or not. A faulty
game ends the command, unless --lenient leaves it out. A damaged network or checkpoint is refused by
its checksum.

Exit code: 0 fine, 1 a file that cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct TrainArgs {
    /// Files of games or positions
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Format of the files [default: what their names or first bytes say]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,

    /// Leave out faulty games and positions, and count them
    #[arg(long)]
    pub(crate) lenient: bool,

    /// File for the network; it is written after each epoch
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) output: PathBuf,

    /// Network to begin with, in place of random weights: learn on from one that has learned from other
    /// games; a smaller --rate keeps more of it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["buckets", "no_mirror"])]
    pub(crate) start: Option<PathBuf>,

    /// Epochs: how often every position is seen
    #[arg(long, value_name = "N", default_value = "12", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) epochs: u32,

    /// Batch size: positions for each step of the optimizer (AdamW)
    #[arg(long, value_name = "N", default_value = "16384")]
    pub(crate) batch: NonZero<usize>,

    /// Learning rate of the first step
    #[arg(long, value_name = "RATE", default_value = "0.001", value_parser = number_parser(0.0_f32..=1.0))]
    pub(crate) rate: f32,

    /// Learning rate of the last step
    #[arg(long, value_name = "RATE", default_value = "0.00001", value_parser = number_parser(0.0_f32..=1.0))]
    pub(crate) last_rate: f32,

    /// WDL blend (lambda): the share of the result in what is learned, in the first epoch; the score
    /// has the rest
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = number_parser(0.0_f32..=1.0))]
    pub(crate) result_share: f32,

    /// The same in the last epoch
    #[arg(long, value_name = "SHARE", default_value = "0.15", value_parser = number_parser(0.0_f32..=1.0))]
    pub(crate) last_result_share: f32,

    /// Temporal differences: the share of later scores of the game that is mixed into each score: of
    /// the next one, into which the one after it is mixed, and so on
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = number_parser(0.0_f32..=0.99))]
    pub(crate) later_scores: f32,

    /// Score scale K: with this many centipawns the expected score is 73 % [default: what fits the
    /// results best]
    #[arg(long, value_name = "CP", value_parser = number_parser(1.0_f32..=10_000.0))]
    pub(crate) scale: Option<f32>,

    /// Output buckets, by number of pieces
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) buckets: u8,

    /// Don't mirror the board horizontally by the king's side, so that left and right are learned
    /// apart
    #[arg(long)]
    pub(crate) no_mirror: bool,

    /// Seed of the first weights and of all orders
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Threads [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// File for the state after each epoch
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Resume from that state, if the file is there, with the same files and numbers
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
}
