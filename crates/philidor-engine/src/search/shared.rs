//! What the threads of one search share besides the transposition table: when to stop, and the nodes of all (Lazy SMP).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::bot::control::Control;
use crate::instant::Instant;

/// One for each search.
pub(crate) struct Shared<'a> {
    pub(crate) control: &'a Control,
    pub(crate) begin: Instant,
    /// The main thread has ended, so the others end, too.
    is_over: AtomicBool,
    /// The nodes of each thread, as far as they have been reported.
    nodes: Vec<AtomicU64>,
    /// How often endgame tables had an answer.
    endgame_hits: AtomicU64,
    /// How many nodes the threads may visit together, if that is limited.
    max_nodes: Option<u64>,
    /// How many of them are for whichever thread takes them first.
    nodes_left: AtomicU64,
    /// The hard limit of time, counted from `begin`; it ends no search that still ponders.
    pub(crate) hard: Option<Duration>,
    /// Whether the search ponders: the clock does not run before the control reports a hit.
    pub(crate) ponders: bool,
    /// Whether reports have the chances of a win, a draw and a loss beside their scores.
    pub(crate) shows_wdl: bool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(control: &'a Control, begin: Instant, threads: usize) -> Shared<'a> {
        let nodes = (0..threads).map(|_| AtomicU64::new(0)).collect();
        Shared {
            control,
            begin,
            is_over: AtomicBool::new(false),
            nodes,
            endgame_hits: AtomicU64::new(0),
            max_nodes: None,
            nodes_left: AtomicU64::new(u64::MAX),
            hard: None,
            ponders: false,
            shows_wdl: false,
        }
    }

    pub(crate) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed) || self.control.is_stopped()
    }

    /// A thread reports its nodes.
    pub(crate) fn publish(&self, thread: usize, nodes: u64) {
        if let Some(place) = self.nodes.get(thread) {
            place.store(nodes, Relaxed);
        }
    }

    /// The nodes of all threads, as far as they have been reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    pub(crate) fn count_endgame_hits(&self, hits: u64) {
        self.endgame_hits.fetch_add(hits, Relaxed);
    }

    pub(crate) fn endgame_hits(&self) -> u64 {
        self.endgame_hits.load(Relaxed)
    }

    /// Limits the nodes of all threads together.
    ///
    /// The main thread has its share for itself: it may have to wait for a core while the others count. What is left is
    /// for whichever thread takes it first, so that all nodes are used even where a thread has ended.
    pub(crate) fn limit_nodes(&mut self, most: Option<u64>) {
        self.max_nodes = most;
        self.nodes_left = AtomicU64::new(most.map_or(u64::MAX, |most| most - self.own_nodes(0)));
    }

    /// The nodes that are for one thread alone.
    pub(crate) fn own_nodes(&self, thread: usize) -> u64 {
        match self.max_nodes {
            None => u64::MAX,
            Some(most) if thread == 0 => most.div_ceil(self.nodes.len().max(1) as u64),
            Some(_) => 0,
        }
    }

    /// Takes some of the nodes that are left; fewer, or none, if there are not as many.
    pub(crate) fn take_nodes(&self, wanted: u64) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(wanted));
        self.nodes_left.fetch_update(Relaxed, Relaxed, take).map_or(0, |left| left.min(wanted))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether the clock does not run yet.
    pub(crate) fn is_pondering(&self) -> bool {
        self.ponders && !self.control.is_ponder_hit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_all_threads_are_those_that_were_asked_for() {
        let control = Control::new();
        for (threads, most) in [(1, 1_000), (3, 1_000), (255, 100), (4, 0), (1, u64::MAX)] {
            let mut shared = Shared::new(&control, Instant::now(), threads);
            shared.limit_nodes(Some(most));
            let own: u64 = (0..threads).map(|thread| shared.own_nodes(thread)).sum();
            let taken: u64 =
                std::iter::repeat_with(|| shared.take_nodes(64)).take_while(|&taken| taken > 0).sum();
            assert_eq!(own + taken, most, "{threads} threads");
            assert!(own >= most / threads as u64, "the main thread has its share");
        }
    }
}
