//! A block of a suite: a position whose counts stand on lines of their own, as other libraries write them.
//!
//! ```text
//! id gentle
//! epd 4k3/8/8/8/8/8/8/4K3 w - -
//! perft 1 5
//! perft 2 25
//! ```

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use philidor::Position;

use crate::entry::{Entry, Line, ReadPosition};
use crate::error::LineError;
use crate::line::{count, is_number, position};
use crate::operations::unquoted;

/// The word and the rest of a line that belongs to a block.
pub(crate) fn line(text: &str) -> Option<(&str, &str)> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    ["id", "epd", "perft"].contains(&word).then_some((word, rest.trim()))
}

/// A position whose counts stand on lines of their own.
#[derive(Default)]
pub(crate) struct Block {
    /// The line of the first word.
    line: usize,
    name: Option<String>,
    position: Option<(String, Position)>,
    counts: Vec<(u32, u128)>,
    /// A line of it was refused, and with it the block.
    is_refused: bool,
}

impl Block {
    /// Takes in a line; a second name or position begins another block.
    pub(crate) fn take(
        &mut self,
        line: usize,
        (word, rest): (&str, &str),
        read: &ReadPosition<'_>,
        entries: &mut Vec<Line>,
    ) {
        let again = match word {
            "id" => self.name.is_some() || self.position.is_some(),
            "epd" => self.position.is_some(),
            _ => false,
        };
        if again {
            self.end(entries);
        }
        if self.line == 0 || word == "epd" {
            self.line = line;
        }
        if let Err(error) = self.note(word, rest, read) {
            self.is_refused = true;
            entries.push(Line { number: line, entry: Err(error) });
        }
    }

    fn note(&mut self, word: &str, rest: &str, read: &ReadPosition<'_>) -> Result<(), LineError> {
        match word {
            "id" => self.name = Some(unquoted(rest)),
            "epd" => {
                let position = position(rest, read)?;
                self.position = Some((rest.to_owned(), position));
            }
            _ => {
                let (depth, leaves) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let (leaves, part) = (leaves.trim(), format!("perft {rest}"));
                if !is_number(depth) || !is_number(leaves) {
                    return Err(LineError::about(LineError::NotACount, &part));
                }
                self.counts.push(count(depth, leaves, &part)?);
            }
        }
        Ok(())
    }

    /// Makes an entry of what was taken in, and begins anew.
    pub(crate) fn end(&mut self, entries: &mut Vec<Line>) {
        let Block { line, name, position, counts, is_refused } = core::mem::take(self);
        if line == 0 || is_refused {
            return;
        }
        let entry = match position {
            None => Err(LineError::BlockWithoutPosition),
            Some(_) if counts.is_empty() => Err(LineError::BlockWithoutCount),
            Some((fen, position)) => Ok(Entry { name: name.unwrap_or(fen), position, counts }),
        };
        entries.push(Line { number: line, entry });
    }
}
