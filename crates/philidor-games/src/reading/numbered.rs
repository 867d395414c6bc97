//! One game of a file, by its number.

use std::io::Read;
use std::num::NonZero;
use std::path::Path;

use philidor::pgn::{Chunks, Letters, Limits, PgnError, Place, Reader};
use philidor_host::{Input, Visible};

use super::input;
use crate::error::FileError;
use crate::formats::hint;
use crate::formats::pgn::read_game;
use crate::parts::replay::Replay;
use crate::parts::variants::{ByRules, OwnGame, may_come_from_rules, names_variant};

/// The game with a number, from 1, in a PGN file, read by the rules that its tag `Variant` names; `-` is standard
/// input.
///
/// # Errors
///
/// The file cannot be read, or is not PGN; it has no such game, or the game is bad.
pub fn read_numbered_game(path: &Path, number: NonZero<u64>, letters: Letters) -> Result<OwnGame, FileError> {
    let name = path.display().to_string();
    match Input::open(path).and_then(input::pgn_only) {
        Ok(input) => read(input.reader, number.get(), letters, name),
        Err(error) => Err(FileError::Read { name, error }),
    }
}

fn read(reader: impl Read, number: u64, letters: Letters, name: String) -> Result<OwnGame, FileError> {
    let (mut chunks, mut chunk, mut before) = (Chunks::new(reader), Vec::new(), 1);
    loop {
        let start = match chunks.next_chunk(&mut chunk) {
            Ok(Some(start)) => start,
            Ok(None) => return Err(FileError::NoGame { name, number }),
            Err(error) => return Err(FileError::Read { name, error }),
        };
        let mut reader = Reader::new(&chunk);
        // Bad games have a number in the file, too.
        while before < number && reader.read_game(&mut ()).is_some() {
            before += 1;
        }
        let at = if reader.offset() == 0 { 0 } else { reader.next_game().unwrap_or(chunk.len()) };
        let (passed, text) = chunk.split_at_checked(at).unwrap_or_default();
        if let Some(game) = first_game(text, letters) {
            let in_file = |error: PgnError| error.shifted(Place::default().after(passed)).shifted(start);
            return game
                .map_err(|error| FileError::BadGame { name, reason: reason(&in_file(error), letters) });
        }
    }
}

/// The first game of a text; `None` if there is none.
fn first_game(text: &[u8], letters: Letters) -> Option<Result<OwnGame, PgnError>> {
    let mut chess = Replay::new();
    match read_game(&mut Reader::new(text), &mut chess, letters)? {
        Err(error) if may_come_from_rules(&error.kind) && names_variant(text, Limits::new()) => {
            let mut variant = Replay::new();
            let read = read_game(&mut Reader::new(text), &mut variant, letters)?;
            Some(read.map(|()| ByRules::Variant(variant)))
        }
        read => Some(read.map(|()| ByRules::Chess(chess))),
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
