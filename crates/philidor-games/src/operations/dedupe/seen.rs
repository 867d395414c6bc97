//! Twins found while games are read once: the first of each stays.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use super::printed::Printed;
use super::twins::{TwinKind, TwinOptions};
use crate::parts::fingerprint::Fingerprint;

/// Fingerprints are spread already.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    /// Never asked for by a fingerprint.
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.wrapping_mul(257) + u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A table of fingerprints.
pub(super) type Table<T> = HashMap<Fingerprint, T, BuildHasherDefault<Spread>>;

/// The games that stay, by what twins would have in common with them: 25 bytes of a table each, and up to three times as
/// many while it grows.
pub(super) struct Seen<'a> {
    options: &'a TwinOptions,
    /// Their numbers by moves and tags.
    same: Table<u64>,
    /// Their numbers by moves, with what their tags are.
    moves: Table<(u64, u64)>,
}

impl<'a> Seen<'a> {
    pub(super) fn new(options: &'a TwinOptions) -> Seen<'a> {
        Seen { options, same: Table::default(), moves: Table::default() }
    }

    /// The twin of a game among those that were asked for before.
    pub(super) fn twin(&mut self, print: &Printed, number: u64) -> Option<(TwinKind, u64)> {
        if self.options.has(TwinKind::Same) {
            match self.same.entry(print.moves.then(print.tags)) {
                Entry::Occupied(first) => return Some((TwinKind::Same, *first.get())),
                Entry::Vacant(place) => {
                    place.insert(number);
                }
            }
        }
        if self.options.has(TwinKind::Retagged) {
            match self.moves.entry(print.moves) {
                Entry::Occupied(first) => {
                    let (number, tags) = *first.get();
                    // With the same tags they are twins of another kind, which is not asked for.
                    return (tags != print.tags).then_some((TwinKind::Retagged, number));
                }
                Entry::Vacant(place) => {
                    place.insert((number, print.tags));
                }
            }
        }
        None
    }
}
