//! The reader of games, compiled once for all who listen to it.

use philidor_pgn::{Letters, PgnError, Reader, Visitor};

/// Reads a game for any visitor: the reader is compiled once for all of them, which makes the module smaller.
pub(crate) fn read_once(reader: &mut Reader<'_>, visitor: &mut dyn Visitor) -> Option<Result<(), PgnError>> {
    reader.read_game(&mut Letters::English.reading(visitor))
}
