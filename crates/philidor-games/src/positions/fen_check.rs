//! FENs in, answers out, one per line.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use philidor_host::Visible;
use serde::Serialize;

use super::answers::{Answers, BUFFER};
use super::lines::{Lines, Wrong};
use super::refusal::{Door, read_fen};
use crate::error::FileError;

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

/// Answers each line of a file, a FEN; `-` is standard input. Returns whether all lines were fine.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn check_fens(
    path: &Path,
    door: Door,
    answers: &Answers,
    writer: &mut dyn Write,
) -> Result<bool, FileError> {
    let mut lines = Lines::open(path)?;
    let mut writer = BufWriter::with_capacity(BUFFER, writer);
    let mut are_fine = true;
    while let Some((line, text)) = lines.next(&mut writer)? {
        let verdict = text.and_then(|text| judge(text, door));
        are_fine &= verdict.is_ok();
        answer(line, verdict, answers, &mut writer)?;
    }
    writer.flush()?;
    Ok(are_fine)
}

/// The FEN of the position, or everything that is wrong with the text.
fn judge(text: &str, door: Door) -> Result<String, Wrong> {
    read_fen(text, door).map(|position| position.to_string()).map_err(|refusal| Wrong::from(&refusal))
}

fn answer(
    line: u64,
    verdict: Result<String, Wrong>,
    answers: &Answers,
    writer: &mut impl Write,
) -> io::Result<()> {
    match answers {
        Answers::Json => {
            let ok = verdict.is_ok();
            let (fen, errors, accepted_by) = match verdict {
                Ok(fen) => (Some(fen), None, None),
                Err(wrong) => (None, Some(wrong.errors), wrong.accepted_by),
            };
            serde_json::to_writer(&mut *writer, &FenReport { line, ok, fen, errors, accepted_by })?;
            writeln!(writer)
        }
        Answers::Words { ok, error } => match verdict {
            Ok(_) => writeln!(writer, "{ok}"),
            Err(wrong) => writeln!(writer, "{error} {}", Visible(&wrong.sentence)),
        },
    }
}
