//! Games as commands to an engine: `position startpos moves e2e4 e7e5`. Tags and results are lost.

use std::io::{self, Write};

use philidor::pgn::GameResult;
use philidor::{CastlingMode, Move, Position, Square};

use crate::parts::replay::{Fault, Replay};

/// Appends a line.
pub(crate) fn write(game: &Replay, text: &mut Vec<u8>) -> io::Result<()> {
    let start = game.start();
    match start == Position::default() {
        true => write!(text, "position startpos")?,
        false => write!(text, "position fen {start}")?,
    }
    for (index, (position, mv)) in game.steps().enumerate() {
        text.extend_from_slice(if index == 0 { b" moves " } else { b" " });
        write_move(position, mv, game.castling, text);
    }
    text.push(b'\n');
    Ok(())
}

/// Appends a move.
pub(crate) fn write_move(position: &Position, mv: Move, castling: CastlingMode, text: &mut Vec<u8>) {
    match squares(mv) {
        Some(squares) => text.extend_from_slice(&squares),
        // Writing to a vector cannot fail.
        None => drop(write!(text, "{}", position.uci(mv, castling))),
    }
}

/// A move that only names two squares. Files have many, and most of their moves do, which needs no formatting.
#[inline]
pub(crate) fn squares(mv: Move) -> Option<[u8; 4]> {
    if mv.castling_side().is_some() || mv.is_null() || mv.promotion().is_some() {
        return None;
    }
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let (file, rank) =
        (|square: Square| b'a' + square.file() as u8, |square: Square| b'1' + square.rank() as u8);
    Some([file(origin), rank(origin), file(destination), rank(destination)])
}

/// The game of a line.
pub(crate) fn read(line: &str, lenient: bool) -> Result<Replay, Fault> {
    let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
    let start = start.trim();
    let start = match start.strip_prefix("position").map(str::trim) {
        Some("startpos") => Position::default(),
        Some(place) if place.starts_with("fen ") => {
            let fen = place.trim_start_matches("fen ").trim();
            fen.parse().map_err(|error| Fault::at(line, fen, error))?
        }
        _ => return Err(Fault::at(line, start, "neither `position startpos` nor `position fen`")),
    };
    Replay::from_uci(line, start, moves.split_whitespace(), GameResult::Unknown, lenient)
}
