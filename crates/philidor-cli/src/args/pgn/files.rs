//! Which files are read, and where the result goes.

use std::num::NonZero;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor::pgn::Letters;
use philidor_games::{Files, Format};

use crate::args::perft::threads;
use crate::args::values::letters_parser;

/// Which files, and how many threads.
#[derive(Debug, clap::Args)]
pub(crate) struct FilesArgs {
    /// Number of threads [default: all available cores]
    #[arg(long, alias = "jobs", value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZero<usize>>,

    #[command(flatten)]
    pub(crate) input: InputArgs,
}

/// Which files, and how they are read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Files of games, packed or not; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<PathBuf>,

    /// Format of the files [default: recognized file by file, PGN where in doubt]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,

    /// Keep faulty games of PGN, without malformed tags and up to the first fault of the main line
    #[arg(long)]
    pub(crate) lenient: bool,

    /// Language of the letters of pieces in PGN
    #[arg(long, value_name = "LANGUAGE", default_value = "english", hide_default_value = true, value_parser = letters_parser())]
    pub(crate) letters: Letters,

    /// Let comments in braces of PGN contain others
    #[arg(long)]
    pub(crate) nested_comments: bool,
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
pub(crate) struct OutputArgs {
    /// File to write [default: standard output, which is also `-`]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
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
