//! Games as commands to an engine: `position startpos moves e2e4 e7e5`. Tags and results are lost.
//!
//! A game of a variant has its name before the command, where engines ignore words that they do not know:
//! `variant atomic position startpos moves e2e4 e7e5`.

use std::io::{self, Write};

use philidor::{CastlingMode, Move, Position, UciError, UciErrorKind};
use philidor_pgn::{GameResult, PgnErrorKind};

use crate::parts::file_position::{FilePosition, squares};
use crate::parts::replay::{Fault, Replay};
use crate::parts::variants::{ByRules, OwnGame, VariantPosition, is_name_of_variant};

/// What stands before the name of a variant.
pub(crate) const VARIANT: &str = "variant ";

/// Appends a line.
pub(crate) fn write<P: FilePosition>(game: &Replay<P>, text: &mut Vec<u8>) -> io::Result<()> {
    let start = game.start();
    if let Some(variant) = start.uci_variant() {
        write!(text, "{VARIANT}{variant} ")?;
    }
    match P::from_tags(start.variant().map(str::as_bytes), None).as_ref() == Ok(&start) {
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
pub(crate) fn write_move<P: FilePosition>(
    position: &P,
    mv: Move,
    castling: CastlingMode,
    text: &mut Vec<u8>,
) {
    match squares(mv) {
        Some(squares) => text.extend_from_slice(&squares),
        None => text.extend_from_slice(position.to_uci_in(mv, castling).to_string().as_bytes()),
    }
}

pub(crate) fn read(line: &str, lenient: bool) -> Result<OwnGame, Fault> {
    let Some((name, command)) = line.strip_prefix(VARIANT).and_then(|rest| rest.split_once(' ')) else {
        return read_command::<Position>(line, None, line, lenient).map(ByRules::Chess);
    };
    match name.as_bytes() {
        variant if is_name_of_variant(variant) => {
            read_command::<VariantPosition>(line, Some(variant), command, lenient).map(ByRules::Variant)
        }
        // It may be a name of chess.
        variant => read_command::<Position>(line, Some(variant), command, lenient).map(ByRules::Chess),
    }
}

/// The game of a command in a line.
fn read_command<P: FilePosition>(
    line: &str,
    variant: Option<&[u8]>,
    command: &str,
    lenient: bool,
) -> Result<Replay<P>, Fault> {
    let (start, moves) = command.split_once(" moves").unwrap_or((command, ""));
    let start = start.trim();
    if start.starts_with("position")
        && let Some(word) = start.split_whitespace().find(|word| is_move(word))
    {
        return Err(Fault::at(line, word, format_args!("the word `moves` is missing before `{word}`")));
    }
    let fen = match start.strip_prefix("position").map(str::trim) {
        Some("startpos") => None,
        Some(place) if place.starts_with("fen ") => Some(place.trim_start_matches("fen ").trim()),
        _ => return Err(Fault::at(line, start, "neither `position startpos` nor `position fen`")),
    };
    let start = P::from_tags(variant, fen.map(str::as_bytes)).map_err(|error| match error.into() {
        error @ PgnErrorKind::Variant => Fault::at(line, line.strip_prefix(VARIANT).unwrap_or(line), error),
        error => Fault::at(line, fen.unwrap_or(start), error),
    })?;
    Replay::from_uci(line, start, moves.split_whitespace(), GameResult::Unknown, lenient)
}

/// Whether a word is a move in any position, as no field of a FEN is.
fn is_move(word: &str) -> bool {
    let read = Position::default().parse_uci(word);
    !matches!(read, Err(UciError { kind: UciErrorKind::Syntax { .. }, .. }))
}
