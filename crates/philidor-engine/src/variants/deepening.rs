//! Iterative deepening: depth after depth, until a limit is reached or nothing is left to find.
//!
//! With several lines (MultiPV) each depth searches the root once for each of them, without the moves of the better
//! lines.

use core::cmp::Reverse;

use philidor::Move;
use philidor_variants::{Playable, VariantMove};

use super::search::{Search, Window};
use crate::bot::limits::Limits;
use crate::bot::report::{Listener, Report};
use crate::bot::score::Score;
use crate::parts::time_manager::{DefaultTimeManager, DepthReport, TimeBudget, TimeManager as _};
use crate::parts::transposition_table::TranspositionTable as _;
use crate::search::value::{INFINITE, MATE_BOUND, WIN_BOUND};

const MAX_DEPTH: u32 = 100;

/// The depth to which a mate is looked for, for each of its moves: a move is two half-moves, and late moves are
/// searched to about half the depth.
const DEPTHS_OF_MATE: u32 = 4;

/// What is known of a move of the root.
struct RootMove {
    mv: VariantMove,
    /// As of the last depth at which it was the best of its line; before that lower than any.
    value: i32,
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    line: Vec<VariantMove>,
}

/// A search of one position.
pub(super) struct Deepening<'s, 'a, 'l, P> {
    search: &'s mut Search<'a>,
    position: &'s P,
    root_moves: Vec<RootMove>,
    /// How many of them are reported, each with its line.
    lines: usize,
    limits: &'l Limits,
    budget: Option<TimeBudget>,
    listener: &'l mut dyn Listener,
}

impl<'s, 'a, 'l, P: Playable> Deepening<'s, 'a, 'l, P> {
    pub(super) fn new(
        search: &'s mut Search<'a>,
        position: &'s P,
        moves: &[VariantMove],
        lines: usize,
        limits: &'l Limits,
        budget: Option<TimeBudget>,
        listener: &'l mut dyn Listener,
    ) -> Self {
        let mut moves = moves.to_vec();
        search.ordering.score(position, 0, None, &mut moves);
        moves.sort_by_key(|mv| Reverse(mv.score()));
        let unknown =
            |mv| RootMove { mv, value: -INFINITE, depth: 0, selective_depth: 0, nodes: 0, line: vec![mv] };
        let root_moves: Vec<RootMove> = moves.into_iter().map(unknown).collect();
        let lines = lines.min(root_moves.len());
        Deepening { search, position, root_moves, lines, limits, budget, listener }
    }

    /// Searches depth after depth. Returns the last report of the best line.
    pub(super) fn run(mut self) -> Option<Report> {
        let (mut stability, mut before) = (0, 0);
        let mut result = None;
        for depth in 1..=self.max_depth() as i32 {
            let first = self.root_moves.first().map(|root_move| root_move.mv);
            let nodes = self.search.nodes;
            self.search.selective_depth = 0;
            self.search_depth(depth);
            result = self.report_lines();
            if self.search.is_stopped {
                break;
            }
            let Some(best) = self.root_moves.first() else { break };
            stability = if first == Some(best.mv) { stability + 1 } else { 0 };
            let best_move_nodes = best.nodes * 1_000 / (self.search.nodes - nodes).max(1);
            let is_spent = self.limits.soft_nodes.is_some_and(|most| self.search.nodes >= most);
            if is_spent || self.is_enough(depth, best.value, before, stability, best_move_nodes as u32) {
                break;
            }
            before = best.value;
        }
        result
    }

