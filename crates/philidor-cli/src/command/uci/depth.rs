//! The depth of a `go perft`.

use crate::args::DEEPEST;

/// The depth that is the third word; what to answer if it is none.
pub(super) fn read(words: &[&str]) -> Result<u32, String> {
    let depth = words.get(2).and_then(|word| word.parse().ok()).filter(|depth| (0..=DEEPEST).contains(depth));
    depth.ok_or_else(|| format!("info string perft needs a depth from 0 to {DEEPEST}"))
}
