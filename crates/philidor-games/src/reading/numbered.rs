//! One game of a file, by its number.

use std::io::Read;
use std::num::NonZero;
use std::path::Path;

use philidor::pgn::{Letters, PgnError, Stream};
use philidor_host::{Input, Visible};

use super::input;
use crate::error::FileError;
use crate::forms::hint;
use crate::parts::replay::Replay;

/// The game of PGN with a number, from 1; `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or is not PGN; it has no such game, or the game is bad.
pub fn read_numbered_game(path: &Path, number: NonZero<u64>, letters: Letters) -> Result<Replay, FileError> {
    let name = path.display().to_string();
    match Input::open(path).and_then(input::pgn_only) {
        Ok(input) => read(input.reader, number.get(), letters, name),
        Err(error) => Err(FileError::Read { name, error }),
    }
}

fn read(reader: impl Read, number: u64, letters: Letters, name: String) -> Result<Replay, FileError> {
    let mut stream = Stream::new(reader);
    for _ in 1..number {
        // Bad games have a number in the file, too.
        match stream.read_game(&mut ()) {
            Ok(Some(_)) => {}
            Ok(None) => return Err(FileError::NoGame { name, number }),
            Err(error) => return Err(FileError::Read { name, error }),
        }
    }
    let mut replay = Replay::new();
    match stream.read_game(&mut letters.reading(&mut replay)) {
        Ok(Some(Ok(()))) => Ok(replay),
        Ok(Some(Err(error))) => Err(FileError::BadGame { name, reason: reason(&error, letters) }),
        Ok(None) => Err(FileError::NoGame { name, number }),
        Err(error) => Err(FileError::Read { name, error }),
    }
}

/// What is wrong with a game, and what may help. The error says everything; its source would repeat it.
fn reason(error: &PgnError, letters: Letters) -> String {
    let reason = error.to_string();
    let reason = Visible(&reason);
    match hint::for_error(error, letters) {
        Some(hint) => format!("{reason}\n{hint}"),
        None => reason.to_string(),
    }
}
