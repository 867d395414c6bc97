//! Eight boards side by side, each seen from the side that moves.

use crate::position::{CastlingPath, Position};
use crate::simd::lanes::WIDTH;
use crate::types::{Bitboard, CastlingRights, CastlingSide, Color, PieceType};

/// A word of each board.
pub(super) type Words = [u64; WIDTH];

/// Eight boards, a lane each. The side to move goes up: where it is Black, the board is upside down.
pub(super) struct Boards {
    /// The pieces of the side to move, and of the other.
    pub(super) own: Words,
    pub(super) enemy: Words,
    pub(super) kings: Words,
    /// Queens are among the rooks and among the bishops.
    pub(super) straight: Words,
    pub(super) diagonal: Words,
    pub(super) knights: Words,
    pub(super) pawns: Words,
    /// The squares behind enemy pawns that have just made a double push.
    pub(super) en_passant: Words,
    /// The castling moves of the side to move.
    pub(super) castlings: [Castlings; 2],
    /// Whether it has a right to castle in any lane. Only then do `castlings` belong to these boards.
    pub(super) can_castle: bool,
}

/// The conditions for castling to one side.
pub(super) struct Castlings {
    /// The squares that must be empty. Without the right these are all squares, and some are always occupied.
    pub(super) empty: Words,
    /// The squares that must not be attacked.
    pub(super) safe: Words,
    /// The square of the rook, which must not be pinned.
    pub(super) rook: Words,
}

impl Castlings {
    const NONE: Castlings = Castlings { empty: [u64::MAX; WIDTH], safe: [0; WIDTH], rook: [0; WIDTH] };

    #[inline(always)]
    fn put(&mut self, lane: usize, position: &Position, side: CastlingSide) {
        let us = position.side_to_move();
        let (mut empty, mut safe, mut rook) = (Bitboard::FULL, Bitboard::EMPTY, Bitboard::EMPTY);
        if position.castling_rights().has(us, side) {
            let home = position.castling_rooks().square(us, side);
            let path = CastlingPath::new(us, side, position.board().king(us), home);
            (empty, safe, rook) = (path.must_be_empty(), path.must_be_safe(), home.into());
        }
        self.empty[lane] = upright(us, empty);
        self.safe[lane] = upright(us, safe);
        self.rook[lane] = upright(us, rook);
    }
}

impl Boards {
    /// Empty lanes.
    pub(super) const NONE: Boards = Boards {
        own: [0; WIDTH],
        enemy: [0; WIDTH],
        kings: [0; WIDTH],
        straight: [0; WIDTH],
        diagonal: [0; WIDTH],
        knights: [0; WIDTH],
        pawns: [0; WIDTH],
        en_passant: [0; WIDTH],
        castlings: [Castlings::NONE, Castlings::NONE],
        can_castle: false,
    };

    /// Puts positions, at most eight, into the first lanes.
    #[inline(always)]
    pub(super) fn put(&mut self, positions: &[Position]) {
        self.can_castle = false;
        for (lane, position) in (0..WIDTH).zip(positions) {
            let (board, us) = (position.board(), position.side_to_move());
            let pieces = PieceType::ALL.map(|piece_type| upright(us, board.pieces(piece_type)));
            let [king, queen, rook, bishop, knight, pawn] = pieces;
            self.own[lane] = upright(us, board.colors(us));
            self.enemy[lane] = upright(us, board.colors(!us));
            self.kings[lane] = king;
            self.straight[lane] = queen | rook;
            self.diagonal[lane] = queen | bishop;
            self.knights[lane] = knight;
            self.pawns[lane] = pawn;
            self.en_passant[lane] =
                upright(us, position.en_passant().map_or(Bitboard::EMPTY, Bitboard::from_square));
            self.can_castle |= !(position.castling_rights() & CastlingRights::for_color(us)).is_empty();
        }
        if self.can_castle {
            for (lane, position) in (0..WIDTH).zip(positions) {
                for (castlings, side) in self.castlings.iter_mut().zip(CastlingSide::ALL) {
                    castlings.put(lane, position, side);
                }
            }
        }
    }
}

/// A set as the side to move sees it, going up.
#[inline(always)]
fn upright(us: Color, set: Bitboard) -> u64 {
    match us {
        Color::White => set.0,
        Color::Black => set.0.swap_bytes(),
    }
}
