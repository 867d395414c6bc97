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
    pub(crate) max_nodes: Option<u64>,
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

    /// The nodes that one thread may visit: the limit of the search, kept exactly, if the thread is alone; otherwise
    /// any number.
    pub(crate) fn limit(&self, thread: usize) -> u64 {
        match self.max_nodes {
            Some(most) if self.nodes.len() == 1 && thread == 0 => most,
            _ => u64::MAX,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether the clock does not run yet.
    pub(crate) fn is_pondering(&self) -> bool {
        self.ponders && !self.control.is_ponder_hit()
    }
}
