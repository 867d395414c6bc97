//! `philidor check-fen`: FENs in, answers out, one per line.

use std::process::ExitCode;

use philidor_games::check_fens;

use crate::args::CheckFenArgs;
use crate::terminal::output::{Output, code};

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "variants")]
    if let Some(variant) = args.variant {
        return super::variant::check_fen(variant, args, output);
    }
    let is_fine = check_fens(&args.file, args.door.into(), &output.answers(), output.writer)?;
    Ok(code(is_fine))
}
