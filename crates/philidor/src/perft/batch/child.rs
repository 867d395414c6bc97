//! A noted child as a board, for the plain counter.

use super::Notes;
use super::changes::Pieces;
use crate::movegen::Rights;
use crate::perft::children::Node;
use crate::position::Board;
use crate::types::{Bitboard, CastlingRights, Rank, Side, Square};

impl Notes<'_> {
    /// Makes the board of a noted child, for the plain counter. `S` has moved.
    #[inline(always)]
    pub(super) fn child<S: Side>(&self, index: usize) -> Node {
        let (us, them) = (S::COLOR, <S::Other as Side>::COLOR);
        let (moved, pieces) = (self.changes.moved.one(index), self.changes.pieces.one(index));
        let captured = moved & self.replier.all();
        let where_changed = |children: u64, word: u64| if children >> index & 1 != 0 { word } else { 0 };
        let pawns = where_changed(self.changed.pawns, moved);
        // Three squares change where a pawn is captured en passant, and on the last rank no pawn arrives.
        let vacated = if pawns.count_ones() == 3 { captured } else { S::rank(Rank::Eighth).0 };
        let straight = where_changed(self.changed.straight, pieces);
        let mover = Pieces {
            pawns: (self.mover.pawns ^ pawns) & !vacated,
            knights: self.mover.knights ^ where_changed(self.changed.knights, pieces),
            diagonal: self.mover.diagonal ^ where_changed(self.changed.diagonal, pieces),
            straight: self.mover.straight ^ straight,
            king: self.mover.king ^ where_changed(self.changed.king, moved ^ straight),
        };
        let board =
            Board::from_sets(us, mover.by_piece_type(), self.replier.without(captured).by_piece_type());
        let rooks = self.parent.rights.rooks;
        let castling = (self.parent.rights.castling & CastlingRights::for_color(them))
            - rooks.rights_touched(Bitboard(captured));
        let en_passant = passed_square::<S>(Bitboard(pawns));
        Node { board, rights: Rights { castling, rooks, en_passant } }
    }
}

/// The square between the two squares of a pawn's double push; `None` for other pairs of squares.
fn passed_square<S: Side>(pawns: Bitboard) -> Option<Square> {
    let origin = pawns & S::rank(Rank::Second);
    let target = pawns & S::rank(Rank::Fourth);
    if S::forward(S::forward(origin)) == target { S::forward(origin).first() } else { None }
}
