//! The pieces on the squares: one set for each side and one for each piece type.
//!
//! ```text
//! colors [white, black]                      8 bytes each
//! pieces [king, queen, rook, bishop, knight, pawn]
//! ```
//!
//! The blog series behind this shape keeps a set for each piece type *of each side*, 2 + 12 words. We keep 2 + 6: a
//! white knight is a square in both `white` and `knight`. That is 64 bytes, one cache line, one AVX-512 register;
//! moving a piece touches two words in both layouts, a capture is found in six look-ups and not twelve, and questions
//! about one piece type of either color need no union. The gain is measured in bench/record/moves.md.

use core::fmt;

use crate::attacks::{self, Sliders};
use crate::types::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// Pieces on squares, in any number and arrangement; no rules.
///
/// No square holds two pieces: [`Board::put`] replaces.
///
/// ```
/// use philidor::{Board, Color, Piece, PieceType, Square};
/// let mut board = Board::default();
/// board.put(Square::E1, Piece::new(Color::White, PieceType::King));
/// assert_eq!(board.piece_at(Square::E1).map(Piece::letter), Some('K'));
/// assert_eq!(board.occupied().len(), 1);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) colors: [Bitboard; 2],
    pub(super) pieces: [Bitboard; 6],
}

impl Board {
    /// No piece on any square.
    pub(crate) const EMPTY: Board = Board { colors: [Bitboard::EMPTY; 2], pieces: [Bitboard::EMPTY; 6] };

    /// The pieces of both sides, each by piece type from king to pawn; the sets must not overlap.
    #[inline(always)]
    pub(crate) fn from_sets(color: Color, own: [Bitboard; 6], others: [Bitboard; 6]) -> Board {
        let union = |sets: [Bitboard; 6]| sets[0] | sets[1] | sets[2] | sets[3] | sets[4] | sets[5];
        let mut colors = [Bitboard::EMPTY; 2];
        colors[color.index()] = union(own);
        colors[(!color).index()] = union(others);
        Board { colors, pieces: core::array::from_fn(|kind| own[kind] | others[kind]) }
    }

    /// The squares of White and of Black, and of each piece type from king to pawn; each occupied square must be in the
    /// set of one color and of one piece type.
    #[inline(always)]
    pub(crate) fn from_kinds(colors: [Bitboard; 2], pieces: [Bitboard; 6]) -> Board {
        Board { colors, pieces }
    }

