//! Whose king castles, where kings are ordinary pieces and there may be several.
//!
//! ```text
//! 1 | R . K . K . . R        with the right to both sides it is the one that stands between the rooks
//! ```

use philidor::{Bitboard, CastlingSide, Color, PieceType, Rank, Setup, Square};

/// The king that has a side's castling rights: the one on the home rank that stands between its rooks, or beside its
/// rook. Where kings are ordinary pieces, there may be several.
pub(super) fn king(setup: &Setup, color: Color) -> Option<Square> {
    let home = Bitboard::from_rank(Rank::First.relative_to(color));
    let kings = setup.board.colored_pieces(color, PieceType::King) & home;
    let fits = |king: &Square| {
        CastlingSide::ALL.into_iter().filter(|&side| setup.state.castling_rights.has(color, side)).all(
            |side| {
                let rook = setup.castling_rooks.square(color, side);
                match side {
                    CastlingSide::Short => rook.file() > king.file(),
                    CastlingSide::Long => rook.file() < king.file(),
                }
            },
        )
    };
    kings.into_iter().find(fits).or(kings.first())
}
