//! `philidor check-fen --variant`: FENs in, answers out, one per line.

use std::process::ExitCode;

use philidor_program::positions::{Valid, Wrong, check_lines};
use philidor_variants::AnyPosition;

use crate::args::CheckFenArgs;
use philidor_program::terminal::output::{Output, code};

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let variant = args.rules.variant;
    let strictness = args.door.into();
    let judge = |text: &str| {
        let position = AnyPosition::from_fen_with(variant, text, strictness);
        let position = position.map_err(|error| Wrong::from(error.to_string()))?;
        Ok(Valid { fen: position.to_string(), unreachable: None })
    };
    let is_fine = check_lines(&args.file, &output.answers(), output.writer, judge)?;
    Ok(code(is_fine))
}
