//! Zobrist keys (Albert Zobrist, 1970): one random word for each feature in which positions can differ, XORed together.
//!
//! ```text
//! key = pieces on squares ^ castling rights ^ side to move ^ en-passant file, if it counts
//!       └─────────────── kept by play and undo ──────────┘ └──────── asked on demand ────┘
//! ```
//!
//! The random words are those of the Polyglot book format, so one stored word serves both keys; they differ only in
//! when en passant counts. For `Position::key` it counts if a *legal* en-passant capture exists, as in the FIDE rule
//! of repetition; for `Position::polyglot_key` if a pawn of the side to move stands next to the pawn that has just
//! advanced. Checking takes a test that is nearly always negative, so the stored word leaves it out, and play and undo
//! remain two XORs per piece.

use super::board::Board;
use super::polyglot::RANDOM;
use super::state::State;
use crate::attacks::Sliders;
use crate::types::{Bitboard, CastlingRights, Color, PieceType, Square};

/// `[color * 8 + piece type][square]`: the words of the pieces. The rows are the codes of `binary/position.rs`: two
/// more for each color, another rook and no piece.
static PIECES: [[u64; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut piece_type = 0;
    while piece_type < 6 {
        let mut square = 0;
        while square < 64 {
            let kind = 2 * (5 - piece_type); // black pawn 0, white pawn 1 … white king 11
            table[8 + piece_type][square] = RANDOM[64 * kind + square];
            table[piece_type][square] = RANDOM[64 * (kind + 1) + square];
            square += 1;
        }
        piece_type += 1;
    }
    table[6] = table[PieceType::Rook.index()];
    table[8 + 6] = table[8 + PieceType::Rook.index()];
    table
};

/// The words of the sixteen sets of castling rights.
static CASTLING: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut right = 0;
        while right < 4 {
            if set >> right & 1 != 0 {
                table[set] ^= RANDOM[768 + right];
            }
            right += 1;
        }
        set += 1;
    }
    table
};

/// The word for White to move.
pub(crate) const WHITE_TO_MOVE: u64 = RANDOM[780];

/// The word of a piece on a square.
#[inline(always)]
pub(crate) fn piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    PIECES[8 * color.index() + piece_type.index()][square.index()]
}

/// The word of a code of four bits, as `binary/position.rs` has them, on a square; zero for no piece.
#[inline(always)]
pub(crate) fn word(code: u8, square: Square) -> u64 {
    PIECES[usize::from(code % 16)][square.index()]
}

/// The word of all pieces, from four bits for each occupied square, the lowest those of the first.
///
/// Above the last one the codes are of no piece, whose words are zero: no branch depends on how many there are.
#[inline(always)]
pub(crate) fn coded<A: Sliders>(sliders: A, occupied: Bitboard, codes: u128) -> u64 {
    sum(&places(sliders, occupied, codes))
}

/// The places of these pieces' words in the table, which [`sum`] XORs; a caller with other work to do in between does
/// not wait for the store.
#[inline(always)]
pub(crate) fn places<A: Sliders>(sliders: A, occupied: Bitboard, codes: u128) -> [u16; 32] {
    const NO_PIECE: u128 = u128::MAX / 15 * 7;
    let codes = codes | NO_PIECE.checked_shl(4 * occupied.len()).unwrap_or(0);
    sliders.places(occupied, codes)
}

/// The words of these places, XORed.
///
/// In a function of its own, which is compiled for the build's target: with the instructions of a level the compiler
/// gathers the words into registers, which takes longer than loading them one by one. Four places are packed into one
/// word and taken out of it, or the compiler would collect eight in a register, only to take them apart again
/// (bench/record/moves.md).
#[inline(never)]
pub(crate) fn sum(places: &[u16; 32]) -> u64 {
    let words = PIECES.as_flattened();
    let (fours, _) = places.as_chunks::<4>();
    fours.iter().fold(0, |key, &[one, two, three, four]| {
        let word = |place: u64| words[place as usize % words.len()];
        let all = u64::from(one) | u64::from(two) << 16 | u64::from(three) << 32 | u64::from(four) << 48;
        key ^ (word(all) ^ word(all >> 16)) ^ (word(all >> 32) ^ word(all >> 48))
    })
}

/// The word of a set of castling rights.
#[inline(always)]
pub(crate) fn castling(rights: CastlingRights) -> u64 {
    CASTLING[(rights.bits() & 15) as usize]
}

/// The word of an en-passant square, which is that of its file.
pub(super) fn en_passant(square: Square) -> u64 {
    RANDOM[772 + square.file().index()]
}

/// The word of all pieces: the board's part of the key.
pub(crate) fn pieces(board: &Board) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            for square in board.colored_pieces(color, piece_type) {
                key ^= piece(color, piece_type, square);
            }
        }
    }
    key
}

/// The word of castling rights and side to move: the state's part of the stored key.
#[inline(always)]
pub(super) fn state(state: &State) -> u64 {
    let turn = if state.side_to_move == Color::White { WHITE_TO_MOVE } else { 0 };
    castling(state.castling_rights) ^ turn
}
