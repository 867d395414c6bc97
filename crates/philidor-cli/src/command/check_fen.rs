//! `philidor check-fen`: FENs in, answers out, one per line.

use std::process::ExitCode;

use anyhow::anyhow;
use philidor_games::check_fens;
use philidor_host::Visible;

use crate::args::CheckFenArgs;
use crate::terminal::output::{Output, WrongUsage, code};

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let text = args.file.to_string_lossy();
    if text.contains(' ') && text.matches('/').count() == 7 && !args.file.exists() {
        let words =
            anyhow!("`{0}` is a FEN, not a file; pipe it: echo '{0}' | philidor check-fen", Visible(&text));
        return Err(WrongUsage(words).into());
    }
    #[cfg(feature = "variants")]
    if let Some(variant) = args.variant {
        return super::variant::check_fen(variant, args, output);
    }
    let is_fine = check_fens(&args.file, args.door.into(), &output.answers(), output.writer)?;
    Ok(code(is_fine))
}
