//! The arguments of the subcommands that test move generators, or are one to be tested: `verify`, `hunt`, `uci`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::perft::threads;
use super::values::file_parser;
use super::{DoorArgs, MenArgs};

/// Count the built-in suite in every way, and compare with its known counts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor verify                                     all counts, in every way
  philidor verify --nodes-limit 100000                the small ones
  philidor verify --ways fastest                      in the fastest way alone
  philidor verify --export epd > suite.epd            the suite, for any other program

Every position has a name, and counts that foreign programs agree with. The ways: at each level of
this CPU leaves counted, leaves played, a small table with two seeds, and statistics; three threads
without and with one table, and statistics on three; two sessions with one table; divide; frontiers,
also written and read back; the three generators. Tables and batches of other sizes, and frontiers
at other levels than the best, are left to the tests of the library. The fastest way takes all
counts, the others that count from sets those of up to 20 million leaves, those that look at each
last move (statistics, divide, frontiers) of up to 2 million, those that play it of up to 300,000.

A way that differs is named. The lines of a mismatch are those of --export epd without limits. The
last line is `N passed, M failed`, in counts: one passes if all ways agree on it. In JSON: line,
name, fen, depth, expected, counted, ways, ways_in_all; at last passed, failed, counts, ways.

Exit code: 0 fine, 1 counts that differ or a file that cannot be read, 2 wrong usage,
130 interrupted.")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    #[command(flatten)]
    pub(crate) door: DoorArgs,

    /// How many threads; all available cores if not given
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// In which ways to count
    #[arg(long, value_name = "WAYS", default_value = "all", value_parser = ways_parser(), conflicts_with = "export")]
    pub(crate) ways: Ways,

    /// Write the suite, and count nothing
    #[arg(long, value_name = "FORM", value_parser = suite_form_parser(), conflicts_with = "threads")]
    pub(crate) export: Option<SuiteForm>,
}

/// In which ways a suite is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// In all that there are.
    All,
    /// In one.
    Fastest,
}

/// Which counts of which suite.
#[derive(Debug, clap::Args)]
pub(crate) struct SuiteArgs {
    /// Take this suite and not the built-in one; `-` is standard input
    #[arg(long = "suite", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Leave out the deeper counts
    #[arg(long, value_name = "DEPTH")]
    pub(crate) depth_limit: Option<u32>,

    /// Leave out the larger counts
    #[arg(long, value_name = "LEAVES")]
    pub(crate) nodes_limit: Option<u64>,
}

/// How a suite is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuiteForm {
    /// A line a position, as it is read.
    Epd,
    /// One document.
    Json,
}

/// Answer the commands of the UCI protocol, so that other tools can drive philidor
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Commands: uci, isready, ucinewgame, setoption name Hash|Threads|UCI_Chess960 value …,
position startpos|fen … moves …, go perft N, d, stop, quit. What is not understood is answered by an
`info string`. While a count runs, isready and stop are answered at once; all other commands, quit
among them, wait until it is done. The end of the input ends the program then, too.

philidor does not play yet: `go` without perft answers with any legal move.")]
pub(crate) struct UciArgs {}

/// Find what is wrong in another program's move generator, and say which rule it breaks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor hunt -- ./my-engine                        a UCI engine that knows `go perft N`
  philidor hunt --html report.html -- stockfish       and a page for the bug report
  philidor hunt --protocol lines -- python3 mine.py   a program that speaks the line protocol
  philidor hunt --command './count {fen} {depth}'     a program that is started for each question
  philidor hunt --fen kiwipete --depth-limit 3 -- ./my-engine

Every count of the suite is asked, the small ones first. A wrong count is followed down to the
position where the moves are wrong, which is then made small, and reported with the rule it breaks.

Before a program is accused, two other generators of philidor recount what it counts differently.
If they disagree with the first, the report says so, and the program is not accused. The counts of
a --suite are compared with philidor's, too; a wrong one is reported as a fault of the suite.

Ctrl-C ends the hunt and reports what was found so far; pressed again it ends at once.

Exit code: 0 nothing found, 1 bugs found, a program that does not answer, or a suite with wrong
counts, 2 wrong usage, 3 philidor contradicts itself (please tell us), 130 interrupted.")]
#[command(mut_arg("nodes_limit", |limit| {
    limit.help("Leave out the larger counts; 100000 if not given, and no limit with --fen")
}))]
pub(crate) struct HuntArgs {
    /// The program under suspicion, and its arguments
    #[arg(last = true, value_name = "PROGRAM", required_unless_present = "command")]
    pub(crate) program: Vec<String>,

    /// Start this for each question, with {fen}, {depth}, {moves} and {chess960} replaced
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["program", "protocol"])]
    pub(crate) command: Option<String>,

    /// How the program is asked: by `go perft N`, or in philidor's line protocol
    #[arg(long, default_value = "uci", value_parser = protocol_parser())]
    pub(crate) protocol: Protocol,

    /// An option to set before the hunt, as `Hash=16`; may be given again
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    pub(crate) options: Vec<(String, String)>,

    /// Ask about this position alone: a FEN or a name
    #[arg(long, conflicts_with = "file")]
    pub(crate) fen: Option<String>,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    #[command(flatten)]
    pub(crate) door: DoorArgs,

    /// How many seconds to hunt; what was found by then is still verified
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(crate) time: f64,

    /// How many seconds one answer may take; to start, a program has at least ten
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: f64,

    /// Write the report as a page for browsers, too
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) men: MenArgs,
}

/// How a program is asked that runs all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// UCI with `go perft N`.
    Uci,
    /// The line protocol of philidor, see the book.
    Lines,
}

fn ways_parser() -> impl TypedValueParser<Value = Ways> {
    PossibleValuesParser::new(["all", "fastest"]).map(|name| match name.as_str() {
        "fastest" => Ways::Fastest,
        _ => Ways::All,
    })
}

fn suite_form_parser() -> impl TypedValueParser<Value = SuiteForm> {
    PossibleValuesParser::new(["epd", "json"]).map(|name| match name.as_str() {
        "json" => SuiteForm::Json,
        _ => SuiteForm::Epd,
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
