//! The lines of a chunk while they are written, in memory that later chunks use again.
//!
//! ```text
//! | lines that were written | room: old bytes, to be overwritten |
//! 0                         len                       memory.len()
//! ```
//!
//! So a line is written where it stays, and nothing is cleared before or copied after.

use std::sync::{Mutex, PoisonError};

use super::fen_line::MAX_LINE;

/// How much memory is added at least when it is full.
const BLOCK: usize = 64 << 10;

/// Lines, and room for more.
#[derive(Default)]
pub(crate) struct LineBuffer {
    memory: Vec<u8>,
    /// How much of it is written.
    len: usize,
}

impl LineBuffer {
    /// What was written.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.memory.get(..self.len).unwrap_or_default()
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Takes back what was written after a length.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Appends what a writer writes to the room; it returns the length.
    #[inline(always)]
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut [u8; MAX_LINE]) -> usize) {
        if self.len + MAX_LINE > self.memory.len() {
            self.grow();
        }
        if let Some(room) = self.memory.get_mut(self.len..).and_then(|rest| rest.first_chunk_mut()) {
            self.len += write(room);
        }
    }

    /// Appends a line of any length.
    pub(crate) fn push_line(&mut self, line: &str) {
        let bytes = || line.bytes().chain([b'\n']);
        while self.len + line.len() >= self.memory.len() {
            self.grow();
        }
        let room = self.memory.get_mut(self.len..).unwrap_or_default();
        room.iter_mut().zip(bytes()).for_each(|(place, byte)| *place = byte);
        self.len += line.len() + 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.memory.resize((2 * self.memory.len()).max(BLOCK), 0);
    }
}

/// Texts that were written out, whose memory is used again.
#[derive(Default)]
pub(crate) struct SpareBuffers(Mutex<Vec<LineBuffer>>);

impl SpareBuffers {
    /// An empty text.
    pub(crate) fn take(&self) -> LineBuffer {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        LineBuffer { len: 0, ..memory.unwrap_or_default() }
    }

    /// Keeps the memory of a text that is no longer needed.
    pub(crate) fn put(&self, text: LineBuffer) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(text: &mut LineBuffer, line: &[u8]) {
        text.push(|room| {
            room[..line.len()].copy_from_slice(line);
            line.len()
        });
    }

    #[test]
    fn lines_follow_each_other_while_memory_grows_and_is_used_again() {
        let spare = SpareBuffers::default();
        for _ in 0..2 {
            let (mut text, mut expected) = (spare.take(), Vec::new());
            for number in 0..3_000 {
                let line = format!("{number:0width$}", width = number % MAX_LINE + 1);
                push(&mut text, &line.as_bytes()[..line.len().min(MAX_LINE)]);
                expected.extend_from_slice(&line.as_bytes()[..line.len().min(MAX_LINE)]);
            }
            assert!(expected.len() > 2 * BLOCK);
            assert!(text.bytes() == expected);
            spare.put(text);
        }
    }

    #[test]
    fn what_is_taken_back_is_overwritten() {
        let mut text = LineBuffer::default();
        push(&mut text, b"kept,");
        let kept = text.len();
        push(&mut text, b"dropped");
        text.truncate(kept);
        push(&mut text, b"next");
        assert_eq!(text.bytes(), b"kept,next");
    }
}
