//! Files in which each line is a position, answered with one line.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use philidor::Position;
use philidor_host::{FileError, Visible};
use serde::Serialize;

use super::answers::{Answers, BUFFER};
use super::line_reader::{LineReader, Wrong};
use super::named::{PositionArgumentError, read_position};
use super::refusal::Door;

/// What a command says of the files that it answers line by line.
pub const FILE: &str = "\
With --file each line is answered with one line and nothing is drawn. A line without an answer is
reported as `error: line N: …`, in JSON {\"line\":N,\"errors\":[…]}; the rest are answered as usual.";

/// The answer for one position: a line of text, or a JSON object.
pub trait Answer: Display + Serialize {
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

/// Answers the position in each line of a file, a FEN or a name, and returns whether everything could be answered. A
/// line with faults is reported with its number; the rest are answered as usual.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_positions<T: Answer, E: Display>(
    path: &Path,
    door: Door,
    answers: &Answers,
    writer: &mut dyn Write,
    answer: impl Fn(&Position) -> Result<T, E>,
) -> Result<bool, FileError> {
    let read = |text: &str| read_position(text, door).map_err(Wrong::from);
    answer_lines(path, answers, writer, read, |position| answer(&position))
}

/// Answers what is read in each line of a file, and returns whether everything could be answered.
///
/// # Errors
///
/// The file cannot be read, or an answer cannot be written.
pub fn answer_lines<P, T: Answer, E: Display>(
    path: &Path,
    answers: &Answers,
    writer: &mut dyn Write,
    read: impl Fn(&str) -> Result<P, Wrong>,
    answer: impl Fn(P) -> Result<T, E>,
) -> Result<bool, FileError> {
    let mut lines = LineReader::open(path)?;
    let mut writer = BufWriter::with_capacity(BUFFER, writer);
    let mut are_fine = true;
    while let Some((line, text)) = lines.next(&mut writer)? {
        let position = text.and_then(|text| read(text.trim()));
        let answer = position.and_then(|position| answer(position).map_err(|error| error.to_string().into()));
        match answer {
            Ok(answer) => {
                are_fine &= answer.is_fine();
                write(line, &answer, answers, &mut writer)?;
            }
            Err(wrong) => {
                are_fine = false;
                refuse(line, wrong, answers, &mut writer)?;
            }
        }
    }
    writer.flush()?;
    Ok(are_fine)
}

fn write(line: u64, answer: &impl Answer, answers: &Answers, writer: &mut impl Write) -> io::Result<()> {
    match answers {
        Answers::Json => {
            serde_json::to_writer(&mut *writer, &Numbered { line, answer })?;
            writeln!(writer)
        }
        Answers::Words { .. } => writeln!(writer, "{answer}"),
    }
}

fn refuse(line: u64, wrong: Wrong, answers: &Answers, writer: &mut impl Write) -> io::Result<()> {
    match answers {
        Answers::Json => {
            let Wrong { errors, accepted_by, .. } = wrong;
            let answer = Errors { errors, accepted_by };
            serde_json::to_writer(&mut *writer, &Numbered { line, answer })?;
            writeln!(writer)
        }
        Answers::Words { error, .. } => {
            writeln!(writer, "{error} line {line}: {}", Visible(&wrong.sentence))
        }
    }
}
