//! The plies of games, collected in memory of a fixed size, and what they say of each position.
//!
//! ```text
//! ply     key (64)  digest of the move (16)  zero (16)  place of the game in this memory (32)
//! ```
//!
//! Sorted as numbers of 128 bits, plies are in the order of position, move and game. A game counts once for a position,
//! with the move that it played there first.

use anyhow::Context;
use philidor::{MoveDigest, Position};

use crate::row::{Single, push_row, push_single, settle};

/// The bytes that a game takes beside its plies.
const GAME_BYTES: usize = size_of::<Single>();
const PLY_BYTES: usize = size_of::<u128>();

/// A position can repeat an earlier one only after this many half-moves without a capture or a pawn move.
const SHORTEST_LOOP: u16 = 4;

/// A move of a game that is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IllegalPly {
    /// How many half-moves were played before it.
    ply: usize,
    digest: MoveDigest,
    position: Position,
}

impl std::fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let IllegalPly { ply, digest, position } = self;
        write!(f, "half-move {} is {digest}, which is not a legal move in {position}", ply + 1)
    }
}

impl std::error::Error for IllegalPly {}

/// Plies in memory.
pub(crate) struct Plies {
    plies: Vec<u128>,
    games: Vec<Single>,
    /// The most bytes of all.
    limit: usize,
    max_ply: usize,
    /// The keys of the game that is being added.
    keys: Vec<u64>,
}

impl Plies {
    /// Memory of at most this many bytes, for the first half-moves of each game.
    pub(crate) fn new(limit: usize, max_ply: usize) -> Plies {
        Plies { plies: Vec::new(), games: Vec::new(), limit, max_ply, keys: Vec::new() }
    }

    /// Whether a game with this many half-moves has no room. An empty memory takes any game.
    pub(crate) fn is_full_for(&self, plies: usize) -> bool {
        let plies = self.plies.len() + plies.min(self.max_ply);
        !self.games.is_empty() && plies * PLY_BYTES + (self.games.len() + 1) * GAME_BYTES > self.limit
    }

    /// Reserves room for this many half-moves, or grows by half up to the limit if that is more, so that the plies are
    /// seldom moved.
    fn grow(&mut self, plies: usize) -> anyhow::Result<()> {
        let free = self.plies.capacity() - self.plies.len();
        if free < plies {
            let most = (self.limit / PLY_BYTES).saturating_sub(self.plies.len());
            let more = (self.plies.capacity() / 2).min(most).max(plies);
            let grown = self.plies.try_reserve_exact(more);
            grown.with_context(|| {
                format!("no memory for {} half-moves: lower --memory", self.plies.len() + more)
            })?;
        }
        Ok(())
    }

    /// Adds the half-moves of a game, and says how many.
    pub(crate) fn push(
        &mut self,
        game: Single,
        start: &Position,
        digests: impl ExactSizeIterator<Item = MoveDigest>,
    ) -> anyhow::Result<usize> {
        self.grow(digests.len().min(self.max_ply))?;
        let place = self.games.len() as u128;
        let before = self.plies.len();
        let mut position = *start;
        self.keys.clear();
        for (ply, digest) in digests.take(self.max_ply).enumerate() {
            let Some(mv) = position.decode(digest) else {
                self.plies.truncate(before);
                return Err(IllegalPly { ply, digest, position }.into());
            };
            let key = position.key();
            let is_again = position.halfmove_clock() >= SHORTEST_LOOP && self.keys.contains(&key);
            if !is_again {
                self.plies.push(u128::from(key) << 64 | u128::from(digest.0) << 48 | place);
            }
            self.keys.push(key);
            position.play_unchecked(mv);
        }
        self.games.push(game);
        Ok(self.plies.len() - before)
    }

    /// Passes on the row of each position, in the order of keys, and forgets all.
    pub(crate) fn drain<E>(&mut self, mut take: impl FnMut(u64, &[u8]) -> Result<(), E>) -> Result<(), E> {
        self.plies.sort_unstable();
        let (mut row, mut entries) = (Vec::new(), Vec::new());
        for of_position in self.plies.chunk_by(|one, other| one >> 64 == other >> 64) {
            let [first, ..] = of_position else { continue };
            row.clear();
            match of_position {
                [ply] => self
                    .single(*ply)
                    .into_iter()
                    .for_each(|(digest, game)| push_single(&mut row, digest, game)),
                plies => {
                    entries.clear();
                    let singles = plies.iter().filter_map(|&ply| self.single(ply));
                    entries.extend(singles.map(|(digest, game)| game.entry(digest)));
                    settle(&mut entries);
                    push_row(&mut row, &entries);
                }
            }
            take((first >> 64) as u64, &row)?;
        }
        self.plies.clear();
        self.games.clear();
        Ok(())
    }

    /// The move of a ply, and its game.
    fn single(&self, ply: u128) -> Option<(u16, &Single)> {
        Some(((ply >> 48) as u16, self.games.get(ply as u32 as usize)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bucket::{Bucket, Month, Speed};
    use crate::row::Winner;

    #[test]
    fn games_without_moves_fill_memory_and_a_large_one_is_not_taken_at_once() {
        let bucket = Bucket::new(0, Speed::Unknown);
        let game = Single { number: 1, rating_sum: 0, month: Month::UNKNOWN, bucket, winner: Winner::Draw };
        let mut plies = Plies::new(10 * GAME_BYTES, 50);
        let mut games = 0;
        while !plies.is_full_for(0) {
            plies.push(game, &Position::default(), std::iter::empty()).unwrap();
            games += 1;
            assert!(games <= 10);
        }
        assert_eq!(games, 10);
        let mut large = Plies::new(usize::MAX, usize::MAX);
        large
            .push(game, &Position::default(), [Position::default().legal_moves()[0].digest()].into_iter())
            .unwrap();
        assert!(large.grow(usize::MAX / 32).is_err());
    }
}
