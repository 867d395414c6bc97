//! `philidor check-fen`: FENs in, answers out, one per line.

use std::process::ExitCode;

use philidor_program::positions::check_fens;

use crate::args::CheckFenArgs;
use philidor_program::terminal::output::{Output, code};

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let is_fine = check_fens(&args.file, args.door.into(), &output.answers(), output.writer)?;
    Ok(code(is_fine))
}
