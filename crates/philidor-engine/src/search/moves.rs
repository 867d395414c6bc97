//! The moves of a node, one by one: principal variation search (PVS), with late move reductions.

use std::ops::ControlFlow;

use philidor::Move;
use philidor::search_support::{Level, Picker};

use super::best::Best;
use super::frame::Frame;
use super::node::{Node, value_of};
use super::node_info::NodeInfo;
use super::scoring::Scored;
use super::tried::Tried;
use super::update::Update;
use super::value::INFINITE;
use crate::bot::score::Score;
use crate::parts::ordering::MoveOrdering as _;
use crate::parts::parameter::Parameter;
use crate::parts::pruning::Pruning as _;
use crate::parts::search_parts::Parts;
use crate::parts::situation::Candidate;

impl<K: Parts> Node<'_, '_, K> {
    /// The value of the node by its moves; 0 once the search is stopped.
    #[inline(always)]
    pub(crate) fn search_moves<L: Level>(&mut self, level: L, info: NodeInfo<'_>) -> i32 {
        let NodeInfo { frame, probe, eval } = info;
        let killers = self.worker.data.ordering.killers(self.worker.path(self.ply));
        let mut picker = Picker::new(probe.mv(), killers);
        let (mut quiet, mut tactical) = (Tried::NONE, Tried::NONE);
        let (mut best, mut count) = (Best::new(-INFINITE, self.alpha, self.beta), 0_u32);
        let mut hash_move_is_tactical = false;
        while let Some(mv) = self.next_move(level, &mut picker) {
            if frame.excluded == Some(mv.digest()) {
                continue;
            }
            count += 1;
            hash_move_is_tactical |= mv.score() == u32::MAX && mv.is_tactical();
            let candidate =
                Candidate { hash_move_is_tactical, ..self.candidate(mv, count, &picker, info, best.alpha) };
            if self.is_pruned(level, &candidate, &mut picker, info, &best) {
                continue;
            }
            let extension = match self.singular_extension(level, mv, info) {
                ControlFlow::Continue(extension) => extension,
                ControlFlow::Break(value) => return value,
            };
            self.worker.fetch(picker.peek());
            let is_reducible = self.is_reducible(&candidate, info, best.alpha);
            let candidate = self.with_extension_facts(level, candidate);
            let played = self.worker.play(level, mv, self.ply);
            self.worker.frame(self.ply).double_extensions = frame.double_extensions;
            let extension = match extension {
                0 => self.move_extension(&candidate, info, best.alpha),
                singular => singular,
            };
            let full = self.depth - 1 + extension;
            let reduced = is_reducible.then(|| self.reduced_depth(&candidate, full, info, best.alpha));
            let (value, is_repeated) = self.principal_variation_search(level, &best, full, reduced, count);
            self.worker.undo(played);
            if self.worker.is_stopped {
                return 0;
            }
            if is_repeated && candidate.is_quiet && (value <= best.alpha || value >= self.beta) {
                self.adjust(mv, full, value > best.alpha);
            }
            if best.update(self.worker, self.ply, mv, value, self.is_pv) {
                self.worker.frame(self.ply).cutoffs += 1;
                break;
            }
            if best.mv.is_none_or(|best| !best.same_move(mv)) {
                if candidate.is_quiet { quiet.push(mv) } else { tactical.push(mv) }
            }
        }
        if count == 0 {
            return self.value_without_moves(frame);
        }
        let update = Update { best: &best, quiet: quiet.as_slice(), tactical: tactical.as_slice() };
        update.apply(self, frame, probe, eval);
        best.value
    }

    /// The next move in the order of the picker.
    #[inline(always)]
    pub(super) fn next_move<L: Level>(&self, level: L, picker: &mut Picker) -> Option<Move> {
        let worker = &*self.worker;
        let (ordering, path) = (&worker.data.ordering, worker.path(self.ply));
        let mut scored = Scored { level, ordering, path, exchange: &worker.exchange };
        picker.next_at(level, &worker.position, &mut scored)
    }

    /// The value of the position after a move, for the side that has moved: with a reduced depth first if it is late,
    /// then to the full depth in a null window, then in the whole window. Each search is made only if the one before it
    /// did not rule out that the move is better.
    #[inline(always)]
    fn principal_variation_search<L: Level>(
        &mut self,
        level: L,
        best: &Best,
        mut full: i32,
        reduced: Option<i32>,
        count: u32,
    ) -> (i32, bool) {
        let (alpha, beta, is_pv, is_cut_node) = (best.alpha, self.beta, self.is_pv, self.is_cut_node);
        let mut value = alpha + 1;
        let (mut is_searched, mut is_repeated) = (false, false);
        if let Some(reduced) = reduced {
            value = self.search_child(level, (alpha, alpha + 1), reduced, true);
            if value > alpha && reduced < full {
                full = self.worker.pruning.depth_after_reduction(full, reduced, value, best.value);
                is_repeated = full > reduced;
            }
            is_searched = reduced >= full;
        }
        if !is_searched && value > alpha && (!is_pv || count > 1) {
            value = self.search_child(level, (alpha, alpha + 1), full, !is_cut_node);
        }
        if is_pv && (count == 1 || value > alpha) {
            self.worker.clear_pv(self.ply + 1);
            value = self.search_child(level, (alpha, beta), full, false);
        }
        (value, is_repeated)
    }

    /// Lets the ordering learn from a quiet move whose reduced search was repeated: it was better than its place in the
    /// order, or turned out not to be.
    #[inline(always)]
    fn adjust(&mut self, mv: Move, depth: i32, is_better: bool) {
        let worker = &mut *self.worker;
        let percent = worker.pruning.parameter(Parameter::ResearchHistoryGain);
        if percent > 0 {
            worker.adjust(self.ply, mv, depth, if is_better { percent } else { -percent });
        }
    }

    /// Searches the position after a move once.
    #[inline(always)]
    fn search_child<L: Level>(
        &mut self,
        level: L,
        (alpha, beta): (i32, i32),
        depth: i32,
        is_cut_node: bool,
    ) -> i32 {
        let ply = self.ply + 1;
        -value_of(level, self.other((-beta, -alpha), depth, ply, is_cut_node))
    }

    /// Mate or stalemate; or alpha, if the only legal move is excluded.
    #[inline(always)]
    fn value_without_moves(&self, frame: &Frame) -> i32 {
        if frame.excluded.is_some() {
            self.alpha
        } else if frame.is_check {
            Score::mated_in(self.ply as u32).value()
        } else {
            Score::DRAW.value()
        }
    }
}
