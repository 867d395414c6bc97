//! Attack maps: what each side attacks, and the zones of the kings, computed once for all terms.

use philidor::{Bitboard, Board, Color, PieceType, Position, Square, attacks};

use super::pawns::PawnStructure;

/// What both sides attack, and where their kings stand.
pub(super) struct AttackMaps<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: Bitboard,
    pub(super) structure: PawnStructure,
    pub(super) kings: [Square; 2],
    /// By color and piece type.
    pub(super) by: [[Bitboard; 6]; 2],
    /// By any piece of a color.
    pub(super) all: [Bitboard; 2],
    /// By at least two pieces of a color.
    pub(super) twice: [Bitboard; 2],
    /// The squares around each king, and those in front of them.
    pub(super) zones: [Bitboard; 2],
    /// The weight of the attacks on each king's zone.
    pub(super) pressure: [i32; 2],
}

impl<'a> AttackMaps<'a> {
    /// Maps with the attacks of pawns and kings; those of the pieces are added while their mobility is counted.
    #[inline(always)]
    pub(super) fn new(position: &'a Position, structure: PawnStructure) -> AttackMaps<'a> {
        let board = position.board();
        let kings = [position.king(Color::White), position.king(Color::Black)];
        let mut maps = AttackMaps {
            board,
            occupied: board.occupied(),
            structure,
            kings,
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            zones: [zone(Color::White, kings[0]), zone(Color::Black, kings[1])],
            pressure: [0; 2],
        };
        for color in Color::ALL {
            let pawns = structure.attacks[color.index()];
            let king = attacks::king(kings[color.index()]);
            maps.by[color.index()][PieceType::Pawn.index()] = pawns;
            maps.by[color.index()][PieceType::King.index()] = king;
            maps.all[color.index()] = pawns | king;
            maps.twice[color.index()] = (pawns & king) | structure.twice[color.index()];
        }
        maps
    }

    /// A piece attacks these squares.
    #[inline(always)]
    pub(super) fn add(&mut self, color: Color, piece_type: PieceType, squares: Bitboard) {
        let side = color.index();
        self.twice[side] |= self.all[side] & squares;
        self.all[side] |= squares;
        self.by[side][piece_type.index()] |= squares;
    }

    #[inline(always)]
    pub(super) fn attacked_by(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by[color.index()][piece_type.index()]
    }
}

/// The squares next to a king and those beyond them on the enemy's side.
#[inline(always)]
fn zone(color: Color, king: Square) -> Bitboard {
    let near = attacks::king(king) | Bitboard::from_square(king);
    match color {
        Color::White => near | near.north(),
        Color::Black => near | near.south(),
    }
}
