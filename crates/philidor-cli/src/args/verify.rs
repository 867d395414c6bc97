//! The arguments of `verify`.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use philidor_program::arguments::counting::CountArgs;
use philidor_program::arguments::position::DoorArgs;
use philidor_program::arguments::suite::SuiteArgs;

/// Count a suite by every counter and compare with its known counts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor verify                                     all counts, by every counter
  philidor verify --nodes-limit 100000                the small ones
  philidor verify --counters fastest                  only by the fastest counter
  philidor verify --suite suite.epd --hash 1G         another suite, by one counter with a table
  philidor verify --export epd > suite.epd            the suite, for any other program

Every position of the built-in suite has a name and counts that other programs agree with. The
counters: at each level of this CPU, leaves counted, leaves played, a small table with two seeds,
and statistics; three threads with and without a table, and statistics on three; two sessions with
one table; divide; frontiers, also written and read back; the three generators. The tests of the
library cover other sizes of tables and batches, and frontiers at levels below the best. The fastest
counter takes all counts, others that count from sets those of up to 20 million leaves, those that
look at each last move (statistics, divide, frontiers) up to 2 million, and those that play it up to
300,000. With --plain, --generator, --cpu or --hash there is one counter, which takes all counts.

Another suite has lines such as `FEN ;id name ;D1 20 ;D2 400`, EPD such as `FEN D1 20; D2 400;`, or
blocks of the lines `id name`, `epd FEN`, `perft 1 20`, separated by blank lines. A name may replace
the FEN. Blank lines and lines that begin with `#` are skipped; unreadable lines are reported and
count as failures; a file in another format is refused as a whole.

Counters that differ are named. A mismatch gives its line in the output of --export epd without
limits. The last line is `N passed, M failed`: a count passes if all counters agree on it; positions
that the board of --generator cannot hold are skipped, and their number is reported. In JSON: line,
name, fen, depth, expected, counted, counters, counters_in_all; line, error; at the end passed,
failed, counts, counters, skipped.

Exit code: 0 fine, 1 counts that differ or a file that cannot be read, 2 wrong usage,
130 interrupted.")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    #[command(flatten)]
    pub(crate) door: DoorArgs,

    #[command(flatten)]
    pub(crate) counting: CountArgs,

    /// Counters to use
    #[arg(long, value_name = "COUNTERS", default_value = "all", value_parser = counters_parser(),
        conflicts_with_all = ["export", "plain", "generator", "cpu", "hash"])]
    pub(crate) counters: Counters,

    /// Write the suite instead of counting it
    #[arg(long, value_name = "FORMAT", value_parser = suite_format_parser(),
        conflicts_with_all = ["threads", "plain", "generator", "cpu", "hash"])]
    pub(crate) export: Option<SuiteFormat>,
}

/// The counters that count a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counters {
    /// All of them.
    All,
    /// The fastest one.
    Fastest,
}

/// How a suite is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuiteFormat {
    /// A line for each position, in the format that is also read.
    Epd,
    /// One document.
    Json,
}

fn counters_parser() -> impl TypedValueParser<Value = Counters> {
    PossibleValuesParser::new(["all", "fastest"]).map(|name| match name.as_str() {
        "fastest" => Counters::Fastest,
        _ => Counters::All,
    })
}

fn suite_format_parser() -> impl TypedValueParser<Value = SuiteFormat> {
    PossibleValuesParser::new(["epd", "json"]).map(|name| match name.as_str() {
        "json" => SuiteFormat::Json,
        _ => SuiteFormat::Epd,
    })
}
