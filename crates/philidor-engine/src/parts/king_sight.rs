//! What a king sees: the squares from which sliders of the other side would give it check.
//!
//! A node computes it once, and then looks up for every quiet move whether the piece that moves gives check. Discovered
//! checks are left out.

use philidor::cpu::Cpu;
use philidor::search_support::{Level, Work};
use philidor::{Bitboard, Color, PieceType, Position, Square, attacks};

/// The squares that a bishop and a rook on a king's square would attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingSight {
    king: Square,
    diagonal: Bitboard,
    straight: Bitboard,
}

impl KingSight {
    #[inline(always)]
    pub(crate) fn new<L: Level>(level: L, position: &Position, color: Color) -> KingSight {
        let (king, occupied) = (position.king(color), position.board().occupied());
        KingSight { king, diagonal: level.bishop(king, occupied), straight: level.rook(king, occupied) }
    }

    /// What the king of the side not to move sees, for code outside a search.
    pub(crate) fn of_opponent(position: &Position) -> KingSight {
        struct Look<'p>(&'p Position);

        impl Work for Look<'_> {
            type Output = KingSight;

            fn run<L: Level>(self, level: L) -> KingSight {
                KingSight::new(level, self.0, !self.0.side_to_move())
            }
        }
        Cpu::Portable.run(Look(position))
    }

    /// Whether a piece of the other color, `us`, gives check from a square.
    #[inline(always)]
    pub(crate) fn sees(self, us: Color, piece_type: PieceType, square: Square) -> bool {
        let squares = match piece_type {
            PieceType::Queen => self.diagonal | self.straight,
            PieceType::Rook => self.straight,
            PieceType::Bishop => self.diagonal,
            PieceType::Knight => attacks::knight(self.king),
            PieceType::Pawn => attacks::pawn(!us, self.king),
            PieceType::King => Bitboard::EMPTY,
        };
        squares.contains(square)
    }
}
