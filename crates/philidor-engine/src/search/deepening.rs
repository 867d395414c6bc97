//! Iterative deepening: depth after depth, each with an aspiration window around the value of the last.
//!
//! A search to depth 8 is faster with what depth 7 left in the table, and whenever time runs out there is a good
//! move. A window that is too narrow is widened on the side on which the search failed.

use std::ops::ControlFlow;

use philidor::Move;
use philidor::cpu::Cpu;

use super::aspiration_window::AspirationWindow;
use super::root::Root;
use super::root_move::RootMove;
use super::value::{INFINITE, MATE_BOUND, WIN_BOUND};
use super::worker::Worker;
use crate::bot::chances::Chances;
use crate::bot::report::{Bound, Listener, Report};
use crate::bot::score::Score;
use crate::mate::{Finding, MateSearch};
use crate::parts::pruning::Pruning;
use crate::parts::search_parts::Parts;
use crate::parts::time_manager::{DepthReport, TimeBudget, TimeManager};
use crate::parts::transposition_table::TranspositionTable as _;

/// What limits a search, and who listens to it.
pub(crate) struct Plan<'a, T> {
    pub(crate) depth: Option<u32>,
    /// No depth begins after this many nodes.
    pub(crate) soft_nodes: Option<u64>,
    pub(crate) lines: usize,
    pub(crate) mate_search: Option<MateSearch>,
    pub(crate) budget: Option<TimeBudget>,
    pub(crate) time_manager: &'a mut T,
    pub(crate) listener: &'a mut dyn Listener,
}

const MAX_DEPTH: u32 = 100;

/// `currmove` and failed windows are reported in searches that take longer than this, in milliseconds.
const MOVES_REPORTED_AFTER: u128 = 3_000;

/// What a thread has found.
pub(crate) struct Deepened {
    /// The last report of the best line.
    pub(crate) report: Report,
    /// The last depth that it has completed; the report may be of the next, unfinished one.
    pub(crate) completed: u32,
}

/// Searches depth after depth until something ends it.
pub(crate) fn deepen<K: Parts, T: TimeManager>(
    worker: &mut Worker<'_, K>,
    mut plan: Plan<'_, T>,
) -> Option<Deepened> {
    plan.lines = plan.lines.clamp(1, worker.root_moves.len().max(1));
    Deepening { worker, plan, lines: Vec::new(), completed: 0 }.run()
}

struct Deepening<'w, 'a, 'p, K: Parts, T> {
    worker: &'w mut Worker<'a, K>,
    plan: Plan<'p, T>,
    /// The last report of each line, the best first.
    lines: Vec<Report>,
    completed: u32,
}

