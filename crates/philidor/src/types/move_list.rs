//! A list of moves that lives on the stack.

#![allow(unsafe_code)] // the uninitialized tail of the array

use core::fmt;
use core::hash::{Hash, Hasher};
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};

use super::{Bitboard, Move, MoveDigest, Square, max_moves};
use crate::simd::expand::BLOCK;

/// Up to [`CAPACITY`](MoveList::CAPACITY) moves in place, without allocation.
///
/// No [`Position`](crate::Position) has more moves, legal or pseudo-legal, however many pieces are on its board. The
/// most in a position that a game can reach is 218. If moves that do not belong to a position were
/// [played](crate::Position::play_unchecked) on trust, what they left may have more: then the list ends with
/// the last that fit.
///
/// It dereferences to a slice, so it can be sorted, searched and sliced like one.
///
/// ```
/// use philidor::{MoveList, Position};
/// let mut moves: MoveList = Position::default().legal_moves();
/// assert_eq!(moves.len(), 20);
/// moves.sort_by(|a, b| b.cmp(a)); // best first, by the integer's own order
/// let captures: MoveList = moves.iter().copied().filter(|mv| mv.is_capture()).collect();
/// assert!(captures.is_empty());
/// for mv in &mut moves {
///     mv.set_score(7);
/// }
/// moves.clear();
/// assert!(moves.is_empty());
/// ```
#[derive(Clone)]
pub struct MoveList {
    /// At most the capacity: it grows over slots that were written, and there are no others.
    len: usize,
    moves: [MaybeUninit<Move>; MoveList::CAPACITY],
}

impl MoveList {
    /// How many moves fit: the 441 that a position has at most, however many pieces it has, which is proved at compile
    /// time, and eight more, because sets are written four or eight moves at a time.
    pub const CAPACITY: usize = 449;

    /// An empty list.
    #[must_use]
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [const { MaybeUninit::uninit() }; MoveList::CAPACITY] }
    }

    /// Appends a move. A full list is left unchanged and returns the move.
    ///
    /// # Errors
    ///
    /// The move itself, if the list already has [`MoveList::CAPACITY`] moves.
    #[doc(alias = "LinkMove")]
    #[inline(always)]
    pub fn push(&mut self, mv: Move) -> Result<(), Move> {
        match self.moves.get_mut(self.len) {
            Some(slot) => {
                slot.write(mv);
                self.len += 1;
                Ok(())
            }
            None => Err(mv),
        }
    }

    /// Appends one move for each square of a set, in order.
    ///
    /// Always writes four at a time, even if fewer are left: the next set overwrites the slots above the length. This
    /// is twice as fast as one by one, because hardly any branch is left to be mispredicted. If not all of a set fit,
    /// none is appended: that can only be on a board that illegal moves have left.
    #[inline(always)]
    pub(crate) fn extend_with(&mut self, squares: Bitboard, word: impl Fn(Square) -> Move) {
        let mut left = squares;
        let mut at = self.len;
        while !left.is_empty() {
            let Some(slots) = self.moves.get_mut(at..).and_then(<[_]>::first_chunk_mut::<4>) else {
                return;
            };
            for slot in slots {
                slot.write(word(left.first_or_a1()));
                left.0 &= left.0.wrapping_sub(1);
            }
            at += 4;
        }
        self.len += squares.len() as usize;
    }

    /// The same, one at a time, as many as fit: faster for sets that mostly have one square.
    #[inline(always)]
    pub(crate) fn extend_with_few(&mut self, squares: Bitboard, word: impl Fn(Square) -> Move) {
        for square in squares {
            let Some(slot) = self.moves.get_mut(self.len) else {
                return;
            };
            slot.write(word(square));
            self.len += 1;
        }
    }

    /// Appends the first `count` words of a block. The others are written above the length, where the next moves
    /// overwrite them. If there is no room for the block, nothing is appended.
    #[inline(always)]
    pub(crate) fn extend_by_block(&mut self, block: [u64; BLOCK], count: u32) {
        let Some(slots) = self.moves.get_mut(self.len..).and_then(<[_]>::first_chunk_mut::<BLOCK>) else {
            return;
        };
        for (slot, word) in slots.iter_mut().zip(block) {
            slot.write(Move::from_raw(word));
        }
        debug_assert!(count as usize <= BLOCK);
        // Never more than were written, whatever the count.
        self.len += BLOCK.min(count as usize);
    }

    /// Whether a move is in the list, given as a word or as a digest. What the moves do is compared: a killer of
    /// another position is found, whatever its score.
    ///
    /// ```
    /// use philidor::{MoveDigest, Position};
    /// let moves = Position::default().legal_moves();
    /// let mut killer = moves[3];
    /// killer.set_score(900);
    /// assert!(moves.contains(killer) && moves.contains(killer.digest()));
    /// assert!(!moves.contains(MoveDigest::invalid()));
    /// ```
    #[must_use]
    pub fn contains(&self, mv: impl Into<MoveDigest>) -> bool {
        let digest = mv.into();
        self.iter().any(|mv| mv.digest() == digest)
    }

    /// Keeps the moves for which a closure answers `true`, in their order.
    ///
    /// ```
    /// use philidor::{PieceType, Position};
    /// let mut moves = Position::default().legal_moves();
    /// moves.retain(|mv| mv.played_piece() == PieceType::Knight);
    /// assert_eq!(moves.len(), 4);
    /// ```
    pub fn retain(&mut self, mut keeps: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let mv = self[index];
            if keeps(mv) {
                self[kept] = mv;
                kept += 1;
            }
        }
        self.len = kept;
    }

    /// Removes all moves.
    #[inline(always)]
    pub const fn clear(&mut self) {
        self.len = 0;
    }
}

