//! `philidor perft --generator`: the tree counted by one of the historic generators, every leaf played.
//!
//! The generator makes the first two half-moves, too: they are the parts that the threads share out, so that nothing
//! of the count comes from the bitboards.

use std::marker::PhantomData;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use philidor::chain::ChainBoard;
use philidor::mailbox::MailboxBoard;
use philidor::perft::perft_with;
use philidor::{CastlingMode, Move, MoveGenerator, MoveKind, Position, Unrepresentable};
use philidor_games::Generator;
use philidor_host::ending::INTERRUPTED;

use super::report::{self, Interruption, PerftReport};
use crate::args::PerftArgs;
use crate::counting::counter::Counter;
use crate::counting::options::CountOptions;
use crate::counting::progress::{Progress, Unit};
use crate::quantity::per_second;
use crate::terminal::output::Output;

pub(super) fn run(
    generator: Generator,
    args: &PerftArgs,
    options: &CountOptions,
    output: &mut Output<'_>,
) -> anyhow::Result<ExitCode> {
    let position = args.position.read()?;
    let depth = args.depth.unwrap_or_default();
    let counter = Counter::new()?;
    let progress = Progress::new(Unit::Parts, 0, 0);
    let (count, time) = count(generator, &position, depth, options.threads, &counter, &progress)?;
    progress.clear();
    let parts_counted = count.counts.iter().flatten().count();
    let parts = count.parts.len();
    let interrupted = parts_counted < parts;
    let nodes = if depth == 0 { 1 } else { count.counts.iter().flatten().sum() };
    let uci = |mv| position.uci(mv, CastlingMode::detect(&position)).to_string();
    let report = PerftReport {
        depth,
        fen: position.to_string(),
        generator: Some(generator.name()),
        nodes,
        seconds: time.as_secs_f64(),
        nodes_per_second: per_second(nodes, time),
        threads: options.workers(parts),
        hash_bytes: None,
        seed: None,
        verification: None,
        resumed_nodes: None,
        interrupted: interrupted.then_some(Interruption { interrupted, parts_counted, parts }),
        moves: args.divide.then(|| count.divide().map(|(mv, nodes)| (uci(mv), nodes)).collect()),
    };
    report::write(&report, None, time, generator.name(), output)?;
    Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The leaves of a tree, unless Ctrl-C comes first.
#[cfg(feature = "hunt")]
pub(super) fn leaves(
    generator: Generator,
    position: &Position,
    depth: u32,
    threads: usize,
    counter: &Counter,
    progress: &Progress,
) -> Result<Option<u128>, Unrepresentable> {
    let (division, _time) = count(generator, position, depth, threads, counter, progress)?;
    Ok(division.counts.into_iter().sum())
}

fn count(
    generator: Generator,
    position: &Position,
    depth: u32,
    threads: usize,
    counter: &Counter,
    progress: &Progress,
) -> Result<(Division, Duration), Unrepresentable> {
    match generator {
        Generator::Bitboard => Task::<Position>::count(position, depth, threads, counter, progress),
        Generator::Chain => Task::<ChainBoard>::count(position, depth, threads, counter, progress),
        Generator::Mailbox => Task::<MailboxBoard>::count(position, depth, threads, counter, progress),
    }
}

/// The first moves of a part: one, or two.
type Part = (Move, Option<Move>);

/// A tree in parts, and what is known of them.
struct Division {
    moves: Vec<Move>,
    parts: Vec<Part>,
    counts: Vec<Option<u128>>,
}

impl Division {
    /// The legal moves whose parts are all counted.
    fn divide(&self) -> impl Iterator<Item = (Move, u128)> {
        self.moves.iter().filter_map(|&mv| {
            let of_move = self.parts.iter().zip(&self.counts).filter(move |((first, _), _)| *first == mv);
            Some((mv, of_move.map(|(_, count)| *count).sum::<Option<u128>>()?))
        })
    }
}

/// What the threads share.
struct Task<G> {
    left: u32,
    parts: Vec<Part>,
    next: AtomicUsize,
    closed: AtomicBool,
    counts: Mutex<Vec<Option<u128>>>,
    progress: Progress,
    generator: PhantomData<fn() -> G>,
}

impl<G: MoveGenerator + Send + 'static> Task<G> {
    /// Counts a tree by this generator.
    fn count(
        position: &Position,
        depth: u32,
        threads: usize,
        counter: &Counter,
        progress: &Progress,
    ) -> Result<(Division, Duration), Unrepresentable> {
        let mut generator = G::from_position(position)?;
        if depth == 0 {
            return Ok((
                Division { moves: Vec::new(), parts: Vec::new(), counts: Vec::new() },
                Duration::ZERO,
            ));
        }
        let start = Instant::now();
        let moves = generator.legal_moves_of(MoveKind::All);
        let parts: Vec<Part> = match depth {
            1 => moves.iter().map(|&mv| (mv, None)).collect(),
            _ => moves.iter().flat_map(|&mv| pairs(&mut generator, mv)).collect(),
        };
        let task = Arc::new(Task::<G> {
            left: depth.saturating_sub(2),
            next: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            counts: Mutex::new(vec![None; parts.len()]),
            progress: progress.of_parts(parts.len() as u64),
            parts,
            generator: PhantomData,
        });
        let shared = Arc::clone(&task);
        counter.work(move || {
            thread::scope(|scope| {
                // A thread without a part would only cost its start.
                for _ in 0..threads.min(shared.parts.len()) {
                    let mut own = generator.clone();
                    let task = &shared;
                    scope.spawn(move || task.work(&mut own));
                }
            });
        });
        task.closed.store(true, Relaxed);
        let counts = task.counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok((Division { moves, parts: task.parts.clone(), counts }, start.elapsed()))
    }

    /// Counts parts until there is none left.
    fn work(&self, generator: &mut G) {
        while !self.closed.load(Relaxed) {
            let part = self.next.fetch_add(1, Relaxed);
            let Some(&(first, second)) = self.parts.get(part) else { return };
            let undo = generator.play(first);
            let count = match second {
                None => perft_with(generator, self.left),
                Some(second) => {
                    let undo = generator.play(second);
                    let count = perft_with(generator, self.left);
                    generator.undo(second, undo);
                    count
                }
            };
            generator.undo(first, undo);
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.closed.load(Relaxed) {
                counts[part] = Some(count);
                self.progress.advance(count);
            }
        }
    }
}

/// A move with each legal reply.
fn pairs<G: MoveGenerator>(generator: &mut G, first: Move) -> Vec<Part> {
    let undo = generator.play(first);
    let replies = generator.legal_moves_of(MoveKind::All);
    generator.undo(first, undo);
    replies.into_iter().map(|second| (first, Some(second))).collect()
}