    /// All squares with a piece.
    #[doc(alias = "occupancy")]
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares with a piece of this color.
    #[doc(alias = "bb_sides")]
    #[must_use]
    #[inline(always)]
    pub fn colors(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares with a piece of this type, of either color.
    #[must_use]
    #[inline(always)]
    pub fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type.index()]
    }

    /// The squares with a piece of this color and type.
    #[doc(alias = "bb_pieces")]
    #[must_use]
    #[inline(always)]
    pub fn colored_pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.colors(color) & self.pieces(piece_type)
    }

    /// The pieces of `color` that slide along diagonals: bishops and queens.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(PieceType::Bishop) | self.pieces(PieceType::Queen)) & self.colors(color)
    }

    /// The pieces of `color` that slide along ranks and files: rooks and queens.
    #[inline(always)]
    pub(crate) fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.pieces(PieceType::Rook) | self.pieces(PieceType::Queen)) & self.colors(color)
    }

    /// The square of `color`'s king; a1 on a board without one, which no `Position` has.
    #[inline(always)]
    pub(crate) fn king(&self, color: Color) -> Square {
        self.colored_pieces(color, PieceType::King).first_or_a1()
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece_type = self.piece_type_at(square)?;
        let color = if self.colors(Color::White).contains(square) { Color::White } else { Color::Black };
        Some(Piece { color, piece_type })
    }

    /// The piece type on a square, of either color.
    #[must_use]
    #[inline]
    pub fn piece_type_at(&self, square: Square) -> Option<PieceType> {
        PieceType::ALL
            .get(self.code_at(square) as usize)
            .copied()
            .filter(|_| self.occupied().contains(square))
    }

    /// The code of the piece type on an occupied square, 0 for a king to 5 for a pawn, without branches: each set
    /// has the square or not, and only one does.
    #[inline(always)]
    pub(crate) fn code_at(&self, square: Square) -> u32 {
        let stands = |piece_type| u32::from(self.pieces(piece_type).contains(square));
        stands(PieceType::Queen)
            + 2 * stands(PieceType::Rook)
            + 3 * stands(PieceType::Bishop)
            + 4 * stands(PieceType::Knight)
            + 5 * stands(PieceType::Pawn)
    }

    /// Puts a piece on a square, replacing any that stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.toggle(piece.color, piece.piece_type, square.into());
    }

    /// Takes the piece off a square, if there is one, and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(piece.color, piece.piece_type, square.into());
        Some(piece)
    }

    /// Toggles pieces of one color and type: adds them where there are none, and removes them where there are. Its own
    /// inverse, and cheaper than [`put`](Board::put) and [`remove`](Board::remove), which look first.
    ///
    /// Each of the squares must be empty, or have such a piece: on any other, the board has a meaningless mixture of
    /// both until the same toggle is repeated.
    ///
    /// ```
    /// use philidor::{Board, Color, PieceType, Square};
    /// let mut board = Board::default();
    /// board.toggle(Color::White, PieceType::King, Square::E1.into());
    /// // A move is a toggle of both of its squares.
    /// board.toggle(Color::White, PieceType::King, [Square::E1, Square::E2].into_iter().collect());
    /// assert_eq!(board.occupied(), Square::E2.into());
    /// assert_eq!(board.piece_type_at(Square::E2), Some(PieceType::King));
    /// ```
    #[inline(always)]
    pub fn toggle(&mut self, color: Color, piece_type: PieceType, squares: Bitboard) {
        self.colors[color.index()] ^= squares;
        self.pieces[piece_type.index()] ^= squares;
    }

    /// The squares on which two boards differ, for the keys of perft's table.
    #[cfg(target_has_atomic = "64")]
    #[inline(always)]
    pub(crate) fn changed_squares(&self, other: &Board) -> Bitboard {
        let colors = (self.colors[0] ^ other.colors[0]) | (self.colors[1] ^ other.colors[1]);
        (0..6).fold(colors, |set, kind| set | (self.pieces[kind] ^ other.pieces[kind]))
    }

    /// Removes the pieces of `color` on `squares`, of whatever type.
    #[inline(always)]
    pub(crate) fn clear(&mut self, color: Color, squares: Bitboard) {
        self.colors[color.index()] -= squares;
        for kind in &mut self.pieces {
            *kind -= squares;
        }
    }

    /// The pieces of both colors that attack a square, if the occupied squares were `occupied`.
    #[inline(always)]
    pub(crate) fn attackers<A: Sliders>(&self, sliders: A, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.pieces(PieceType::Queen);
        (attacks::pawn(Color::Black, square) & self.colored_pieces(Color::White, PieceType::Pawn))
            | (attacks::pawn(Color::White, square) & self.colored_pieces(Color::Black, PieceType::Pawn))
            | (attacks::knight(square) & self.pieces(PieceType::Knight))
            | (attacks::king(square) & self.pieces(PieceType::King))
            | (sliders.bishop(square, occupied) & (self.pieces(PieceType::Bishop) | queens))
            | (sliders.rook(square, occupied) & (self.pieces(PieceType::Rook) | queens))
    }

    /// All squares that the pieces of `color` attack.
    #[inline(always)]
    pub(crate) fn attacked_by<A: Sliders>(&self, sliders: A, color: Color) -> Bitboard {
        let pieces = [
            self.colored_pieces(color, PieceType::Knight),
            self.diagonal_sliders(color),
            self.straight_sliders(color),
        ];
        // Boards of variants may have no king, or several.
        let kings = self.colored_pieces(color, PieceType::King).into_iter();
        attacks::pawns(color, self.colored_pieces(color, PieceType::Pawn))
            | kings.fold(Bitboard::EMPTY, |set, square| set | attacks::king(square))
            | sliders.attacked(pieces, self.occupied())
    }

    /// Whether the king of `color` is attacked by a piece other than a king.
    #[inline(always)]
    pub(crate) fn is_check<A: Sliders>(&self, sliders: A, color: Color) -> bool {
        let (king, occupied) = (self.king(color), self.occupied());
        let pieces = (attacks::pawn(color, king) & self.pieces(PieceType::Pawn))
            | (attacks::knight(king) & self.pieces(PieceType::Knight))
            | (sliders.bishop(king, occupied) & self.diagonal_sliders(!color))
            | (sliders.rook(king, occupied) & self.straight_sliders(!color));
        pieces.intersects(self.colors(!color))
    }
}

impl fmt::Display for Board {
    /// Eight lines from the eighth rank to the first: FEN letters, and `.` for an empty square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let letter = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, "{letter}{}", if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    /// The drawing of `Display`, on lines of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
