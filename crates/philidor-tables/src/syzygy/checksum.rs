//! The checksum of a file.

use super::error::{Fault, FaultAt};
use super::source::View;

/// Whether the last 16 bytes are the checksum of the others.
pub(crate) fn verify(view: View<'_>, len: u64) -> Result<(), FaultAt> {
    let _ = (view, len);
    Err(Fault::Checksum.at(len))
}
