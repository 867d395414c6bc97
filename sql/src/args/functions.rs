//! The arguments of `philidor-sql functions`.

/// List the chess functions, with examples
#[derive(Debug, clap::Args)]
pub(crate) struct FunctionsArgs {
    /// List only functions whose name contains this
    pub(crate) name: Option<String>,

    /// Answer in JSON: a line for each function
    #[arg(long)]
    pub(crate) json: bool,
}
