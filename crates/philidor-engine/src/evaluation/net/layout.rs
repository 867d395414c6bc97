//! How large a network is, and what its numbers mean.

use core::ops::RangeInclusive;

/// How many inputs there are: a piece of either color on a square.
pub(super) const INPUTS: usize = 768;

/// The width of the hidden layer: the number of sums for each side.
pub const HIDDEN: usize = 256;

/// The most outputs: one for each four pieces.
pub const MAX_BUCKETS: usize = 8;

/// What the numbers of a network mean.
///
/// ```
/// use philidor_engine::evaluation::net::{Layout, MAX_BUCKETS};
/// let layout = Layout::new(MAX_BUCKETS).expect("1 to 8").with_mirroring();
/// assert_eq!(layout, Layout::default());
/// assert_eq!((layout.buckets(), layout.is_mirrored()), (8, true));
/// assert!(Layout::new(0).is_none() && Layout::new(MAX_BUCKETS + 1).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    is_mirrored: bool,
    /// From 1 to [`MAX_BUCKETS`].
    buckets: usize,
}

impl Default for Layout {
    /// As many outputs as there can be, and a mirrored board.
    fn default() -> Layout {
        Layout { is_mirrored: true, buckets: MAX_BUCKETS }
    }
}

impl Layout {
    /// The layout with this many outputs (*output buckets*), on a board that is not mirrored; `None` unless that is
    /// 1 to [`MAX_BUCKETS`]. The number of pieces chooses: with 8 outputs, the first is for 2 to 5 pieces and the last
    /// for 30 to 32.
    #[must_use]
    pub const fn new(buckets: usize) -> Option<Layout> {
        if buckets == 0 || buckets > MAX_BUCKETS {
            return None;
        }
        Some(Layout { is_mirrored: false, buckets })
    }

    /// The same with the board mirrored horizontally by the king's side: each side sees its king on the left half.
    #[must_use]
    pub const fn with_mirroring(self) -> Layout {
        Layout { is_mirrored: true, ..self }
    }

    /// Whether the board is mirrored.
    #[must_use]
    #[inline(always)]
    pub const fn is_mirrored(self) -> bool {
        self.is_mirrored
    }

    /// How many outputs there are, from 1 to [`MAX_BUCKETS`].
    #[must_use]
    #[inline(always)]
    pub const fn buckets(self) -> usize {
        self.buckets
    }

    /// Which output is for this many pieces, kings included.
    #[must_use]
    #[inline(always)]
    pub const fn bucket(self, pieces: u32) -> usize {
        let width = 32_usize.div_ceil(self.buckets);
        let bucket = (pieces as usize).saturating_sub(2) / width;
        if bucket < self.buckets { bucket } else { self.buckets - 1 }
    }

    /// The numbers of pieces, kings included, that an output is for.
    ///
    /// ```
    /// use philidor_engine::evaluation::net::Layout;
    /// let layout = Layout::default();
    /// assert_eq!((layout.pieces_of_bucket(0), layout.pieces_of_bucket(7)), (2..=5, 30..=32));
    /// ```
    #[must_use]
    pub const fn pieces_of_bucket(self, bucket: usize) -> RangeInclusive<u32> {
        let width = 32_u32.div_ceil(self.buckets as u32);
        let first = 2 + bucket as u32 * width;
        let last = first + width - 1;
        first..=(if last < 32 { last } else { 32 })
    }
}

/// How the integers of a network stand for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scale {
    /// A weight of 1 of the inputs, which is also what a sum is clamped to.
    pub input: i16,
    /// A weight of 1 of the outputs.
    pub output: i16,
    /// An output of 1 in centipawns.
    pub centipawns: i16,
}

impl Default for Scale {
    /// 255, 64, 400: the numbers of the trainer bullet.
    fn default() -> Scale {
        Scale { input: 255, output: 64, centipawns: 400 }
    }
}
