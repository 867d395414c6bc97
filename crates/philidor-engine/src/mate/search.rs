//! `go mate`: the search and a prover take turns looking for a mate in at most this many moves.
//!
//! ```text
//! depth 1 ─► prover ─► depth 2 ─► prover ─► depth 3 ─► …      each turn as many nodes as the depth before
//! ```
//!
//! The first of the two to find a mate ends the search. A mate of the search may not be the shortest; the prover then
//! gets one more turn to look for a shorter one.

use philidor::{Game, Move, Position};

use super::prover::{MAX_MOVES, ProofResult, Prover, Visits};
use crate::bot::score::Score;

/// A turn of the prover gets at least this many nodes.
const MIN_TURN_NODES: u64 = 4_000;

pub(crate) struct MateSearch {
    moves: u32,
    /// How many of the `moves` the prover may look ahead: it does not know the fifty-move rule, which cannot matter so
    /// soon.
    provable: u32,
    prover: Prover,
    nodes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A proven mate, the shortest, and the moves that lead to it.
    Proved {
        score: Score,
        line: Vec<Move>,
    },
    /// The search has found a mate, and the prover did not find a shorter one in time.
    Settled,
    /// It is proved that neither side has a mate in that many moves.
    Refuted,
    Open,
}

impl MateSearch {
    /// A search for a mate in at most this many moves, by either side.
    pub(crate) fn new(moves: u32, game: &Game) -> MateSearch {
        let left = 100_u32.saturating_sub(u32::from(game.position().halfmove_clock())) / 2;
        let prover = Prover::new(occurred_twice(game));
        MateSearch { moves, provable: moves.min(left).min(MAX_MOVES), prover, nodes: 0 }
    }

    /// The longest mate that is looked for, in moves.
    pub(crate) const fn moves(&self) -> u32 {
        self.moves
    }

    /// Takes a turn after the search has found a value.
    pub(crate) fn turn(
        &mut self,
        position: &Position,
        root_moves: &[Move],
        visits: &mut dyn Visits,
        value: Score,
    ) -> Finding {
        let found = value.mate().map(i32::unsigned_abs).filter(|&found| found <= self.moves);
        let (or_settled, or_none) = match found {
            Some(_) => (Finding::Settled, Finding::Settled),
            None if self.provable == self.moves => (Finding::Open, Finding::Refuted),
            None => (Finding::Open, Finding::Open),
        };
        let most = found.map_or(self.provable, |found| found.saturating_sub(1).min(self.provable));
        let nodes = (visits.nodes() - self.nodes).max(MIN_TURN_NODES);
        let result = self.prover.turn(position, root_moves, visits, most, nodes);
        self.nodes = visits.nodes();
        match result {
            ProofResult::Mates { moves, line } => {
                Finding::Proved { score: Score::mates_in(2 * moves - 1), line }
            }
            ProofResult::Mated { moves, line } => Finding::Proved { score: Score::mated_in(2 * moves), line },
            ProofResult::Neither => or_none,
            ProofResult::Open => or_settled,
        }
    }
}

/// The positions that have occurred twice in a game, as keys.
fn occurred_twice(game: &Game) -> Vec<u64> {
    let mut position = *game.start();
    let mut keys = vec![position.key()];
    for mv in game.moves() {
        position.play_unchecked(mv);
        keys.push(position.key());
    }
    keys.sort_unstable();
    let mut twice: Vec<u64> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_have_occurred_twice_are_named_once() {
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let once = Game::from_uci(Position::default(), there_and_back).expect("legal");
        assert_eq!(occurred_twice(&once), [Position::default().key()]);
        let twice = Game::from_uci(Position::default(), there_and_back.repeat(2)).expect("legal");
        assert_eq!(occurred_twice(&twice).len(), 4);
        assert!(occurred_twice(&Game::new()).is_empty());
    }
}
