//! `philidor check-fen`: FENs in, answers out, one per line.

use std::process::ExitCode;

use philidor_games::{Answers, check_fens};

use crate::args::CheckFenArgs;
use crate::terminal::output::Output;

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let (good, bad) = (output.paint.good(), output.paint.bad());
    let answers = match output.json {
        true => Answers::Json,
        false => Answers::Words { ok: format!("{good}ok{good:#}"), error: format!("{bad}error:{bad:#}") },
    };
    let is_fine = check_fens(&args.file, args.door.into(), &answers, output.writer)?;
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
