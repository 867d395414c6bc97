//! Which squares two kings cannot have at once.

/// Whether squares are the same or next to each other.
pub(crate) const fn do_touch(first: usize, second: usize) -> bool {
    (first / 8).abs_diff(second / 8) <= 1 && (first % 8).abs_diff(second % 8) <= 1
}
