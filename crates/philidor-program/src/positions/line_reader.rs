//! Files in which each line is a question, answered with one line.
//!
//! Input may be of any size, since only a line is in memory at a time. Answers are written whenever the next read may
//! block, so that a person who types and a program that asks line by line get theirs at once.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use philidor::characters::decode;
use philidor_host::{FileError, Input, refuse_foreign, without_byte_order_mark};

use super::refusal::Refusal;

/// Longer than any FEN; the rest of a longer line is dropped.
const MAX_LINE: usize = 4096;

/// Bytes per read.
const BUFFER: usize = 1 << 16;

/// What is wrong with a line.
pub struct Wrong {
    /// As one sentence, for people.
    pub sentence: String,
    /// One by one, for programs.
    pub errors: Vec<String>,
    /// The option that would let the line pass, if one would.
    pub accepted_by: Option<&'static str>,
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

/// The number of a line, and its text or what is wrong with the line.
pub(super) type Line<'a> = (u64, Result<&'a str, Wrong>);

/// The lines of a file, cut to the length that a FEN can have.
pub(super) struct LineReader<R = Box<dyn Read>> {
    name: String,
    input: BufReader<R>,
    line: Vec<u8>,
    /// How many lines have been read.
    number: u64,
}

impl LineReader {
    /// Opens a file; `-` is standard input.
    pub(super) fn open(path: &Path) -> Result<LineReader, FileError> {
        let name = path.display().to_string();
        match Input::open(path) {
            Ok(input) => Ok(LineReader::new(name, BufReader::with_capacity(BUFFER, Box::new(input.reader)))),
            Err(error) => Err(FileError::Open { name, error }),
        }
    }

    /// The next line with its number, as text, or what is wrong with it; Windows-1252 if the line is not UTF-8. If
    /// reading it may block, the answers that were written before are flushed.
    pub(super) fn next(&mut self, answers: &mut dyn Write) -> Result<Option<Line<'_>>, FileError> {
        if self.may_wait() {
            answers.flush()?;
        }
        if !self.fill_with_text().map_err(|error| FileError::Read { name: self.name.clone(), error })? {
            return Ok(None);
        }
        if str::from_utf8(&self.line).is_err() {
            self.line = decode(&self.line).into_owned().into_bytes();
        }
        let line = self.line();
        let line = if self.number == 1 { without_byte_order_mark(line) } else { line };
        Ok(Some((self.number, text(line).map_err(Wrong::from))))
    }

    /// Reads the next line as [`fill`](LineReader::fill) does, and refuses a file that certainly is not text.
    fn fill_with_text(&mut self) -> io::Result<bool> {
        if self.number == 0 {
            refuse_foreign(self.input.fill_buf()?)?;
        }
        self.fill()
    }
}

impl<R: Read> LineReader<R> {
    fn new(name: String, input: BufReader<R>) -> LineReader<R> {
        LineReader { name, input, line: Vec::new(), number: 0 }
    }

    /// Whether the next line is not yet completely in memory, so that reading it may block.
    fn may_wait(&self) -> bool {
        !self.input.buffer().contains(&b'\n')
    }

    /// The line that was read last, without its line ending.
    fn line(&self) -> &[u8] {
        self.line.strip_suffix(b"\r").unwrap_or(&self.line)
    }

    /// Reads the next line, and returns whether there was one; one longer than any FEN is cut just beyond the limit.
    fn fill(&mut self) -> io::Result<bool> {
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
        self.number += u64::from(started);
        Ok(started)
    }
}

/// A line as text, or why it cannot be a position.
fn text(line: &[u8]) -> Result<&str, String> {
    if line.len() > MAX_LINE {
        return Err(format!("the line has more than {MAX_LINE} bytes"));
    }
    // Every line has been decoded.
    let text = str::from_utf8(line).unwrap_or_default();
    if text.trim().is_empty() {
        return Err("the line is blank".to_owned());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the lines of an input that arrives in pieces of `capacity` bytes.
    fn lengths(input: &[u8], capacity: usize) -> Vec<usize> {
        let mut lines = LineReader::new("-".to_owned(), BufReader::with_capacity(capacity, input));
        let mut lengths = Vec::new();
        while lines.fill().expect("a slice can be read") {
            lengths.push(lines.line().len());
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
