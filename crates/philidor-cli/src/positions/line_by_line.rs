//! Files in which each line is a position, answered with one line by `moves`, `show` and `san`.

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use philidor::Position;
use philidor_games::{Door, Lines, Wrong};
use philidor_host::Visible;
use serde::Serialize;

use super::named::{self, PositionArgumentError};
use crate::terminal::output::Output;

/// The answer for one position: a line of text, or a JSON object.
pub(crate) trait Answer: Display + Serialize {
    /// Whether everything could be answered.
    fn is_fine(&self) -> bool {
        true
    }
}

/// An answer with its line number, as JSON.
#[derive(Serialize)]
struct Numbered<T> {
    line: u64,
    #[serde(flatten)]
    answer: T,
}

impl From<PositionArgumentError> for Wrong {
    fn from(error: PositionArgumentError) -> Wrong {
        match error {
            PositionArgumentError::UnknownName(_) => Wrong::from(error.to_string()),
            PositionArgumentError::Refused(refusal) => Wrong::from(&refusal),
        }
    }
}

/// What is wrong with a line, as JSON.
#[derive(Serialize)]
struct Errors {
    errors: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted_by: Option<&'static str>,
}

/// Answers the position in each line of a file, a FEN or a name. A line with faults is reported with its number and
/// makes the code a failure; the rest are answered as usual.
pub(crate) fn answer_positions<T: Answer>(
    path: &Path,
    door: Door,
    output: &mut Output<'_>,
    answer: impl Fn(&Position) -> anyhow::Result<T>,
) -> anyhow::Result<ExitCode> {
    let mut lines = Lines::open(path)?;
    let mut code = ExitCode::SUCCESS;
    while let Some((line, text)) = lines.next(output.writer)? {
        let position = text.and_then(|text| named::position(text.trim(), door).map_err(Wrong::from));
        let answer =
            position.and_then(|position| answer(&position).map_err(|error| error.to_string().into()));
        let is_fine = match answer {
            Ok(answer) => write(line, &answer, output)?,
            Err(wrong) => refuse(line, wrong, output).map(|()| false)?,
        };
        if !is_fine {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Writes an answer, and returns whether it is fine.
fn write<T: Answer>(line: u64, answer: &T, output: &mut Output<'_>) -> anyhow::Result<bool> {
    if output.json {
        output.write_json(&Numbered { line, answer })?;
    } else {
        writeln!(output.writer, "{answer}")?;
    }
    Ok(answer.is_fine())
}

fn refuse(line: u64, wrong: Wrong, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        let Wrong { errors, accepted_by, .. } = wrong;
        return output.write_json(&Numbered { line, answer: Errors { errors, accepted_by } });
    }
    let bad = output.paint.bad();
    writeln!(output.writer, "{bad}error:{bad:#} line {line}: {}", Visible(&wrong.sentence))?;
    Ok(())
}
