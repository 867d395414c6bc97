//! The root: all moves of the searched position, the best of the last depth first.

use philidor::Move;
use philidor::search_support::{Level, Work};

use super::node::{Node, value_of};
use super::value::INFINITE;
use super::worker::Worker;
use crate::bot::report::Bound;
use crate::parts::pruning::Pruning;
use crate::parts::search_parts::Parts;
use crate::parts::situation::{Candidate, NO_EVALUATION, Situation};

/// The root moves from one on, to a depth.
pub(crate) struct Root<'w, 'a, K: Parts> {
    pub(crate) worker: &'w mut Worker<'a, K>,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    /// The first move: those before it are the better lines of MultiPV.
    pub(crate) first: usize,
    /// The end of the moves that compete with it: those after them are worse by endgame tables.
    pub(crate) end: usize,
    /// Called with each move before it is searched.
    pub(crate) turns_to: &'w mut dyn FnMut(Move, usize),
}

impl<K: Parts> Work for Root<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) -> i32 {
        self.worker.frame(0).evaluation = self.evaluation(level);
        // Only values of this depth count, and only those of a first or better move are known.
        for root_move in &mut self.worker.root_moves[self.first..self.end] {
            root_move.value = -INFINITE;
        }
        self.worker.frame(2).cutoffs = 0;
        let mut best = -INFINITE;
        for index in self.first..self.end {
            let mv = self.worker.root_moves[index].mv;
            (self.turns_to)(mv, index);
            let before = self.worker.nodes;
            let value = self.search_move(level, index, mv);
            if self.worker.is_stopped {
                return best;
            }
            self.worker.root_moves[index].nodes += self.worker.nodes - before;
            if index == self.first || value > self.alpha {
                self.note_result(index, mv, value);
            }
            if value > best {
                best = value;
                self.alpha = self.alpha.max(value);
                if value >= self.beta {
                    break;
                }
            }
        }
        best
    }
}

impl<K: Parts> Root<'_, '_, K> {
    const PRUNES: bool = !<K::Pruning as Pruning>::FULL_WIDTH;

    /// The corrected evaluation of the root.
    #[inline(always)]
    fn evaluation<L: Level>(&mut self, level: L) -> i32 {
        if self.worker.frame(0).is_check || !Self::PRUNES {
            return NO_EVALUATION;
        }
        let evaluation = self.worker.evaluate(level);
        self.worker.corrected(evaluation)
    }

    /// The value of a move. A later one is searched in a null window, to a reduced depth first, and in the whole window
    /// only if it turns out to be better.
    #[inline(always)]
    fn search_move<L: Level>(&mut self, level: L, index: usize, mv: Move) -> i32 {
        let Root { ref mut worker, alpha, beta, depth, first, .. } = *self;
        let count = (index - first) as u32 + 1;
        let played = worker.play(level, mv, 0);
        let gives_check = worker.frame(1).is_check;
        let full = depth - 1;
        let mut value = alpha + 1;
        if Self::PRUNES {
            let candidate = Candidate { gives_check, ..Candidate::new(mv, count) };
            let reduction = worker.pruning.root_reduction(&situation(worker, alpha, beta, depth), &candidate);
            let reduced = (full - reduction / 1024).clamp(1, full.max(1));
            if reduced < full {
                value = child(worker, level, alpha, alpha + 1, reduced, true);
            }
        }
        if value > alpha && count > 1 {
            value = child(worker, level, alpha, alpha + 1, full, true);
        }
        if count == 1 || value > alpha {
            worker.clear_pv(1);
            value = child(worker, level, alpha, beta, full, false);
        }
        worker.undo(played);
        value
    }

    /// Notes the value and the line of a move that is the first or better than those before.
    #[inline(always)]
    fn note_result(&mut self, index: usize, mv: Move, value: i32) {
        self.worker.set_pv(0, mv);
        let pv = self.worker.pv(0).to_vec();
        let root_move = &mut self.worker.root_moves[index];
        (root_move.value, root_move.last, root_move.pv) = (value, value, pv);
        root_move.bound = Bound::within(self.alpha, self.beta, value);
    }
}

/// The root, with the worker's position.
#[inline(always)]
fn situation<'a, K: Parts>(worker: &'a Worker<'_, K>, alpha: i32, beta: i32, depth: i32) -> Situation<'a> {
    let evaluation = worker.static_evaluation(0);
    Situation {
        position: &worker.position,
        depth,
        ply: 0,
        alpha,
        beta,
        evaluation,
        static_evaluation: evaluation,
        is_check: evaluation == NO_EVALUATION,
        is_improving: false,
        is_pv: true,
        was_pv: true,
        is_cut_node: false,
    }
}

#[inline(always)]
fn child<K: Parts, L: Level>(
    worker: &mut Worker<'_, K>,
    level: L,
    alpha: i32,
    beta: i32,
    depth: i32,
    is_cut_node: bool,
) -> i32 {
    -value_of(level, Node::new(worker, (-beta, -alpha), depth, 1, is_cut_node))
}
