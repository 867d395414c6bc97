//! The moves of a node that were searched without a cutoff: the histories learn from them, too.

use philidor::Move;

const MAX_TRIED: usize = 32;

/// The first of these moves, either the quiet or the tactical ones.
pub(crate) struct Tried {
    moves: [Move; MAX_TRIED],
    len: usize,
}

impl Tried {
    pub(crate) const NONE: Tried = Tried { moves: [Move::invalid(); MAX_TRIED], len: 0 };

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.len) {
            *place = mv;
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len.min(MAX_TRIED)]
    }
}
