//! Twins found while games are read once: the first of each stays.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use philidor::GameResult;

use super::fingerprinted_game::FingerprintedGame;
use super::twins::{TwinKind, TwinOptions};
use crate::parts::fingerprint::Fingerprint;

/// A hasher that changes nothing, since fingerprints are spread over all numbers already.
#[derive(Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    /// Not called for fingerprints.
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.wrapping_mul(257) + u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

pub(super) const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

pub(super) type FingerprintTable<T> = HashMap<Fingerprint, T, BuildHasherDefault<IdentityHasher>>;

/// The games that stay, by what their twins would have in common with them. Each takes 25 bytes of a table, and up to
/// three times as many while the table grows.
pub(super) struct GamesSeen<'a> {
    options: &'a TwinOptions,
    /// Their numbers by moves, tags and result.
    same: FingerprintTable<u64>,
    /// Their numbers by moves, with their tags and results.
    moves: FingerprintTable<(u64, u64, GameResult)>,
}

impl<'a> GamesSeen<'a> {
    pub(super) fn new(options: &'a TwinOptions) -> GamesSeen<'a> {
        GamesSeen { options, same: FingerprintTable::default(), moves: FingerprintTable::default() }
    }

    /// The twin of a game among those that were asked for before.
    pub(super) fn twin(&mut self, game: &FingerprintedGame, number: u64) -> Option<(TwinKind, u64)> {
        let key = |result: GameResult| game.moves.then(game.tags).then(result as u64);
        if self.options.has(TwinKind::Same) {
            let others: &[GameResult] = match game.result {
                GameResult::Unknown => &RESULTS,
                _ => &[game.result, GameResult::Unknown],
            };
            if let Some(first) = others.iter().find_map(|&result| self.same.get(&key(result)).copied()) {
                return Some((TwinKind::Same, first));
            }
        }
        if self.options.has(TwinKind::Retagged) {
            match self.moves.entry(game.moves) {
                Entry::Occupied(first) => {
                    let (number, tags, result) = *first.get();
                    // If they agree, they are twins of another kind, which is not asked for.
                    if !game.agrees(&FingerprintedGame { tags, result, ..*game }) {
                        return Some((TwinKind::Retagged, number));
                    }
                }
                Entry::Vacant(place) => {
                    place.insert((number, game.tags, game.result));
                }
            }
        }
        // Only a game that stays is the twin of others.
        if self.options.has(TwinKind::Same) {
            self.same.insert(key(game.result), number);
        }
        None
    }
}
