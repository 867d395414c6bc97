//! Keys of parts of a position.
//!
//! Pawn hash tables, material tables and correction histories ask for less than the whole position. An engine that
//! wants these keys keeps them beside its [`Position`] and lets them follow each [`Change`]; one that does not pays
//! nothing.

use super::Change;
use crate::attacks;
use crate::position::{Position, passed_square, zobrist};
use crate::types::{Bitboard, CastlingRights, Color, Move, Piece, PieceType, Square};

/// The keys of the pawns, of each side's other pieces, and of the material.
///
/// ```
/// use philidor::{Position, search_support::{Change, Keys}};
///
/// let mut position = Position::default();
/// let mut keys = Keys::of(&position);
/// let start = keys;
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     let mv = position.parse_san(text).expect("legal");
///     keys.play(&Change::new(&position, mv));
///     position.play_unchecked(mv);
///     assert_eq!(keys, Keys::of(&position));
///     assert_eq!((keys.pawns(), keys.material()), (start.pawns(), start.material()));
/// }
/// assert_eq!(keys, start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Keys {
    pawns: u64,
    non_pawns: [u64; 2],
    material: u64,
}

impl Keys {
    /// The keys of a position, from its board.
    #[must_use]
    pub fn of(position: &Position) -> Keys {
        let squares = position.board().occupied().into_iter();
        squares.fold(Keys::default(), |keys, square| match position.piece_at(square) {
            Some(piece) => keys.with(piece, square),
            None => keys,
        })
    }

    /// Follows a move that is played.
    #[inline]
    pub fn play(&mut self, change: &Change) {
        *self = change.follow(*self, Keys::without, Keys::with);
    }

    /// Follows a move that is taken back.
    #[inline]
    pub fn undo(&mut self, change: &Change) {
        self.play(&change.reversed());
    }

    /// The key of all pawns on their squares; 0 without any.
    #[must_use]
    #[inline]
    pub const fn pawns(&self) -> u64 {
        self.pawns
    }

    /// The key of a side's pieces on their squares, with its king and without its pawns.
    #[must_use]
    #[inline]
    pub const fn non_pawns(&self, color: Color) -> u64 {
        self.non_pawns[color as usize]
    }

    /// The key of how many pieces of each type and color there are, wherever they are.
    #[must_use]
    #[inline]
    pub const fn material(&self) -> u64 {
        self.material
    }

    #[inline(always)]
    fn with(self, piece: Piece, square: Square) -> Keys {
        let toggled = self.toggled(piece, square);
        Keys { material: self.material.wrapping_add(weight(piece)), ..toggled }
    }

    #[inline(always)]
    fn without(self, piece: Piece, square: Square) -> Keys {
        let toggled = self.toggled(piece, square);
        Keys { material: self.material.wrapping_sub(weight(piece)), ..toggled }
    }

    /// A branch on which of the three words changes would be mispredicted, so each takes its part without one.
    #[inline(always)]
    fn toggled(self, piece: Piece, square: Square) -> Keys {
        let word = zobrist::piece(piece.color, piece.piece_type, square);
        let part = |is_it: bool| word & 0_u64.wrapping_sub(u64::from(is_it));
        let is_pawn = piece.piece_type == PieceType::Pawn;
        let [white, black] = self.non_pawns;
        Keys {
            pawns: self.pawns ^ part(is_pawn),
            non_pawns: [
                white ^ part(!is_pawn && piece.color == Color::White),
                black ^ part(!is_pawn && piece.color == Color::Black),
            ],
            material: self.material,
        }
    }
}

/// What one piece of a type and color adds to the key of the material. A sum, because in an XOR two equal pieces would
/// cancel out.
#[inline(always)]
fn weight(piece: Piece) -> u64 {
    zobrist::piece(piece.color, piece.piece_type, Square::A1)
}

impl Position {
    /// The [key](Position::key) after a legal move, without playing it: to prefetch an entry of a transposition table.
    ///
    /// ```
    /// use philidor::Position;
    /// let start = Position::default();
    /// assert!(start.legal_moves().iter().all(|&mv| start.key_after(mv) == start.after(mv).key()));
    /// ```
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move();
        if let Some(passed) = passed_square(mv)
            && attacks::pawn(us, passed).intersects(self.board().colored_pieces(!us, PieceType::Pawn))
        {
            // Whether the square counts depends on pins and checks after the move.
            return self.after(mv).key();
        }
        let toggle = |key, piece: Piece, square| key ^ zobrist::piece(piece.color, piece.piece_type, square);
        let pieces = Change::new(self, mv).follow(0, toggle, toggle);
        let touched = Bitboard::from_square(mv.orig_square()) | Bitboard::from_square(mv.dest_square());
        let king_moves = mv.played_piece() == PieceType::King && !mv.is_null();
        let lost = self.castling_rooks().rights_touched(touched)
            | if king_moves { CastlingRights::for_color(us) } else { CastlingRights::NONE };
        let rights = self.castling_rights();
        let castling = zobrist::castling(rights) ^ zobrist::castling(rights - lost);
        self.kept_key() ^ pieces ^ castling ^ zobrist::WHITE_TO_MOVE
    }
}
