//! Places that a count may pass, for tests that must know whether it did.
//!
//! A test that names a path proves little if the path was never taken: the count of two half-moves by
//! [`divide`](super::divide) never reaches a batch, and agrees with everything. So the fast code records where it has
//! been, and `tests/all/counting.rs` checks. In ordinary builds nothing is recorded and `mark` compiles to nothing.

#[cfg(feature = "proof")]
use core::cell::Cell;
#[cfg(feature = "proof")]
use std::thread::LocalKey;

/// A place worth passing: where a buffer fills, empties, wraps or ends, or a rare case leaves the fast path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// A block of children did not fit in the batch, so those noted were counted first.
    BatchRanOut,
    /// A batch was counted without room for one more child.
    FullBatch,
    /// An empty set of promotions was offered to a batch without room for one more child.
    NothingToNoteInAFullBatch,
    /// Promotions were noted.
    PromotionsNoted,
    /// The last lanes of a block held no child.
    PartOfABlock,
    /// A child in check was left to the plain counter.
    LaneInCheck,
    /// A child with a pawn to capture en passant was left to the plain counter.
    LaneEnPassant,
    /// A child replaced the one that had waited longest for its table entry.
    QueueWrapped,
    /// Children that still waited were counted at the end.
    QueueDrained,
    /// A count was found among the shallow entries of the table.
    RecalledShallow,
    /// A count was found among the deep entries of the table.
    RecalledDeep,
    /// A run of distinct positions was full, and was sorted.
    RunFull,
    /// Two runs of distinct positions were merged.
    RunsMerged,
    /// A node was expanded above the deepest tree that is counted by recursion.
    Unrolled,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 14] = [
        Mark::BatchRanOut,
        Mark::FullBatch,
        Mark::NothingToNoteInAFullBatch,
        Mark::PromotionsNoted,
        Mark::PartOfABlock,
        Mark::LaneInCheck,
        Mark::LaneEnPassant,
        Mark::QueueWrapped,
        Mark::QueueDrained,
        Mark::RecalledShallow,
        Mark::RecalledDeep,
        Mark::RunFull,
        Mark::RunsMerged,
        Mark::Unrolled,
    ];
}

/// Records that this thread passed a place.
#[cfg(feature = "proof")]
pub(super) fn mark(mark: Mark) {
    noted::MARKED.with(|marked| marked.set(marked.get() | 1 << mark as u32));
}

/// Nothing is recorded in ordinary builds.
#[cfg(not(feature = "proof"))]
#[inline(always)]
pub(super) fn mark(_mark: Mark) {}

/// The places that this thread has passed since the last call.
#[cfg(feature = "proof")]
pub fn marked() -> alloc::vec::Vec<Mark> {
    let marked = noted::MARKED.take();
    Mark::ALL.into_iter().filter(|&mark| marked >> mark as u32 & 1 != 0).collect()
}

/// Runs a closure with another size of a buffer, on this thread; the size before returns, even after a panic.
#[cfg(feature = "proof")]
pub(super) fn with<T>(size: &'static LocalKey<Cell<usize>>, chosen: usize, count: impl FnOnce() -> T) -> T {
    struct Before(&'static LocalKey<Cell<usize>>, usize);
    impl Drop for Before {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _before = Before(size, size.replace(chosen));
    count()
}

#[cfg(feature = "proof")]
mod noted {
    use core::cell::Cell;

    std::thread_local! {
        /// A bit for each mark.
        pub(super) static MARKED: Cell<u32> = const { Cell::new(0) };
    }
}
