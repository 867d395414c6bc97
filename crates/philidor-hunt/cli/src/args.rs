//! The arguments of `philidor-hunt`.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor_program::arguments::position::DoorArgs;
use philidor_program::arguments::suite::SuiteArgs;
use philidor_program::arguments::values::{GlyphArgs, file_parser};
use philidor_program::program::Arguments;
use philidor_variants::Variant;

/// Find bugs in another program's move generator, and say which rule it breaks
#[derive(Debug, Parser)]
#[command(
    name = "philidor-hunt",
    version,
    max_term_width = 100,
    after_help = "\
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
counts, 2 wrong usage, 3 philidor contradicts itself (please tell us), 130 interrupted."
)]
#[command(mut_arg("nodes_limit", |limit| {
    limit.help("Skip the larger counts [default: 100000, or no limit with --fen]")
}))]
pub(crate) struct Args {
    /// Answer in JSON: one object per line
    #[arg(long, display_order = 100)]
    pub(crate) json: bool,

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

impl Arguments for Args {
    fn json(&self) -> bool {
        self.json
    }
}

/// How to ask a program that keeps running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// UCI with `go perft N`.
    Uci,
    /// The line protocol of philidor, described in the book.
    Lines,
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use philidor_program::arguments::files::unknown_files;
    use philidor_program::program::unhelpful;

    use super::*;

    #[test]
    fn the_arguments_are_sound_and_say_what_they_are() {
        Args::command().debug_assert();
        assert_eq!(unknown_files(&Args::command()), [""; 0]);
        assert_eq!(unhelpful(&Args::command()), [""; 0]);
    }
}