    /// The last depth: the one that is asked for, or the one by which a mate that is asked for should show.
    fn max_depth(&self) -> u32 {
        let of_mate = self.limits.mate.map(|moves| moves.saturating_mul(DEPTHS_OF_MATE));
        let wanted = [self.limits.depth, of_mate].into_iter().flatten().min();
        wanted.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    /// Searches all lines to a depth. A line that turns out to be better than an earlier one moves ahead of it.
    fn search_depth(&mut self, depth: i32) {
        if !self.search.visit(0) {
            return;
        }
        for line in 0..self.lines {
            self.search_line(depth, line);
            // What a stop leaves of a line counts if its value is of this depth.
            if self.root_moves[line].depth == depth as u32 {
                self.root_moves[..=line].sort_by_key(|root_move| Reverse(root_move.value));
            }
            if self.search.is_stopped {
                return;
            }
            self.search.has_result = true;
        }
    }

    /// Searches the root moves from a line's place on, and brings the best one there.
    fn search_line(&mut self, depth: i32, line: usize) {
        let mut alpha = -INFINITE;
        for at in line..self.root_moves.len() {
            let nodes = self.search.nodes;
            let child = self.position.after(self.root_moves[at].mv);
            let window =
                |alpha: i32, beta: i32| Window { alpha: -beta, beta: -alpha, depth: depth - 1, ply: 1 };
            let mut value = -INFINITE;
            if at > line {
                value = self.search.follow(&child, window(alpha, alpha + 1), true);
            }
            if at == line || (value > alpha && !self.search.is_stopped) {
                value = self.search.follow(&child, window(alpha, INFINITE), true);
            }
            if self.search.is_stopped && (self.search.has_result || at > 0) {
                return;
            }
            let root_move = &mut self.root_moves[at];
            root_move.nodes = self.search.nodes - nodes;
            if at == line || value > alpha {
                alpha = value;
                root_move.value = value;
                root_move.depth = depth as u32;
                root_move.selective_depth = self.search.selective_depth as u32;
                root_move.line.truncate(1);
                root_move.line.extend_from_slice(self.search.line());
                self.root_moves[line..=at].rotate_right(1);
            }
            if self.search.is_stopped {
                return;
            }
        }
    }

    /// Whether the time manager ends the search, or nothing is left to find.
    fn is_enough(&self, depth: i32, value: i32, before: i32, stability: u32, best_move_nodes: u32) -> bool {
        let shared = self.search.shared;
        let is_win = value.abs() >= MATE_BOUND;
        let wanted = self.limits.mate.is_some_and(|moves| {
            Score::from_value(value).mate().is_some_and(|found| found.unsigned_abs() <= moves)
        });
        if wanted {
            return true;
        }
        let Some(budget) = self.budget.filter(|_| !shared.is_pondering()) else { return false };
        let depth_report = DepthReport {
            depth: depth as u32,
            elapsed: shared.elapsed(),
            best_move_stability: stability,
            score_drop: if before.abs() < WIN_BOUND { before - value } else { 0 },
            best_move_nodes,
        };
        // A win that is shorter than the depth will not become shorter.
        let is_certain = is_win && Score::MATE.value() - value.abs() <= depth;
        let is_only = depth >= 4 && self.root_moves.len() == 1;
        is_certain || is_only || DefaultTimeManager.is_enough(&budget, &depth_report)
    }

    /// Reports the lines as they stand: those that an unfinished depth has not reached are of the depth before. Returns
    /// the first.
    fn report_lines(&mut self) -> Option<Report> {
        self.search.shared.publish(0, self.search.nodes);
        let known = self.root_moves.iter().take(self.lines).filter(|root_move| root_move.depth > 0);
        let reports: Vec<Report> = known.zip(1..).map(|(known, number)| self.report(known, number)).collect();
        reports.iter().for_each(|report| self.listener.report(report));
        reports.into_iter().next()
    }

    fn report(&self, root_move: &RootMove, number: u32) -> Report {
        let words = root_move.line.iter().map(|&mv| unscored(mv)).collect();
        let mut report = Report::new(Score::from_value(root_move.value), words);
        report.depth = root_move.depth;
        report.selective_depth = root_move.selective_depth;
        report.line = number;
        report.nodes = self.search.shared.nodes();
        report.time = self.search.shared.elapsed();
        report.hashfull = self.search.tt.fullness();
        report
    }
}

/// The word of a move, without what ordering has written into it.
fn unscored(mut mv: VariantMove) -> Move {
    mv.set_score(0);
    mv.word()
}
