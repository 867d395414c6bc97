//! The arguments of `check-uci`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use philidor_uci::conformance::Examination;

/// Check whether a program keeps to the UCI protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  philidor check-uci ./my-engine                   all checks
  philidor check-uci --only stop --only quit -- ./my-engine --uci
  philidor check-uci --option Threads=1 stockfish
  philidor check-uci --json ./my-engine            each check with all that was sent and came
  philidor check-uci --list                        the checks, each with its rule

The program is started anew for each check. A check is a must, which the protocol demands, or a
should, which users expect. It passes, fails, or does not apply, as `ponder` to a program that has
no option Ponder. Of a check that fails you see what was sent (<) and the last that came (>).

In JSON: check, level, rule, outcome (pass, fail, not applicable), reason, exchange (speaker, line).

Exit code: 0 no must fails, 1 one does, or the program cannot be started, 2 wrong usage,
130 interrupted.")]
pub(crate) struct CheckUciArgs {
    /// The program and its arguments
    #[arg(value_name = "ENGINE", required_unless_present = "list", trailing_var_arg = true)]
    pub(crate) engine: Vec<String>,

    /// Only this check; may be repeated
    #[arg(long, value_name = "CHECK", value_parser = check_parser())]
    pub(crate) only: Vec<String>,

    /// Set an option of the program before each check; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) option: Vec<(String, String)>,

    /// Seconds for answers that take a while, such as a search to depth 5
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) timeout: u64,

    /// Milliseconds for what is due at once, such as the answer to `stop`
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub(crate) prompt: u64,

    /// Milliseconds by which a clock may be overdrawn
    #[arg(long, value_name = "MS", default_value = "100", value_parser = clap::value_parser!(u64).range(0..=86_400_000))]
    pub(crate) margin: u64,

    /// List the checks, and start nothing
    #[arg(long)]
    pub(crate) list: bool,
}

fn check_parser() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Examination::checks().map(|check| check.name))
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("not NAME=VALUE, as in Hash=16")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
