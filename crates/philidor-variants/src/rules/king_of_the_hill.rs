//! King of the hill: the side that brings its king to the center wins.
//!
//! ```text
//! 5 | . . . x x . . .
//! 4 | . . . x x . . .
//! ```

use philidor::{Bitboard, Color, Outcome, PieceType, Win};

use crate::position::{MovesOf, Rules, VariantPosition};

/// King of the hill, as on Lichess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingOfTheHill;

/// d4, e4, d5, e5.
const HILL: Bitboard = Bitboard(0x0000_0018_1800_0000);

impl Rules for KingOfTheHill {
    type Extra = ();
    const NAME: &'static str = "King of the Hill";
    const MOVES: MovesOf = MovesOf::Chess;

    #[inline(always)]
    fn end(position: &VariantPosition<KingOfTheHill>) -> Option<Outcome> {
        let board = position.board();
        let there = board.pieces(PieceType::King) & HILL;
        if there.is_empty() {
            return None;
        }
        // A game ends with the first king that arrives, which is that of the side that has just moved.
        let mover = !position.side_to_move();
        let winner = if board.colors(mover).intersects(there) { mover } else { !mover };
        Some(Outcome::Win { winner, by: Win::Hill })
    }

    fn has_insufficient_material(_: &VariantPosition<KingOfTheHill>, _: Color) -> bool {
        false
    }
}
