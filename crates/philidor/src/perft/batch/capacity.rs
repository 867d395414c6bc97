//! How many children are noted before they are counted.

/// As many as a word has bits: notes about a child are bits of words at its index.
pub(super) const CAPACITY: usize = u64::BITS as usize;

/// Whether every set of targets fits in an empty batch: it does, on any board, since there are no more squares than
/// bits. In a small batch, which a test chooses, a set is noted in parts.
#[inline(always)]
pub(super) fn holds_every_set() -> bool {
    capacity() == CAPACITY
}

/// How many children a batch notes: fewer if a test asks for it, since small batches reveal faults that large ones
/// hide.
#[inline(always)]
pub(super) fn capacity() -> usize {
    #[cfg(feature = "proof")]
    return chosen::CHILDREN.get();
    #[cfg(not(feature = "proof"))]
    CAPACITY
}

/// Runs a closure with batches of this many children, at least a block and at most [`CAPACITY`], on this thread.
#[cfg(feature = "proof")]
pub(in crate::perft) fn with_batches_of<T>(children: usize, count: impl FnOnce() -> T) -> T {
    let children = children.clamp(crate::simd::lanes::WIDTH, CAPACITY);
    crate::perft::coverage::with(&chosen::CHILDREN, children, count)
}

#[cfg(feature = "proof")]
mod chosen {
    use core::cell::Cell;

    std::thread_local! {
        pub(super) static CHILDREN: Cell<usize> = const { Cell::new(super::CAPACITY) };
    }
}

#[cfg(all(test, feature = "proof"))]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_capacity_ends_with_what_it_was_chosen_for() {
        let inside = with_batches_of(16, || (with_batches_of(8, capacity), capacity()));
        assert_eq!((inside, capacity()), ((8, 16), CAPACITY));
        assert_eq!([0, 1_000].map(|children| with_batches_of(children, capacity)), [8, CAPACITY]);
    }
}
