//! `philidor check-fen --variant`: FENs in, answers out, one per line.

use std::process::ExitCode;

use philidor_games::check_variant_fens;
use philidor_variants::Variant;

use crate::args::CheckFenArgs;
use crate::terminal::output::{Output, code};

pub(in super::super) fn run(
    variant: Variant,
    args: &CheckFenArgs,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let strictness = args.door.into();
    let is_fine = check_variant_fens(&args.file, variant, strictness, &output.answers(), output.writer)?;
    Ok(code(is_fine))
}
