//! Many positions at once: in the order of the blocks that have their values, so that each block is unpacked once.

use philidor::Position;

use super::{ProbeError, Tables};
use crate::Wdl;

impl Tables {
    /// Many.
    pub fn probe_wdl_batch(&self, positions: &[Position], answers: &mut [Result<Wdl, ProbeError>]) {
        for (position, answer) in positions.iter().zip(answers) {
            *answer = self.probe_wdl(position);
        }
    }
}
