//! `philidor check-fen`: one FEN a line in, one answer a line out.
//!
//! Input of any size passes through: a line is held, never the file. Answers are written whenever the next read may
//! have to wait, so that a person who types and a program that asks line by line get theirs at once.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;

use super::Output;
use crate::args::CheckFenArgs;
use crate::refusal::{self, Visible};

/// No FEN is as long; what a line has beyond is dropped and not stored.
const LONGEST_LINE: usize = 4096;

/// How much is read at a time.
const BUFFER: usize = 1 << 16;

/// What a Windows editor may put at the head of a file, and nobody sees.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// An answer, as it is told to a program.
#[derive(Serialize)]
struct Answer {
    line: u64,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<String>>,
}

pub(super) fn run(args: &CheckFenArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let path = args.file.as_path();
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        let file = File::open(path);
        Box::new(file.with_context(|| format!("cannot open {}", path.display()))?)
    };
    let mut lines = Lines { input: BufReader::with_capacity(BUFFER, input), line: Vec::new() };
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
        let verdict = judge(line);
        if verdict.is_err() {
            code = ExitCode::FAILURE;
        }
        answer(number, verdict, output)?;
    }
}

/// The position's own FEN, or all that is wrong with a line.
fn judge(line: &[u8]) -> Result<String, Vec<String>> {
    if line.len() > LONGEST_LINE {
        return Err(vec![format!("the line has more than {LONGEST_LINE} bytes")]);
    }
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => return Err(vec![format!("byte {} is not UTF-8", error.valid_up_to() + 1)]),
    };
    if text.trim().is_empty() {
        return Err(vec!["the line is blank".to_owned()]);
    }
    match refusal::read(text) {
        Ok(position) => Ok(position.to_string()),
        Err(refusal) => Err(refusal.messages()),
    }
}

fn answer(line: u64, verdict: Result<String, Vec<String>>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        let ok = verdict.is_ok();
        let (fen, errors) = match verdict {
            Ok(fen) => (Some(fen), None),
            Err(errors) => (None, Some(errors)),
        };
        return output.write_json(&Answer { line, ok, fen, errors });
    }
    let (good, bad) = (output.paint.good(), output.paint.bad());
    match verdict {
        Ok(_) => writeln!(output.writer, "{good}ok{good:#}")?,
        Err(errors) => writeln!(output.writer, "{bad}error:{bad:#} {}", Visible(&errors.join("; ")))?,
    }
    Ok(())
}

/// Lines of bytes, of which only as much is kept as a FEN can have.
struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// Whether the next line is not in memory as a whole, so that getting it may take any time.
    fn may_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    /// The next line without its end; a longer one than any FEN is cut just beyond the limit.
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
            // One byte more than a FEN can have tells a line that is too long; one more still may be a `\r`.
            let room = (LONGEST_LINE + 2).saturating_sub(self.line.len());
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

    /// The lines of an input that comes in pieces of `capacity` bytes, by length.
    fn lengths(input: &[u8], capacity: usize) -> Vec<usize> {
        let mut lines = Lines { input: BufReader::with_capacity(capacity, input), line: Vec::new() };
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
    fn a_long_line_is_not_kept_and_ends_where_it_ends() {
        let mut input = vec![b'8'; 10 * LONGEST_LINE];
        input.extend_from_slice(b"\nabc\n");
        let lengths = lengths(&input, 100);
        assert_eq!(lengths, [LONGEST_LINE + 2, 3]);
        assert!(judge(&input).is_err_and(|errors| errors == ["the line has more than 4096 bytes"]));
    }
}
