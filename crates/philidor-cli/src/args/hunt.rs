//! The arguments of the subcommands that test move generators: `verify`, `hunt`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor_host::number;
#[cfg(feature = "variants")]
use philidor_variants::Variant;

use super::values::file_parser;
use super::{CountArgs, DoorArgs, GlyphArgs};

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

/// Which counts of which suite.
#[derive(Debug, clap::Args)]
pub(crate) struct SuiteArgs {
    /// Use this suite instead of the built-in one; `-` is standard input
    #[arg(long = "suite", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Skip the deeper counts
    #[arg(long, value_name = "DEPTH", value_parser = number(0..=u32::MAX))]
    pub(crate) depth_limit: Option<u32>,

    /// Skip the larger counts
    #[arg(long, value_name = "LEAVES", value_parser = number(0..=u64::MAX))]
    pub(crate) nodes_limit: Option<u64>,
}

/// How a suite is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuiteFormat {
    /// A line for each position, in the format that is also read.
    Epd,
    /// One document.
    Json,
}

/// Find bugs in another program's move generator, and say which rule it breaks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor hunt -- ./my-engine                        a UCI engine that knows `go perft N`
  philidor hunt --html report.html -- stockfish       and a page for the bug report
  philidor hunt --issue bugs.md -- ./my-engine        and a text about each bug, for its authors
  philidor hunt --protocol lines -- python3 mine.py   a program that speaks the line protocol
  philidor hunt --command './count {fen} {depth}'     a program started for each question
  philidor hunt --fen kiwipete --depth-limit 3 -- ./my-engine
  philidor hunt --variant atomic -- ./my-engine       by the rules of a variant

The program is asked for every count of the suite, small ones first. A wrong count is followed down
to the position where the moves are wrong; that position is simplified and reported with the rule
that is broken.

With --variant the questions are positions that test the rules of the variant, then positions of
random games; FENs are those of the variant. UCI programs are set UCI_Variant, other programs know
from their arguments which variant it is. There is one count of each tree, and no suite.

Before a program is accused, two other generators of philidor recount what it counts differently. If
they disagree with the first, the report says so, and the program is not accused. The counts of a
--suite are compared with philidor's, too; a wrong one is reported as a fault of the suite. If none
of its answers is right, the report first says that philidor may have asked or read it wrongly.

Ctrl-C ends the hunt and reports what was found so far; press it again to stop immediately.

Exit code: 0 nothing found, 1 bugs found, a program that does not answer, or a suite with wrong
counts, 2 wrong usage, 3 philidor contradicts itself (please tell us), 130 interrupted.")]
#[command(mut_arg("nodes_limit", |limit| {
    limit.help("Skip the larger counts [default: 100000, or no limit with --fen]")
}))]
pub(crate) struct HuntArgs {
    /// The program to test, and its arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present = "command")]
    pub(crate) program: Vec<String>,

    /// Command to run for each question, with {fen}, {depth}, {moves}, {chess960} and {variant} replaced
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["program", "protocol"])]
    pub(crate) command: Option<String>,

    /// How to ask the program: with `go perft N`, or in philidor's line protocol
    #[arg(long, default_value = "uci", value_parser = protocol_parser())]
    pub(crate) protocol: Protocol,

    /// Option to set before the hunt, as in `Hash=16`; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    pub(crate) options: Vec<(String, String)>,

    /// Hunt by the rules of a variant: atomic, antichess, crazyhouse, 3check, kingofthehill, horde, racingkings …
    #[cfg(feature = "variants")]
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    pub(crate) variant: Option<Variant>,

    /// Ask about this position alone: a FEN or a name
    #[arg(long, conflicts_with = "file")]
    pub(crate) fen: Option<String>,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    #[command(flatten)]
    pub(crate) door: DoorArgs,

    /// Seconds to hunt; what was found by then is still verified
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) time: f64,

    /// Seconds that one answer may take; a program has at least ten to start
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: f64,

    /// Also write the report as an HTML page
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) html: Option<PathBuf>,

    /// Also write a Markdown text about each bug, for the authors of the program; no file if there is none,
    /// and only the file of another hunt is replaced
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) issue: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) glyphs: GlyphArgs,
}

/// How to ask a program that keeps running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// UCI with `go perft N`.
    Uci,
    /// The line protocol of philidor, described in the book.
    Lines,
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

fn protocol_parser() -> impl TypedValueParser<Value = Protocol> {
    PossibleValuesParser::new(["uci", "lines"]).map(|name| match name.as_str() {
        "lines" => Protocol::Lines,
        _ => Protocol::Uci,
    })
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("an option is given as NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// A number of seconds that a clock can wait for.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.001..=1e6).contains(&seconds) { Ok(seconds) } else { Err("not from 0.001 to 1000000".to_owned()) }
}
