//! `philidor analyze`: the best moves of a position.
//!
//! ```text
//! chess.rs    variant.rs      ask the engine of their rules, as request.rs reads the arguments
//!        ╲    ╱
//!      thinking.rs            one thread searches, and sends what is new; this thread writes it: a live table on a
//!        ╱    ╲               terminal, or JSON
//!  table.rs  json.rs          of any position that is analyzable.rs
//! ```

mod analyzable;
mod chess;
mod json;
mod request;
mod table;
mod thinking;
#[cfg(feature = "variants")]
mod variant;

use std::process::ExitCode;

#[cfg(feature = "variants")]
use philidor_variants::Variant;

#[cfg(feature = "mcp")]
pub(super) use self::json::AnalysisReport;
#[cfg(any(feature = "mcp", feature = "pgn"))]
pub(super) use self::request::set_hash;
#[cfg(feature = "mcp")]
pub(super) use self::table::Table;
#[cfg(all(feature = "pgn", feature = "variants"))]
pub(super) use self::variant::engine as variant_engine;
use crate::args::AnalyzeArgs;
use crate::terminal::output::Output;

pub(super) fn run(args: &AnalyzeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "variants")]
    if let Some(variant) = args.variant.filter(|&variant| variant != Variant::Chess) {
        return variant::run(variant, args, output);
    }
    chess::run(args, output)
}
