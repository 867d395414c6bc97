//! The attacks and zones of a position, each computed once for all terms.

use philidor::{Bitboard, Board, Color, PieceType, Position, Square, attacks};

use super::pawns::Structure;

/// What both sides attack, and where their kings stand.
pub(super) struct Scene<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: Bitboard,
    pub(super) structure: Structure,
    pub(super) kings: [Square; 2],
    /// By color and piece type.
    pub(super) by: [[Bitboard; 6]; 2],
    /// By any piece of a color.
    pub(super) all: [Bitboard; 2],
    /// By at least two pieces of a color.
    pub(super) twice: [Bitboard; 2],
    /// The squares around each king, and those in front of them.
    pub(super) zones: [Bitboard; 2],
    /// How much attacks on each king's zone weigh.
    pub(super) pressure: [i32; 2],
}

impl<'a> Scene<'a> {
    /// With the attacks of pawns and kings; those of the pieces are added while their mobility is found.
    #[inline(always)]
    pub(super) fn new(position: &'a Position, structure: Structure) -> Scene<'a> {
        let board = position.board();
        let kings = [position.king(Color::White), position.king(Color::Black)];
        let mut scene = Scene {
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
            scene.by[color.index()][PieceType::Pawn.index()] = pawns;
            scene.by[color.index()][PieceType::King.index()] = king;
            scene.all[color.index()] = pawns | king;
            scene.twice[color.index()] = (pawns & king) | structure.twice[color.index()];
        }
        scene
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

/// The squares next to a king and those beyond them on the enemy's side. A king on the edge has the zone of
/// the square beside it.
#[inline(always)]
fn zone(color: Color, king: Square) -> Bitboard {
    let near = attacks::king(king) | Bitboard::from_square(king);
    match color {
        Color::White => near | near.north(),
        Color::Black => near | near.south(),
    }
}
