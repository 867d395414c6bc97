//! Who attacks what, with kings that may be ordinary pieces.

use philidor::attacks::{self, Magic};
use philidor::search_support::Level;
use philidor::{Bitboard, Board, Color, PieceType, Square};

/// How the attacks of sliders are looked up.
pub(crate) trait Lines: Copy {
    /// The squares that a bishop attacks.
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard;
    /// The squares that a rook attacks.
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard;
}

impl Lines for Magic {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        philidor::attacks::Sliders::bishop(self, square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        philidor::attacks::Sliders::rook(self, square, occupied)
    }
}

/// The look-ups of a level of the CPU.
#[derive(Clone, Copy)]
pub(crate) struct AtLevel<L>(pub(crate) L);

impl<L: Level> Lines for AtLevel<L> {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.0.rook(square, occupied)
    }
}

/// The pieces of `by` that attack a square, if the occupied squares were `occupied`. Their kings attack, too.
#[inline(always)]
pub(crate) fn attackers(board: &Board, square: Square, occupied: Bitboard, by: Color) -> Bitboard {
    attackers_by(Magic, board, square, occupied, by)
}

/// The same, with these look-ups.
#[inline(always)]
pub(crate) fn attackers_by<A: Lines>(
    lines: A,
    board: &Board,
    square: Square,
    occupied: Bitboard,
    by: Color,
) -> Bitboard {
    let queens = board.pieces(PieceType::Queen);
    let all = (attacks::pawn(!by, square) & board.pieces(PieceType::Pawn))
        | (attacks::knight(square) & board.pieces(PieceType::Knight))
        | (attacks::king(square) & board.pieces(PieceType::King))
        | (lines.bishop(square, occupied) & (board.pieces(PieceType::Bishop) | queens))
        | (lines.rook(square, occupied) & (board.pieces(PieceType::Rook) | queens));
    all & board.colors(by)
}

/// All squares that `by` attacks, if the occupied squares were `occupied`.
#[inline(always)]
pub(crate) fn attacked<A: Lines>(lines: A, board: &Board, by: Color, occupied: Bitboard) -> Bitboard {
    let pieces = |kind| board.colored_pieces(by, kind);
    let queens = pieces(PieceType::Queen);
    let mut set = attacks::pawns(by, pieces(PieceType::Pawn));
    for square in pieces(PieceType::Knight) {
        set |= attacks::knight(square);
    }
    for square in pieces(PieceType::Bishop) | queens {
        set |= lines.bishop(square, occupied);
    }
    for square in pieces(PieceType::Rook) | queens {
        set |= lines.rook(square, occupied);
    }
    for square in pieces(PieceType::King) {
        set |= attacks::king(square);
    }
    set
}
