//! Castling, of the standard game and of Chess960.
//!
//! ```text
//! a b c d e f g h
//! . R K . . . . .     The king stands already, and the rook goes to d1.
//! . . . R K . . .     The king goes to c1, and the rook stands already.
//! R . K R . . . .     c1 may not castle with a1: the other rook stands on d1.
//! q R . K . . . .     d1 may not castle with b1: on c1 the rook would no longer shield it.
//! ```
//!
//! King and rook end on fixed squares, wherever they came from: c1 and d1, or g1 and f1. Every square that either of
//! them crosses or reaches must be empty but for the two; every square of the king must not be attacked.

use crate::board::{Kind, Piece, Square};
use crate::bugs::Bug;
use crate::position::{Position, Wing};
use crate::safety::Safety;

impl Safety {
    /// Whether the king may castle with this rook, the right being there.
    pub(crate) fn may_castle(&self, position: &Position, rook: Square, wing: Wing) -> bool {
        !is_refused(position, self.king, rook, wing)
            && is_way_free(position, self.king, rook, wing)
            && self.is_way_safe(position, rook, wing)
    }

    /// The king starts, goes and ends on squares that are not attacked, even when the rook has left its own.
    fn is_way_safe(&self, position: &Position, rook: Square, wing: Wing) -> bool {
        let (king, target) = (self.king, wing.king_destination(self.king));
        let is_safe = |square: Square| {
            let is_careless = if square == king {
                position.has(Bug::CastlingOutOfCheck)
            } else {
                position.has(Bug::CastlingThroughAttack)
            };
            is_careless || !self.is_attacked(position, square)
        };
        span(king, target).filter(|&square| square == king || square != target).all(is_safe)
            && !self.is_frightened(position, rook, wing)
            && (!self.is_exposed(position, rook, wing)
                || position.has(Bug::CastlingIntoCheck)
                || position.has(Bug::Chess960RookShield) && !self.is_attacked(position, target))
    }

    /// Whether the king is attacked when both pieces stand on their new squares.
    fn is_exposed(&self, position: &Position, rook: Square, wing: Wing) -> bool {
        let mut board = position.board;
        board.pieces[self.king] = None;
        board.pieces[rook] = None;
        board.pieces[wing.rook_destination(self.king)] =
            Some(Piece { color: position.side, kind: Kind::Rook });
        position.is_check(&board, wing.king_destination(self.king))
    }

    /// The bugs of those who look at the rook's squares, too.
    fn is_frightened(&self, position: &Position, rook: Square, wing: Wing) -> bool {
        let is_kings =
            |square| span(self.king, wing.king_destination(self.king)).any(|other| other == square);
        let is_feared = |square| {
            let bug = if square == rook { Bug::CastlingRookAttacked } else { Bug::CastlingPathAttacked };
            position.has(bug) && !is_kings(square) && self.is_attacked(position, square)
        };
        span(rook, wing.rook_destination(self.king)).any(is_feared)
    }
}

/// All squares on which king and rook go or end are empty, but for the two.
pub(crate) fn is_way_free(position: &Position, king: Square, rook: Square, wing: Wing) -> bool {
    let is_free = |square| {
        let is_blocked =
            !position.has(Bug::CastlingPathOwn) || position.board.has_color(square, position.side);
        position.board.is_empty(square) || !is_blocked
    };
    let swap_blocked = position.has(Bug::Chess960SwapBlocked);
    let between_only = position.has(Bug::Chess960BetweenOnly);
    let mut kings = span(king, wing.king_destination(king));
    let mut rooks = span(rook, wing.rook_destination(king));
    if between_only {
        return span(king, rook).all(|square| square == king || square == rook || is_free(square));
    }
    kings.all(|square| square == king || square == rook && !swap_blocked || is_free(square))
        && (position.has(Bug::CastlingPathRook)
            || rooks.all(|square| square == rook || square == king && !swap_blocked || is_free(square)))
}

/// The bugs of those who know only how castling looks in most games.
fn is_refused(position: &Position, king: Square, rook: Square, wing: Wing) -> bool {
    position.has(Bug::Chess960KingStands) && king == wing.king_destination(king)
        || position.has(Bug::Chess960CornerOnly) && !matches!(rook % 8, 0 | 7)
}

/// The squares from one to another on the same rank, with both.
fn span(one: Square, other: Square) -> std::ops::RangeInclusive<Square> {
    one.min(other)..=one.max(other)
}
