//! How many children are noted before they are counted.

/// As many as a word has bits: notes about a child are bits of words at its index.
pub(super) const CAPACITY: usize = u64::BITS as usize;

/// Whether the largest set of moves, 27 of a queen, fits in an empty batch. In tests that choose small batches it does
/// not, and a set is noted in parts.
pub(super) const HOLDS_EVERY_SET: bool = !cfg!(any(test, feature = "proof"));

/// How many children a batch notes: fewer if a test asks for it, since small batches reveal faults that large ones
/// hide.
#[inline(always)]
pub(super) fn capacity() -> usize {
    #[cfg(any(test, feature = "proof"))]
    return in_tests::CHOSEN.get();
    #[cfg(not(any(test, feature = "proof")))]
    CAPACITY
}

/// Runs a closure with batches of this many children, at least a block and at most [`CAPACITY`], on this thread.
#[cfg(any(test, feature = "proof"))]
pub(in crate::perft) fn with_batches_of<T>(children: usize, count: impl FnOnce() -> T) -> T {
    let chosen = children.clamp(crate::simd::lanes::WIDTH, CAPACITY);
    let _before = in_tests::Before(in_tests::CHOSEN.replace(chosen));
    count()
}

#[cfg(any(test, feature = "proof"))]
mod in_tests {
    use core::cell::Cell;

    std::thread_local! {
        pub(super) static CHOSEN: Cell<usize> = const { Cell::new(super::CAPACITY) };
    }

    /// The previous choice, restored on drop, even after a panic.
    pub(super) struct Before(pub(super) usize);

    impl Drop for Before {
        fn drop(&mut self) {
            CHOSEN.set(self.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_capacity_ends_with_what_it_was_chosen_for() {
        let inside = with_batches_of(16, || (with_batches_of(8, capacity), capacity()));
        assert_eq!((inside, capacity()), ((8, 16), CAPACITY));
        assert_eq!([0, 1_000].map(|children| with_batches_of(children, capacity)), [8, CAPACITY]);
    }
}
