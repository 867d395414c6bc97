//! `philidor check-fen`: FENs in, answers out, one per line.

use std::process::ExitCode;

use serde::Serialize;

use crate::args::CheckFenArgs;
use crate::positions::line_by_line::{Wrong, answer_each};
use crate::positions::refusal::{self, Door, Visible};
use crate::terminal::output::Output;

/// An answer, as JSON.
#[derive(Serialize)]
struct FenReport {
    line: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted_by: Option<&'static str>,
}

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    answer_each(&args.file, output, |line, text, output| {
        let verdict = text.and_then(|text| judge(text, args.door.into()));
        let is_fine = verdict.is_ok();
        answer(line, verdict, output)?;
        Ok(is_fine)
    })
}

/// The FEN of the position, or everything that is wrong with the text.
fn judge(text: &str, door: Door) -> Result<String, Wrong> {
    refusal::read(text, door).map(|position| position.to_string()).map_err(|refusal| Wrong::from(&refusal))
}

fn answer(line: u64, verdict: Result<String, Wrong>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        let ok = verdict.is_ok();
        let (fen, errors, accepted_by) = match verdict {
            Ok(fen) => (Some(fen), None, None),
            Err(wrong) => (None, Some(wrong.errors), wrong.accepted_by),
        };
        return output.write_json(&FenReport { line, ok, fen, errors, accepted_by });
    }
    let (good, bad) = (output.paint.good(), output.paint.bad());
    match verdict {
        Ok(_) => writeln!(output.writer, "{good}ok{good:#}")?,
        Err(wrong) => writeln!(output.writer, "{bad}error:{bad:#} {}", Visible(&wrong.sentence))?,
    }
    Ok(())
}
