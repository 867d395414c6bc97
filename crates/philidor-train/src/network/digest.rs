//! Which positions a training learns from, in which order, and which network it begins with: their number and a sum
//! over all of them.

use std::fmt;

use philidor_engine::evaluation::net::{Network, Scale};

use crate::data::TrainingPosition;

/// A digest of positions, or of weights. Others have the same one by chance in one case of 2⁶⁴.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digest {
    count: usize,
    sum: u64,
}

impl Digest {
    pub(super) fn of(positions: &[TrainingPosition]) -> Digest {
        let mut sum = 0;
        for position in positions {
            for word in position.to_bytes().as_chunks::<8>().0 {
                sum = mixed(sum, u64::from_le_bytes(*word));
            }
        }
        Digest { count: positions.len(), sum }
    }

    /// The digest of a network: its weights, and their scale.
    pub(super) fn of_network(network: &Network) -> Digest {
        let sum = network.weights().fold(0, |sum, weight| mixed(sum, u64::from(weight.cast_unsigned())));
        let Scale { input, output, centipawns } = network.scale();
        let scale = [input, output, centipawns].map(|number| u64::from(number.cast_unsigned()));
        Digest { count: network.weights().count(), sum: scale.into_iter().fold(sum, mixed) }
    }
}

/// FNV-1a with words instead of bytes, and the high bits folded down: the order of the words counts.
fn mixed(sum: u64, word: u64) -> u64 {
    let sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    sum ^ sum >> 29
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:016x})", self.count, self.sum)
    }
}
