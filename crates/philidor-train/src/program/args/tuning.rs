//! The arguments of what tunes numbers: `tune`, `spsa`.

use std::num::NonZero;
use std::path::PathBuf;

use philidor_engine::EVALUATIONS;
use philidor_train::data::Format;

use philidor_program::arguments::values::{file_parser, number_parser};

/// Tune the parameters of a search by games (SPSA)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor spsa margins.txt --openings openings.epd --pairs 5000
  philidor spsa margins.txt --openings openings.epd --pairs 5000 --resume
  philidor spsa two.txt --openings openings.epd --parameter RazoringMargin --parameter DeltaMargin
  philidor spsa mine.txt --openings openings.epd --engine 'cmd=./mine' --parameter Margin,75,10,90,8
  philidor spsa --list                                the parameters of this program's search

In each pair of games every parameter is changed by its step, up or down at random, for one side,
and the opposite for the other; then each moves a little toward the side that won. In the first
pairs steps and moves are larger. A parameter needs a step that a match of some thousand games would
notice; a few hundred pairs show nothing but noise. Confirm what comes out by `match --sprt`.

Parameters are NAME,START,MIN,MAX,STEP: any spin option of the engine. Those of this program's
search (--list) can be given by their names alone, and without any all are tuned.

FILE has the values after each batch of pairs, whole or not at all; --resume continues from there,
with the same arguments, openings and files that options name. At a number of nodes the same
arguments give the same values, on any number of threads, interrupted or not. --nodes limits each
move, so tc and ponder of an engine are refused.

Exit code: 0 fine, 1 an engine that cannot be started or refuses an option, or a file that
cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct SpsaArgs {
    /// File for the values
    #[arg(value_name = "FILE", value_parser = file_parser(), required_unless_present = "list")]
    pub(crate) state: Option<PathBuf>,

    /// Who plays itself: net, classic, or cmd=COMMAND and more, as in `match`
    #[arg(long, value_name = "ENGINE", default_value = EVALUATIONS[0])]
    pub(crate) engine: String,

    /// A parameter to tune; may be repeated
    #[arg(long, value_name = "PARAMETER")]
    pub(crate) parameter: Vec<String>,

    /// File of openings: EPD, FENs or PGN
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    pub(crate) openings: Option<PathBuf>,

    /// How many half-moves of each game of a PGN are the opening
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) plies: usize,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,

    /// Pairs of games in the whole run
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) pairs: u64,

    /// Pairs played with the same values before these change
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub(crate) batch: u64,

    /// Learning rate: how much of its step a parameter moves in the end for a game more won [default:
    /// 0.2 / √pairs]
    #[arg(long, value_name = "SHARE")]
    pub(crate) rate: Option<f64>,

    /// Spall's A: the share of the pairs by which the first moves are held back
    #[arg(long, value_name = "SHARE", default_value = "0.1")]
    pub(crate) stability: f64,

    /// Spall's alpha: how fast moves become smaller
    #[arg(long, value_name = "EXPONENT", default_value = "0.602")]
    pub(crate) alpha: f64,

    /// Spall's gamma: how fast steps become smaller
    #[arg(long, value_name = "EXPONENT", default_value = "0.101")]
    pub(crate) gamma: f64,

    /// Seed of all that is random
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,

    /// Pairs played at the same time [default: one for each processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,

    /// Resume from the values in the file
    #[arg(long)]
    pub(crate) resume: bool,

    /// List the parameters of this program's search, and play nothing
    #[arg(long)]
    pub(crate) list: bool,
}

/// Tune the numbers of an evaluation by positions (logistic regression, Texel's method)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor selfplay --games 20000 games.viri
  philidor tune games.viri -o tables.rs

The numbers are those of the piece-square tables, `squares` in `match`: what each piece type is
worth, and its ranks and files, in both phases. They are moved until the value of a position
predicts best how its game ended. Files are as `philidor selfplay` writes them, or in another format
of `philidor data`. Left out are positions in check, those in which the move played takes or
promotes, and decided ones. One game in 64 is held out. The result is Rust source, with the command
in its head; it is the same for the same files and arguments, and Ctrl-C leaves none.

Other evaluations are tuned by the library: philidor_train::tuning.

Exit code: 0 fine, 1 a file that cannot be read or written, 2 wrong usage, 130 interrupted.")]
pub(crate) struct TuneArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    pub(crate) games: Vec<PathBuf>,

    /// Format of the files [default: what their names or first bytes say]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<Format>,

    /// Leave out faulty games and positions, and count them
    #[arg(long)]
    pub(crate) lenient: bool,

    /// File for the tables [default: standard output]
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) output: Option<PathBuf>,

    /// Epochs: how often every position is seen
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) epochs: u32,

    /// Batch size: positions for each step of the optimizer (Adam)
    #[arg(long, value_name = "N", default_value = "4096")]
    pub(crate) batch: NonZero<usize>,

    /// Learning rate: by how many centipawns a number moves in the first steps
    #[arg(long, value_name = "CP", default_value = "1", value_parser = number_parser(0.0..=1_000.0))]
    pub(crate) rate: f64,

    /// WDL blend (lambda): the share of the result in what is predicted; the score has the rest
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = number_parser(0.0..=1.0))]
    pub(crate) result_share: f64,

    /// Seed of the order of positions
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
}
