//! Zobrist keys (Albert Zobrist, 1970): one random word for each feature in which positions can differ, XORed together.
//!
//! ```text
//! key = pieces on squares ^ castling rights ^ side to move ^ en-passant file, if it counts
//!       └─────────────── kept by play and undo ──────────┘ └──────── asked on demand ────┘
//! ```
//!
//! The random words are those of the Polyglot book format, so one stored word serves both keys; they differ only in
//! when en passant counts. For [`Position::key`] it counts if a *legal* en-passant capture exists, as in the FIDE rule
//! of repetition; for [`Position::polyglot_key`] if a pawn of the side to move stands next to the pawn that has just
//! advanced. Checking takes a test that is nearly always negative, so the stored word leaves it out, and play and undo
//! remain two XORs per piece.

use super::polyglot::RANDOM;
use super::{Board, Position, State};
use crate::attacks::{self, Sliders};
use crate::types::{Bitboard, CastlingRights, Color, PieceType, Square};

/// `[color * 8 + piece type][square]`: the words of the pieces. The rows are the codes of `binary/position.rs`: two more
/// for each color, another rook and no piece.
static MEN: [[u64; 64]; 16] = {
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
pub(crate) fn man(color: Color, piece_type: PieceType, square: Square) -> u64 {
    MEN[8 * color.index() + piece_type.index()][square.index()]
}

/// The word of all pieces, from four bits for each occupied square, the lowest those of the first.
///
/// Above the last one the codes are of no piece, whose words are zero: no branch depends on how many there are.
#[inline(always)]
pub(crate) fn coded<A: Sliders>(sliders: A, occupied: Bitboard, codes: u128) -> u64 {
    const NO_PIECE: u128 = u128::MAX / 15 * 7;
    let codes = codes | NO_PIECE.checked_shl(4 * occupied.len()).unwrap_or(0);
    sum(&sliders.places(occupied, codes))
}

/// The words of these places, XORed.
///
/// In a function of its own, which is compiled for the build's target: with the instructions of a level the compiler
/// gathers the words into registers, which takes longer than to load them one by one. Four places are taken out of one
/// word, or it would collect eight in a register, only to take them apart again (bench/record/moves.md).
#[inline(never)]
fn sum(places: &[u16; 32]) -> u64 {
    let words = MEN.as_flattened();
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
fn en_passant(square: Square) -> u64 {
    RANDOM[772 + square.file().index()]
}

/// The word of all pieces: the board's part of the key.
pub(super) fn men(board: &Board) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            for square in board.men(color, piece_type) {
                key ^= man(color, piece_type, square);
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

impl Position {
    /// The 64-bit Zobrist key, equal for positions that are the same under the FIDE rule of repetition (9.2): the same
    /// pieces, side to move, castling rights and possible en-passant captures. Clocks do not count.
    ///
    /// # Stability
    ///
    /// A position will have the same key in every version of philidor, so keys may be stored. In Chess960 two
    /// positions that differ only in *which* of two rooks may castle share a key; no game holds both.
    ///
    /// ```
    /// use philidor::Position;
    /// // After 1. e4 no black pawn stands beside e4: the en-passant square makes no difference.
    /// let with = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse::<Position>()?;
    /// let without = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse::<Position>()?;
    /// assert_eq!(with.key(), without.key());
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        match self.state.en_passant {
            Some(square) if self.has_legal_en_passant() => self.kept_key ^ en_passant(square),
            _ => self.kept_key,
        }
    }

    /// The key without the word of an en-passant square, as it is kept from move to move.
    #[inline(always)]
    pub(crate) const fn kept_key(&self) -> u64 {
        self.kept_key
    }

    /// The key of the Polyglot opening-book format.
    ///
    /// ```
    /// use philidor::Position;
    /// assert_eq!(Position::default().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        match self.state.en_passant {
            Some(square) if !self.en_passant_candidates(square).is_empty() => {
                self.kept_key ^ en_passant(square)
            }
            _ => self.kept_key,
        }
    }

    /// The pawns of the side to move from which the en-passant square could be reached, legally or not.
    #[inline(always)]
    pub(crate) fn en_passant_candidates(&self, square: Square) -> crate::types::Bitboard {
        let us = self.state.side_to_move;
        attacks::pawn(!us, square) & self.board.men(us, PieceType::Pawn)
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;

    /// The nine keys printed in the description of the format, each after the moves of its line.
    #[test]
    fn the_keys_of_the_polyglot_description() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            let position: Position = fen.parse().expect("a legal position");
            assert_eq!(position.polyglot_key(), key, "{fen}");
        }
    }
}
