//! Where games go: a file, or standard output, which may be a terminal.

use std::io;
use std::path::{Path, PathBuf};

use philidor_games::GameWriter;
use philidor_program::terminal::streams::{create_in_place, is_unasked_terminal};

/// The output for games that keep their format, which may replace these inputs. It refuses binary games for a terminal
/// unless `-o -` asks for one.
pub(super) fn create_for_games(path: Option<&Path>, inputs: &[PathBuf]) -> io::Result<GameWriter> {
    let out = create_in_place(path, inputs)?;
    Ok(if is_unasked_terminal(path) { GameWriter::refusing_binary(out) } else { GameWriter::new(out) })
}
