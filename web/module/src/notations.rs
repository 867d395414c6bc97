//! The notations of moves: SAN, UCI and Purdy's long one.

use alloc::vec::Vec;

use philidor::{Move, MoveType, PieceType, Position};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::position::{Utf8, mode};
use crate::refusals;
use crate::state::{PLACES, State, with};

/// How a move is written; anything else is the long form.
pub(crate) const SAN: u32 = 0;
pub(crate) const UCI: u32 = 1;
pub(crate) const UCI_960: u32 = 2;

/// How a move is read, besides the first two.
const STRICT_SAN: u32 = 3;

/// Writes a legal move.
pub(crate) fn write(text: &mut Vec<u8>, position: &Position, mv: Move, notation: u32) {
    match notation {
        SAN => text.extend_from_slice(position.to_san(mv).as_bytes()),
        UCI | UCI_960 => {
            let uci = position.to_uci_in(mv, mode(notation == UCI_960));
            // Writing to memory does not fail.
            let _ = core::fmt::Write::write_fmt(&mut Utf8(text), format_args!("{uci}"));
        }
        _ => {
            let long = position.to_lan(mv);
            let _ = core::fmt::Write::write_fmt(&mut Utf8(text), format_args!("{long}"));
        }
    }
}

/// All legal moves in SAN, most of them as numbers, for which JavaScript has the text:
///
/// ```text
/// ((piece × 2 + takes) × 64 + destination) × 3 + ending      piece: 0 king … 4 knight, 5 pawn, 6 pawn that takes toward
///                                                            the a-file; ending: 0 none, 1 check, 2 mate
/// 65,535                                                     the next word of the text
/// ```
///
/// Answers how many moves there are, and in the upper half how long the text is.
#[wasm_bindgen]
pub fn write_sans(place: u32) -> u32 {
    with(|state| {
        let State { positions, list, moves, text_out, .. } = state;
        let position = &positions[place as usize % PLACES];
        position.legal_moves_into(list);
        text_out.clear();
        for (number, &mv) in moves.iter_mut().zip(&*list) {
            let san = position.to_san(mv);
            *number = plain(mv, san.as_bytes()).unwrap_or_else(|| {
                text_out.extend_from_slice(san.as_bytes());
                text_out.push(b' ');
                u16::MAX
            });
        }
        text_out.pop();
        (text_out.len() as u32) << 16 | list.len() as u32
    })
}

/// The number of a SAN that names nothing but piece, capture, destination and ending.
fn plain(mv: Move, san: &[u8]) -> Option<u16> {
    let takes = mv.is_capture();
    let ending = match san.last() {
        Some(b'+') => 1,
        Some(b'#') => 2,
        _ => 0,
    };
    let piece = mv.played_piece();
    let is_pawn = piece == PieceType::Pawn;
    let length = if is_pawn && takes { 4 } else { 3 + usize::from(takes) - usize::from(is_pawn) };
    if san.len() != length + usize::from(ending > 0)
        || matches!(mv.move_type(), MoveType::Promotion | MoveType::Castling)
    {
        return None;
    }
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let to_the_west = is_pawn && takes && destination.file() < origin.file();
    let piece = piece as u16 + u16::from(to_the_west);
    Some(((piece * 2 + u16::from(takes)) * 64 + destination.index() as u16) * 3 + ending)
}

/// Reads a legal move, or says why the text is not one. What is neither SAN nor UCI is refused as SAN.
pub(crate) fn read(position: &Position, text: &str, notation: u32) -> Result<Move, crate::json::Json> {
    let uci = || position.parse_uci(text).map_err(|error| refusals::uci(error, text, position));
    let san = || position.parse_san(text).map_err(|error| refusals::san(&error, text, position));
    let strictly =
        || position.parse_san_strictly(text).map_err(|error| refusals::san(&error, text, position));
    match notation {
        SAN => san(),
        STRICT_SAN => strictly(),
        UCI => uci(),
        // Castling begins with a letter that UCI does not have, and pieces with uppercase ones.
        _ if looks_like_uci(text) => uci(),
        _ => san(),
    }
}

/// Two squares, and perhaps a letter: `e2e4`, `e7e8q`, `b1c3`. No SAN has both.
fn looks_like_uci(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_square = |at: usize| {
        matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'))
    };
    text == "0000" || ((4..=5).contains(&bytes.len()) && is_square(0) && is_square(2))
}
