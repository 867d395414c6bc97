//! Patterns of a single move.

use philidor::{Bitboard, CastlingSide, Color, Move, MoveType, Piece};

use crate::pieces::{Occupant, PieceSet};

/// Whether a move castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingPattern {
    /// It may.
    Either,
    /// It must not.
    Never,
    /// It must, to any side.
    Castles,
    /// It must, to this side.
    To(CastlingSide),
}

/// Conditions for a move, all of which must hold. The default is any move.
///
/// ```
/// use philidor::{Color, Position};
/// use philidor_patterns::MovePattern;
///
/// let position = Position::default();
/// let moves = |text: &str| {
///     let pattern: MovePattern = text.parse().unwrap();
///     position.legal_moves().into_iter().filter(|&mv| pattern.matches(Color::White, mv)).count()
/// };
/// assert_eq!((moves("e4"), moves("Nf3"), moves("O-O")), (1, 1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MovePattern {
    /// The piece that moves; the king when castling.
    pub pieces: PieceSet,
    /// The squares it may leave.
    pub origins: Bitboard,
    /// The squares it may go to; when castling, those of the king.
    pub destinations: Bitboard,
    /// What it captures, if anything.
    pub captured: Occupant,
    /// What it promotes to, if anything, in the color of the pawn.
    pub promotion: Occupant,
    /// Whether it castles.
    pub castling: CastlingPattern,
}

impl Default for MovePattern {
    fn default() -> MovePattern {
        MovePattern {
            pieces: PieceSet::ALL,
            origins: Bitboard::FULL,
            destinations: Bitboard::FULL,
            captured: Occupant::ANYTHING,
            promotion: Occupant::ANYTHING,
            castling: CastlingPattern::Either,
        }
    }
}

impl MovePattern {
    /// Whether a move of a side meets the conditions; a null move never does.
    #[must_use]
    #[inline]
    pub fn matches(&self, color: Color, mv: Move) -> bool {
        let of = |color, piece_type| Piece::new(color, piece_type);
        // Few moves castle, so this question comes first.
        let castles = match self.castling {
            CastlingPattern::Either => true,
            CastlingPattern::Never => mv.move_type() != MoveType::Castling,
            CastlingPattern::Castles => mv.move_type() == MoveType::Castling,
            CastlingPattern::To(side) => mv.castling_side() == Some(side),
        };
        castles
            && self.destinations.contains(mv.dest_square())
            && self.origins.contains(mv.orig_square())
            && self.pieces.contains(of(color, mv.played_piece()))
            && self.captured.allows(mv.captured_piece().map(|kind| of(!color, kind)))
            && self.promotion.allows(mv.promotion().map(|kind| of(color, kind)))
            && !mv.is_null()
    }

    /// The same with the colors swapped and the board turned upside down.
    #[must_use]
    pub fn mirrored(&self) -> MovePattern {
        MovePattern {
            pieces: self.pieces.swap_colors(),
            origins: self.origins.flip_ranks(),
            destinations: self.destinations.flip_ranks(),
            captured: self.captured.swap_colors(),
            promotion: self.promotion.swap_colors(),
            castling: self.castling,
        }
    }
}
