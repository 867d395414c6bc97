//! Which files are read, and where the result goes, as programs take them from their arguments. Feature `arguments`.

use std::num::NonZero;
use std::path::PathBuf;

use crate::parts::files::Files;
use crate::parts::format::Format;
use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser};
use philidor_pgn::Letters;

/// More threads than any machine has: a typo should not ask the system for a billion.
const MAX_THREADS: usize = 4096;

/// Which files, and how many threads.
#[derive(Debug, clap::Args)]
pub struct FilesArgs {
    /// Number of threads [default: all available cores]
    #[arg(long, alias = "jobs", value_name = "N", value_parser = threads())]
    pub threads: Option<NonZero<usize>>,

    /// Which files.
    #[command(flatten)]
    pub input: InputArgs,
}

/// Which files, and how they are read.
#[derive(Debug, clap::Args)]
pub struct InputArgs {
    /// Files of games, packed or not; `-` is standard input
    #[arg(default_value = "-")]
    pub files: Vec<PathBuf>,

    /// Format of the files [default: recognized file by file, PGN where in doubt]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub from: Option<Format>,

    /// Keep faulty games of PGN, without malformed tags and up to the first fault of the main line
    #[arg(long)]
    pub lenient: bool,

    /// Language of the letters of pieces in PGN
    #[arg(long, value_name = "LANGUAGE", default_value = "english", hide_default_value = true, value_parser = letters_parser())]
    pub letters: Letters,

    /// Let comments in braces of PGN contain others
    #[arg(long)]
    pub nested_comments: bool,
}

impl From<&InputArgs> for Files {
    fn from(args: &InputArgs) -> Files {
        Files {
            paths: args.files.clone(),
            threads: None,
            from: args.from,
            lenient: args.lenient,
            letters: args.letters,
            nested_comments: args.nested_comments,
        }
    }
}

impl From<&FilesArgs> for Files {
    fn from(args: &FilesArgs) -> Files {
        Files { threads: args.threads, ..Files::from(&args.input) }
    }
}

/// Where the result goes.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// File to write [default: standard output, which is also `-`]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The name of a format.
#[must_use]
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["pgn", "json", "binary", "uci", "epd", "fen"]).map(|name| {
        match name.as_str() {
            "json" => Format::Json,
            "uci" => Format::Uci,
            "epd" => Format::Epd,
            "fen" => Format::Fen,
            "binary" => Format::Binary,
            _ => Format::Pgn,
        }
    })
}

/// The name of a language with letters of its own for pieces.
fn letters_parser() -> impl TypedValueParser<Value = Letters> {
    PossibleValuesParser::new(["english", "german", "french"]).map(|name| match name.as_str() {
        "german" => Letters::German,
        "french" => Letters::French,
        _ => Letters::English,
    })
}

/// A number of threads.
fn threads() -> impl TypedValueParser<Value = NonZero<usize>> {
    StringValueParser::new().try_map(|text| {
        let number = text.parse().ok().filter(|number: &NonZero<usize>| number.get() <= MAX_THREADS);
        number.ok_or_else(|| format!("not a number from 1 to {MAX_THREADS}"))
    })
}
