//! The suites, for tests that count each line: in a quick run, one line in eight. Fuzz targets read `suites/`, too, and
//! draw nothing.

use crate::suites::{self, Entry};

/// Every line of every suite; in a quick run, one in eight.
pub(crate) fn suites(seed: u64) -> impl Iterator<Item = Entry> {
    philidor_proof::drawn(suites::all(), seed)
}
