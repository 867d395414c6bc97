//! A list of moves with fixed room, as an engine would write one for a library that has none.
//!
//! A shade faster here than `arrayvec`'s checked `push`, its `extend` and its unchecked push: the index is
//! masked, so that there is no branch to panic on.

use std::ops::Deref;

/// Room for every legal move of every position: no game reaches more than 218.
const ROOM: usize = 256;

/// A list of at most 255 moves.
pub(crate) struct List<M> {
    moves: [M; ROOM],
    length: usize,
}

impl<M: Copy> List<M> {
    /// An empty list; `filler` only gives the room a value.
    #[inline(always)]
    pub(crate) fn new(filler: M) -> Self {
        Self { moves: [filler; ROOM], length: 0 }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, word: M) {
        self.moves[self.length % ROOM] = word;
        self.length += 1;
    }
}

impl<M> Deref for List<M> {
    type Target = [M];

    #[inline(always)]
    fn deref(&self) -> &[M] {
        &self.moves[..self.length]
    }
}
