//! Lazy SMP: every thread searches the same position on its own.
//!
//! The threads share the transposition table, so that each finds what the others have found; helpers skip some depths,
//! so that they do not all work at the same one.

use std::thread::{self, Scope};
use std::{io, panic};

use super::deepening::{Plan, deepen};
use super::task::Task;
use super::worker::{ThreadData, Worker};
use crate::bot::report::Report;
use crate::parts::search_parts::Parts;
use crate::parts::time_manager::TimeManager;

/// A line of 120 plies takes some two MiB.
const STACK_BYTES: usize = 16 << 20;

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
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, help).ok()
            })
            .collect();
        let lead = on_large_stack(scope, move || deepen(&mut Worker::new(first, task, 0), plan));
        task.shared.end();
        let mut best =
            lead.ok().and_then(|report| report.unwrap_or_else(|panic| panic::resume_unwind(panic)));
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

/// Runs the main thread of a search, on a stack of its own, since the caller's may be small.
#[cfg(not(target_family = "wasm"))]
fn on_large_stack<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce() -> R + Send + 'scope,
) -> io::Result<thread::Result<R>> {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run)?;
    Ok(thread.join())
}

/// The same on wasm, which has no threads; the linker sets the size of its stack.
#[cfg(target_family = "wasm")]
fn on_large_stack<'scope, R>(
    _: &'scope Scope<'scope, '_>,
    run: impl FnOnce() -> R,
) -> io::Result<thread::Result<R>> {
    Ok(Ok(run()))
}

/// Deeper without a lower score, or as deep with a higher one.
fn is_better(report: &Report, best: &Report) -> bool {
    (report.depth > best.depth && report.score >= best.score)
        || (report.depth == best.depth && report.score > best.score)
}
