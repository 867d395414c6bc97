//! Games written as one file, in the format in which they were read.

use std::io::Write;

use philidor_host::Output;

use super::unchanged::CommonFormat;
use crate::error::FileError;
use crate::formats::binary;
use crate::parts::format::Format;
use crate::reading::files::Summary;

/// The file to which games that keep their format are written.
#[derive(Debug)]
pub struct GameWriter {
    out: Output,
    refuses_binary: bool,
    format: CommonFormat,
}

impl GameWriter {
    /// A writer of games of any format.
    pub fn new(out: Output) -> GameWriter {
        GameWriter { out, refuses_binary: false, format: CommonFormat::default() }
    }

    /// A writer that refuses binary games, for a terminal that the user did not insist on.
    pub fn refusing_binary(out: Output) -> GameWriter {
        GameWriter { refuses_binary: true, ..GameWriter::new(out) }
    }

    /// Takes the format of the next games. Before the first ones, writes the head of a file in that format.
    pub(crate) fn take_format(&mut self, format: Format) -> Result<(), FileError> {
        if self.format.is_first(format)? && format == Format::Binary {
            if self.refuses_binary {
                return Err(FileError::BinaryForTerminal);
            }
            self.out.write_all(binary::HEAD)?;
        }
        Ok(())
    }

    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), FileError> {
        Ok(self.out.write_all(text)?)
    }

    /// Whether the file replaces one that is read.
    pub(crate) fn replaces_input(&self) -> bool {
        self.out.replaces_input()
    }

    /// Finishes the file, unless reading failed.
    pub(crate) fn finish(self, summary: &Summary) -> Result<(), FileError> {
        summary.finish(self.out)
    }
}
