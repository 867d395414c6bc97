//! Which counts of which suite.

use std::path::PathBuf;

use philidor_host::number;

/// Which counts of which suite.
#[derive(Debug, clap::Args)]
pub struct SuiteArgs {
    /// Use this suite instead of the built-in one; `-` is standard input
    #[arg(long = "suite", value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Skip the deeper counts
    #[arg(long, value_name = "DEPTH", value_parser = number(0..=u32::MAX))]
    pub depth_limit: Option<u32>,

    /// Skip the larger counts
    #[arg(long, value_name = "LEAVES", value_parser = number(0..=u64::MAX))]
    pub nodes_limit: Option<u64>,
}
