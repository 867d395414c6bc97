//! `go mate`: a mate in at most so many moves, looked for by the search and a prover by turns.
//!
//! ```text
//! depth 1 ─► prover ─► depth 2 ─► prover ─► depth 3 ─► …      each turn as many nodes as the depth before
//! ```
//!
//! The first of the two to find a mate ends the search. A mate of the search may not be the shortest; the prover then gets
//! one more turn to look for a shorter one.

use philidor::{Game, Move};

use super::prover::{Prover, Verdict, Visits};
use crate::bot::score::Score;
use crate::parts::search_parts::Parts;
use crate::search::worker::Worker;

/// A turn of the prover gets at least this many nodes.
const MIN_TURN_NODES: u64 = 4_000;

/// The prover looks no further than this many moves.
const MAX_MOVES: u32 = 50;

pub(crate) struct MateSearch {
    moves: u32,
    /// The part of `moves` in which the fifty-move rule cannot matter, which the prover does not know.
    provable: u32,
    prover: Prover,
    nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The first of the moves is the best one, with its value and line: a proven mate, the shortest.
    Proved,
    /// The search has found a mate, as short as it gets or as is known in time.
    Settled,
    /// It is proved that neither side has a mate in as many moves.
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
    pub(crate) fn turn<K: Parts>(&mut self, worker: &mut Worker<'_, K>, value: Score) -> Finding {
        let found = value.mate().map(i32::unsigned_abs).filter(|&found| found <= self.moves);
        let (or_settled, or_none) = match found {
            Some(_) => (Finding::Settled, Finding::Settled),
            None if self.provable == self.moves => (Finding::Open, Finding::Refuted),
            None => (Finding::Open, Finding::Open),
        };
        let most = found.map_or(self.provable, |found| found.saturating_sub(1).min(self.provable));
        let position = worker.position;
        let root_moves: Vec<Move> = worker.root_moves.iter().map(|root_move| root_move.mv).collect();
        let nodes = (worker.nodes - self.nodes).max(MIN_TURN_NODES);
        let verdict = self.prover.turn(&position, &root_moves, worker, most, nodes);
        self.nodes = worker.nodes;
        let (score, line) = match verdict {
            Verdict::Mates { moves, line } => (Score::mates_in(2 * moves - 1), line),
            Verdict::Mated { moves, line } => (Score::mated_in(2 * moves), line),
            Verdict::Neither => return or_none,
            Verdict::Open => return or_settled,
        };
        let first = line.first().copied();
        let moves = &mut worker.root_moves;
        if let Some(at) = moves.iter().position(|root_move| Some(root_move.mv) == first) {
            moves[..=at].rotate_right(1);
            let best = &mut moves[0];
            (best.value, best.last, best.pv) = (score.value(), score.value(), line);
        }
        Finding::Proved
    }
}

impl<K: Parts> Visits for Worker<'_, K> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn visit(&mut self, ply: usize) -> bool {
        Worker::visit(self, ply)
    }
}

/// The positions that have occurred twice in a game, as keys.
fn occurred_twice(game: &Game) -> Vec<u64> {
    let mut position = *game.start();
    let mut keys = vec![position.key()];
    for mv in game.moves() {
        position.play(mv);
        keys.push(position.key());
    }
    keys.sort_unstable();
    let mut twice: Vec<u64> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}

#[cfg(test)]
mod tests {
    use philidor::Position;

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
