//! Iterative deepening: depth after depth, each with an aspiration window around the value of the last.
//!
//! A search to depth 8 with what depth 7 left in the table is faster than one without, and there is a good move whenever
//! the time ends. A window that is too narrow is widened on the side on which the search failed.

use philidor::{Cpu, Move};

use super::root::Root;
use super::shared::Shared;
use super::value::{INFINITE, MATE_BOUND};
use super::worker::Worker;
use crate::bot::report::{Bound, Listener, Report};
use crate::bot::score::Score;
use crate::mate::{Finding, MateSearch};
use crate::parts::pruning::Pruning;
use crate::parts::search_parts::Parts;
use crate::parts::time_manager::Progress;
use crate::parts::time_manager::{TimeBudget, TimeManager};
use crate::parts::transposition_table::TranspositionTable as _;

/// What limits a search, and who listens to it.
pub(crate) struct Plan<'a, T> {
    pub(crate) depth: u32,
    pub(crate) lines: usize,
    pub(crate) mate_search: Option<MateSearch>,
    pub(crate) budget: Option<TimeBudget>,
    pub(crate) time_manager: &'a mut T,
    pub(crate) listener: &'a mut dyn Listener,
}

/// The half-width of the first aspiration window.
const WINDOW: i32 = 14;

/// The depth from which on aspiration windows are used.
const WINDOW_FROM: i32 = 5;

/// `currmove` and failed windows are reported in searches that take longer than this, in milliseconds.
const MOVES_REPORTED_AFTER: u128 = 3_000;

/// Searches depth after depth until something ends it. Returns the last report of the best line.
pub(crate) fn deepen<K: Parts, T: TimeManager>(
    worker: &mut Worker<'_, K>,
    plan: Plan<'_, T>,
) -> Option<Report> {
    let Plan { depth: last, lines, mut mate_search, budget, time_manager, listener } = plan;
    let shared = worker.shared;
    let lines = lines.clamp(1, worker.root_moves.len().max(1));
    let mut answer: Option<Report> = None;
    let mut stable = 0;
    for depth in 1..=last as i32 {
        // Helper threads of Lazy SMP each skip other depths, so that they are not all at the same one.
        if worker.number > 0
            && depth > 1
            && (depth as usize + worker.number).is_multiple_of(2 + worker.number / 2)
        {
            continue;
        }
        worker.selective_depth = 0;
        for root_move in &mut worker.root_moves {
            root_move.before = root_move.value;
        }
        let best_before = worker.root_moves.first().map(|root_move| root_move.mv);
        for line in 0..lines {
            search_line(worker, depth, line, lines, listener);
            if worker.is_stopped {
                break;
            }
            worker.root_moves[..=line].sort_by_key(|root_move| -root_move.value);
        }
        if worker.is_stopped && worker.has_result {
            // What an unfinished depth has found counts: its first move, or one that is known to be better.
            answer = Some(final_report(worker, depth, answer, listener));
            break;
        }
        worker.has_result = true;
        for line in 0..lines {
            let report = report(worker, depth, line, Bound::Exact);
            listener.report(&report);
            if line == 0 {
                answer = Some(report);
            }
        }
        if worker.is_stopped || worker.number > 0 {
            continue;
        }

        let Some(best) = worker.root_moves.first() else { break };
        let (best_move, value, before) = (best.mv, best.value, best.before);
        let share = (best.nodes * 1_000 / worker.nodes.max(1)) as u32;
        stable = if best_before == Some(best_move) { stable + 1 } else { 0 };
        if let Some(mate_search) = &mut mate_search {
            match mate_search.turn(worker, Score::from_value(value)) {
                Finding::Proved => {
                    let mut proved = report(worker, depth, 0, Bound::Exact);
                    proved.depth = proved.depth.max(proved.moves.len() as u32);
                    listener.report(&proved);
                    // The proven move may have had any place: the others have moved on.
                    for line in 1..lines {
                        listener.report(&report(worker, depth, line, Bound::Exact));
                    }
                    answer = Some(proved);
                    break;
                }
                Finding::Settled | Finding::Refuted | Finding::Open if worker.is_stopped => {
                    answer = Some(final_report(worker, depth, answer, listener));
                    break;
                }
                Finding::Settled => break,
                Finding::Refuted => {
                    listener.no_mate(mate_search.moves());
                    break;
                }
                Finding::Open => {}
            }
        }
        if let Some(budget) = &budget
            && !shared.is_pondering()
        {
            let progress = Progress {
                depth: depth as u32,
                elapsed: shared.elapsed(),
                stable,
                fall: if before.abs() < MATE_BOUND { before - value } else { 0 },
                share,
            };
            // A mate that is shorter than the depth will not become shorter.
            let is_certain = value.abs() >= MATE_BOUND && Score::MATE.value() - value.abs() <= depth;
            let is_only = worker.root_moves.len() == 1 && depth >= 8;
            if is_certain || is_only || time_manager.is_enough(budget, &progress) {
                break;
            }
        }
    }
    answer
}

