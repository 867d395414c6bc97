//! Lazy SMP: every thread searches the same position on its own.
//!
//! The threads share the transposition table, so that each finds what the others have found; helpers skip some depths,
//! so that they do not all work at the same one.

use std::panic;
use std::thread::{self, Scope};

use super::deepening::{Plan, deepen};
#[cfg(not(target_family = "wasm"))]
use super::search_thread::is_search_thread;
use super::search_thread::spawn_search_thread;
use super::task::Task;
use super::worker::{ThreadData, Worker};
use crate::bot::report::Report;
use crate::parts::search_parts::Parts;
use crate::parts::time_manager::TimeManager;

/// Searches on all threads. Returns the report of the one that got the furthest.
pub(crate) fn search<K: Parts, T: TimeManager>(
    threads: &mut [ThreadData<K::Evaluator, K::Ordering>],
    task: &Task<'_, K>,
    plan: Plan<'_, T>,
) -> Option<Report> {
    let (first, others) = threads.split_first_mut()?;
    // Only the main thread knows the other lines, and it alone completes the depth that was asked for.
    let helpers_count = plan.lines == 1 && plan.depth.is_none();
    let Plan { depth, soft_nodes, lines, mate_search, budget, time_manager, listener } = plan;
    let helper_clock = time_manager.clone();
    let plan = Plan { depth, soft_nodes, lines, mate_search, budget, time_manager, listener: &mut *listener };
    let (mut best, of_helper) = thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .zip(1..)
            .filter_map(|(data, number)| {
                let time_manager = helper_clock.clone();
                let help = move || help(data, task, number, depth, time_manager);
                // A search without one of its helpers is only slower.
                spawn_search_thread(scope, help).ok()
            })
            .collect();
        let is_alone = helpers.is_empty();
        let led = lead(scope, is_alone, move || deepen(&mut Worker::new(first, task, 0), plan));
        task.shared.end();
        let mut best = led.unwrap_or_else(|panic| panic::resume_unwind(panic));
        let mut of_helper = false;
        for report in helpers.into_iter().filter_map(|helper| helper.join().ok().flatten()) {
            if helpers_count && best.as_ref().is_none_or(|best| is_better(&report, best)) {
                (best, of_helper) = (Some(report), true);
            }
        }
        (best, of_helper)
    });
    // The last report is that of the move which is played.
    if let Some(best) = best.as_mut().filter(|_| of_helper) {
        (best.nodes, best.time) = (task.shared.nodes(), task.shared.elapsed());
        listener.report(best);
    }
    best
}

/// The search of a helper: one line, until the main thread ends, and without a listener.
fn help<K: Parts, T: TimeManager>(
    data: &mut ThreadData<K::Evaluator, K::Ordering>,
    task: &Task<'_, K>,
    number: usize,
    depth: Option<u32>,
    mut time_manager: T,
) -> Option<Report> {
    let plan = Plan {
        depth,
        soft_nodes: None,
        lines: 1,
        mate_search: None,
        budget: None,
        time_manager: &mut time_manager,
        listener: &mut |_: &Report| {},
    };
    deepen(&mut Worker::new(data, task, number), plan)
}

/// Runs the main thread of a search, here if nothing else runs and the stack is large enough, else on a stack of its own.
#[cfg(not(target_family = "wasm"))]
fn lead<'scope>(
    scope: &'scope Scope<'scope, '_>,
    is_alone: bool,
    run: impl FnOnce() -> Option<Report> + Send + 'scope,
) -> thread::Result<Option<Report>> {
    if is_alone && is_search_thread() {
        return Ok(run());
    }
    spawn_search_thread(scope, run).map_or(Ok(None), thread::ScopedJoinHandle::join)
}

/// The same on wasm, which has no threads; the linker sets the size of its stack.
#[cfg(target_family = "wasm")]
fn lead<'scope>(
    _: &'scope Scope<'scope, '_>,
    _: bool,
    run: impl FnOnce() -> Option<Report>,
) -> thread::Result<Option<Report>> {
    Ok(run())
}

/// Deeper without a lower score, or as deep with a higher one.
fn is_better(report: &Report, best: &Report) -> bool {
    (report.depth > best.depth && report.score >= best.score)
        || (report.depth == best.depth && report.score > best.score)
}
