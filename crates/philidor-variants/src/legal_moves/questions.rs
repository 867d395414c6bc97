//! What can be asked of a position about its moves.

use alloc::vec::Vec;
use philidor::{Move, MoveDigest};

use super::choice;
use crate::movegen::NamedMoves;
use crate::position::Rules;
use crate::position::VariantPosition;

impl<R: Rules> VariantPosition<R> {
    /// All legal moves; none once the game is over.
    ///
    /// ```
    /// use philidor_variants::{Antichess, VariantPosition};
    /// let position: VariantPosition<Antichess> = "8/6p1/2p5/8/4R3/8/8/8 w - - 0 1".parse()?;
    /// assert_eq!(position.legal_moves().len(), 14);
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.legal_moves_into(&mut list);
        list
    }

    /// Replaces the contents of a list by all legal moves, so that its memory is used again.
    pub fn legal_moves_into(&self, list: &mut Vec<Move>) {
        list.clear();
        self.append_legal_moves(list);
    }

    /// Adds all legal moves to a list.
    #[inline]
    pub(crate) fn append_legal_moves(&self, list: &mut Vec<Move>) {
        if R::end(self).is_none() {
            choice::append(self, list);
        }
    }

    /// Those legal moves that a text names, in their order.
    pub(crate) fn named_moves(&self, named: NamedMoves) -> Vec<Move> {
        if R::end(self).is_some() { Vec::new() } else { choice::named(self, named) }
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn legal_move_count(&self) -> u64 {
        if R::end(self).is_some() { 0 } else { choice::count(self) }
    }

    /// Whether there is any legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        R::end(self).is_none() && choice::has_move(self)
    }

    /// Whether a capture en passant is legal.
    pub(crate) fn has_legal_en_passant(&self) -> bool {
        R::end(self).is_none() && choice::has_legal_en_passant(self)
    }

    /// The legal move that sixteen bits stand for, if any.
    ///
    /// ```
    /// use philidor_variants::{Crazyhouse, VariantPosition};
    /// let position: VariantPosition<Crazyhouse> = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1".parse()?;
    /// let drop = position.parse_uci("N@f3")?;
    /// assert_eq!(position.decode(drop.digest()), Some(drop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn decode(&self, digest: MoveDigest) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.digest() == digest)
    }

    /// Whether a move, its undo data included, is legal here. The score does not matter.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.decode(mv.digest()).is_some_and(|legal| legal.raw() as u32 == mv.raw() as u32)
    }
}
