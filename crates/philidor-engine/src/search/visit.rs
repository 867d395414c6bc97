//! A visit to a position with depth left, from the beginning to the end.
//!
//! ```text
//! end          draws, mates that are nearer elsewhere, leaves        visit.rs
//! recollection what the table knows, if it decides already           tt_probe.rs
//! eval      what the evaluation says                              static_eval.rs
//! shortcuts    bets on the whole node: is there need to look?        node_pruning.rs
//! moves        one by one: left out, extended, reduced, searched     moves.rs, late_moves.rs, singularity.rs
//! update       what is learned and remembered                        update.rs
//! ```
//!
//! Each step is a function of its own and compiled as one with the others: they share a dozen values, which stay in
//! registers.

use philidor::engine::{Level, Work};

use super::frame::{Frame, MAX_PLIES};
use super::node::Node;
use super::parts::Parts;
use super::static_eval::StaticEval;
use super::tt_probe::TtProbe;
use crate::score::Score;

impl<K: Parts> Work for Node<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) -> i32 {
        if self.is_principal {
            self.worker.clear_line(self.ply);
        }
        if !self.worker.visit(self.ply) {
            return 0;
        }
        let frame = *self.worker.frame(self.ply);
        if let Some(value) = self.end(level, &frame) {
            return value;
        }
        let probe = TtProbe::new(&self, &frame);
        if let Some(value) = probe.cutoff(&self) {
            return value;
        }
        let eval = StaticEval::new(&mut self, level, &frame, &probe);
        if let Some(value) = self.prune(level, &frame, &eval) {
            return value;
        }
        // Without a move from the table the order is poor: look less deep, and deeper the next time.
        if Self::BETS
            && self.depth >= 4
            && probe.mv().is_none()
            && frame.excluded.is_none()
            && (self.is_principal || self.expects_cut)
        {
            self.depth -= 1;
        }
        self.search_moves(level, &frame, &probe, &eval)
    }
}

impl<K: Parts> Node<'_, '_, K> {
    /// The value of a node that ends here: draws, leaves, and where a mate elsewhere is nearer than any here.
    #[inline(always)]
    fn end<L: Level>(&mut self, level: L, frame: &Frame) -> Option<i32> {
        let worker = &mut *self.worker;
        if worker.history.is_draw(&worker.position) {
            return Some(Score::DRAW.value());
        }
        if self.ply >= MAX_PLIES {
            return Some(if frame.is_check { Score::DRAW.value() } else { worker.evaluate(level) });
        }
        self.alpha = self.alpha.max(Score::mated_in(self.ply as u32).value());
        self.beta = self.beta.min(Score::mates_in(self.ply as u32 + 1).value());
        if self.alpha >= self.beta {
            return Some(self.alpha);
        }
        if Self::BETS
            && self.alpha < 0
            && worker.history.reversible_plies() >= 3
            && worker.history.can_repeat(&worker.position)
        {
            self.alpha = Score::DRAW.value();
            if self.alpha >= self.beta {
                return Some(self.alpha);
            }
        }
        // A leaf of a search without bets.
        (self.depth == 0 && !frame.is_check).then(|| worker.evaluate(level))
    }
}
