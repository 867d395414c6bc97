//! What each part of the search keeps out: the nodes of `philidor bench` with one part switched off at a time.
//!
//! The transposition table stays: without a hash move the search looks less deep, so without it every line would be
//! shorter.
//!
//! `cargo run --release -p philidor-engine --example bets -- 10` searches to depth 10 and writes a table for the book.

use philidor::{Move, MoveDigest, Position};
use philidor_engine::{Classic, Cutoff, Engine, Histories, Ordering, Pruning, SearchPath, Selective, bench};

/// A part that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    Histories,
    ReverseFutility,
    Razoring,
    NullMove,
    LateMoves,
    Futility,
    Exchange,
    History,
    Reduction,
    Singular,
    Delta,
}

/// All parts, as the book calls them.
const PARTS: [(&str, Part); 12] = [
    ("nothing", Part::None),
    ("learned order", Part::Histories),
    ("late-move reductions", Part::Reduction),
    ("null move", Part::NullMove),
    ("reverse futility", Part::ReverseFutility),
    ("late-move pruning", Part::LateMoves),
    ("futility", Part::Futility),
    ("exchange pruning", Part::Exchange),
    ("history pruning", Part::History),
    ("razoring", Part::Razoring),
    ("delta in quiescence", Part::Delta),
    ("singular extensions", Part::Singular),
];

/// More than the search itself adds to a reduction, in half-moves.
const MORE: i32 = 8;

/// All pruning but one part.
#[derive(Clone)]
struct Without(Part);

impl Without {
    fn unless<T>(&self, part: Part, bet: Option<T>) -> Option<T> {
        bet.filter(|_| self.0 != part)
    }

    /// The depth that a quiet move will be searched to, where reductions were taken out by [`MORE`].
    fn depth(&self, reduced: i32) -> i32 {
        if self.0 == Part::Reduction { reduced - MORE } else { reduced }
    }
}

impl Pruning for Without {
    fn reverse_futility(&self, depth: i32, is_improving: bool) -> Option<i32> {
        self.unless(Part::ReverseFutility, Selective.reverse_futility(depth, is_improving))
    }

    fn razoring(&self, depth: i32) -> Option<i32> {
        self.unless(Part::Razoring, Selective.razoring(depth))
    }

    fn null_move(&self, depth: i32, surplus: i32) -> Option<i32> {
        self.unless(Part::NullMove, Selective.null_move(depth, surplus))
    }

    fn late_move_pruning(&self, depth: i32, is_improving: bool) -> u32 {
        if self.0 == Part::LateMoves { u32::MAX } else { Selective.late_move_pruning(depth, is_improving) }
    }

    fn futility(&self, depth: i32) -> Option<i32> {
        self.unless(Part::Futility, Selective.futility(self.depth(depth)))
    }

    fn quiet_exchange(&self, depth: i32) -> Option<i32> {
        self.unless(Part::Exchange, Selective.quiet_exchange(self.depth(depth)))
    }

    fn tactical_exchange(&self, depth: i32) -> Option<i32> {
        self.unless(Part::Exchange, Selective.tactical_exchange(depth))
    }

    fn history_pruning(&self, depth: i32) -> Option<i32> {
        self.unless(Part::History, Selective.history_pruning(depth))
    }

    fn late_move_reduction(&self, depth: i32, count: u32, is_quiet: bool) -> i32 {
        // The search adds to it and keeps it at 0 or above.
        if self.0 == Part::Reduction {
            -MORE * 1024
        } else {
            Selective.late_move_reduction(depth, count, is_quiet)
        }
    }

    fn singular_depth(&self) -> Option<i32> {
        self.unless(Part::Singular, Selective.singular_depth())
    }

    fn delta_pruning(&self) -> Option<i32> {
        self.unless(Part::Delta, Selective.delta_pruning())
    }
}

/// The engine's ordering, or one that learns nothing.
#[derive(Clone)]
struct Learning(Option<Histories>);

impl Ordering for Learning {
    fn age(&mut self) {
        self.0.iter_mut().for_each(Ordering::age);
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(Ordering::clear);
    }

    fn killers(&self, path: SearchPath<'_>) -> [Option<MoveDigest>; 2] {
        self.0.as_ref().map_or([None; 2], |histories| histories.killers(path))
    }

    fn tactical(&self, position: &Position, mv: Move) -> i32 {
        self.0.as_ref().map_or(().tactical(position, mv), |histories| histories.tactical(position, mv))
    }

    fn quiet(&self, position: &Position, path: SearchPath<'_>, mv: Move) -> i32 {
        self.0.as_ref().map_or(0, |histories| histories.quiet(position, path, mv))
    }

    fn learn(&mut self, position: &Position, path: SearchPath<'_>, cutoff: Cutoff<'_>) {
        self.0.iter_mut().for_each(|histories| histories.learn(position, path, cutoff));
    }
}

/// The nodes of the bench without a part.
fn nodes(part: Part, depth: u32) -> u64 {
    let mut engine = Engine::new(Classic::default())
        .with_ordering(Learning((part != Part::Histories).then(Histories::default)))
        .with_pruning(Without(part));
    bench::run(&mut engine, depth).nodes
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(8);
    let all = nodes(Part::None, depth);
    println!("| without | nodes | times as many |\n|---|---:|---:|");
    for (name, part) in PARTS {
        let nodes = nodes(part, depth);
        println!("| {name} | {nodes} | {:.2} |", nodes as f64 / all as f64);
    }
}
