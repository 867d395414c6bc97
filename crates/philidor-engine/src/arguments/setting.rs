//! Which evaluation an engine has, which network, and how large its table is.

use std::path::PathBuf;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor_host::Size;

use crate::{Analyst, EVALUATIONS};

/// A network of one's own.
#[derive(Debug, clap::Args)]
pub struct NetArgs {
    /// File of a network, such as `philidor train` writes, in place of the engine's own
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

/// Reads the name of an evaluation.
pub fn evaluation_parser() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(EVALUATIONS)
}

/// Gives an engine its transposition table, rounded up to whole mebibytes: none would not be a table.
///
/// # Errors
///
/// A table of this size does not fit in memory.
pub fn set_hash(analyst: &mut Analyst, size: Size) -> anyhow::Result<()> {
    let set = analyst.set_option("Hash", &size.0.div_ceil(1 << 20).to_string());
    // The engine's own message has the number of mebibytes, which is not what was typed.
    set.map_err(|_| anyhow::anyhow!("--hash: a table of {size} does not fit in memory"))
}

/// Gives an engine the network of a file, if one is named.
///
/// # Errors
///
/// The file cannot be read, or is not a network.
pub fn set_net(analyst: &mut Analyst, net: &NetArgs) -> anyhow::Result<()> {
    let Some(file) = &net.eval_file else { return Ok(()) };
    analyst.set_option("EvalFile", &file.to_string_lossy()).context("--eval-file")
}
