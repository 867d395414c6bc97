//! Games written as one file, in the form in which they were read.

use std::io::Write;

use philidor_host::Output;

use super::unchanged::OneForm;
use crate::error::FileError;
use crate::forms::binary;
use crate::parts::form::Form;
use crate::reading::files::Summary;

/// Where games go that keep their form.
#[derive(Debug)]
pub struct GameWriter {
    out: Output,
    refuses_binary: bool,
    form: OneForm,
}

impl GameWriter {
    /// A writer of games of any form.
    #[must_use]
    pub fn new(out: Output) -> GameWriter {
        GameWriter { out, refuses_binary: false, form: OneForm::default() }
    }

    /// A writer that refuses binary games, for a terminal that was not asked for.
    #[must_use]
    pub fn refusing_binary(out: Output) -> GameWriter {
        GameWriter { refuses_binary: true, ..GameWriter::new(out) }
    }

    /// Takes the form of the next games, and writes what a file of it begins with before the first ones.
    pub(crate) fn take_form(&mut self, form: Form) -> Result<(), FileError> {
        if self.form.is_first(form)? && form == Form::Binary {
            if self.refuses_binary {
                return Err(FileError::BinaryForTerminal);
            }
            self.out.write_all(binary::HEAD)?;
        }
        Ok(())
    }

    /// Writes the text of games.
    pub(crate) fn write(&mut self, text: &[u8]) -> Result<(), FileError> {
        Ok(self.out.write_all(text)?)
    }

    /// Finishes the file, unless reading failed.
    pub(crate) fn finish(self, summary: &Summary) -> Result<(), FileError> {
        Ok(summary.finish(self.out)?)
    }
}