impl<K: Parts, T: TimeManager> Deepening<'_, '_, '_, K, T> {
    fn run(mut self) -> Option<Deepened> {
        let mut best_move_stability = 0;
        for depth in 1..=self.plan.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) as i32 {
            if self.skips(depth) {
                continue;
            }
            let best_before = self.worker.root_moves.first().map(|best| (best.mv, best.value));
            let known = self.search_depth(depth);
            if self.worker.is_stopped && !self.lines.is_empty() {
                self.report_unfinished(depth);
                break;
            }
            // The first depth may have been cut off: then at least one line is an answer.
            self.report_lines(depth, known.max(1));
            self.completed = if self.worker.is_stopped { 0 } else { depth as u32 };
            if self.worker.is_stopped || self.worker.number > 0 {
                continue;
            }

            let Some(best) = self.worker.root_moves.first().cloned() else { break };
            let best_move_nodes = (best.nodes * 1_000 / self.worker.nodes.max(1)) as u32;
            let is_same = best_before.is_some_and(|(mv, _)| mv == best.mv);
            best_move_stability = if is_same { best_move_stability + 1 } else { 0 };
            let before = best_before.map_or(-INFINITE, |(_, value)| value);
            let score_drop = if before.abs() < WIN_BOUND { before - best.value } else { 0 };
            let ends = self.look_for_mate(depth, best.score()).is_break()
                || self.plan.soft_nodes.is_some_and(|most| self.worker.shared.nodes() >= most)
                || self.is_enough(
                    &best,
                    &DepthReport {
                        depth: depth as u32,
                        elapsed: self.worker.shared.elapsed(),
                        best_move_stability,
                        score_drop,
                        best_move_nodes,
                    },
                );
            if ends {
                break;
            }
        }
        let completed = self.completed;
        self.lines.into_iter().next().map(|report| Deepened { report, completed })
    }

    /// Whether a helper thread of Lazy SMP leaves a depth out. Each skips others, so that they are not all at the same
    /// one.
    fn skips(&self, depth: i32) -> bool {
        let number = self.worker.number;
        number > 0 && depth > 1 && (depth as usize + number).is_multiple_of(2 + number / 2)
    }

    /// Searches all lines to a depth. Returns how many have a value of it.
    fn search_depth(&mut self, depth: i32) -> usize {
        self.worker.selective_depth = 0;
        for root_move in &mut self.worker.root_moves {
            root_move.before = root_move.value;
        }
        for line in 0..self.plan.lines {
            self.search_line(depth, line);
            if self.worker.is_stopped {
                return line + usize::from(self.worker.root_moves[line].value > -INFINITE);
            }
            // A stop need not wait for the other lines of the first depth.
            self.worker.has_result = true;
            self.worker.root_moves[..=line].sort_by_key(RootMove::order);
        }
        self.plan.lines
    }

    /// Searches one line of MultiPV to a depth, with aspiration windows that grow until the value is inside.
    fn search_line(&mut self, depth: i32, line: usize) {
        let Deepening { worker, plan, .. } = self;
        let RootMove { before, rank, .. } = worker.root_moves[line];
        let end = worker.root_moves.partition_point(|root_move| root_move.rank <= rank);
        let is_close = before.abs() < WIN_BOUND && !<K::Pruning as Pruning>::FULL_WIDTH;
        let mut window = if is_close {
            AspirationWindow::around(before, depth, worker.pruning)
        } else {
            AspirationWindow::full(worker.pruning)
        };
        let (shared, is_first) = (worker.shared, worker.number == 0);
        let takes_long = || is_first && shared.elapsed().as_millis() >= MOVES_REPORTED_AFTER;
        loop {
            let mut turns_to = |mv: Move, index: usize| {
                if takes_long() {
                    plan.listener.turns_to(depth as u32, mv, index as u32 + 1);
                }
            };
            let value = Cpu::best().run(Root {
                worker: &mut **worker,
                alpha: window.alpha,
                beta: window.beta,
                depth: window.depth(depth),
                first: line,
                end,
                turns_to: &mut turns_to,
            });
            // The best first; those of which nothing is known stay in order.
            worker.root_moves[line..].sort_by_key(RootMove::order);
            let bound = window.bound(value);
            if worker.is_stopped || bound == Bound::Exact {
                return;
            }
            if plan.lines == 1 && takes_long() {
                plan.listener.report(&report(worker, depth, line));
            }
            window.widen(value);
        }
    }

    /// Reports the lines whose values of a depth are known.
    fn report_lines(&mut self, depth: i32, known: usize) {
        self.lines = (0..known).map(|line| report(self.worker, depth, line)).collect();
        self.lines.iter().for_each(|line| self.plan.listener.report(line));
    }

    /// Reports the lines of a search that was stopped, so that the last reports say how far it got. What an unfinished
    /// depth has found counts: its first move, or one that is known to be better. It comes first; the lines that were
    /// reported before keep their order, depths and scores.
    fn report_unfinished(&mut self, depth: i32) {
        let best = report(self.worker, depth, 0);
        let Report { nodes, time, hashfull, endgame_hits, .. } = best;
        if self.lines.first().is_none_or(|before| before.moves != best.moves) {
            self.lines.retain(|line| line.moves.first() != best.moves.first());
            self.lines.insert(0, best);
            self.lines.truncate(self.plan.lines);
        }
        for (line, number) in self.lines.iter_mut().zip(1..) {
            (line.line, line.nodes, line.time) = (number, nodes, time);
            (line.hashfull, line.endgame_hits) = (hashfull, endgame_hits);
            self.plan.listener.report(line);
        }
    }

    /// Gives the mate prover its turn, if a mate is asked for. Breaks if that ends the search.
    fn look_for_mate(&mut self, depth: i32, score: Score) -> ControlFlow<()> {
        let Some(mate_search) = &mut self.plan.mate_search else { return ControlFlow::Continue(()) };
        let position = self.worker.position;
        // All of them: a mate may begin with a move that endgame tables rank lower, since it repeats a position.
        let root_moves: Vec<Move> = self.worker.root_moves.iter().map(|root_move| root_move.mv).collect();
        match mate_search.turn(&position, &root_moves, self.worker, score) {
            Finding::Proved { score, line } => self.report_proved(depth, score, line),
            Finding::Settled | Finding::Refuted | Finding::Open if self.worker.is_stopped => {
                self.report_unfinished(depth);
            }
            Finding::Settled => {}
            Finding::Refuted => self.plan.listener.no_mate(mate_search.moves()),
            Finding::Open => return ControlFlow::Continue(()),
        }
        ControlFlow::Break(())
    }

    /// Puts the line of a proven mate first, and reports all lines: the proven move may have had any place.
    fn report_proved(&mut self, depth: i32, score: Score, moves: Vec<Move>) {
        let length = moves.len() as i32;
        let root_moves = &mut self.worker.root_moves;
        let is_best = |root_move: &RootMove| moves.first() == Some(&root_move.mv);
        if let Some(at) = root_moves.iter().position(is_best) {
            root_moves[..=at].rotate_right(1);
            let best = &mut root_moves[0];
            (best.value, best.last, best.bound, best.pv) =
                (score.value(), score.value(), Bound::Exact, moves);
        }
        // Its line says how far the prover has looked.
        let depth_of = |line: usize| if line == 0 { depth.max(length) } else { depth };
        self.lines = (0..self.plan.lines).map(|line| report(self.worker, depth_of(line), line)).collect();
        self.lines.iter().for_each(|line| self.plan.listener.report(line));
    }

    /// Whether the time manager ends the search after a depth, or nothing is left to find.
    fn is_enough(&mut self, best: &RootMove, completed: &DepthReport) -> bool {
        let (shared, rank) = (self.worker.shared, best.rank);
        let Some(budget) = self.plan.budget.filter(|_| !shared.is_pondering()) else { return false };
        // A mate that is shorter than the depth will not become shorter.
        let score = best.score().value().abs();
        let is_certain = score >= MATE_BOUND && Score::MATE.value() - score <= completed.depth as i32;
        let competes = |next: &RootMove| next.rank == rank || self.plan.lines > 1;
        let is_only = completed.depth >= 8 && !self.worker.root_moves.get(1).is_some_and(competes);
        is_certain || is_only || self.plan.time_manager.is_enough(&budget, completed)
    }
}

fn report<K: Parts>(worker: &Worker<'_, K>, depth: i32, line: usize) -> Report {
    let shared = worker.shared;
    shared.publish(worker.number, worker.nodes);
    let root_move = &worker.root_moves[line];
    let mut report = Report::new(root_move.score(), root_move.pv.clone());
    report.depth = depth as u32;
    report.selective_depth = worker.selective_depth as u32;
    report.line = line as u32 + 1;
    report.bound = root_move.bound();
    let pieces = worker.position.board().occupied().len();
    report.chances = shared.shows_wdl.then(|| Chances::from_score(report.score, pieces));
    report.nodes = shared.nodes();
    report.time = shared.elapsed();
    report.hashfull = worker.tt.fullness();
    report.endgame_hits = shared.endgame_hits();
    report
}
