//! A list of unmoves that lives on the stack.

use core::fmt;
use core::ops::{ControlFlow, Deref};

use philidor::Color;

use super::sets::{PutBack, UnmoveSet, UnmoveSink};
use super::unmove::{UNCAPTURED_SHIFT, Unmove};

/// What may be put back: nothing and five pieces, which are written together.
const CHOICES: usize = 6;

/// Up to [`CAPACITY`](UnmoveList::CAPACITY) unmoves in place, without allocation.
///
/// No [`Position`](philidor::Position) has more. What illegal moves, played on trust, have left may have more, and then
/// the list ends with the last that fit. It takes ten kilobytes: reuse one list for many positions by
/// [`Retractor::unmoves_into`](super::Retractor::unmoves_into). It dereferences to a slice.
///
/// ```
/// use philidor::Position;
/// use philidor_retro::{Retractor, UnmoveList};
/// let mut list = UnmoveList::new();
/// let position: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
/// Retractor::new().unmoves_into(&position, &mut list);
/// assert_eq!(list.len(), 5 * 5); // five squares; nothing, or a queen, rook, bishop, knight put back
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone)]
pub struct UnmoveList {
    /// At most the capacity: it grows over unmoves that were written, and there is room for no others.
    len: usize,
    unmoves: [Unmove; UnmoveList::CAPACITY],
}

impl UnmoveList {
    /// How many unmoves fit. A side that has more than sixteen pieces has none; of sixteen, one is a king with eight
    /// origins, and fifteen have at most the 27 of a queen, each with six choices of what is put back. At most eight on
    /// the last rank are pawns unpromoted, one by a push and in two directions with four choices. Castling has fewer
    /// than 28 pairs of squares. Six more, because all choices of what is put back are written at once.
    pub const CAPACITY: usize = (15 * 27 + 8) * CHOICES + 8 * 9 + 28 + CHOICES;

    /// An empty list.
    #[must_use]
    pub const fn new() -> UnmoveList {
        UnmoveList { len: 0, unmoves: [Unmove::BLANK; UnmoveList::CAPACITY] }
    }

    /// Removes all unmoves.
    #[inline(always)]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends an unmove with each choice of what is put back.
    ///
    /// Always writes six, even if fewer are left: the next ones overwrite those above the length. If there is no room
    /// for six, nothing is appended.
    #[inline(always)]
    fn extend_with(&mut self, stem: Unmove, put_back: PutBack) {
        let Some(slots) = self.unmoves.get_mut(self.len..).and_then(<[_]>::first_chunk_mut::<CHOICES>) else {
            return;
        };
        let (first, is_run) = put_back.run();
        if is_run {
            for (code, slot) in (first..).zip(slots) {
                *slot = Unmove::from_bits(stem.bits().wrapping_add(code << UNCAPTURED_SHIFT));
            }
        } else {
            for (code, slot) in put_back.codes().zip(slots) {
                *slot = stem.uncapturing(code);
            }
        }
        self.len += put_back.len() as usize;
    }
}

/// A sink that writes the unmoves of a side into a list.
pub(super) struct ListWriter<'a> {
    pub(super) moved: Color,
    pub(super) list: &'a mut UnmoveList,
}

impl UnmoveSink for ListWriter<'_> {
    #[inline(always)]
    fn accept(&mut self, set: UnmoveSet) -> ControlFlow<()> {
        set.stems(self.moved, |stem, put_back| {
            self.list.extend_with(stem, put_back);
            ControlFlow::Continue(())
        })
    }
}

impl Default for UnmoveList {
    fn default() -> UnmoveList {
        UnmoveList::new()
    }
}

impl Deref for UnmoveList {
    type Target = [Unmove];

    #[inline(always)]
    fn deref(&self) -> &[Unmove] {
        self.unmoves.get(..self.len).unwrap_or_default()
    }
}

impl AsRef<[Unmove]> for UnmoveList {
    fn as_ref(&self) -> &[Unmove] {
        self
    }
}

impl PartialEq for UnmoveList {
    fn eq(&self, other: &UnmoveList) -> bool {
        **self == **other
    }
}

impl Eq for UnmoveList {}

impl fmt::Debug for UnmoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a> IntoIterator for &'a UnmoveList {
    type Item = &'a Unmove;
    type IntoIter = core::slice::Iter<'a, Unmove>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for UnmoveList {
    type Item = Unmove;
    type IntoIter = UnmoveListIntoIter;

    fn into_iter(self) -> UnmoveListIntoIter {
        UnmoveListIntoIter { list: self, next: 0 }
    }
}

/// The unmoves of an [`UnmoveList`] in order, by value.
#[derive(Clone, Debug)]
pub struct UnmoveListIntoIter {
    list: UnmoveList,
    next: usize,
}

impl Iterator for UnmoveListIntoIter {
    type Item = Unmove;

    fn next(&mut self) -> Option<Unmove> {
        let unmove = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(unmove)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for UnmoveListIntoIter {}
impl core::iter::FusedIterator for UnmoveListIntoIter {}
