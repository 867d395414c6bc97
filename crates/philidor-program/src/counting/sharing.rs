//! A tree in parts that threads share out: the first two half-moves, made by whatever counts the rest.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use philidor_host::threads;

use super::interruptible::InterruptibleCount;
use super::progress::Progress;

/// A position whose tree can be counted.
pub trait Tree: Send + Sync + 'static {
    /// A move.
    type Move: Copy + PartialEq + Send + Sync + 'static;

    /// The legal moves.
    fn legal_moves(&mut self) -> Vec<Self::Move>;

    /// The position after a legal move.
    fn after(&self, mv: Self::Move) -> Self;

    /// The leaves of the tree below it.
    fn leaves(&mut self, depth: u32) -> u128;
}

/// The first moves of a part: one, or two.
type FirstMoves<M> = (M, Option<M>);

/// A tree in parts, and what is known of them.
pub struct Division<M> {
    moves: Vec<M>,
    parts: Vec<FirstMoves<M>>,
    counts: Vec<Option<u128>>,
    /// How long the count took.
    pub time: Duration,
    depth: u32,
}

impl<M: Copy + PartialEq> Division<M> {
    /// The legal moves whose parts are all counted.
    pub fn divide(&self) -> impl Iterator<Item = (M, u128)> {
        self.moves.iter().filter_map(|&mv| {
            let of_move = self.parts.iter().zip(&self.counts).filter(move |((first, _), _)| *first == mv);
            Some((mv, of_move.map(|(_, count)| *count).sum::<Option<u128>>()?))
        })
    }

    /// How many parts there are.
    pub const fn parts(&self) -> usize {
        self.parts.len()
    }

    /// How many of them are counted.
    pub fn parts_counted(&self) -> usize {
        self.counts.iter().flatten().count()
    }

    /// The leaves of all parts that are counted.
    pub fn leaves(&self) -> u128 {
        if self.depth == 0 { 1 } else { self.counts.iter().flatten().sum() }
    }
}

/// What the threads share.
struct Task<M> {
    left: u32,
    parts: Vec<FirstMoves<M>>,
    next: AtomicUsize,
    closed: AtomicBool,
    counts: Mutex<Vec<Option<u128>>>,
    progress: Progress,
}

/// Counts a tree on threads, until it is done or Ctrl-C comes.
pub fn count<T: Tree>(
    mut tree: T,
    depth: u32,
    count: usize,
    run: &InterruptibleCount,
    progress: &Progress,
) -> anyhow::Result<Division<T::Move>> {
    let start = Instant::now();
    let moves = if depth == 0 { Vec::new() } else { tree.legal_moves() };
    let parts: Vec<FirstMoves<T::Move>> = match depth {
        0 | 1 => moves.iter().map(|&mv| (mv, None)).collect(),
        _ => moves.iter().flat_map(|&mv| pairs(&tree, mv)).collect(),
    };
    let task = Arc::new(Task {
        left: depth.saturating_sub(2),
        next: AtomicUsize::new(0),
        closed: AtomicBool::new(false),
        counts: Mutex::new(vec![None; parts.len()]),
        progress: progress.of_parts(parts.len() as u64),
        parts,
    });
    let shared = Arc::clone(&task);
    // A thread without a part would only cost its start.
    run.work(move || threads::share(count.min(shared.parts.len()), &|| shared.work(&tree)))?;
    task.closed.store(true, Relaxed);
    let counts = task.counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok(Division { moves, parts: task.parts.clone(), counts, time: start.elapsed(), depth })
}

impl<M: Copy> Task<M> {
    /// Counts parts until there is none left.
    fn work<T: Tree<Move = M>>(&self, tree: &T) {
        while !self.closed.load(Relaxed) {
            let part = self.next.fetch_add(1, Relaxed);
            let Some(&(first, second)) = self.parts.get(part) else { return };
            let mut below = tree.after(first);
            if let Some(second) = second {
                below = below.after(second);
            }
            let count = below.leaves(self.left);
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.closed.load(Relaxed) {
                counts[part] = Some(count);
                self.progress.advance(count);
            }
        }
    }
}

/// A move with each legal reply.
fn pairs<T: Tree>(tree: &T, first: T::Move) -> Vec<FirstMoves<T::Move>> {
    tree.after(first).legal_moves().into_iter().map(|second| (first, Some(second))).collect()
}