/// Reports the best line of a search that was stopped, so that the last report says how far it got. A line that was
/// reported before keeps its depth and score.
fn final_report<K: Parts>(
    worker: &Worker<'_, K>,
    depth: i32,
    before: Option<Report>,
    listener: &mut dyn Listener,
) -> Report {
    let mut final_report = report(worker, depth, 0, Bound::Exact);
    if let Some(before) = before.filter(|before| before.moves == final_report.moves) {
        let (nodes, time, fullness) = (final_report.nodes, final_report.time, final_report.fullness);
        final_report = Report { nodes, time, fullness, ..before };
    }
    listener.report(&final_report);
    final_report
}

/// Searches one line of MultiPV to a depth, with aspiration windows that grow until the value is inside.
fn search_line<K: Parts>(
    worker: &mut Worker<'_, K>,
    depth: i32,
    line: usize,
    lines: usize,
    listener: &mut dyn Listener,
) {
    let before = worker.root_moves[line].before;
    let mut width = WINDOW;
    let has_window =
        depth >= WINDOW_FROM && before.abs() < MATE_BOUND && !<K::Pruning as Pruning>::FULL_WIDTH;
    let (mut alpha, mut beta) =
        if has_window { (before - width, before + width) } else { (-INFINITE, INFINITE) };
    let mut shallower = 0;
    loop {
        let (shared, is_first) = (worker.shared, worker.number == 0);
        let mut turns_to = |mv: Move, index: usize| {
            if is_first && shared.elapsed().as_millis() >= MOVES_REPORTED_AFTER {
                listener.turns_to(depth as u32, mv, index as u32 + 1);
            }
        };
        let effective = (depth - shallower).max(1);
        let root = Root {
            worker: &mut *worker,
            alpha,
            beta,
            depth: effective,
            first: line,
            turns_to: &mut turns_to,
        };
        let value = Cpu::best().run(root);
        // The best first; those of which nothing is known stay in order.
        worker.root_moves[line..].sort_by_key(|root_move| -root_move.value);
        if worker.is_stopped {
            return;
        }
        let bound = if value <= alpha {
            Bound::AtMost
        } else if value >= beta {
            Bound::AtLeast
        } else {
            return;
        };
        if lines == 1 && is_first && shared.elapsed().as_millis() >= MOVES_REPORTED_AFTER {
            listener.report(&report(worker, depth, line, bound));
        }
        match bound {
            Bound::AtMost => {
                beta = (alpha + beta) / 2;
                alpha = (value - width).max(-INFINITE);
                shallower = 0;
            }
            _ => {
                beta = (value + width).min(INFINITE);
                shallower = (shallower + 1).min(3);
            }
        }
        width += width / 2;
        if width > 700 {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
    }
}

fn report<K: Parts>(worker: &Worker<'_, K>, depth: i32, line: usize, bound: Bound) -> Report {
    let shared: &Shared<'_> = worker.shared;
    shared.publish(worker.number, worker.nodes);
    let root_move = &worker.root_moves[line];
    let mut report = Report::new(Score::from_value(root_move.last), root_move.pv.clone());
    report.depth = depth as u32;
    report.selective_depth = worker.selective_depth as u32;
    report.line = line as u32 + 1;
    report.bound = bound;
    report.nodes = shared.nodes();
    report.time = shared.elapsed();
    report.fullness = worker.table.fullness();
    report
}
