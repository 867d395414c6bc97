//! The arguments of `philidor-sql functions`.

/// List the chess functions, with examples
#[derive(Debug, clap::Args)]
pub(crate) struct FunctionsArgs {
    /// Only those whose name contains this
    pub(crate) name: Option<String>,

    /// For programs: a line of JSON for each function
    #[arg(long)]
    pub(crate) json: bool,
}
