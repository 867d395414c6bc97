//! Which positions a training learns from, in which order: their number and a sum over all of them.

use std::fmt;

use crate::data::TrainingPosition;

/// A digest of positions. Others have the same one by chance in one case of 2⁶⁴.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digest {
    count: usize,
    sum: u64,
}

impl Digest {
    pub(super) fn of(positions: &[TrainingPosition]) -> Digest {
        let mut sum = 0_u64;
        for position in positions {
            for word in position.to_bytes().as_chunks::<8>().0 {
                // FNV-1a with words instead of bytes, and the high bits let down: each place counts differently.
                sum = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x0000_0100_0000_01b3);
                sum ^= sum >> 29;
            }
        }
        Digest { count: positions.len(), sum }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:016x})", self.count, self.sum)
    }
}
