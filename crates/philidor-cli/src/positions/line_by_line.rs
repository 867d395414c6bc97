//! Files in which each line is a question, answered with one line.
//!
//! Input may be of any size, since only a line is in memory at a time. Answers are written whenever the next read may
//! block, so that a person who types and a program that asks line by line get theirs at once.
//!
//! `check-fen` uses [`answer_each`], which passes the texts; `moves`, `show` and `san` use [`answer_positions`], which
//! parses them.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use philidor::Position;
use philidor_host::Input;
use serde::Serialize;

use super::named::{self, PositionArgumentError};
use super::refusal::{Door, Refusal, Visible};
use crate::terminal::output::Output;

/// Longer than any FEN; the rest of a longer line is dropped.
const MAX_LINE: usize = 4096;

/// Bytes per read.
const BUFFER: usize = 1 << 16;

/// An invisible mark that Windows editors may put at the start of a file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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

/// What is wrong with a line.
pub(crate) struct Wrong {
    /// As one sentence, for people.
    pub(crate) sentence: String,
    /// One by one, for programs.
    pub(crate) errors: Vec<String>,
    /// The option that would let the line pass, if one would.
    pub(crate) accepted_by: Option<&'static str>,
}

impl From<String> for Wrong {
    fn from(error: String) -> Wrong {
        Wrong { sentence: error.clone(), errors: vec![error], accepted_by: None }
    }
}

impl From<&Refusal> for Wrong {
    fn from(refusal: &Refusal) -> Wrong {
        Wrong { sentence: refusal.sentence(), errors: refusal.messages(), accepted_by: refusal.accepted_by() }
    }
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
    answer_each(path, output, |line, text, output| {
        let position = text.and_then(|text| named::position(text.trim(), door).map_err(Wrong::from));
        match position.and_then(|position| answer(&position).map_err(|error| error.to_string().into())) {
            Ok(answer) => write(line, &answer, output),
            Err(wrong) => refuse(line, wrong, output).map(|()| false),
        }
    })
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

/// Calls `answer` for each line of a file (`-` is standard input) with its number and its text, or what is wrong with
/// it. It returns whether the line was fine; if any was not, the code is a failure.
pub(crate) fn answer_each(
    path: &Path,
    output: &mut Output<'_>,
    mut answer: impl FnMut(u64, Result<&str, Wrong>, &mut Output<'_>) -> anyhow::Result<bool>,
) -> anyhow::Result<ExitCode> {
    let mut lines = LineReader::open(path)?;
    let mut code = ExitCode::SUCCESS;
    let mut number = 0;
    loop {
        if lines.may_wait() {
            output.writer.flush()?;
        }
        let Some(line) = lines.next().with_context(|| format!("cannot read {}", path.display()))? else {
            return Ok(code);
        };
        number += 1;
        let line = if number == 1 { line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line) } else { line };
        if !answer(number, text(line).map_err(Wrong::from), output)? {
            code = ExitCode::FAILURE;
        }
    }
}

/// A line as text, or why it cannot be a position.
fn text(line: &[u8]) -> Result<&str, String> {
    if line.len() > MAX_LINE {
        return Err(format!("the line has more than {MAX_LINE} bytes"));
    }
    let text =
        str::from_utf8(line).map_err(|error| format!("byte {} is not UTF-8", error.valid_up_to() + 1))?;
    if text.trim().is_empty() {
        return Err("the line is blank".to_owned());
    }
    Ok(text)
}

/// LineReader of bytes, cut to the length that a FEN can have.
struct LineReader<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl LineReader<Box<dyn Read>> {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let input = Input::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(LineReader { input: BufReader::with_capacity(BUFFER, Box::new(input.reader)), line: Vec::new() })
    }
}

impl<R: Read> LineReader<R> {
    /// Whether the next line is not yet completely in memory, so that reading it may block.
    fn may_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    /// The next line without its line ending; one longer than any FEN is cut just beyond the limit.
    fn next(&mut self) -> std::io::Result<Option<&[u8]>> {
        self.line.clear();
        let mut started = false;
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            started = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // One byte more than a FEN can have marks a line as too long; yet another may be a `\r`.
            let room = (MAX_LINE + 2).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let consumed = part.len() + usize::from(end.is_some());
            self.input.consume(consumed);
            if end.is_some() {
                break;
            }
        }
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        Ok(started.then_some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the lines of an input that arrives in pieces of `capacity` bytes.
    fn lengths(input: &[u8], capacity: usize) -> Vec<usize> {
        let mut lines = LineReader { input: BufReader::with_capacity(capacity, input), line: Vec::new() };
        let mut lengths = Vec::new();
        while let Some(line) = lines.next().expect("a slice can be read") {
            lengths.push(line.len());
        }
        lengths
    }

    #[test]
    fn lines_are_the_same_however_the_input_comes() {
        for capacity in [1, 2, 3, 7, 64] {
            assert!(lengths(b"", capacity).is_empty());
            assert_eq!(lengths(b"\n", capacity), [0]);
            assert_eq!(lengths(b"abc\r\n\n\r\nde", capacity), [3, 0, 0, 2]);
        }
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'8'; 10 * MAX_LINE];
        input.extend_from_slice(b"\nabc\n");
        let lengths = lengths(&input, 100);
        assert_eq!(lengths, [MAX_LINE + 2, 3]);
        assert_eq!(text(&input), Err("the line has more than 4096 bytes".to_owned()));
    }
}
