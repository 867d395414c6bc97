//! Twins found while games are read once: the first of each stays.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

use philidor::pgn::GameResult;

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

/// All results.
pub(super) const RESULTS: [GameResult; 4] =
    [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

/// A table of fingerprints.
pub(super) type Table<T> = HashMap<Fingerprint, T, BuildHasherDefault<Spread>>;

/// The games that stay, by what twins would have in common with them: 25 bytes of a table each, and up to three times as
/// many while it grows.
pub(super) struct Seen<'a> {
    options: &'a TwinOptions,
    /// Their numbers by moves, tags and result. A game without one is here under the result of the first of its twins that
    /// has one: then the results of others may contradict it.
    same: Table<u64>,
    /// Their numbers by moves, with their tags and results.
    moves: Table<(u64, u64, GameResult)>,
}

impl<'a> Seen<'a> {
    pub(super) fn new(options: &'a TwinOptions) -> Seen<'a> {
        Seen { options, same: Table::default(), moves: Table::default() }
    }

    /// The twin of a game among those that were asked for before.
    pub(super) fn twin(&mut self, print: &Printed, number: u64) -> Option<(TwinKind, u64)> {
        let key = |result: GameResult| print.moves.then(print.tags).then(result as u64);
        if self.options.has(TwinKind::Same) {
            let others: &[GameResult] = match print.result {
                GameResult::Unknown => &RESULTS,
                _ => &[print.result, GameResult::Unknown],
            };
            if let Some(first) = others.iter().find_map(|&result| self.same.get(&key(result)).copied()) {
                if print.result != GameResult::Unknown
                    && self.same.remove(&key(GameResult::Unknown)).is_some()
                {
                    self.same.insert(key(print.result), first);
                }
                return Some((TwinKind::Same, first));
            }
        }
        if self.options.has(TwinKind::Retagged) {
            match self.moves.entry(print.moves) {
                Entry::Occupied(first) => {
                    let (number, tags, result) = *first.get();
                    // If they agree, they are twins of another kind, which is not asked for.
                    if !print.agrees(&Printed { tags, result, ..*print }) {
                        return Some((TwinKind::Retagged, number));
                    }
                }
                Entry::Vacant(place) => {
                    place.insert((number, print.tags, print.result));
                }
            }
        }
        // Only a game that stays is the twin of others.
        if self.options.has(TwinKind::Same) {
            self.same.insert(key(print.result), number);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::dedupe::twins::Keep;
    use crate::parts::files::Files;

    /// The twins of games with the same moves, by tags and results.
    fn twins(kinds: &[TwinKind], games: &[(u64, GameResult)]) -> Vec<Option<(TwinKind, u64)>> {
        let (tags, known, keep) = (Vec::new(), Files::default(), Keep::First);
        let options = TwinOptions { kinds: kinds.to_vec(), tags, min_plies: 0, known, keep };
        let mut seen = Seen::new(&options);
        let print = |&(tags, result)| Printed { tags, result, ..Printed::default() };
        games.iter().zip(0..).map(|(game, number)| seen.twin(&print(game), number)).collect()
    }

    #[test]
    fn a_twin_is_one_of_a_game_that_stays() {
        use GameResult::{BlackWins, Unknown, WhiteWins};
        let [same, retagged] = [TwinKind::Same, TwinKind::Retagged];
        let games = [(1, Unknown), (2, Unknown), (2, Unknown), (1, Unknown)];
        let of_first = |kind| Some((kind, 0));
        assert_eq!(
            twins(&[same, retagged], &games),
            [None, of_first(retagged), of_first(retagged), of_first(same)]
        );
        assert_eq!(twins(&[same], &games), [None, None, Some((same, 1)), of_first(same)]);
        let games = [(1, Unknown), (1, WhiteWins), (1, BlackWins), (1, Unknown), (1, BlackWins)];
        let last = twins(&[same], &games);
        assert_eq!(last[..3], [None, of_first(same), None]);
        assert!(last[3].is_some_and(|(kind, _)| kind == same));
        assert_eq!(last[4], Some((same, 2)));
        assert_eq!(twins(&[retagged], &games[1..3]), [None, of_first(retagged)]);
    }
}
