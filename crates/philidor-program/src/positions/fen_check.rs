//! FENs in, answers out, one per line.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use philidor_host::{FileError, Visible};
use serde::Serialize;

use super::answers::{Answers, BUFFER};
use super::line_reader::{LineReader, Wrong};
use super::refusal::{Door, read_fen};
use super::unmoves::why_unreachable;

/// An answer, as JSON.
#[derive(Serialize)]
struct FenReport {
    line: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    /// Why no game reaches the position, although it is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreachable: Option<String>,
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
    check_lines(path, answers, writer, |text| judge(text, door))
}

/// Judges each line of a file, and writes whether it is fine. Returns whether all lines were fine.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn check_lines(
    path: &Path,
    answers: &Answers,
    writer: &mut dyn Write,
    judge: impl Fn(&str) -> Result<Valid, Wrong>,
) -> Result<bool, FileError> {
    let mut lines = LineReader::open(path)?;
    let mut writer = BufWriter::with_capacity(BUFFER, writer);
    let mut are_fine = true;
    while let Some((line, text)) = lines.next(&mut writer)? {
        let verdict = text.and_then(&judge);
        are_fine &= verdict.is_ok();
        answer(line, verdict, answers, &mut writer)?;
    }
    writer.flush()?;
    Ok(are_fine)
}

/// A position, and why no game leads to it, if that is known.
pub struct Valid {
    /// The FEN.
    pub fen: String,
    /// Why no game reaches the position.
    pub unreachable: Option<String>,
}

/// The position, or everything that is wrong with the text. That no game leads to a position is a remark, not a fault:
/// all other commands accept it.
fn judge(text: &str, door: Door) -> Result<Valid, Wrong> {
    let position = read_fen(text, door).map_err(|refusal| Wrong::from(&refusal))?;
    Ok(Valid { fen: position.to_string(), unreachable: why_unreachable(&position) })
}

fn answer(
    line: u64,
    verdict: Result<Valid, Wrong>,
    answers: &Answers,
    writer: &mut impl Write,
) -> io::Result<()> {
    match answers {
        Answers::Json => {
            let ok = verdict.is_ok();
            let mut report =
                FenReport { line, ok, fen: None, unreachable: None, errors: None, accepted_by: None };
            match verdict {
                Ok(Valid { fen, unreachable }) => {
                    (report.fen, report.unreachable) = (Some(fen), unreachable);
                }
                Err(wrong) => (report.errors, report.accepted_by) = (Some(wrong.errors), wrong.accepted_by),
            }
            serde_json::to_writer(&mut *writer, &report)?;
            writeln!(writer)
        }
        Answers::Words { ok, error } => match verdict {
            Ok(Valid { unreachable: Some(why), .. }) => writeln!(writer, "{ok}; {why}"),
            Ok(_) => writeln!(writer, "{ok}"),
            Err(wrong) => writeln!(writer, "{error} {}", Visible(&wrong.sentence)),
        },
    }
}
