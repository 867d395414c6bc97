//! What planes show of a position and of those before it: the pieces, and how often the position has occurred.

use philidor::{Bitboard, Color, PieceType, Position};

/// The order of piece types in planes.
pub(super) const ORDER: [PieceType; 6] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::King,
];

/// The pieces of a position: those of White, then those of Black, each type a set.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    sets: [[Bitboard; 6]; 2],
    /// How often the position has occurred in its game, including then.
    pub(super) repetitions: u32,
}

impl Moment {
    /// An empty board.
    pub(crate) const NOTHING: Moment = Moment { sets: [[Bitboard::EMPTY; 6]; 2], repetitions: 0 };

    /// A position that has occurred this many times.
    #[inline(always)]
    pub(crate) fn of(position: &Position, repetitions: u32) -> Moment {
        let board = position.board();
        let sets = Color::ALL.map(|color| ORDER.map(|piece_type| board.colored_pieces(color, piece_type)));
        Moment { sets, repetitions }
    }

    /// The same position, where a pawn that has just advanced two squares is at home.
    pub(super) fn before(position: &Position) -> Moment {
        let mut moment = Moment::of(position, 1);
        if let Some(passed) = position.en_passant() {
            let (us, color) = (position.side_to_move(), !position.side_to_move());
            let ahead = if us == Color::White { -1 } else { 1 };
            let pawns = &mut moment.sets[color as usize][0];
            if let (Some(now), Some(home)) = (passed.offset(0, ahead), passed.offset(0, -ahead)) {
                pawns.remove(now);
                pawns.insert(home);
            }
        }
        moment
    }

    /// A side's sets, in the order of planes.
    #[inline(always)]
    pub(super) fn sets(&self, color: Color) -> &[Bitboard; 6] {
        &self.sets[color as usize]
    }
}
