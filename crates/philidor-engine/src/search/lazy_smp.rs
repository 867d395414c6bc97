//! Lazy SMP: every thread searches the same position on its own.
//!
//! The threads share the transposition table, so that each finds what the others have found; helpers skip some depths,
//! so that they do not all work at the same one.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::deepening::{Deepened, Plan, deepen};
use super::task::Task;
use super::worker::{ThreadData, Worker};
use crate::bot::report::Report;
use crate::parts::search_parts::Parts;
use crate::parts::time_manager::TimeManager;
use crate::search_thread::{is_search_thread, spawn_search_thread};

/// What all threads have found.
pub(crate) struct Found {
    /// The report of the thread that got the furthest.
    pub(crate) report: Option<Report>,
    /// What people have to know of threads that did not search.
    pub(crate) notices: Vec<String>,
}

/// Searches on all threads.
pub(crate) fn search<K: Parts, T: TimeManager>(
    threads: &mut [ThreadData<K::Evaluator, K::Ordering>],
    task: &Task<'_, K>,
    plan: Plan<'_, T>,
) -> Found {
    let mut notices = Vec::new();
    let Some((first, others)) = threads.split_first_mut() else { return Found { report: None, notices } };
    // Only the main thread knows the other lines, and it alone completes the depth that was asked for.
    let helpers_count = plan.lines == 1 && plan.depth.is_none();
    let Plan { depth, soft_nodes, lines, mate_search, budget, time_manager, listener } = plan;
    let helper_clock = time_manager.clone();
    let plan = Plan { depth, soft_nodes, lines, mate_search, budget, time_manager, listener: &mut *listener };
    let (best, of_helper) = thread::scope(|scope| {
        // The main thread comes first, so that no helper takes its place.
        let lead = begin(scope, move || deepen(&mut Worker::new(first, task, 0), plan));
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
        let led = lead.map(MainThread::end);
        task.shared.end();
        let led = led.map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)));
        let mut best = led.unwrap_or_else(|error| {
            notices.push(format!("there is no search ({error}), so any legal move is played"));
            None
        });
        let mut of_helper = false;
        for helper in helpers {
            match helper.join() {
                Ok(Some(found))
                    if helpers_count && best.as_ref().is_none_or(|best| is_better(&found, best)) =>
                {
                    (best, of_helper) = (Some(found), true);
                }
                Ok(_) => {}
                Err(_) => notices.push("a helper thread of the search panicked".to_owned()),
            }
        }
        (best, of_helper)
    });
    let mut report = best.map(|best| best.report);
    // The last report is that of the move which is played.
    if let Some(report) = report.as_mut().filter(|_| of_helper) {
        (report.nodes, report.time) = (task.shared.nodes(), task.shared.elapsed());
        listener.report(report);
    }
    Found { report, notices }
}

/// The search of a helper: one line, until the main thread ends, and without a listener.
fn help<K: Parts, T: TimeManager>(
    data: &mut ThreadData<K::Evaluator, K::Ordering>,
    task: &Task<'_, K>,
    number: usize,
    depth: Option<u32>,
    mut time_manager: T,
) -> Option<Deepened> {
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

/// The main thread of a search. It has begun on a stack of its own. Where the caller's stack is large enough, and on
/// wasm, which has no threads, the search begins on the caller's thread when its result is asked for.
enum MainThread<'scope, F> {
    Here(F),
    There(ScopedJoinHandle<'scope, Option<Deepened>>),
}

impl<F: FnOnce() -> Option<Deepened>> MainThread<'_, F> {
    fn end(self) -> thread::Result<Option<Deepened>> {
        match self {
            // Helpers have to hear that it has ended, however it does.
            MainThread::Here(run) => catch_unwind(AssertUnwindSafe(run)),
            MainThread::There(thread) => thread.join(),
        }
    }
}

/// Begins the main thread.
fn begin<'scope, F: FnOnce() -> Option<Deepened> + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: F,
) -> io::Result<MainThread<'scope, F>> {
    if cfg!(target_family = "wasm") || is_search_thread() {
        return Ok(MainThread::Here(run));
    }
    spawn_search_thread(scope, run).map(MainThread::There)
}

/// Deeper without a lower score, or as deep with a higher one. Only complete depths count: an unfinished one may have
/// seen a single move, and that less deep.
fn is_better(found: &Deepened, best: &Deepened) -> bool {
    let score = |deepened: &Deepened| deepened.report.score;
    (found.completed > best.completed && score(found) >= score(best))
        || (found.completed == best.completed && found.completed > 0 && score(found) > score(best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::score::Score;

    #[test]
    fn a_depth_that_was_only_begun_is_no_deeper() {
        let found = |completed, depth, score| {
            let mut report = Report::new(Score::centipawns(score), Vec::new());
            report.depth = depth;
            Deepened { report, completed }
        };
        let best = found(8, 8, 30);
        assert!(!is_better(&found(8, 9, 30), &best), "begun");
        assert!(!is_better(&found(7, 9, 90), &best));
        assert!(is_better(&found(9, 9, 30), &best));
        assert!(!is_better(&found(9, 9, 29), &best));
        assert!(is_better(&found(8, 8, 31), &best));
        assert!(!is_better(&found(0, 1, 0), &found(0, 1, -50)), "neither has seen all moves");
    }
}