// The moves of any position fit, and so do the words that are written above them.
const _: () = assert!(max_moves::ON_ANY_BOARD + BLOCK == MoveList::CAPACITY);

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: `len` grows only in `push`, `extend_with`, `extend_with_few` and `extend_by_block`, over slots that
        // were written, and otherwise only shrinks.
        // Price of the safe form, an array of zeroed moves: measured in bench/record/unsafe.md.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: as in `deref`; the slice is of moves, so nothing uninitialized can be written through it.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len) }
    }
}

impl Extend<Move> for MoveList {
    /// Appends moves until the list is full; what does not fit is dropped, and the iterator is not asked for more. The
    /// moves of one position always fit. [`push`](MoveList::push) reports a full list.
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        let free = MoveList::CAPACITY - self.len;
        for mv in moves.into_iter().take(free) {
            // There is room: no more are taken than are free.
            let _ = self.push(mv);
        }
    }
}

impl FromIterator<Move> for MoveList {
    /// The first [`CAPACITY`](MoveList::CAPACITY) moves, as by `extend`.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        list.extend(moves);
        list
    }
}

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = core::slice::IterMut<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIntoIter;

    fn into_iter(self) -> MoveListIntoIter {
        MoveListIntoIter { list: self, next: 0 }
    }
}

/// The moves of a [`MoveList`] in order, by value.
#[derive(Clone, Debug)]
pub struct MoveListIntoIter {
    list: MoveList,
    next: usize,
}

impl Iterator for MoveListIntoIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveListIntoIter {}
impl core::iter::FusedIterator for MoveListIntoIter {}

impl AsRef<[Move]> for MoveList {
    fn as_ref(&self) -> &[Move] {
        self
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &MoveList) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl Hash for MoveList {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_gives_the_move_back() {
        let mut list = MoveList::new();
        for _ in 0..MoveList::CAPACITY {
            assert_eq!(list.push(Move::invalid()), Ok(()));
        }
        assert_eq!(list.push(Move::invalid()), Err(Move::invalid()));
        assert_eq!(list.len(), MoveList::CAPACITY);
        assert_eq!(list.clone().into_iter().len(), MoveList::CAPACITY);
        list.clear();
        assert_eq!(list, MoveList::default());
    }
}
