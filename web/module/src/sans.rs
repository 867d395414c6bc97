//! The SANs of all moves as numbers.

use philidor::{Move, MoveType, PieceType};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::state::{PLACES, State, with};

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
