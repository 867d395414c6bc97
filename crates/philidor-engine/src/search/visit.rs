//! The search of a node with depth left, from the beginning to the end.
//!
//! ```text
//! end            draws, mate distance pruning, leaves                    visit.rs
//! table probe    a cutoff by the transposition table                     tt_probe.rs
//! endgame tables the value, if they know the node                        endgame_value.rs
//! static eval    the evaluation, corrected                               static_eval.rs
//! node pruning   reverse futility, razoring, null move, ProbCut          node_pruning.rs
//! reduction      internal iterative reduction                            visit.rs
//! moves          one by one: pruned, extended, reduced, searched         moves.rs, late_moves.rs, …_extension.rs
//! update         histories, correction and table learn from the result   update.rs
//! ```
//!
//! Each step is a function of its own and compiled as one with the others: they share a dozen values, which stay in
//! registers.

use philidor::search_support::{Level, Work};

use super::frame::{Frame, MAX_PLIES};
use super::node::Node;
use super::node_info::NodeInfo;
use super::static_eval::StaticEval;
use super::tt_probe::TtProbe;
use crate::bot::score::Score;
use crate::parts::king_sight::KingSight;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;

impl<K: Parts> Work for Node<'_, '_, K> {
    type Output = i32;

    #[inline(always)]
    fn run<L: Level>(mut self, level: L) -> i32 {
        if self.is_pv {
            self.worker.clear_pv(self.ply);
        }
        if !self.worker.visit(self.ply) {
            return 0;
        }
        let frame = *self.worker.frame(self.ply);
        if let Some(value) = self.end(level, &frame) {
            return value;
        }
        self.worker.frame(self.ply + 2).cutoffs = 0;
        let probe = TtProbe::new(&self, &frame);
        if let Some(value) = probe.cutoff(&self) {
            return value;
        }
        if let Some(value) = self.endgame_value() {
            return value;
        }
        let eval = StaticEval::new(&mut self, level, &frame, &probe);
        let info = NodeInfo { frame: &frame, probe: &probe, eval: &eval };
        if let Some(value) = self.prune(level, info) {
            return value;
        }
        self.depth -= self.internal_iterative_reduction(info);
        let position = &self.worker.position;
        let them = !position.side_to_move();
        let (attacked, sight) = (level.attacked_by(position, them), KingSight::new(level, position, them));
        let frame = self.worker.frame(self.ply);
        (frame.attacked, frame.king_sight) = (attacked, Some(sight));
        self.search_moves(level, info)
    }
}

impl<K: Parts> Node<'_, '_, K> {
    /// The value of a node that ends here: draws, leaves, and nodes that mate distance pruning cuts off.
    #[inline(always)]
    fn end<L: Level>(&mut self, level: L, frame: &Frame) -> Option<i32> {
        let worker = &mut *self.worker;
        if worker.repetitions.is_draw(&worker.position) {
            return Some(Score::DRAW.value());
        }
        if self.ply >= MAX_PLIES {
            return Some(if frame.is_check { Score::DRAW.value() } else { worker.evaluate(level) });
        }
        if let Some(value) = self.mate_distance_pruning() {
            return Some(value);
        }
        let worker = &mut *self.worker;
        // The side to move can repeat, and so has a draw at least.
        if Self::PRUNES
            && self.alpha < 0
            && worker.repetitions.reversible_plies() >= 3
            && worker.repetitions.can_repeat(&worker.position)
        {
            self.alpha = Score::DRAW.value();
            if self.alpha >= self.beta {
                return Some(self.alpha);
            }
        }
        // A leaf of a full-width search.
        (self.depth == 0 && !frame.is_check).then(|| worker.evaluate(level))
    }

    /// At best the side to move mates at the next ply, at worst it is mated already. The window shrinks to these
    /// values; if nothing is left of it, a nearer mate has been found elsewhere.
    #[inline(always)]
    fn mate_distance_pruning(&mut self) -> Option<i32> {
        self.alpha = self.alpha.max(Score::mated_in(self.ply as u32).value());
        self.beta = self.beta.min(Score::mates_in(self.ply as u32 + 1).value());
        (self.alpha >= self.beta).then_some(self.alpha)
    }

    /// Without a hash move the order is poor: search less deep now, and deeper the next time.
    #[inline(always)]
    fn internal_iterative_reduction(&self, info: NodeInfo<'_>) -> i32 {
        if !Self::PRUNES || info.probe.mv().is_some() || info.frame.excluded.is_some() {
            return 0;
        }
        self.worker.pruning.internal_iterative_reduction(&self.situation(info, self.alpha))
    }
}
